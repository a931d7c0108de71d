package io.gulliver.lab.people;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The product's REST API as a person's browser or script would use it: HTTP Basic, JSON, an idempotency key on every
 * POST. Knows nothing of the product but its public API.
 */
final class ProductClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final JsonMapper json = JsonMapper.shared();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final URI root;
    private final String password;

    /** @param product address of the product, for example {@code http://127.0.0.1:8080} */
    ProductClient(URI product, String password) {
        this.root = product;
        this.password = password;
    }

    ProductAnswer get(SimulatedPerson person, String path) {
        return send(request(person, path).GET());
    }

    /** All items of a list, page by page; a refusal is a refusal of the first page. */
    List<JsonNode> list(SimulatedPerson person, String path) {
        List<JsonNode> items = new ArrayList<>();
        String next = "";
        do {
            String page = next.isEmpty() ? path : path + (path.contains("?") ? "&" : "?") + "cursor=" + encoded(next);
            ProductAnswer answer = get(person, page);
            if (!answer.good()) {
                throw new IllegalStateException("GET " + page + ": " + answer.problem());
            }
            answer.body().path("items").forEach(items::add);
            next = answer.body().path("next").asString("");
        } while (!next.isEmpty());
        return items;
    }

    /** @param key idempotency key: the same again does nothing twice */
    ProductAnswer post(SimulatedPerson person, String path, String key, Object body) {
        return post(person, path, key, "application/json", json.writeValueAsString(body));
    }

    ProductAnswer post(SimulatedPerson person, String path, String key, String type, String body) {
        return send(request(person, path)
                .header("Idempotency-Key", key)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body)));
    }

    /** Sets something as a whole: the same again changes nothing. */
    ProductAnswer put(SimulatedPerson person, String path, Object body) {
        return send(request(person, path)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(json.writeValueAsString(body))));
    }

    private HttpRequest.Builder request(SimulatedPerson person, String path) {
        String pair = person.login() + ":" + password;
        return HttpRequest.newBuilder(root.resolve("/api/v1" + path))
                .timeout(ANSWER)
                .header("Accept", "application/json")
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    private ProductAnswer send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        String call = request.method() + " " + request.uri();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            int status = response.statusCode();
            if (status == 429 || status == 502 || status == 503 || status == 504) {
                throw new ProductAwayException(call + ": HTTP " + status);
            }
            return new ProductAnswer(status, body(response.body()));
        } catch (ConnectException e) {
            throw new ProductAwayException(call + ": nobody listens there", e);
        } catch (IOException e) {
            throw new ProductAwayException(call + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProductAwayException(call + ": interrupted", e);
        }
    }

    private JsonNode body(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return json.createObjectNode();
        }
        try {
            return json.readTree(text);
        } catch (JacksonException e) {
            return json.createObjectNode(); // a page in place of JSON; the status says enough
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** An idempotency key made from what is said, so that the same word after a restart is the same word. */
    static String key(String... words) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String word : words) {
                digest.update(word.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return "sim-" + HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
