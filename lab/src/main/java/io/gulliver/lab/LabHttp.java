package io.gulliver.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.gulliver.lab.Ledger.Effect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * One simulator's HTTP server on the loopback address: routes by method and path, plays armed faults, never trusts a
 * body's size.
 *
 * <p>The port is chosen by the system at the first start and kept in {@link Documents}, because a landscape names it.
 * Faults are played around the handler: before it, nothing happens; after it, the effect is real and only the answer is
 * lost. A call refused by a handler of a mutating route leaves a {@code REFUSED} line in the ledger; effects are recorded
 * by the handlers themselves, which know the object's name.
 */
public final class LabHttp implements AutoCloseable {

    /** Bodies above this are answered with 413 and not read. */
    public static final int MAX_BODY_BYTES = 8 * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(LabHttp.class);
    private static final String PORT_KIND = "port";

    static {
        // The JDK's server sends head and body in two packets; without this each answer waits 40 ms for an ACK.
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
    }

    private record Route(
            String method,
            Pattern path,
            List<String> names,
            Function<byte[], String> operation,
            boolean mutating,
            LabHandler handler) {}

    private final LabContext context;
    private final String system;
    private final LabDialect dialect;
    private final HttpServer server;
    private final boolean tls;
    private final ExecutorService threads;
    private final List<Route> routes = new ArrayList<>();
    // Exchanges that wait for ever: a hanging fault keeps the connection open without holding a thread.
    private final Set<HttpExchange> hanging = ConcurrentHashMap.newKeySet();

    private LabHttp(LabContext context, String system, LabDialect dialect, HttpServer server, boolean tls) {
        this.context = context;
        this.system = system;
        this.dialect = dialect;
        this.server = server;
        this.tls = tls;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "lab-http-" + system);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** An HTTPS server with the lab's certificate; {@link #start()} opens it to callers. */
    public static LabHttp https(LabContext context, String system, LabDialect dialect) {
        return bind(context, system, dialect, true);
    }

    /** A plain HTTP server; only for the lab's own control and for products that speak plain HTTP. */
    public static LabHttp http(LabContext context, String system, LabDialect dialect) {
        return bind(context, system, dialect, false);
    }

