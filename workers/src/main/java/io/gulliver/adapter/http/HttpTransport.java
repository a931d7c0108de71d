package io.gulliver.adapter.http;

import com.google.re2j.Pattern;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.trust.Authorities;
import io.gulliver.trust.UnusableAuthoritiesException;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends requests to one system over HTTPS: trust, time limits, failures in words, blanking of secrets, call log.
 *
 * <p>The system's certificate must carry the host name of its address and descend from the CA file, or be in it itself;
 * without such a file, from the authorities that the JVM knows. Redirects are not followed. Nothing is repeated, and an
 * answer of any status is an answer. Safe for many threads.
 */
public final class HttpTransport {

    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
    private static final int LOGGED_CHARS = 2_000;
    private static final int QUOTED_CHARS = 300;
    private static final Pattern MARKUP = Pattern.compile("(?:<[^>]*>|\\s)+");
    // What a system needs for itself after our time limit has cut the answer off.
    private static final Duration GRACE = Duration.ofSeconds(2);

    /**
     * How sentences speak of a product.
     *
     * @param id in the log, for example {@code hmc}
     * @param noun for example {@code HMC}
     * @param service what the address should be, for example {@code an HMC's Web Services port (6794)}
     * @param noConnection advice for when nobody answers there, without full stop
     */
    public record Product(String id, String noun, String service, String noConnection) {}

    /**
     * One request.
     *
     * @param operation the client's word for it
     * @param path begins with a slash, may have a query
     * @param body JSON, or empty for none
     * @param limit from sending to the answer's last byte
     * @param changing whether it may have had an effect when no answer comes
     * @param secretFields members of the JSON answer, or headers of it, that are secrets, as those to a log-on are
     */
    public record Request(
            String operation,
            String method,
            String path,
            Map<String, String> headers,
            String body,
            Duration limit,
            boolean changing,
            List<String> secretFields) {}

    /**
     * An answer.
     *
     * @param body as received, secrets included
     * @param secrets those of the request's secret fields that it holds; they are blanked from now on
     */
    public record Answer(int status, String body, Map<String, String> secrets) {}

    /** Makes the adapter's own exception for a request without an answer; the texts have no full stop. */
    @FunctionalInterface
    public interface Failure {
        HttpSystemException of(
                String message, String advice, Kind kind, boolean mayHaveHappened, @Nullable Throwable cause);
    }

    private final Product product;
    private final String system;
    private final URI url;
    private final @Nullable Path caFile;
    private final Duration connectTimeout;
    private final CallLog log;
    private final HttpClient http;
    private final Redaction redaction = new Redaction();

