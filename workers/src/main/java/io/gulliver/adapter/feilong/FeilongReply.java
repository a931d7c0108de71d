package io.gulliver.adapter.feilong;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The server's envelope without its output: what failed, by three numbers.
 *
 * @param overall class of the failure; below 100 the number of a layer of z/VM
 * @param module which part of the server says so, 0 where it does not say: in class 300 each part counts its reasons by itself
 * @param rc return code within it
 * @param rs reason within that
 * @param message the server's own words
 */
record FeilongReply(int overall, int module, int rc, int rs, String message) implements Serializable {

    static final int GUEST = 10;
    static final int IMAGE = 40;

    /** Reads an answer, whatever it says of its own type; null when it is no envelope. */
    static @Nullable FeilongReply of(String body) {
        try {
            JsonNode envelope = FeilongSession.JSON.readTree(body);
            if (!envelope.path("overallRC").isIntegralNumber()) {
                return null;
            }
            return new FeilongReply(
                    envelope.path("overallRC").asInt(),
                    envelope.path("modID").asInt(0),
                    envelope.path("rc").asInt(),
                    envelope.path("rs").asInt(),
                    envelope.path("errmsg").asString(""));
        } catch (JacksonException e) {
            return null;
        }
    }

    /** What the REST layer says of a request that it does not take, where it says so without an envelope; empty where it does not. */
    static String refusal(String body) {
        try {
            return FeilongSession.JSON
                    .readTree(body)
                    .path("errors")
                    .path(0)
                    .path("detail")
                    .asString("");
        } catch (JacksonException e) {
            return "";
        }
    }

    /** Whether a part of the server says these codes. */
    boolean is(int part, String codes) {
        return module == part && codes().equals(codes);
    }

    /** {@code overallRC/rc/rs}. */
    String codes() {
        return overall + "/" + rc + "/" + rs;
    }
}
