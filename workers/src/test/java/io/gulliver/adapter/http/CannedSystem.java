package io.gulliver.adapter.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.gulliver.lab.LabContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An HTTPS server that remembers what it was sent and answers what it was told, with the lab's certificate. */
public final class CannedSystem implements AutoCloseable {

    /** One request; the query is decoded. */
    public record Received(String method, String path, String query, String body, Headers headers) {}

    /** One answer; one that does not end promises more than it sends. */
    public record Canned(int status, String body, boolean ends) {
        public Canned(int status, String body) {
            this(status, body, true);
        }
    }

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Function<Received, Canned> answers;

    public CannedSystem(LabContext lab, Function<Received, Canned> answers) {
        this.answers = answers;
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(lab.certificates().serverContext()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        Received heard = new Received(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                query == null ? "" : query,
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                exchange.getRequestHeaders());
        received.add(heard);
        Canned canned = answers.apply(heard);
        byte[] body = canned.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(canned.status(), canned.ends() ? (body.length == 0 ? -1 : body.length) : 4096);
        exchange.getResponseBody().write(body);
        if (!canned.ends()) {
            exchange.getResponseBody().flush();
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new UncheckedIOException(new IOException(e));
            }
        }
        exchange.close();
    }

    /** Everything received so far, oldest first. */
    public List<Received> received() {
        return received;
    }

    public URI uri() {
        return URI.create("https://localhost:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