    /**
     * Prepares the transport; nothing is sent.
     *
     * @param failure what is thrown, as EXTERNAL, when the CA file cannot be used
     */
    public HttpTransport(
            Product product,
            String system,
            URI url,
            @Nullable Path caFile,
            Duration connectTimeout,
            CallLog log,
            Failure failure) {
        this.product = product;
        this.system = system;
        this.url = url;
        this.caFile = caFile;
        this.connectTimeout = connectTimeout;
        this.log = log;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                // A redirect would carry the session to another place.
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout);
        if (caFile != null) {
            try {
                builder.sslContext(Authorities.trusting(caFile));
            } catch (UnusableAuthoritiesException e) {
                throw failure.of(
                        "CA file " + caFile + " cannot be used: " + e.why(),
                        "Put the " + product.noun() + "'s certificate, or that of its authority, there in PEM form",
                        Kind.EXTERNAL,
                        false,
                        e);
            }
        }
        this.http = builder.build();
    }

    /**
     * What is wrong with an address, as part of a sentence; a user in it is not repeated.
     *
     * @param bases paths below which the product documents its API: an address that says one says no more than one without
     */
    public static Optional<String> addressProblem(URI url, int usualPort, String... bases) {
        String full = url.getPath() == null ? "" : url.getPath();
        String path = full.endsWith("/") ? full.substring(0, full.length() - 1) : full;
        boolean good = "https".equals(url.getScheme())
                && url.getHost() != null
                && url.getUserInfo() == null
                && (path.isEmpty() || List.of(bases).contains(path))
                && url.getQuery() == null;
        return good
                ? Optional.empty()
                : Optional.of("address is " + (url.getRawUserInfo() == null ? "\"" + url + "\"" : "one with a user")
                        + ", wanted https://host:" + usualPort + " and nothing more");
    }

    /** Blanks this value from now on in all that leaves here. */
    public void learn(String secret) {
        redaction.learn(secret);
    }

    /** A text of the system without secrets. */
    public String blank(String text) {
        return redaction.blank(text);
    }

    /** The beginning of an answer for a sentence: its words without markup. */
    public String quoted(String body) {
        return excerpt(MARKUP.matcher(redaction.blank(body)).replaceAll(" "), QUOTED_CHARS);
    }

    /** Secrets are blanked before this, lest half of one remain at the edge. */
    private static String excerpt(String blanked, int limit) {
        String text = blanked.strip();
        return text.length() <= limit ? text : text.substring(0, limit) + "...";
    }

    /**
     * Sends a request and waits for the whole answer.
     *
     * @param failure what is thrown when none comes: EXTERNAL for a certificate that is not trusted, else TRANSIENT
     */
    public Answer send(Request request, Failure failure) {
        HttpRequest.Builder wire = HttpRequest.newBuilder(
                        URI.create(url.getScheme() + "://" + url.getRawAuthority() + request.path()))
                .timeout(request.limit())
                .header("Accept", "application/json")
                .method(
                        request.method(),
                        request.body().isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(request.body()));
        if (!request.body().isEmpty()) {
            wire.header("Content-Type", "application/json");
        }
        request.headers().forEach(wire::header);
        long start = System.nanoTime();
        CompletableFuture<HttpResponse<String>> pending =
                http.sendAsync(wire.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        try {
            // The request's own time limit ends with the head of the answer; this one also covers a body that drips.
            HttpResponse<String> response =
                    pending.get(request.limit().plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
            int status = response.statusCode();
            String body = response.body();
            Map<String, String> secrets = secrets(request, response);
            boolean hidden = secrets.isEmpty() && !request.secretFields().isEmpty() && status / 100 == 2;
            // What should hold a secret and holds none in its place is not trusted to be harmless.
            record(request, status, hidden ? "(" + body.length() + " characters, not shown)" : body, start);
            return new Answer(status, body, secrets);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            pending.cancel(true);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
            HttpSystemException unanswered = unanswered(request, cause, failure);
            record(request, HttpSystemException.NO_STATUS, String.valueOf(unanswered.getMessage()), start);
            throw unanswered;
        }
    }

    /** Learned before the call log sees the answer. */
    private Map<String, String> secrets(Request request, HttpResponse<String> response) {
        Map<String, String> secrets = new TreeMap<>();
        for (String field : request.secretFields()) {
            response.headers().firstValue(field).ifPresent(secret -> learn(field, secret, secrets));
        }
        if (!request.secretFields().isEmpty()) {
            try {
                JsonNode answer = JsonMapper.shared().readTree(response.body());
                for (String field : request.secretFields()) {
                    learn(field, answer.path(field).asString(""), secrets);
                }
            } catch (JacksonException e) {
                LOG.debug("product={} system={} operation={} no JSON", product.id(), system, request.operation());
            }
        }
        return secrets;
    }

    private void learn(String field, String secret, Map<String, String> secrets) {
        if (!secret.isEmpty()) {
            redaction.learn(secret);
            secrets.put(field, secret);
        }
    }

    private void record(Request request, int status, String answer, long start) {
        Duration duration = Duration.ofNanos(System.nanoTime() - start);
        String path = redaction.blank(request.path());
        LOG.debug(
                "product={} system={} operation={} object={} status={} ms={}",
                product.id(),
                system,
                request.operation(),
                path,
                status,
                duration.toMillis());
        try {
            log.called(new CallLog.Call(
                    system,
                    request.operation(),
                    request.method() + " " + path,
                    redaction.blank(request.body()),
                    status,
                    excerpt(redaction.blank(answer), LOGGED_CHARS),
                    duration));
        } catch (RuntimeException e) {
            LOG.warn("system={} operation={} call log refused a line", system, request.operation(), e);
        }
    }

    private HttpSystemException unanswered(Request request, Throwable cause, Failure failure) {
        if (cause instanceof SSLException && distrusted(cause)) {
            return failure.of(
                    "the certificate that " + url + " shows is not one that "
                            + (caFile == null ? "this Java trusts" : "CA file " + caFile + " vouches for")
                            + " (" + cause.getMessage() + "); no password was sent",
                    "Either the certificate was renewed or someone stands between: ask the " + product.noun()
                            + "'s owner, and only when the new one is confirmed put it into the CA file of the system,"
                            + " or the authority that signed it",
                    Kind.EXTERNAL,
                    false,
                    cause);
        }
        String seen;
        String advice;
        if (cause instanceof SSLException) {
            seen = "no TLS connection to " + url + " (" + cause.getMessage() + ")";
            advice = "Check that the address is " + product.service() + " and that no proxy is between";
        } else if (cause instanceof HttpConnectTimeoutException) {
            seen = "no connection to " + url + " within " + connectTimeout.toSeconds() + " s";
            advice = product.noConnection();
        } else if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
            seen = "no connection to " + url + " (" + reason(cause, "connection refused") + ")";
            advice = product.noConnection();
        } else {
            boolean changing = request.changing();
            if (cause instanceof InterruptedException) {
                seen = "interrupted while it waited for the answer";
            } else if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException) {
                seen = "no answer within " + request.limit().toSeconds() + " s";
            } else {
                seen = "the connection broke before an answer came (" + reason(cause, "closed") + ")";
            }
            return failure.of(
                    changing ? seen + "; it may have been done" : seen,
                    changing ? "Look whether it was done before it is repeated" : "Try again",
                    Kind.TRANSIENT,
                    changing,
                    cause);
        }
        return failure.of(seen + "; nothing was sent", advice, Kind.TRANSIENT, false, cause);
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
    private static String reason(Throwable e, String unsaid) {
        String words = unsaid;
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
}
