package io.gulliver.activity.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gulliver.engine.PayloadKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker without a store is told about its payload keys, each time that it asks. */
class ZonePayloadKeysTest {
    @TempDir
    private Path folder;

    private HttpServer server;
    private HttpServerLink link;
    private ZonePayloadKeys zone;
    private String check;
    private volatile int status;
    private volatile String body = "{}";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/internal/payload-keys", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        link = new HttpServerLink(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null, () -> "token");
        PayloadKeys keys = PayloadKeys.loadOrCreate(folder.resolve("payload-keys.json"));
        check = keys.checks().get("k1");
        zone = new ZonePayloadKeys(link, keys);
    }

    @AfterEach
    void stop() {
        link.close();
        server.stop(0);
    }

    @Test
    void takesNoWorkBeforeTheServerHasCompared() {
        status = 503;
        assertThat(zone.refusal().orElseThrow())
                .contains("cannot be compared with the server's, so no work is taken")
                .contains("status 503");
        status = 401;
        assertThat(zone.refusal().orElseThrow()).contains("status 401");
        status = 200;
        body = "{\"k1\":\"" + check + "\"}";
        assertThat(zone.refusal()).isEmpty();
    }

    @Test
    void asksNoMoreOnceCompared() {
        status = 200;
        body = "{\"k1\":\"" + check + "\"}";
        assertThat(zone.refusal()).isEmpty();
        status = 503;
        assertThat(zone.refusal()).isEmpty();
    }

    @Test
    void refusesKeysThatAreNotTheInstallations() {
        status = 409;
        assertThat(zone.refusal().orElseThrow()).contains("Payload key k1 of ", "is not the server's");
        status = 200;
        body = "{\"k1\":\"" + check + "\",\"k2\":\"another\"}";
        assertThat(zone.refusal().orElseThrow()).contains("Payload key k2 of this installation is not in " + folder);
    }
}
