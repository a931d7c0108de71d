package io.gulliver.adapter.hmc;

import io.gulliver.adapter.hmc.HmcException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one place that sends requests to an HMC: session, headers, time limits, errors, redaction, call log.
 *
 * <p>One session for all threads, made at the first call that needs one. When the HMC says 403.5 (session invalid or
 * expired) nothing was done, so the session is renewed once and the request repeated once; nothing else is ever repeated
 * here. Permission errors (403.1) never cause a logon: that would lock accounts.
 */
final class HmcSession implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HmcSession.class);
    private static final String SESSION_HEADER = "X-API-Session";
    private static final int EXCERPT_CHARS = 2_000;

    static final JsonMapper JSON = JsonMapper.builder()
            // An older HMC leaves properties out; absent means zero, as for every property we read as a number.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final HmcProperties properties;
    private final Supplier<String> password;
    private final CallLog log;
    private final HttpClient http;
    private final Redaction redaction = new Redaction();
    private final Object logonLock = new Object();
    private volatile @Nullable String session;

    HmcSession(HmcProperties properties, Supplier<String> password, CallLog log) {
        this.properties = properties;
        this.password = password;
        this.log = log;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(properties.connectTimeout());
        Path caFile = properties.caFile();
        if (caFile != null) {
            builder.sslContext(trusting(caFile));
        }
        this.http = builder.build();
    }

    private SSLContext trusting(Path caFile) {
        try (InputStream in = Files.newInputStream(caFile)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("ca-" + number++, certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw withCause(
                    new HmcException(
                            properties.system(),
                            "connect",
                            HmcException.NO_STATUS,
                            HmcException.NO_REASON,
                            "CA file " + caFile + " cannot be used: " + e,
                            "Put the authority that signed the HMC's certificate there in PEM form",
                            Kind.EXTERNAL,
                            false),
                    e);
        }
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
            if (!e.is(403, 5)) {
                throw e;
            }
            LOG.debug("hmc={} operation={} session ended, logging on again", properties.system(), operation);
            return send(operation, method, path, body, logon(used));
        }
    }

    /** Sends a request that needs no session. */
    JsonNode callWithoutSession(String operation, String method, String path, @Nullable Object body) {
        return send(operation, method, path, body, null);
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
            redaction.learn(secret);
            JsonNode answer = callWithoutSession(
                    "logon", "POST", "/api/sessions", Map.of("userid", properties.user(), "password", secret));
            String fresh = answer.path("api-session").asString("");
            if (fresh.isEmpty()) {
                throw new HmcException(
                        properties.system(),
                        "logon",
                        200,
                        HmcException.NO_REASON,
                        "the answer carries no api-session",
                        "Check that the address is an HMC's Web Services port (6794)",
                        Kind.EXTERNAL,
                        false);
            }
            redaction.learn(fresh);
            session = fresh;
            return fresh;
        }
    }

    private JsonNode send(
            String operation, String method, String path, @Nullable Object body, @Nullable String withSession) {
        String text = body == null ? "" : JSON.writeValueAsString(body);
        HttpRequest.Builder request = HttpRequest.newBuilder(target(path))
                .timeout(properties.callTimeout())
                .header("Accept", "application/json")
                .method(method, text.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(text));
        if (!text.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (withSession != null) {
            request.header(SESSION_HEADER, withSession);
        }
        long start = System.nanoTime();
        HttpResponse<String> response;
        try {
            response = http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            HmcException failure = noAnswer(operation, method, e);
            record(operation, method, path, text, HmcException.NO_STATUS, String.valueOf(e), start);
            throw withCause(failure, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            record(operation, method, path, text, HmcException.NO_STATUS, "interrupted", start);
            throw withCause(
                    new HmcException(
                            properties.system(),
                            operation,
                            HmcException.NO_STATUS,
                            HmcException.NO_REASON,
                            "the call was interrupted",
                            "Look whether the work was done before it is repeated",
                            Kind.TRANSIENT,
                            !method.equals("GET")),
                    e);
        }
        if (response.statusCode() == 200 && path.equals("/api/sessions")) {
            // Learned before the call log sees the answer.
            JsonNode answer = json(response);
            redaction.learn(answer.path("api-session").asString(""));
            redaction.learn(answer.path("session-credential").asString(""));
        }
        record(operation, method, path, text, response.statusCode(), response.body(), start);
        if (response.statusCode() >= 200 && response.statusCode() < 300) {
            return json(response);
        }
        throw refusal(operation, response);
    }

    private URI target(String path) {
        if (!path.startsWith("/api/")) {
            // Object URIs come from answers and from stored step outputs; none may lead the session elsewhere.
            throw new HmcException(
                    properties.system(),
                    "resolve-uri",
                    HmcException.NO_STATUS,
                    HmcException.NO_REASON,
                    "\"" + path + "\" is not an HMC object URI; wanted /api/...",
                    "Report this to the makers of Gulliver",
                    Kind.BUG,
                    false);
        }
        return URI.create(
                properties.url().getScheme() + "://" + properties.url().getRawAuthority() + path);
    }

    private JsonNode json(HttpResponse<String> response) {
        if (response.body().isEmpty()) {
            return JSON.missingNode();
        }
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new HmcException(
                    properties.system(),
                    response.request().method() + " " + response.request().uri().getPath(),
                    response.statusCode(),
                    HmcException.NO_REASON,
                    "the answer is not JSON: " + words(response),
                    "Check that the address is an HMC's Web Services port and that no proxy answers for it",
                    Kind.EXTERNAL,
                    true);
        }
    }

    private HmcException refusal(String operation, HttpResponse<String> response) {
        int reason = HmcException.NO_REASON;
        String message = "";
        boolean json = response.headers()
                .firstValue("Content-Type")
                .map(type -> type.startsWith("application/json"))
                .orElse(false);
        if (json) {
            try {
                JsonNode body = JSON.readTree(response.body());
                reason = body.path("reason").asInt(HmcException.NO_REASON);
                message = body.path("message").asString("");
            } catch (JacksonException e) {
                message = words(response);
            }
        } else {
            message = words(response);
        }
        HmcCodes.Meaning meaning = HmcCodes.meaning(response.statusCode(), reason);
        return new HmcException(
                properties.system(),
                operation,
                response.statusCode(),
                reason,
                message.isEmpty() ? "the HMC gave no message" : redaction.blank(message),
                meaning.advice(),
                meaning.kind(),
                HmcCodes.mayHaveHappened(response.statusCode())
                        && !response.request().method().equals("GET"));
    }

    /** The readable part of an answer that is no JSON, for example an error page. */
    private String words(HttpResponse<String> response) {
        String plain = response.body()
                .replaceAll("<[^>]*>", " ")
                .replaceAll("\\s+", " ")
                .trim();
        return redaction.blank(plain.substring(0, Math.min(plain.length(), 300)));
    }

    private HmcException noAnswer(String operation, String method, IOException e) {
        boolean sent = !(e instanceof ConnectException || e instanceof HttpConnectTimeoutException);
        String message;
        String advice;
        Kind kind = Kind.TRANSIENT;
        if (e instanceof SSLException && distrusted(e)) {
            sent = false;
            kind = Kind.EXTERNAL;
            message = "the certificate that " + properties.url() + " shows is not one that "
                    + (properties.caFile() == null
                            ? "this Java trusts"
                            : "CA file " + properties.caFile() + " vouches for")
                    + " (" + e.getMessage() + "); no password was sent";
            advice = "Either the certificate was renewed or someone stands between: ask the HMC's owner, and only when"
                    + " the new one is confirmed give its authority as the system's CA file";
        } else if (e instanceof SSLException) {
            sent = false;
            message = "no TLS connection to " + properties.url() + " (" + e.getMessage() + "); no password was sent";
            advice = "Check that the address is an HMC's Web Services port (6794) and that no proxy is between";
        } else if (!sent) {
            message = e instanceof HttpConnectTimeoutException
                    ? "no connection to " + properties.url() + " within "
                            + properties.connectTimeout().toSeconds() + " s"
                    : "no connection to " + properties.url() + " (" + reason(e) + ")";
            advice = "Check address, port 6794 and firewalls, and that the HMC runs";
        } else if (e instanceof HttpTimeoutException) {
            message = "no answer within " + properties.callTimeout().toSeconds() + " s";
            advice = "Look whether the work was done before it is repeated";
        } else {
            message = "the connection broke before an answer came";
            advice = "Look whether the work was done before it is repeated";
        }
        return new HmcException(
                properties.system(),
                operation,
                HmcException.NO_STATUS,
                HmcException.NO_REASON,
                message,
                advice,
                kind,
                sent && !method.equals("GET"));
    }

    /** Whether it is the certificate that was refused, and not the talk about it that broke. */
    private static boolean distrusted(Throwable e) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    /** In words: the HTTP client's own exception has none, neither for an unknown name nor for a refused connection. */
    private static String reason(Throwable e) {
        String words = "connection refused";
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof UnresolvedAddressException || t instanceof UnknownHostException) {
                return "the host name is not known";
            }
            if (t.getMessage() != null && !(t instanceof ClosedChannelException)) {
                words = t.getMessage();
            }
        }
        return words;
    }

    private static HmcException withCause(HmcException failure, Exception cause) {
        failure.initCause(cause);
        return failure;
    }

    private void record(
            String operation, String method, String path, String body, int status, String response, long start) {
        Duration duration = Duration.ofNanos(System.nanoTime() - start);
        LOG.debug(
                "product=hmc system={} operation={} object={} status={} ms={}",
                properties.system(),
                operation,
                path,
                status,
                duration.toMillis());
        String excerpt = redaction.blank(response);
        log.called(new CallLog.Call(
                properties.system(),
                operation,
                method + " " + redaction.blank(path),
                redaction.blank(body),
                status,
                excerpt.substring(0, Math.min(excerpt.length(), EXCERPT_CHARS)),
                duration));
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
