package io.gulliver.activity.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a worker without a store knows of the host keys that runs have read from consoles. */
class LearntHostKeysTest {
    private static final String KEY = "SHA256:dGhlIGtleSBvZiBhIGhvc3QgdGhhdCBpcyBub3QgaGV";

    private HttpServer server;
    private HttpServerLink link;
    private volatile int status = 200;
    private volatile String body = "[]";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/internal/host-keys/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        link = new HttpServerLink(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null, () -> "token");
    }

    @AfterEach
    void stop() {
        link.close();
        server.stop(0);
    }

    @Test
    void theServersLastWordHoldsWhileItIsAway() {
        body = "[\"" + KEY + "\"]";
        assertThat(link.fingerprints("lnx01")).containsExactly(KEY);
        body = "[]";
        assertThat(link.fingerprints("lnx01")).as("asked anew each time").isEmpty();
        body = "[\"" + KEY + "\"]";
        link.fingerprints("lnx01");

        server.stop(0);

        assertThat(link.fingerprints("lnx01")).isEqualTo(List.of(KEY));
    }

    @Test
    void ofAHostThatItNeverHeardOfNothingIsAssumedWhileTheServerIsAway() {
        server.stop(0);
        assertThatThrownBy(() -> link.fingerprints("lnx02"))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.UNREACHABLE.name()));
    }

    @Test
    void aServerThatRefusesTheTokenSaysNoKey() {
        link.fingerprints("lnx01");
        status = 401;
        assertThatThrownBy(() -> link.fingerprints("lnx01"))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.LOGON_REFUSED.name()));
    }
}
