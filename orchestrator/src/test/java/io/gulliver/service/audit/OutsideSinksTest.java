package io.gulliver.service.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What travels to a syslog server and to a webhook, byte for byte, on real sockets. */
class OutsideSinksTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-24T15:30:00.123456Z"), ZoneOffset.UTC);

    @TempDir
    private Path directory;

    private String line() {
        return Checkpoint.sign(
                        new Checkpoint.Heads(
                                7L,
                                Checkpoint.NONE,
                                "2026-11-24T15:30:00Z",
                                Map.of("atlas", new Checkpoint.Link(3, "a".repeat(64)))),
                        CheckpointKey.open(directory.resolve("key")))
                .line();
    }

    private static SSLContext trust() throws Exception {
        return SSLContext.getDefault();
    }

    @Test
    void syslogOverTcpCountsItsOctets() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> heard = CompletableFuture.supplyAsync(() -> {
                try (Socket one = server.accept()) {
                    return new String(one.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            String line = line();
            new SyslogSink(URI.create("tcp://127.0.0.1:" + server.getLocalPort()), trust(), CLOCK).deliver(7, line);

            String message = heard.get(10, TimeUnit.SECONDS);
            int space = message.indexOf(' ');
            String body = message.substring(space + 1);
            assertThat(Integer.parseInt(message.substring(0, space)))
                    .isEqualTo(body.getBytes(StandardCharsets.UTF_8).length);
            assertThat(body)
                    .matches("(?s)<110>1 2026-11-24T15:30:00\\.123456Z \\S+ gulliver \\d+ audit-checkpoint"
                            + " \\[checkpoint@32473 number=\"7\" sha256=\"[0-9a-f]{64}\" signature=\"[^\"]+\"] \\{.*")
                    .endsWith(line);
        }
    }

    @Test
    void syslogOverUdpLeavesATextOutThatFitsNoPacket() throws Exception {
        try (DatagramSocket server = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(10_000);
            SyslogSink sink = new SyslogSink(URI.create("udp://127.0.0.1:" + server.getLocalPort()), trust(), CLOCK);
            Map<String, Checkpoint.Link> many = new java.util.TreeMap<>();
            for (int i = 0; i < 40; i++) {
                many.put("program" + i, new Checkpoint.Link(i, "b".repeat(64)));
            }
            String line = Checkpoint.sign(
                            new Checkpoint.Heads(8L, Checkpoint.NONE, "2026-11-24T15:30:00Z", many),
                            CheckpointKey.open(directory.resolve("key")))
                    .line();
            sink.deliver(8, line);
            DatagramPacket packet = new DatagramPacket(new byte[65_000], 65_000);
            server.receive(packet);

            assertThat(packet.getLength()).isLessThan(1400);
            assertThat(new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8))
                    .contains("number=\"8\"")
                    .endsWith("\"]");
        }
    }

    @Test
    void syslogThatIsNotThereIsAFailure() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        for (String scheme : new String[] {"tcp", "tls"}) {
            SyslogSink sink = new SyslogSink(URI.create(scheme + "://127.0.0.1:" + port), trust(), CLOCK);
            assertThatThrownBy(() -> sink.deliver(7, line())).as(scheme).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aWebhookIsSignedAndCountsAsGivenWithA2xxAlone() throws Exception {
        AtomicInteger status = new AtomicInteger(503);
        AtomicReference<String> seen = new AtomicReference<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.createContext("/in", call -> {
            String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String timestamp = call.getRequestHeaders().getFirst("X-Gulliver-Timestamp");
            String wanted = "sha256=" + WebhookSink.hmac("a shared secret", timestamp + "." + body);
            seen.set(wanted.equals(call.getRequestHeaders().getFirst("X-Gulliver-Signature")) ? body : "badly signed");
            call.sendResponseHeaders(status.get(), -1);
            call.close();
        });
        server.start();
        try {
            WebhookSink sink = new WebhookSink(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/in?token=x"),
                    () -> "a shared secret",
                    CLOCK);
            assertThat(sink.name()).doesNotContain("token");
            assertThatThrownBy(() -> sink.deliver(7, line())).hasMessageContaining("answered 503");
            status.set(204);
            String line = line();
            sink.deliver(7, line);
            assertThat(seen.get()).isEqualTo(line);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void theHmacIsThatOfRfc4231() {
        assertThat(WebhookSink.hmac("Jefe", "what do ya want for nothing?"))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }
}
