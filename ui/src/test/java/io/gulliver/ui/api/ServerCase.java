package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.TestDirectory;
import io.gulliver.testing.TestStore;
import io.gulliver.ui.GulliverApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder.SecretKeyFactoryAlgorithm;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The web role of the real server on a store of its own, with Temporal away, and a client for it. */
@SpringBootTest(
        classes = {GulliverApplication.class, ServerCase.QuickPasswords.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "gulliver.roles=web",
            "gulliver.temporal.target=127.0.0.1:1",
            "gulliver.lab.users=true",
            "server.address=127.0.0.1",
            "management.server.port=0"
        })
@Tag("store")
abstract class ServerCase {
    static final JsonMapper JSON = JsonMapper.builder().build();
    static final String HEADER = "database,application,environment\n";

    @LocalServerPort
    int port;

    final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        // asked once for each server: one with settings of its own runs beside the one that serves all other classes
        Path data = folder();
        TestStore.Database store = TestStore.create();
        registry.add("gulliver.data", data::toString);
        registry.add("gulliver.store.url", store::url);
        registry.add("gulliver.store.user", store::user);
    }

    private static Path folder() {
        return TestDirectory.untilTheEnd("gulliver-api").resolve("data");
    }

    static String key() {
        return "k-" + UUID.randomUUID();
    }

    HttpRequest.Builder request(String who, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString((who + ":lilliput").getBytes(StandardCharsets.UTF_8)));
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (request.uri().getPath().startsWith("/api/v1/")) {
            assertThat(Contract.problems(response))
                    .as("answers that docs/api/openapi.json does not name")
                    .isEmpty();
        }
        return response;
    }

    HttpResponse<String> get(String who, String path) throws IOException, InterruptedException {
        return send(request(who, path).GET().build());
    }

    /** Logs in as a person in a browser does, and answers the session's cookie. */
    String session(String name) throws IOException, InterruptedException {
        URI login = URI.create("http://127.0.0.1:" + port + "/login");
        HttpResponse<String> form = client.send(HttpRequest.newBuilder(login).build(), BodyHandlers.ofString());
        HttpResponse<String> in = client.send(
                HttpRequest.newBuilder(login)
                        .header("Cookie", cookies(form))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("username=" + name + "&password=lilliput&_csrf="
                                + Jsoup.parse(form.body())
                                        .select("input[name=_csrf]")
                                        .attr("value")))
                        .build(),
                BodyHandlers.ofString());
        return cookie(in, "JSESSIONID");
    }

    /**
     * All that an answer sets. Not one by its name: once a test has sent a form past HTTP with a token of its own
     * ({@code csrf()}), tokens of this server are kept in sessions.
     */
    private static String cookies(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";")[0])
                .collect(Collectors.joining("; "));
    }

    private static String cookie(HttpResponse<String> answer, String name) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(name + "="))
                .map(cookie -> cookie.split(";")[0])
                .findFirst()
                .orElseThrow(() -> new AssertionError("no cookie " + name + " in the answer " + answer.statusCode()
                        + " of " + answer.uri() + ", " + answer.headers() + ": " + answer.body()));
    }

    HttpResponse<String> post(String who, String path, String key, String type, String body)
            throws IOException, InterruptedException {
        return send(posted(who, path, key, type, body));
    }

    HttpRequest posted(String who, String path, String key, String type, String body) {
        return request(who, path)
                .header("Idempotency-Key", key)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    HttpResponse<String> json(String who, String path, String body) throws IOException, InterruptedException {
        return post(who, path, key(), "application/json", body);
    }

    /** The server serves all classes of these tests, so no two of them may call a program alike ({@link ServerCaseTest}). */
    void program(String key) throws IOException, InterruptedException {
        HttpResponse<String> made =
                json("pm", "/api/v1/programs", "{\"key\":\"" + key + "\",\"title\":\"" + key + "\",\"zone\":\"UTC\"}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    }

    static JsonNode read(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    /** Checking a slow hash would be most of the work of thousands of requests, and is not what is tested here. */
    @TestConfiguration(proxyBeanMethods = false)
    static class QuickPasswords {
        @Bean
        @Primary
        PasswordEncoder quickPasswords() {
            return new Pbkdf2PasswordEncoder("", 8, 1, SecretKeyFactoryAlgorithm.PBKDF2WithHmacSHA256);
        }
    }
}
