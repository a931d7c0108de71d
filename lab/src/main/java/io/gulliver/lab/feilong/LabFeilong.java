package io.gulliver.lab.feilong;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabDialect;
import io.gulliver.lab.LabHandler;
import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabRequest;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Feilong server (z/VM Cloud Connector) and the z/VM behind it: the REST interface over plain HTTP, as the product comes,
 * with tokens, the vendor's envelope and codes, minidisk pools that really fill up and guests that come up some time
 * after their start was answered.
 *
 * <p>What a request must look like is {@link RequestContract}. State is kept over a restart of the lab, tokens are not.
 * Every mutating call is in the ledger; operations are those of the contract. State faults: {@link FaultKind#POOL_FULL} on
 * {@code create-guest} and {@code create-disks}, {@link FaultKind#CAPACITY_EXHAUSTED} on {@code get-connector} (an empty
 * answer) and {@code deploy-image} (too many at once), {@link FaultKind#JOB_FAILS} on {@code deploy-image},
 * {@link FaultKind#SLOW_TO_SETTLE} and {@link FaultKind#NEVER_SETTLES} on {@code start-guest}, {@link FaultKind#TAKES_LONG} on
 * {@code deploy-image} and {@code import-image}. Not played: SSI clusters, capture, live migration, volumes of a pool,
 * statistics, creating switches, exporting images.
 */
public final class LabFeilong implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LabFeilong.class);
    /** What the server behind the REST layer reads of one request; a longer one is cut off and its connection reset. */
    private static final int REQUEST_BYTES = 4096;

    private static final String ADMIN_TOKEN = "X-Admin-Token";
    private static final String TOKEN = "X-Auth-Token";

    private final LabContext context;
    private final LabFeilongSpec spec;
    private final RequestContract contract = RequestContract.load();
    private final FeilongState state;
    private final LabHttp http;
    private final SecureRandom random = new SecureRandom();
    // In memory only: a real token lives on, but its secret may not; a client must stand both.
    private final Map<String, Instant> tokens = new TreeMap<>();
    private volatile boolean closed;

    private LabFeilong(LabContext context, LabFeilongSpec spec, GuestListener listener) {
        this.context = context;
        this.spec = spec;
        this.state = new FeilongState(context, spec, listener);
        this.http = LabHttp.http(context, spec.system(), new Dialect());
    }

    /** Starts the simulator; what an earlier run left is there again. */
    public static LabFeilong start(LabContext context, LabFeilongSpec spec, GuestListener listener) {
        LabFeilong feilong = new LabFeilong(context, spec, listener);
        feilong.http.read("POST", "/token", "create-token", feilong::token);
        feilong.http.read("GET", "/", "get-version", feilong.within(call -> feilong.version()));
        new HostRoutes(feilong, feilong.state, spec).add();
        // Before the guests, of which none is called VOLUMES.
        new VolumeRoutes(feilong, feilong.state, spec).add();
        new GuestRoutes(feilong, feilong.state, spec).add();
        new DeviceRoutes(feilong, feilong.state).add();
        synchronized (feilong.state) {
            feilong.state.settle();
            feilong.state.replay();
        }
        feilong.http.start();
        feilong.wake();
        return feilong;
    }

    /** Where clients reach it. */
    public URI uri() {
        return http.uri();
    }

    /** Ends every token now, as a changed token file does. */
    public void forgetTokens() {
        synchronized (tokens) {
            tokens.clear();
        }
    }

    /**
     * A channel of the FCP devices, as whoever laid the cables knows it.
     *
     * @param pchid as templates name it
     * @param wwpn of its physical port
     */
    public record Channel(String pchid, String wwpn) {}

    /** The channel behind each path of a template, in the order of the paths. */
    public List<Channel> channels(String template) {
        List<Channel> channels = new ArrayList<>();
        for (List<String> path : spec.zvm().fcpTemplates().getOrDefault(template, List.of())) {
            channels.add(new Channel(VolumeRoutes.pchid(channels.size()), VolumeRoutes.physical(path.get(0))));
        }
        return List.copyOf(channels);
    }

    /**
     * One FCP device that a guest has on line.
     *
     * @param wwpn its own port name
     * @param physical that of the channel behind it
     */
    public record Initiator(String wwpn, String physical) {}

    /** Devices through which volumes are attached to a guest: its Linux puts them on line when it runs. */
    public List<Initiator> initiators(String userid) {
        synchronized (state) {
            return state.all(FeilongState.Kind.FCP).entrySet().stream()
                    .filter(device ->
                            device.getValue().path("assigner").asString().equals(userid)
                                    && device.getValue().path("connections").asInt() > 0)
                    .map(device ->
                            new Initiator(VolumeRoutes.wwpn(device.getKey()), VolumeRoutes.physical(device.getKey())))
                    .toList();
        }
    }

    /** Has a guest's Linux print to its console; one that is gone prints nothing. */
    public void print(String userid, List<String> lines) {
        synchronized (state) {
            state.find(FeilongState.Kind.GUEST, userid).ifPresent(guest -> state.print(guest, lines));
        }
    }

    // --- for the routes -------------------------------------------------------------------------------------------

    void read(String method, String path, String operation, Function<FeilongCall, LabResponse> handler) {
        http.read(method, path, operation, within(handler));
    }

    void change(String method, String path, String operation, Function<FeilongCall, LabResponse> handler) {
        http.route(method, path, operation, within(handler));
    }

    /** One path for all actions of a guest: the body says which. */
    void actions(String path, Function<FeilongCall, LabResponse> handler) {
        http.route(
                "POST",
                path,
                body -> action(body).flatMap(contract::actionOperation).orElse("guest-action"),
                within(handler));
    }

    private static Optional<String> action(byte[] body) {
        try {
            return Optional.of(JsonMapper.shared().readTree(body).path("action"))
                    .filter(JsonNode::isString)
                    .map(JsonNode::asString);
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    boolean fault(FeilongCall call, FaultKind kind) {
        return context.faults().take(spec.system(), call.operation(), kind);
    }

    /** Waits as long as the fault says that is armed for this call; outside the lock, so that others go on. */
    void takesLong(LabRequest request) {
        try {
            Thread.sleep(context.faults()
                    .takesLong(spec.system(), request.operation())
                    .toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void record(FeilongCall call, Effect effect, String object, Map<String, ?> details) {
        context.ledger().record(spec.system(), call.operation(), object, call.caller(), effect, details);
    }

    // --- the REST layer -------------------------------------------------------------------------------------------

    private LabHandler within(Function<FeilongCall, LabResponse> handler) {
        return request -> {
            if (!isAuthorized(request)) {
                throw new LabRefusal(FeilongAnswers.unauthorized());
            }
            JsonNode body = body(request);
            Optional<String> problem =
                    contract.problem(request.method(), request.path(), request.query(), body, spec.version());
            if (problem.isPresent()) {
                boolean action = problem.get().startsWith("action ");
                throw new LabRefusal(FeilongAnswers.invalid(
                        (action ? "" : "ValidationError: Validation error: ") + problem.get(), action));
            }
            if (request.body().length > REQUEST_BYTES) {
                throw new LabRefusal(FeilongAnswers.sdkServer(
                        6, "Client got socket error when receiving response from SDK server, error: reset by peer"));
            }
            takesLong(request);
            synchronized (state) {
                state.settle();
                LabResponse response = handler.apply(new FeilongCall(request, body, caller(request)));
                wake();
                return response;
            }
        };
    }

    private static JsonNode body(LabRequest request) {
        if (request.body().length == 0) {
            return MissingNode.getInstance();
        }
        if (request.header("content-type").isEmpty()) {
            throw new LabRefusal(FeilongAnswers.page(400, "Bad Request"));
        }
        try {
            return JsonMapper.shared().readTree(request.body());
        } catch (JacksonException e) {
            throw new LabRefusal(FeilongAnswers.invalid("Malformed JSON: " + e.getOriginalMessage(), true));
        }
    }

    private LabResponse version() {
        ObjectNode output = object();
        output.put("version", spec.version());
        output.put("api_version", "1.0");
        output.put("max_version", "1.0");
        output.put("min_version", "1.0");
        return FeilongAnswers.ok(output);
    }

    // --- tokens ---------------------------------------------------------------------------------------------------

    private LabResponse token(LabRequest request) {
        String admin = spec.adminToken();
        if (admin == null) {
            return LabResponse.text(200, "text/html; charset=UTF-8", "").header(TOKEN, "server-auth-closed");
        }
        if (!same(admin, request.header(ADMIN_TOKEN).orElse(""))) {
            throw new LabRefusal(FeilongAnswers.unauthorized());
        }
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        String token = HexFormat.of().formatHex(bytes);
        synchronized (tokens) {
            tokens.put(token, context.realClock().instant().plus(spec.tokenLife()));
        }
        return LabResponse.text(200, "text/html; charset=UTF-8", "").header(TOKEN, token);
    }

    private boolean isAuthorized(LabRequest request) {
        if (spec.adminToken() == null) {
            return true;
        }
        synchronized (tokens) {
            return request.header(TOKEN)
                    .map(tokens::get)
                    .filter(end -> context.realClock().instant().isBefore(end))
                    .isPresent();
        }
    }

    private static boolean same(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    private String caller(LabRequest request) {
        return spec.adminToken() != null && isAuthorized(request) ? "admin-token" : "anonymous";
    }

    // --- time -----------------------------------------------------------------------------------------------------

    /** Has guests come up also when nobody asks. */
    private void wake() {
        synchronized (state) {
            state.due().forEach((userid, due) -> context.time().at(due, spec.system() + userid, this::settle));
        }
    }

    private void settle() {
        if (closed) {
            return;
        }
        try {
            synchronized (state) {
                state.settle();
            }
        } catch (RuntimeException e) {
            LOG.error("lab system={} bug while guests come up", spec.system(), e);
        }
    }

    static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    static ArrayNode array() {
        return JsonMapper.shared().createArrayNode();
    }

    @Override
    public void close() {
        closed = true;
        http.close();
        // Whoever is inside finishes before the context is closed under it.
        synchronized (state) {
            LOG.debug("lab system={} closed", spec.system());
        }
    }

    private final class Dialect implements LabDialect {

        @Override
        public String caller(LabRequest request) {
            return LabFeilong.this.caller(request);
        }

        @Override
        public LabResponse fault(LabRequest request, FaultKind kind) {
            return switch (kind) {
                case SESSION_EXPIRED -> {
                    forgetTokens();
                    yield FeilongAnswers.unauthorized();
                }
                case STATUS_409 -> locked(request);
                // Only deploys and captures are limited; elsewhere the web server in front has no process left.
                case STATUS_429 ->
                    request.operation().equals("deploy-image")
                            ? FeilongAnswers.sdk(
                                    503,
                                    120,
                                    1,
                                    "Max concurrent deploy/capture requests received, request is rejected.")
                            : FeilongAnswers.page(503, "Service Unavailable");
                case STATUS_503 -> FeilongAnswers.sdkServer(2, "Failed to connect SDK server");
                case HTML_BODY -> FeilongAnswers.page(500, "Internal Server Error");
                default ->
                    FeilongAnswers.internal(
                            "SMT internal error. This is likely to be caused by temporary z/VM" + " SMAPI down issue");
            };
        }

        /** The directory entry is locked by whoever changes it now; some calls have a code of their own for that. */
        private LabResponse locked(LabRequest request) {
            Map<String, Integer> own = Map.of("create-nic", 7, "delete-nic", 9);
            Integer reason = own.get(request.operation());
            return reason == null
                    ? FeilongAnswers.smt("The definition of the guest is locked.", 400, 12, false)
                    : FeilongAnswers.sdk(
                            409, FeilongAnswers.NETWORK, reason, "Failed to change a nic, error: the guest is locked");
        }

        @Override
        public LabResponse problem(LabRequest request, int status, String message) {
            return switch (status) {
                case 404 -> FeilongAnswers.page(404, "Not Found");
                case 405 -> FeilongAnswers.page(405, "Method Not Allowed");
                case 413 -> FeilongAnswers.page(413, "Request Entity Too Large");
                default -> FeilongAnswers.internal(message);
            };
        }
    }
}
