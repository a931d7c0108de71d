package io.gulliver.adapter.hmc;

import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.http.HttpTransport;
import io.gulliver.adapter.http.HttpTransport.Answer;
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
 * The one place that sends requests to an HMC: session, headers, errors.
 *
 * <p>One session for all threads, made at the first call that needs one. When the HMC says 403.5 (session invalid or
 * expired) or 403.4 (no session seen) nothing was done, so the session is renewed once and the request repeated once, as
 * zhmcclient does; nothing else is ever repeated here. Permission errors (403.1) never cause a logon: that would lock accounts.
 */
final class HmcSession implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HmcSession.class);
    private static final String SESSION = "api-session";
    private static final HttpTransport.Product PRODUCT = new HttpTransport.Product(
            "hmc",
            "HMC",
            "an HMC's Web Services port (" + HmcProperties.USUAL_PORT + ")",
            "Check address, port " + HmcProperties.USUAL_PORT + " and firewalls, and that the HMC runs");

    static final JsonMapper JSON = JsonMapper.builder()
            // An older HMC leaves properties out; absent means zero, as for every property we read as a number.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final HmcProperties properties;
    private final Supplier<String> password;
    private final HttpTransport http;
    private final Object logonLock = new Object();
    private volatile @Nullable String session;

    HmcSession(HmcProperties properties, Supplier<String> password, CallLog log) {
        this.properties = properties;
        this.password = password;
        this.http = new HttpTransport(
                PRODUCT,
                properties.system(),
                properties.url(),
                properties.caFile(),
                properties.connectTimeout(),
                log,
                unanswered("connect"));
    }

    /** Sends a request within the session and answers the body; an empty body gives a missing node. */
    JsonNode call(String operation, String method, String path, @Nullable Object body) {
        String used = session;
        if (used == null) {
            used = logon(null);
        }
        try {
            return send(operation, method, path, body, used);
        } catch (HmcException e) {
            if (!e.is(403, 5) && !e.is(403, 4)) {
                throw e;
            }
            LOG.debug("hmc={} operation={} session ended, logging on again", properties.system(), operation);
            return send(operation, method, path, body, logon(used));
        }
    }

    /** Logs on unless another thread has done so since {@code stale} was in use. */
    private String logon(@Nullable String stale) {
        synchronized (logonLock) {
            String current = session;
            if (current != null && !current.equals(stale)) {
                return current;
            }
            session = null;
            String secret = password.get();
            http.learn(secret);
            HttpTransport.Request logon = new HttpTransport.Request(
                    "logon",
                    "POST",
                    "/api/sessions",
                    Map.of(),
                    JSON.writeValueAsString(Map.of("userid", properties.user(), "password", secret)),
                    properties.callTimeout(),
                    false,
                    List.of(SESSION, "session-credential"));
            String fresh = send(logon).secrets().get(SESSION);
            if (fresh == null) {
                throw failure(
                        logon,
                        200,
                        "the answer carries no api-session",
                        "Check that the address is " + PRODUCT.service(),
                        Kind.EXTERNAL,
                        false);
            }
            session = fresh;
            return fresh;
        }
    }

    /** Sends a request, within a session when one is given, and reads the answer. */
    JsonNode send(String operation, String method, String path, @Nullable Object body, @Nullable String withSession) {
        HttpTransport.Request request = new HttpTransport.Request(
                operation,
                method,
                path,
                withSession == null ? Map.of() : Map.of("X-API-Session", withSession),
                body == null ? "" : JSON.writeValueAsString(body),
                properties.callTimeout(),
                !method.equals("GET"),
                List.of());
        Answer answer = send(request);
        try {
            return JSON.readTree(answer.body());
        } catch (JacksonException e) {
            throw failure(
                    request,
                    answer.status(),
                    "the answer is not JSON: " + http.quoted(answer.body()),
                    "Check that the address is " + PRODUCT.service() + " and that no proxy answers for it",
                    Kind.EXTERNAL,
                    request.changing());
        }
    }

    private Answer send(HttpTransport.Request request) {
        if (!request.path().startsWith("/api/")) {
            // Object URIs come from answers and from stored step outputs; none may lead the session elsewhere.
            throw failure(
                    request,
                    HmcException.NO_STATUS,
                    "\"" + request.path() + "\" is not an HMC object URI; wanted /api/...",
                    "Report this to the makers of Gulliver",
                    Kind.BUG,
                    false);
        }
        Answer answer = http.send(request, unanswered(request.operation()));
        if (answer.status() / 100 == 2) {
            return answer;
        }
        int reason = HmcException.NO_REASON;
        String message = http.quoted(answer.body());
        try {
            JsonNode body = JSON.readTree(answer.body());
            if (body.isObject()) {
                reason = body.path("reason").asInt(HmcException.NO_REASON);
                message = http.blank(body.path("message").asString(""));
            }
        } catch (JacksonException e) {
            LOG.debug("hmc={} operation={} refused without JSON", properties.system(), request.operation());
        }
        HmcCodes.Meaning meaning = reason == HmcException.NO_REASON
                ? HmcCodes.page(answer.status(), message)
                : HmcCodes.meaning(answer.status(), reason);
        throw new HmcException(
                properties.system(),
                request.operation(),
                answer.status(),
                reason,
                message.isEmpty() ? "the HMC gave no message" : message,
                meaning.advice(),
                meaning.kind(),
                request.changing() && HmcCodes.mayHaveHappened(answer.status()),
                null);
    }

    /** An answer that says done and is not what this operation answers. */
    HmcException unreadable(String operation, boolean changing, String wanted) {
        return new HmcException(
                properties.system(),
                operation,
                HmcException.NO_STATUS,
                HmcException.NO_REASON,
                "the answer is not what this operation answers (" + wanted + ")",
                "Check that the address is " + PRODUCT.service() + ", and report this with the HMC's version",
                Kind.EXTERNAL,
                changing,
                null);
    }

    private HttpTransport.Failure unanswered(String operation) {
        return (message, advice, kind, mayHaveHappened, cause) -> new HmcException(
                properties.system(),
                operation,
                0,
                HmcException.NO_REASON,
                message,
                advice,
                kind,
                mayHaveHappened,
                cause);
    }

    private HmcException failure(
            HttpTransport.Request request,
            int status,
            String message,
            String advice,
            Kind kind,
            boolean mayHaveHappened) {
        return new HmcException(
                properties.system(),
                request.operation(),
                status,
                HmcException.NO_REASON,
                message,
                advice,
                kind,
                mayHaveHappened,
                null);
    }

    @Override
    public void close() {
        synchronized (logonLock) {
            String ending = session;
            session = null;
            if (ending == null) {
                return;
            }
            try {
                send("logoff", "DELETE", "/api/sessions/this-session", null, ending);
            } catch (HmcException e) {
                LOG.warn(
                        "hmc={} session not ended, it will run out by itself: {}", properties.system(), e.getMessage());
            }
        }
    }
}
