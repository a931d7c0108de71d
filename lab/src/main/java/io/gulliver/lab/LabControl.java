package io.gulliver.lab;

import io.gulliver.lab.Faults.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The lab's own small API for tests from outside: read the ledger, arm and clear faults.
 *
 * <p>Plain HTTP on the loopback address. Every call needs {@code Authorization: Bearer <token>}; the token is made at the
 * first start and lies in {@code control.token} (mode 0600) in the lab's data directory, the address in
 * {@code control.url}.
 *
 * <ul>
 *   <li>{@code GET /ledger?after=SEQ} gives {@code [{seq, instant, system, operation, object, caller, effect, details}]}
 *   <li>{@code GET /in-flight} gives {@code {"SYSTEM": most, "SYSTEM OPERATION": most}}: how many changing calls were under way
 *       at once since the lab began
 *   <li>{@code GET /faults} gives {@code [{system, operation, kind, skip, times}]}
 *   <li>{@code POST /faults} with {@code {system, operation, kind, times, skip}} (the last two default to 1 and 0)
 *       answers 201 with the fault, or 400 with {@code {"error"}}
 *   <li>{@code DELETE /faults} answers 204
 *   <li>{@code POST /restarts?host=HOST&service=SERVICE} restarts the instance of a database and answers 204: the whole
 *       lab adds it
 *   <li>{@code GET /rows?host=HOST&service=SERVICE} gives {@code {OWNER.TABLE: {rows, hash}}} of one database, read past
 *       every product: the whole lab adds it
 * </ul>
 */
public final class LabControl implements AutoCloseable {

    private static final String SYSTEM = "lab-control";

    private final LabContext context;
    private final LabHttp http;
    private final String token;

    private LabControl(LabContext context, String token) {
        this.context = context;
        this.token = token;
        this.http = LabHttp.http(context, SYSTEM, new ControlDialect());
    }

    /** Starts the API and leaves its token and address in the data directory. */
    public static LabControl start(LabContext context) {
        Path tokenFile = context.dataDirectory().resolve("control.token");
        try {
            LabControl control = new LabControl(context, token(tokenFile));
            control.open();
            Files.writeString(context.dataDirectory().resolve("control.url"), control.http.uri() + "\n");
            return control;
        } catch (IOException e) {
            throw new UncheckedIOException("Lab control token " + tokenFile + " cannot be read or written", e);
        }
    }

    private static String token(Path file) throws IOException {
        if (!Files.exists(file)) {
            byte[] random = new byte[32];
            new SecureRandom().nextBytes(random);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, HexFormat.of().formatHex(random));
        }
        return Files.readString(file).trim();
    }

    private void open() {
        route("GET", "/ledger", "read-ledger", request -> {
            long after = request.query("after").map(Long::parseLong).orElse(0L);
            List<Ledger.Entry> entries = context.ledger().entries();
            return json(200, entries.subList((int) Math.min(Math.max(after, 0), entries.size()), entries.size()));
        });
        route(
                "GET",
                "/in-flight",
                "read-in-flight",
                request -> json(200, context.inFlight().most()));
        route(
                "GET",
                "/faults",
                "list-faults",
                request -> json(200, context.faults().armed()));
        route("POST", "/faults", "arm-fault", request -> {
            Fault fault = fault(request);
            context.faults().arm(fault);
            return json(201, fault);
        });
        route("DELETE", "/faults", "clear-faults", request -> {
            context.faults().clear();
            return LabResponse.empty(204);
        });
        http.start();
    }

    /**
     * Adds an operation of a simulator to the control API, for example a host's power switch; behind the same token.
     *
     * <p>Control is not a call of the outer systems, so nothing here is written to the ledger.
     */
    public void route(String method, String pattern, String operation, LabHandler handler) {
        http.read(method, pattern, operation, request -> {
            byte[] expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
            byte[] given = request.header("authorization").orElse("").getBytes(StandardCharsets.UTF_8);
            if (!MessageDigest.isEqual(expected, given)) {
                return error(401, "Send the token of control.token as \"Authorization: Bearer\"");
            }
            try {
                return handler.handle(request);
            } catch (IllegalArgumentException e) {
                return error(400, String.valueOf(e.getMessage()));
            }
        });
    }

    private static Fault fault(LabRequest request) {
        JsonNode body = request.json()
                .orElseThrow(() ->
                        new IllegalArgumentException("A fault is JSON: system, operation, kind, times, skip, seconds"));
        try {
            return new Fault(
                    body.required("system").asString(),
                    body.required("operation").asString(),
                    FaultKind.valueOf(body.required("kind").asString()),
                    body.path("skip").asInt(0),
                    body.path("times").asInt(1),
                    Duration.ofSeconds(body.path("seconds").asInt(0)));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("A fault has system, operation and kind: " + e.getOriginalMessage());
        }
    }

    private static LabResponse json(int status, Object body) {
        return LabResponse.json(status, JsonMapper.shared().valueToTree(body));
    }

    private static LabResponse error(int status, String message) {
        ObjectNode body = JsonMapper.shared().createObjectNode();
        body.put("error", message);
        return LabResponse.json(status, body);
    }

    /** Where the API answers. */
    public URI uri() {
        return http.uri();
    }

    @Override
    public void close() {
        http.close();
    }

    private static final class ControlDialect implements LabDialect {

        @Override
        public String caller(LabRequest request) {
            return "control";
        }

        @Override
        public LabResponse fault(LabRequest request, FaultKind kind) {
            return error(500, "Fault " + kind + " as armed");
        }

        @Override
        public LabResponse problem(LabRequest request, int status, String message) {
            return error(status, message);
        }
    }
}
