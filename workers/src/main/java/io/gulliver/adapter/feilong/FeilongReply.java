package io.gulliver.adapter.feilong;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The server's envelope without its output: what failed, by three numbers.
 *
 * @param overall class of the failure; below 100 the number of a layer of z/VM
 * @param rc return code within it
 * @param rs reason within that
 * @param message the server's own words
 */
record FeilongReply(int overall, int rc, int rs, String message) implements Serializable {

    /** Reads an answer, whatever it says of its own type; null when it is no envelope. */
    static @Nullable FeilongReply of(String body) {
        try {
            JsonNode envelope = FeilongSession.JSON.readTree(body);
            if (!envelope.path("overallRC").isIntegralNumber()) {
                return null;
            }
            return new FeilongReply(
                    envelope.path("overallRC").asInt(),
                    envelope.path("rc").asInt(),
                    envelope.path("rs").asInt(),
                    envelope.path("errmsg").asString(""));
        } catch (JacksonException e) {
            return null;
        }
    }

    /** {@code overallRC/rc/rs}. */
    String codes() {
        return overall + "/" + rc + "/" + rs;
    }
}
