package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests that cannot be read, and so never reach the application, are answered in the same way as all others. */
@SpringBootTest(
        classes = FaceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@Tag("store")
class BareProblemTest {
    @LocalServerPort
    private int port;

    /** The whole answer to a request written by hand, because no client would send it. */
    private String answer(String head) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write((head + "\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theApiGetsProblemDetailsForAnAddressWithForbiddenCharacters() throws IOException {
        String answer = answer("GET /api/v1/programs/a|b HTTP/1.1\r\nAccept: application/json");
        assertThat(answer).startsWith("HTTP/1.1 400").contains("Content-Type: application/problem+json");
        JsonNode body = JsonMapper.builder()
                .build()
                .readTree(answer.substring(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
        assertThat(body.get("status").asInt()).isEqualTo(400);
        assertThat(body.get("title").asString()).isEqualTo("The request is not understood");
        assertThat(body.get("advice").asString()).isNotBlank();
        assertThat(answer).contains("X-Request-Id: " + body.get("requestId").asString());
    }

    @Test
    void aBrowserGetsOurPageForAHeaderThatIsTooLong() throws IOException {
        String answer = answer("GET /programs HTTP/1.1\r\nAccept: text/html\r\nX-Long: " + "a".repeat(20_000));
        assertThat(answer)
                .startsWith("HTTP/1.1 400")
                .contains(
                        "Content-Type: text/html",
                        "Content-Security-Policy: default-src 'self'",
                        "The request is not understood",
                        "/css/app.css",
                        "Request ")
                .doesNotContain("Apache Tomcat", "Exception", "aaaa");
    }

    @Test
    void anEncodedSlashInAnApiAddressIsAProblemToo() throws IOException {
        assertThat(answer("GET /api/v1/programs/a%2Fb HTTP/1.1"))
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json", "\"requestId\"")
                .doesNotContain("<html");
    }
}
