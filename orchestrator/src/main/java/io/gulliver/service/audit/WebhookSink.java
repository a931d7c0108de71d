package io.gulliver.service.audit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An address that takes each checkpoint by POST and answers 2xx once it has it. {@code X-Gulliver-Signature} is the
 * HMAC-SHA256, in hex, of {@code X-Gulliver-Timestamp}, a point and the body, by the shared secret: the other end knows who
 * sent it and when.
 */
final class WebhookSink implements CheckpointSink {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI address;
    private final Supplier<String> secret;
    private final Clock clock;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    /** @param secret read at each call, so that a changed file counts at once */
    WebhookSink(URI address, Supplier<String> secret, Clock clock) {
        this.address = address;
        this.secret = secret;
        this.clock = clock;
    }

    @Override
    public String name() {
        // A query may hold a token.
        return "webhook " + address.getScheme() + "://" + address.getRawAuthority() + address.getRawPath();
    }

    @Override
    public void deliver(long number, String line) throws IOException {
        String timestamp = clock.instant().toString();
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("X-Gulliver-Event", "audit-checkpoint")
                .header("X-Gulliver-Number", Long.toString(number))
                .header("X-Gulliver-Timestamp", timestamp)
                .header("X-Gulliver-Signature", "sha256=" + hmac(secret.get(), timestamp + "." + line))
                .POST(BodyPublishers.ofString(line))
                .build();
        try {
            HttpResponse<Void> answer = http.send(request, BodyHandlers.discarding());
            if (answer.statusCode() / 100 != 2) {
                throw new IOException("it answered " + answer.statusCode() + ", wanted 2xx");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    static String hmac(String secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }
}
