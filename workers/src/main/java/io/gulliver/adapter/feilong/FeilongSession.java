package io.gulliver.adapter.feilong;

import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.http.HttpTransport;
import io.gulliver.adapter.http.HttpTransport.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one place that sends requests to a Feilong server: token, size, envelope, errors.
 *
 * <p>One token for all threads, asked for at the first call. A 401 means that nothing was done, so the token is renewed
 * once and the request repeated once; nothing else is ever repeated here.
 */
final class FeilongSession {

    private static final Logger LOG = LoggerFactory.getLogger(FeilongSession.class);
    private static final String TOKEN = "X-Auth-Token";
    /**
     * The server reads 4096 bytes of a request, counted as it hands it on inside, with the names of its own call around it;
     * of a longer one it resets its own connection, and nothing is done.
     */
    private static final int REQUEST_BYTES = 3_800;

    private static final HttpTransport.Product PRODUCT = new HttpTransport.Product(
            "feilong",
            "Feilong server",
            "a Feilong server's REST interface (8080, or that of the web server in front)",
            "Check address, port and firewalls, and that the server's web interface runs");

    static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            // Levels add fields to what they tell.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final FeilongProperties properties;
    private final Supplier<String> adminToken;
    private final HttpTransport http;
    private final Object tokenLock = new Object();
    private volatile @Nullable String token;

    FeilongSession(FeilongProperties properties, Supplier<String> adminToken, CallLog log) {
        this.properties = properties;
        this.adminToken = adminToken;
        this.http = new HttpTransport(
                PRODUCT,
                properties.system(),
                properties.url(),
                properties.caFile(),
                properties.connectTimeout(),
                log,
                unanswered("connect"));
    }

    /**
     * Sends a request and answers the envelope's output.
     *
     * @param body null for none
     * @param changing whether it may have an effect; a GET can
     */
    JsonNode call(
            String operation, String method, String path, @Nullable Object body, Duration limit, boolean changing) {
        String text = body == null ? "" : JSON.writeValueAsString(body);
        if (text.getBytes(StandardCharsets.UTF_8).length > REQUEST_BYTES) {
            throw failure(
                    operation,
                    "the request has " + text.getBytes(StandardCharsets.UTF_8).length + " bytes, and the server reads "
                            + REQUEST_BYTES,
                    "Ask for less at once, for example for fewer disks",
                    Kind.REQUEST);
        }
        if (properties.tokenReference() == null) {
            return send(operation, method, path, text, limit, changing, null);
        }
        String used = token;
        if (used == null) {
            used = fetchToken(null);
        }
        try {
            return send(operation, method, path, text, limit, changing, used);
        } catch (FeilongException e) {
            if (e.meaning() != Meaning.UNAUTHORIZED) {
                throw e;
            }
            LOG.debug("feilong={} operation={} token ended, asking for another", properties.system(), operation);
            return send(operation, method, path, text, limit, changing, fetchToken(used));
        }
    }

    /** Asks for a token unless another thread has done so since {@code stale} was in use. */
    private String fetchToken(@Nullable String stale) {
        synchronized (tokenLock) {
            String current = token;
            if (current != null && !current.equals(stale)) {
                return current;
            }
            token = null;
            // The file's content ends with a line end, which no header has.
            String secret = adminToken.get().strip();
            http.learn(secret);
            HttpTransport.Request request = new HttpTransport.Request(
                    "create-token",
                    "POST",
                    "/token",
                    Map.of("X-Admin-Token", secret),
                    "",
                    properties.readTimeout(),
                    false,
                    List.of(TOKEN));
            Answer answer = http.send(request, unanswered("create-token"));
            String fresh = answer.secrets().get(TOKEN);
            if (answer.status() != 200 || fresh == null) {
                throw refused("create-token", answer, false);
            }
            token = fresh;
            return fresh;
        }
    }

    private JsonNode send(
            String operation,
            String method,
            String path,
            String body,
            Duration limit,
            boolean changing,
            @Nullable String withToken) {
        Answer answer = http.send(
                new HttpTransport.Request(
                        operation,
                        method,
                        path,
                        withToken == null ? Map.of() : Map.of(TOKEN, withToken),
                        body,
                        limit,
                        changing,
                        List.of()),
                unanswered(operation));
        FeilongReply reply = FeilongReply.of(answer.body());
        if (answer.status() / 100 != 2 || reply == null || reply.overall() != 0) {
            throw refused(operation, answer, changing);
        }
        try {
            return JSON.readTree(answer.body()).path("output");
        } catch (JacksonException e) {
            // It was read as an envelope a moment ago.
            throw new IllegalStateException("Answer to " + operation, e);
        }
    }

    private FeilongException refused(String operation, Answer answer, boolean changing) {
        FeilongReply reply = FeilongReply.of(answer.body());
        FeilongCodes.Line line = FeilongCodes.line(answer.status(), reply, operation);
        String detail = reply == null ? FeilongReply.refusal(answer.body()) : reply.message();
        String said = http.quoted(reply == null && detail.isEmpty() ? answer.body() : detail);
        return new FeilongException(
                properties.system(),
                operation,
                answer.status(),
                reply,
                line.meaning(),
                said.isEmpty() ? "the server gave no message" : said,
                line.advice(),
                line.kind(),
                changing && FeilongCodes.mayHaveHappened(answer.status(), reply, line),
                null);
    }

    /** Something that is known before anything is sent. */
    FeilongException failure(String operation, String message, String advice, Kind kind) {
        return new FeilongException(
                properties.system(),
                operation,
                FeilongException.NO_STATUS,
                null,
                Meaning.REFUSED,
                message,
                advice,
                kind,
                false,
                null);
    }

    /** Success that says that nothing was left. */
    FeilongException full(String operation, String message) {
        return new FeilongException(
                properties.system(),
                operation,
                200,
                null,
                Meaning.FULL,
                http.quoted(message),
                "Add devices to the template, or give back those of guests that are gone",
                Kind.CAPACITY,
                false,
                null);
    }

    /** An answer that is an envelope and not what was asked for. */
    FeilongException unreadable(String operation, boolean changing, RuntimeException cause) {
        return new FeilongException(
                properties.system(),
                operation,
                200,
                null,
                Meaning.UNCERTAIN,
                "the answer is not what this operation answers (" + cause.getMessage() + ")",
                "Report this with the server's level",
                Kind.BUG,
                changing,
                cause);
    }

    private HttpTransport.Failure unanswered(String operation) {
        return (message, advice, kind, mayHaveHappened, cause) -> new FeilongException(
                properties.system(),
                operation,
                FeilongException.NO_STATUS,
                null,
                Meaning.UNCERTAIN,
                message,
                advice,
                kind,
                mayHaveHappened,
                cause);
    }
}