    private static LabHttp bind(LabContext context, String system, LabDialect dialect, boolean tls) {
        int port = context.documents()
                .find(system, PORT_KIND, "http")
                .map(node -> node.asInt())
                .orElse(0);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        HttpServer server;
        try {
            if (tls) {
                HttpsServer secure = HttpsServer.create(address, 0);
                secure.setHttpsConfigurator(
                        new HttpsConfigurator(context.certificates().serverContext()));
                server = secure;
            } else {
                server = HttpServer.create(address, 0);
            }
        } catch (BindException e) {
            throw new IllegalStateException(
                    "Simulator " + system + ": port " + port + " of 127.0.0.1, chosen at its first start, is in use; "
                            + "stop the program that has it, or start the lab with a new data directory",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException("Simulator " + system + " cannot open its port", e);
        }
        context.documents()
                .put(
                        system,
                        PORT_KIND,
                        "http",
                        JsonMapper.shared()
                                .getNodeFactory()
                                .numberNode(server.getAddress().getPort()));
        return new LabHttp(context, system, dialect, server, tls);
    }

    /**
     * Adds a mutating route: its refusals are recorded.
     *
     * @param pattern a path with {@code {name}} for one segment, for example {@code /api/partitions/{id}}
     * @param operation the name used in ledger and faults, for example {@code create-partition}
     */
    public LabHttp route(String method, String pattern, String operation, LabHandler handler) {
        return add(method, pattern, body -> operation, true, handler);
    }

    /**
     * Adds a mutating route whose operation stands in the request's body, as where a product has one path for all actions.
     *
     * @param operation the name used in ledger and faults, by the body as sent
     */
    public LabHttp route(String method, String pattern, Function<byte[], String> operation, LabHandler handler) {
        return add(method, pattern, operation, true, handler);
    }

    /** Adds a route that changes nothing; the same arguments. */
    public LabHttp read(String method, String pattern, String operation, LabHandler handler) {
        return add(method, pattern, body -> operation, false, handler);
    }

    private LabHttp add(
            String method, String pattern, Function<byte[], String> operation, boolean mutating, LabHandler handler) {
        List<String> names = new ArrayList<>();
        StringBuilder regex = new StringBuilder();
        Matcher braces = Pattern.compile("\\{([^}]+)}").matcher(pattern);
        int end = 0;
        while (braces.find()) {
            regex.append(Pattern.quote(pattern.substring(end, braces.start()))).append("([^/]+)");
            names.add(braces.group(1));
            end = braces.end();
        }
        regex.append(Pattern.quote(pattern.substring(end)));
        routes.add(new Route(
                method.toUpperCase(Locale.ROOT),
                Pattern.compile(regex.toString()),
                List.copyOf(names),
                operation,
                mutating,
                handler));
        return this;
    }

    /** Opens the server to callers. */
    public LabHttp start() {
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
        LOG.info("lab system={} url={}", system, uri());
        return this;
    }

    /** Where clients reach this simulator. */
    public URI uri() {
        return URI.create(
                (tls ? "https" : "http") + "://localhost:" + server.getAddress().getPort());
    }

    private void serve(HttpExchange exchange) throws IOException {
        try {
            answer(exchange);
        } catch (RuntimeException e) {
            LOG.error(
                    "lab system={} bug while serving {} {}",
                    system,
                    exchange.getRequestMethod(),
                    exchange.getRequestURI(),
                    e);
            exchange.close();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        Route route = null;
        Map<String, String> parameters = Map.of();
        boolean pathKnown = false;
        for (Route candidate : routes) {
            Matcher matcher = candidate.path().matcher(path);
            if (!matcher.matches()) {
                continue;
            }
            pathKnown = true;
            if (candidate.method().equals(method)) {
                route = candidate;
                parameters = new LinkedHashMap<>();
                for (int i = 0; i < candidate.names().size(); i++) {
                    parameters.put(candidate.names().get(i), matcher.group(i + 1));
                }
                break;
            }
        }
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        LabRequest request = new LabRequest(
                route == null ? "" : route.operation().apply(body),
                method,
                path,
                parameters,
                query(exchange.getRequestURI().getRawQuery()),
                headers,
                body);
        if (body.length > MAX_BODY_BYTES) {
            send(
                    exchange,
                    dialect.problem(request, 413, "The request body is larger than " + MAX_BODY_BYTES + " bytes"));
            return;
        }
        if (route == null) {
            send(
                    exchange,
                    dialect.problem(
                            request,
                            pathKnown ? 405 : 404,
                            pathKnown ? "The method is not allowed here" : "There is nothing at this path"));
            return;
        }
        serve(exchange, route, request);
    }

    private void serve(HttpExchange exchange, Route route, LabRequest request) throws IOException {
        Optional<FaultKind> fault = context.faults().take(system, request.operation());
        fault.ifPresent(kind -> LOG.info("lab system={} operation={} fault={}", system, request.operation(), kind));
        FaultKind kind = fault.orElse(null);
        if (kind == FaultKind.RESET_BEFORE) {
            exchange.close();
            return;
        }
        if (kind == FaultKind.HANG_BEFORE) {
            hanging.add(exchange);
            return;
        }
        if (kind != null && kind.scope() == FaultKind.Scope.ANSWER) {
            send(exchange, dialect.fault(request, kind));
            return;
        }
        LabResponse response = handle(route, request);
        if (kind == FaultKind.RESET_AFTER) {
            exchange.close();
        } else if (kind == FaultKind.HANG) {
            hanging.add(exchange);
        } else if (kind == FaultKind.STATUS_500_AFTER) {
            send(exchange, dialect.fault(request, FaultKind.STATUS_500));
        } else {
            send(exchange, response);
        }
    }

    private LabResponse handle(Route route, LabRequest request) {
        if (route.mutating()) {
            context.inFlight().begin(system, request.operation());
        }
        try {
            return route.handler().handle(request);
        } catch (LabRefusal refusal) {
            if (route.mutating()) {
                context.ledger()
                        .record(
                                system,
                                request.operation(),
                                request.path(),
                                dialect.caller(request),
                                Effect.REFUSED,
                                Map.of("status", refusal.response().status()));
            }
            return refusal.response();
        } catch (RuntimeException e) {
            LOG.error("lab system={} operation={} bug", system, request.operation(), e);
            return dialect.problem(request, 500, "The simulator has a bug: " + e);
        } finally {
            if (route.mutating()) {
                context.inFlight().end(system, request.operation());
            }
        }
    }

    private static Map<String, List<String>> query(@Nullable String raw) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        if (raw == null) {
            return query;
        }
        for (String pair : raw.split("&")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            query.computeIfAbsent(URLDecoder.decode(name, StandardCharsets.UTF_8), key -> new ArrayList<>())
                    .add(URLDecoder.decode(value, StandardCharsets.UTF_8));
        }
        return query;
    }

    private static void send(HttpExchange exchange, LabResponse response) throws IOException {
        response.headers()
                .forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        byte[] body = response.body();
        // -1 says "no body"; 0 would start a chunked one.
        exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        hanging.forEach(HttpExchange::close);
        hanging.clear();
        server.stop(0);
        threads.shutdownNow();
    }
}
