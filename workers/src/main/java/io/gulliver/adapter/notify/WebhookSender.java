package io.gulliver.adapter.notify;

import io.gulliver.secret.SecretRegistry;
import io.gulliver.trust.Authorities;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Calls one webhook as Standard Webhooks 1.0.0 says ({@code webhook-id}, {@code webhook-timestamp}, {@code
 * webhook-signature}: HMAC-SHA256 over id, time and content), so that receivers check it with any library for that. Redirects
 * are not followed: they would lead where nobody set it.
 */
public final class WebhookSender {
    /**
     * Where it is.
     *
     * @param secret gives what calls are signed with
     * @param authorities PEM file of those that vouch for it, or null for those that Java trusts
     */
    public record Webhook(
            URI url, Supplier<String> secret, @Nullable Path authorities) {}

    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final String PREFIX = "whsec_";

    private final Webhook settings;
    private final SecretRegistry secrets;
    private final HttpClient http;

    public WebhookSender(Webhook settings, SecretRegistry secrets) {
        this.settings = settings;
        this.secrets = secrets;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .followRedirects(HttpClient.Redirect.NEVER);
        if (settings.authorities() != null) {
            builder.sslContext(Authorities.trusting(settings.authorities()));
        }
        this.http = builder.build();
    }

    /**
     * Calls it once.
     *
     * @param id the same when the same is sent again
     * @throws DeliveryException it was not taken
     */
    public void send(String id, Instant at, String json) {
        String time = String.valueOf(at.getEpochSecond());
        HttpRequest request = HttpRequest.newBuilder(settings.url())
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .header("webhook-id", id)
                .header("webhook-timestamp", time)
                .header("webhook-signature", "v1," + signature(id + "." + time + "." + json))
                .POST(BodyPublishers.ofString(json))
                .build();
        HttpResponse<Void> answer;
        try {
            answer = http.send(request, BodyHandlers.discarding());
        } catch (IOException e) {
            throw new DeliveryException(
                    "Webhook " + settings.url().getHost() + " did not answer: "
                            + secrets.mask(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()),
                    false,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeliveryException("The call of the webhook was interrupted", false, e);
        }
        int status = answer.statusCode();
        if (status < 200 || status > 299) {
            throw new DeliveryException(
                    "Webhook " + settings.url().getHost() + " answered " + status,
                    // gone, by the specification: nobody wants it any more
                    status == 410,
                    new IOException("status " + status));
        }
    }

    private String signature(String content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key(settings.secret().get()), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no HmacSHA256", e);
        }
    }

    /** Secrets of the specification are Base64 behind a prefix; any other text is taken as it is. */
    private static byte[] key(String secret) {
        if (secret.startsWith(PREFIX)) {
            try {
                return Base64.getDecoder()
                        .decode(secret.substring(PREFIX.length()).strip());
            } catch (IllegalArgumentException e) {
                throw new DeliveryException(
                        "The secret of the webhook begins with " + PREFIX
                                + " and is no Base64 behind it: give it as it was made",
                        false,
                        e);
            }
        }
        return secret.getBytes(StandardCharsets.UTF_8);
    }
}
