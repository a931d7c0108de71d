package io.gulliver.adapter.ds8000;

import io.gulliver.adapter.ds8000.Ds8000Codes.Line;
import io.gulliver.adapter.ds8000.Ds8000Exception.Meaning;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.HttpSystemException;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.http.HttpTransport;
import io.gulliver.adapter.http.HttpTransport.Answer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one place that speaks to a storage unit: envelopes, one token for all threads and each HMC, the second HMC where the first does
 * not answer, changes one after another.
 *
 * <p>A refused token means that nothing was done: one new logon and one repeat, for a change too. The other HMC is asked when
 * nothing was sent to the first, or when no answer came to a look; never after a change that may have begun.
 */
final class Ds8000Session {
    private static final Logger LOG = LoggerFactory.getLogger(Ds8000Session.class);
    private static final int NO_CONTENT = 204;
    private static final String TOKEN = "token";

    private static final HttpTransport.Product PRODUCT = new HttpTransport.Product(
            "ds8000",
            "storage HMC",
            "a storage HMC's REST service (port " + Ds8000Properties.USUAL_PORT + ")",
            "A restart of a storage HMC takes minutes; if it lasts, check network and firewall");

    /** One storage HMC. */
    private static final class Console {
        final HttpTransport http;
        volatile @Nullable String token;

        Console(HttpTransport http) {
            this.http = http;
        }
    }

    private final Ds8000Properties properties;
    private final Supplier<String> password;
    private final List<Console> consoles = new ArrayList<>();
    private volatile int current;
    private final Object logonLock = new Object();
    // The product queues or refuses changes beside each other; fair, so that nobody starves.
    private final ReentrantLock changes = new ReentrantLock(true);

    Ds8000Session(Ds8000Properties properties, Supplier<String> password, CallLog log) {
        this.properties = properties;
        this.password = password;
        for (URI address : properties.addresses()) {
            consoles.add(new Console(new HttpTransport(
                    PRODUCT,
                    properties.name(),
                    address,
                    properties.caFile(),
                    properties.connectTimeout(),
                    log,
                    unanswered("connect"))));
        }
    }

    /** Looks. */
    <T> T read(String operation, String path, Function<JsonNode, T> reader) {
        return call(operation, "GET", path, null, false, reader);
    }

    /** Changes; waits for the changes before it. */
    <T> T change(
            String operation, String method, String path, @Nullable ObjectNode params, Function<JsonNode, T> reader) {
        try {
            if (!changes.tryLock(properties.changeTimeout().toMillis() * 10, TimeUnit.MILLISECONDS)) {
                throw unsent(operation, "waited too long behind other changes", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unsent(operation, "interrupted while it waited for other changes", e);
        }
        try {
            return call(operation, method, path, params, true, reader);
        } finally {
            changes.unlock();
        }
    }

    private Ds8000Exception unsent(String operation, String message, @Nullable Throwable cause) {
        return failure(
                operation,
                HttpSystemException.NO_STATUS,
                null,
                Meaning.BUSY,
                message + "; nothing was sent.",
                "Try again.",
                Kind.TRANSIENT,
                false,
                cause);
    }

    private <T> T call(
            String operation,
            String method,
            String path,
            @Nullable ObjectNode params,
            boolean changing,
            Function<JsonNode, T> reader) {
        int first = current;
        JsonNode answer;
        try {
            answer = through(consoles.get(first), operation, method, path, params, changing);
        } catch (Ds8000Exception e) {
            boolean unanswered = e.httpStatus() == HttpSystemException.NO_STATUS && e.kind() == Kind.TRANSIENT;
            if (!unanswered
                    || e.mayHaveHappened()
                    || consoles.size() == 1
                    || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            int other = 1 - first;
            LOG.info("ds8000={} operation={} asks its other HMC", properties.name(), operation);
            answer = through(consoles.get(other), operation, method, path, params, changing);
            current = other;
        }
        try {
            return reader.apply(answer);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw failure(
                    operation,
                    200,
                    null,
                    Meaning.UNCERTAIN,
                    "the answer is not what this operation answers (" + e.getMessage() + ").",
                    "Report this with the storage unit's level.",
                    Kind.BUG,
                    changing,
                    e);
        }
    }

    private JsonNode through(
            Console console,
            String operation,
            String method,
            String path,
            @Nullable ObjectNode params,
            boolean changing) {
        String token = console.token;
        if (token == null) {
            token = logon(console, null);
        }
        Answer answer = send(console, operation, method, path, params, changing, token);
        JsonNode envelope = envelope(answer);
        if (Ds8000Codes.tokenEnded(answer.status(), code(envelope))) {
            answer = send(console, operation, method, path, params, changing, logon(console, token));
            envelope = envelope(answer);
        }
        if (answer.status() / 100 == 2 && good(envelope)) {
            return envelope;
        }
        throw refused(console, operation, answer.status(), envelope, answer.body(), changing);
    }

    /**
     * Where several things were asked for, each has an answer of its own in {@code responses} and there may be none for all of
     * them (ds8000.md 2): the reader looks at each.
     */
    private static boolean good(JsonNode envelope) {
        String status = envelope.path("server").path("status").asString("");
        return status.equals("ok")
                || status.equals("successful")
                || status.isEmpty() && envelope.path("responses").isArray();
    }

    private static String code(JsonNode envelope) {
        return envelope.path("server").path("code").asString("");
    }

    /** Missing where the answer is none of the product's. */
    private static JsonNode envelope(Answer answer) {
        if (answer.status() == NO_CONTENT && answer.body().isBlank()) {
            // Done, and nothing to say of it.
            ObjectNode done = JsonMapper.shared().createObjectNode();
            done.putObject("server").put("status", "ok");
            return done;
        }
        try {
            JsonNode body = JsonMapper.shared().readTree(answer.body());
            if (body.path("server").path("status").isString()
                    || body.path("responses")
                            .path(0)
                            .path("server")
                            .path("status")
                            .isString()) {
                return body;
            }
        } catch (JacksonException e) {
            LOG.debug("status={} no JSON", answer.status());
        }
        return MissingNode.getInstance();
    }

    private Ds8000Exception refused(
            Console console, String operation, int status, JsonNode envelope, String body, boolean changing) {
        boolean known = !envelope.isMissingNode();
        String code = code(envelope);
        Line line = Ds8000Codes.line(
                status, known, envelope.path("server").path("status").asString(""), code);
        String said = known
                ? console.http.quoted(envelope.path("server").path("message").asString(""))
                : console.http.quoted(body);
        return failure(
                operation,
                status,
                code.isEmpty() ? null : code,
                line.meaning(),
                "status " + status + (code.isEmpty() ? "" : ", code " + code) + ", "
                        + (said.isEmpty() ? "no word" : said) + (said.endsWith(".") ? "" : "."),
                line.advice(),
                line.kind(),
                changing && line.uncertain(),
                null);
    }

    private Answer send(
            Console console,
            String operation,
            String method,
            String path,
            @Nullable ObjectNode params,
            boolean changing,
            String token) {
        return console.http.send(
                new HttpTransport.Request(
                        operation,
                        method,
                        "/api/v1" + path,
                        Map.of("X-Auth-Token", token),
                        params == null ? "" : enveloped(params),
                        limit(changing),
                        changing,
                        List.of()),
                unanswered(operation));
    }

    private Duration limit(boolean changing) {
        return changing ? properties.changeTimeout() : properties.readTimeout();
    }

    private static String enveloped(ObjectNode params) {
        ObjectNode envelope = JsonMapper.shared().createObjectNode();
        envelope.putObject("request").set("params", params);
        return envelope.toString();
    }

    /** Logs on unless another thread has done so since {@code stale} was in use. */
    private String logon(Console console, @Nullable String stale) {
        synchronized (logonLock) {
            String held = console.token;
            if (held != null && !held.equals(stale)) {
                return held;
            }
            console.token = null;
            String secret = password.get();
            console.http.learn(secret);
            ObjectNode params = JsonMapper.shared()
                    .createObjectNode()
                    .put("username", properties.user())
                    .put("password", secret);
            Answer answer = console.http.send(
                    new HttpTransport.Request(
                            "create-token",
                            "POST",
                            "/api/v1/tokens",
                            Map.of(),
                            enveloped(params),
                            // Public clients allow up to a minute for it.
                            properties.changeTimeout(),
                            false,
                            // It stands inside an object of this name; the body is not shown.
                            List.of(TOKEN)),
                    unanswered("create-token"));
            JsonNode envelope = envelope(answer);
            String fresh = envelope.path(TOKEN).path(TOKEN).asString("");
            if (answer.status() / 100 == 2 && !fresh.isEmpty()) {
                console.http.learn(fresh);
                console.token = fresh;
                return fresh;
            }
            boolean refused = answer.status() == 401 || answer.status() == 403;
            if (refused
                    || Ds8000Codes.line(answer.status(), true, "", code(envelope))
                                    .meaning()
                            == Meaning.LOGON) {
                throw failure(
                        "create-token",
                        401,
                        code(envelope).isEmpty() ? null : code(envelope),
                        Meaning.LOGON,
                        "the logon of user " + properties.user() + " was refused.",
                        "Check user, password (" + properties.passwordReference() + ") and whether the user is locked.",
                        Kind.EXTERNAL,
                        false,
                        null);
            }
            throw refused(console, "create-token", answer.status(), envelope, answer.body(), false);
        }
    }

    Ds8000Exception failure(
            String operation,
            int status,
            @Nullable String code,
            Meaning meaning,
            String message,
            String advice,
            Kind kind,
            boolean mayHaveHappened,
            @Nullable Throwable cause) {
        return new Ds8000Exception(
                properties.name(), operation, status, code, meaning, message, advice, kind, mayHaveHappened, cause);
    }

    private HttpTransport.Failure unanswered(String operation) {
        return (message, advice, kind, mayHaveHappened, cause) -> failure(
                operation,
                HttpSystemException.NO_STATUS,
                null,
                Meaning.UNCERTAIN,
                message + ".",
                advice + ".",
                kind,
                mayHaveHappened,
                cause);
    }
}
