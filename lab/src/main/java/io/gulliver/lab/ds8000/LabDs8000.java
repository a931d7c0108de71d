package io.gulliver.lab.ds8000;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabDialect;
import io.gulliver.lab.LabHandler;
import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabRequest;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.ds8000.Ds8000State.StoredHost;
import io.gulliver.lab.ds8000.Ds8000State.StoredMapping;
import io.gulliver.lab.ds8000.Ds8000State.StoredPort;
import io.gulliver.lab.ds8000.Ds8000State.StoredVolume;
import io.gulliver.lab.ds8000.FlashRelations.Relation;
import io.gulliver.lab.ds8000.LabDs8000Spec.PoolSpec;
import io.gulliver.lab.storage.FirstStarts;
import io.gulliver.lab.storage.LabStorage;
import io.gulliver.lab.storage.VolumeContent;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A DS8000 with two HMCs: the REST API with tokens, the vendor's envelopes, extent pools that really run out, LSS rules, hosts,
 * FlashCopy; CKD volumes and aliases.
 *
 * <p>Refuses by default: what {@link Params} does not know, what is no string, a path without a route. Changes are done one after
 * another. Each HMC has tokens of its own, in memory only. State faults: {@link FaultKind#POOL_FULL} on {@code create-volumes} (no
 * extents), {@link FaultKind#CAPACITY_EXHAUSTED} there (LSS full, from the second volume of a call on where there are several),
 * {@link FaultKind#SLOW_TO_SETTLE} there (status timeout; the volumes are there and the next listings do not show them),
 * {@link FaultKind#NEVER_SETTLES} there (status timeout, nothing is made), {@link FaultKind#JOB_FAILS} and {@link FaultKind#NEVER_ENDS}
 * on {@code create-flashcopy}, {@link FaultKind#TAKES_LONG} on every change. Not played: PPRC, resource groups, users, encryption,
 * track space efficient volumes, events.
 */
public final class LabDs8000 implements LabStorage, AutoCloseable {
    private static final int HIDDEN_LOOKS = 4;
    private static final int VOLUME_NAME = 16;
    private static final int HOST_NAME = 32;
    private static final int DELETED_AT_ONCE = 32;
    /** Of a volume that takes its space when written, before anything is written. */
    private static final long THIN_START = Ds8000State.GIB;

    private static final List<String> HOST_TYPES =
            List.of("zLinux", "LinuxRHEL", "LinuxSuse", "pSeries", "iSeries", "VMware", "pLinux");
    private static final DateTimeFormatter EXPIRES =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssZ").withZone(ZoneOffset.UTC);

    /** Ports: enclosure and number; the first of each enclosure is on fabric A, the second on B. */
    private record IoPort(int enclosure, int number) {
        String id() {
            return String.format(Locale.ROOT, "I%02X%02X", enclosure, number);
        }
    }

    private static final List<IoPort> PORTS =
            List.of(new IoPort(2, 0), new IoPort(2, 1), new IoPort(3, 0), new IoPort(3, 1));

    private final LabContext context;
    private final LabDs8000Spec spec;
    private final Ds8000State state;
    private final FlashRelations relations;
    private final List<Hmc> consoles = new ArrayList<>();
    private final SecureRandom random = new SecureRandom();
    private final Object unit = new Object();

    /** One storage HMC: its address and its tokens, with the instant of their last use. */
    private final class Hmc implements LabDialect {
        private final LabHttp http;
        private final Map<String, Instant> tokens = new TreeMap<>();

        Hmc(String name) {
            http = LabHttp.https(context, name, this);
            new Routes(this, http).add();
        }

        @Override
        public String caller(LabRequest request) {
            synchronized (unit) {
                return request.header("X-Auth-Token").filter(this::alive).isPresent() ? spec.user() : "anonymous";
            }
        }

        boolean alive(String token) {
            Instant used = tokens.get(token);
            return used != null && context.realClock().instant().isBefore(used.plus(spec.idle()));
        }

        void require(LabRequest request) {
            String token = request.header("X-Auth-Token").orElse("");
            if (!alive(token)) {
                tokens.remove(token);
                throw Ds8000Answers.refusal(401, "BE742607", "The token is invalid or expired.");
            }
            tokens.put(token, context.realClock().instant());
        }

        @Override
        public LabResponse fault(LabRequest request, FaultKind kind) {
            return switch (kind) {
                case SESSION_EXPIRED -> {
                    synchronized (unit) {
                        tokens.clear();
                    }
                    yield Ds8000Answers.failed(400, Ds8000Answers.TOKEN_EXPIRED, "The token has expired.");
                }
                case STATUS_409 -> Ds8000Answers.failed(409, Ds8000Answers.BUSY, "The storage unit is busy.");
                case STATUS_429 -> Ds8000Answers.failed(429, Ds8000Answers.BUSY, "Too many requests.");
                case STATUS_503 -> Ds8000Answers.failed(503, Ds8000Answers.BUSY, "The service is not available.");
                case HTML_BODY ->
                    LabResponse.text(
                            502,
                            "text/html",
                            "<html><head><title>502 Bad Gateway</title></head><body>no</body></html>");
                default -> Ds8000Answers.failed(500, "NIServerException", "Internal error.");
            };
        }

        @Override
        public LabResponse problem(LabRequest request, int status, String message) {
            return Ds8000Answers.failed(status, Ds8000Answers.INVALID, message);
        }
    }

    private LabDs8000(LabContext context, LabDs8000Spec spec) {
        this.context = context;
        this.spec = spec;
        this.state = new Ds8000State(context.documents(), spec);
        this.relations = new FlashRelations(context.documents(), spec.system(), context.time());
        consoles.add(new Hmc(spec.system()));
        consoles.add(new Hmc(spec.system() + "-hmc2"));
        layGolden();
    }

    /**
     * A CKD volume or PAV alias as an operating system meets it.
     *
     * @param id four upper-case hex digits: logical control unit and unit address
     * @param cylinders 0 for an alias
     * @param subsystem identifier of its control unit
     * @param life how many volumes had this id before it
     */
    public record CkdDevice(String id, long cylinders, String subsystem, int life) {
        public boolean alias() {
            return cylinders == 0;
        }
    }

    /** A CKD volume or alias of this id. */
    public Optional<CkdDevice> ckd(String id) {
        synchronized (unit) {
            return state.find(id)
                    .filter(volume -> volume.type().equals(Ds8000State.CKD))
                    .map(volume -> new CkdDevice(
                            volume.id(),
                            volume.capacityBytes() / Ds8000State.CYLINDER,
                            state.unit(volume.lss())
                                    .map(Ds8000State.StoredLss::subsystem)
                                    .orElse("0000"),
                            state.erasures(volume.id())));
        }
    }

    /** Has a control unit for CKD volumes, as the storage team makes it with the I/O configuration; one that is there is fine. */
    public void controlUnit(String id, String subsystem) {
        synchronized (unit) {
            if (state.unit(id).isEmpty()) {
                state.createLss(id, subsystem, "3990-6");
            }
        }
    }

    /** Makes a CKD volume that carries nothing, as somebody made it before. */
    public void layCkd(String id, String name, String pool, long cylinders) {
        synchronized (unit) {
            long bytes = cylinders * Ds8000State.CYLINDER;
            state.create(new StoredVolume(id, name, Ds8000State.CKD, pool, bytes, bytes, false, "", 0), false);
        }
    }

    /** Once: a golden volume that somebody deletes is gone. */
    private void layGolden() {
        for (LabDs8000Spec.GoldenVolume golden : spec.golden()) {
            if (context.documents().find(spec.system(), "golden", golden.name()).isEmpty()) {
                state.create(
                        new StoredVolume(
                                golden.id(),
                                golden.name(),
                                Ds8000State.FB,
                                golden.pool(),
                                golden.capacityBytes(),
                                THIN_START,
                                true,
                                "",
                                0),
                        false);
                relations.write(golden.id(), golden.content());
                context.documents()
                        .put(
                                spec.system(),
                                "golden",
                                golden.name(),
                                JsonMapper.shared().valueToTree(golden.content()));
            }
        }
    }

    /** Starts both HMCs; state and ports are those of earlier runs on the same data directory. */
    public static LabDs8000 start(LabContext context, LabDs8000Spec spec) {
        LabDs8000 storage = new LabDs8000(context, spec);
        storage.consoles.forEach(hmc -> hmc.http.start());
        return storage;
    }

    /** Where its first HMC answers. */
    @Override
    public URI uri() {
        return consoles.get(0).http.uri();
    }

    /** Where its second HMC answers. */
    public URI secondUri() {
        return consoles.get(1).http.uri();
    }

    /** The first HMC is restarted, and for now nobody answers there. */
    public void firstHmcGoesDown() {
        consoles.get(0).http.close();
    }

    // --- for the other parts of the lab ---------------------------------------------------------------------------

    @Override
    public String system() {
        return spec.system();
    }

    @Override
    public String kind() {
        return "ds8000";
    }

    private static String canonical(String wwpn) {
        return wwpn.replace(":", "").toUpperCase(Locale.ROOT);
    }

    /** How hosts know a volume: IBM's prefix 6 and the storage unit's name, then the id. */
    private String uid(String volume) {
        return "6" + spec.wwnn().substring(1) + "0000" + "0000" + "0000" + volume;
    }

    private static String lun(String volume) {
        return ("40" + volume.substring(0, 2) + "40" + volume.substring(2) + "00000000").toLowerCase(Locale.ROOT);
    }

    @Override
    public List<SeenVolume> seenBy(String hostWwpn) {
        synchronized (unit) {
            StoredPort port = state.port(canonical(hostWwpn));
            List<String> targets = state.loggedInAt(canonical(hostWwpn));
            if (port == null || targets.isEmpty()) {
                return List.of();
            }
            return state.mappings(port.host()).stream()
                    .map(mapping -> new SeenVolume(
                            uid(mapping.volume()),
                            lun(mapping.volume()),
                            state.find(mapping.volume()).orElseThrow().capacityBytes(),
                            targets))
                    .toList();
        }
    }

    @Override
    public Optional<VolumeContent> content(String uid) {
        synchronized (unit) {
            return state.volumes().stream()
                    .filter(volume -> uid(volume.id()).equalsIgnoreCase(uid))
                    .findFirst()
                    .flatMap(volume -> relations.read(volume.id()));
        }
    }

    @Override
    public boolean write(String volume, VolumeContent content) {
        synchronized (unit) {
            Optional<StoredVolume> found = state.volumes().stream()
                    .filter(one -> one.name().equals(volume))
                    .findFirst();
            found.ifPresent(one -> relations.write(one.id(), content));
            return found.isPresent();
        }
    }

    @Override
    public boolean writeTo(String uid, VolumeContent content) {
        synchronized (unit) {
            Optional<StoredVolume> found = state.volumes().stream()
                    .filter(one -> uid(one.id()).equalsIgnoreCase(uid))
                    .findFirst();
            found.ifPresent(one -> relations.write(one.id(), content));
            return found.isPresent();
        }
    }

    @Override
    public SortedMap<String, String> targetFabrics() {
        SortedMap<String, String> fabrics = new TreeMap<>();
        PORTS.forEach(port -> fabrics.put(wwpn(port), port.number() == 0 ? "A" : "B"));
        return fabrics;
    }

    private String wwpn(IoPort port) {
        return String.format(
                Locale.ROOT,
                "5005076306%X%d%s",
                port.enclosure(),
                port.number(),
                spec.wwnn().substring(12));
    }

    @Override
    public void loggedIn(Map<String, List<String>> targets) {
        synchronized (unit) {
            Map<String, List<String>> wanted = new TreeMap<>();
            targets.forEach((host, at) -> wanted.put(
                    canonical(host),
                    at.stream().map(LabDs8000::canonical).sorted().toList()));
            state.loggedIn().stream()
                    .filter(host -> !wanted.containsKey(host))
                    .forEach(host -> state.login(host, List.of()));
            wanted.forEach(state::login);
        }
    }

    @Override
    public void close() {
        consoles.forEach(hmc -> hmc.http.close());
    }

    // --- routes ---------------------------------------------------------------------------------------------------

    /** One request, its parameters read and judged. */
    private record Call(LabRequest request, Params params, String caller) {
        String path(String name) {
            return request.pathParameter(name);
        }
    }

    private final class Routes {
        private final Hmc hmc;
        private final LabHttp http;

        Routes(Hmc hmc, LabHttp http) {
            this.hmc = hmc;
            this.http = http;
        }

        void add() {
            http.read("POST", "/api/v1/tokens", "create-token", this::logon);
            read("/systems", "get-systems", call -> systems());
            read(
                    "/pools",
                    "list-pools",
                    call -> rows(call, "pools", state.pools().stream().map(pool -> poolRow(pool))));
            read("/pools/{id}", "get-pool", call -> one(call, "pools", poolRow(state.pool(call.path("id")))));
            read("/pools/{id}/volumes", "list-pool-volumes", this::poolVolumes);
            read("/pools/{id}/eserep", "get-eserep", this::eserep);
            read("/lss", "list-lss", this::lss);
            read("/lss/{id}", "get-lss", call -> one(call, "lss", lssRow(lssNamed(call.path("id")))));
            read("/lss/{id}/volumes", "list-lss-volumes", this::lssVolumes);
            change("POST", "/lss", "create-lss", this::createLss);
            read("/volumes", "list-volumes", call -> volumes(call, state.volumes().stream()));
            read("/volumes/{id}", "get-volume", call -> {
                return one(call, "volumes", volumeRow(state.volume(call.path("id"))));
            });
            read("/volumes/{id}/flashcopy", "get-volume-flashcopy", this::flashCopiesOfVolume);
            change("POST", "/volumes", "create-volumes", this::createVolumes);
            change("PUT", "/volumes/{id}", "change-volume", this::changeVolume);
            change("DELETE", "/volumes/{id}", "delete-volume", call -> deleteVolumes(call, List.of(call.path("id"))));
            change(
                    "DELETE",
                    "/volumes",
                    "delete-volumes",
                    call -> deleteVolumes(
                            call, List.of(call.request().query("ids").orElse("").split(","))));
            hosts();
            read(
                    "/ioports",
                    "list-ioports",
                    call -> rows(call, "ioports", PORTS.stream().map(port -> portRow(port))));
            read(
                    "/cs/flashcopies",
                    "list-flashcopies",
                    call -> rows(call, "flashcopy", relations.all().stream().map(one -> relationRow(one))));
            read(
                    "/cs/flashcopies/{id}",
                    "get-flashcopy",
                    call -> one(call, "flashcopy", relationRow(relation(call.path("id")))));
            change("POST", "/cs/flashcopies", "create-flashcopy", this::createFlashCopies);
            change("DELETE", "/cs/flashcopies/{id}", "delete-flashcopy", this::deleteFlashCopy);
        }

        private void hosts() {
            read(
                    "/hosts",
                    "list-hosts",
                    call -> rows(call, "hosts", state.hosts().stream().map(host -> hostRow(host))));
            read("/hosts/{name}", "get-host", call -> one(call, "hosts", hostRow(state.host(call.path("name")))));
            change("POST", "/hosts", "create-host", this::createHost);
            change("DELETE", "/hosts/{name}", "delete-host", this::deleteHost);
            read("/hosts/{name}/mappings", "list-mappings", call -> {
                StoredHost host = state.host(call.path("name"));
                return rows(
                        call, "mappings", state.mappings(host.name()).stream().map(one -> mappingRow(one)));
            });
            change("POST", "/hosts/{name}/mappings", "create-mapping", this::createMappings);
            change("DELETE", "/hosts/{name}/mappings/{lunid}", "delete-mapping", this::deleteMapping);
            read("/hosts/{name}/host_ports", "list-ports-of-host", call -> {
                StoredHost host = state.host(call.path("name"));
                return rows(
                        call, "host_ports", state.ports(host.name()).stream().map(one -> hostPortRow(one)));
            });
            read("/host_ports", "list-host-ports", this::hostPorts);
            change("POST", "/host_ports", "create-host-port", this::createHostPort);
            change("PUT", "/host_ports/{wwpn}", "move-host-port", this::moveHostPort);
            change("DELETE", "/host_ports/{wwpn}", "delete-host-port", this::deleteHostPort);
        }

        private void read(String path, String operation, Function<Call, LabResponse> handler) {
            http.read("GET", "/api/v1" + path, operation, within(handler));
        }

        private void change(String method, String path, String operation, Function<Call, LabResponse> handler) {
            LabHandler within = within(handler);
            http.route(method, "/api/v1" + path, operation, request -> {
                pause(operation);
                return within.handle(request);
            });
        }

        private LabHandler within(Function<Call, LabResponse> handler) {
            return request -> {
                synchronized (unit) {
                    hmc.require(request);
                    return handler.apply(new Call(request, Params.read(request), hmc.caller(request)));
                }
            };
        }

        private void pause(String operation) {
            try {
                Thread.sleep(
                        context.faults().takesLong(spec.system(), operation).toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private LabResponse logon(LabRequest request) {
            synchronized (unit) {
                Params params = Params.read(request);
                params.only("username", "password", "hmc1", "hmc2");
                if (!same(spec.user(), params.text("username")) || !same(spec.password(), params.text("password"))) {
                    return Ds8000Answers.failed(401, Ds8000Answers.LOGON_REFUSED, "The user or the password is wrong.");
                }
                byte[] bytes = new byte[16];
                random.nextBytes(bytes);
                String token = HexFormat.of().formatHex(bytes);
                Instant now = context.realClock().instant();
                hmc.tokens.put(token, now);
                ObjectNode body = Ds8000Answers.object();
                body.set("server", Ds8000Answers.server("ok", "", Ds8000Answers.DONE));
                body.putObject("token")
                        .put("token", token)
                        .put("expired_time", EXPIRES.format(now.plus(spec.idle())))
                        .put("max_idle_interval", Long.toString(spec.idle().toMillis()));
                return LabResponse.json(200, body);
            }
        }

        private static boolean same(String expected, String given) {
            return MessageDigest.isEqual(
                    expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
        }

        // --- rows -------------------------------------------------------------------------------------------------

        private LabResponse rows(Call call, String kind, Stream<ObjectNode> rows) {
            List<String> fields =
                    List.of(call.request().query("data_fields").orElse("").split(","));
            return Ds8000Answers.data(
                    kind,
                    rows.map(row -> fields.equals(List.of("")) ? row : row.retain(fields))
                            .toList());
        }

        private LabResponse one(Call call, String kind, ObjectNode row) {
            return rows(call, kind, Stream.of(row));
        }

        private LabResponse systems() {
            long capacity =
                    state.pools().stream().mapToLong(PoolSpec::capacityBytes).sum();
            long taken = state.pools().stream()
                    .mapToLong(pool -> state.taken(pool.id()))
                    .sum();
            return Ds8000Answers.data(
                    "systems",
                    List.of(Ds8000Answers.object()
                            .put("id", "2107-75" + spec.wwnn().substring(11))
                            .put("name", spec.system())
                            .put("state", "online")
                            .put("release", "8.3.3")
                            .put("bundle", spec.bundle())
                            .put("MTM", "2831-984")
                            .put("sn", "75" + spec.wwnn().substring(11))
                            .put("wwnn", spec.wwnn())
                            .put("cap", Long.toString(capacity))
                            .put("capalloc", Long.toString(taken))
                            .put("capavail", Long.toString(capacity - taken))
                            .put("capraw", Long.toString(capacity * 5 / 4))));
        }

        private ObjectNode poolRow(PoolSpec pool) {
            long grain = pool.type().equals(Ds8000State.CKD) ? Ds8000State.CYLINDER : 1;
            long promised = state.promised(pool.id(), true);
            ObjectNode row = Ds8000Answers.reference(uri(), pool.id(), "pools/" + pool.id())
                    .put("name", pool.name())
                    .put("node", Integer.toString(pool.node()))
                    .put("stgtype", pool.type())
                    .put("cap", Long.toString(pool.capacityBytes() / grain))
                    .put("capalloc", Long.toString(state.taken(pool.id()) / grain))
                    .put("capavail", Long.toString(state.free(pool) / grain))
                    .put(
                            "overprovisioned",
                            String.format(
                                    Locale.ROOT,
                                    "%.1f",
                                    (promised + state.promised(pool.id(), false)) / (double) pool.capacityBytes()))
                    .put("real_capacity_allocated_on_ese", "0")
                    .put("virtual_capacity_allocated_on_ese", Long.toString(promised / grain))
                    .put("easytier", "managed")
                    .put("threshold", Integer.toString(pool.threshold()));
            row.putObject("eserep").set("link", Ds8000Answers.link(uri(), "pools/" + pool.id() + "/eserep"));
            row.put("tserep", "");
            row.putObject("volumes").set("link", Ds8000Answers.link(uri(), "pools/" + pool.id() + "/volumes"));
            return row;
        }

        private LabResponse eserep(Call call) {
            PoolSpec pool = state.pool(call.path("id"));
            ObjectNode row = Ds8000Answers.object()
                    .put("cap", Long.toString(pool.capacityBytes()))
                    .put("capalloc", "0")
                    .put("capavail", Long.toString(state.free(pool)))
                    .put("overprovisioned", "0.0")
                    .put("repcapthreshold", "0");
            row.set("pool", Ds8000Answers.reference(uri(), pool.id(), "pools/" + pool.id()));
            return one(call, "eserep", row);
        }

        private LabResponse poolVolumes(Call call) {
            String pool = state.pool(call.path("id")).id();
            return volumes(
                    call,
                    state.volumes().stream().filter(volume -> volume.pool().equals(pool)));
        }

        private LabResponse lssVolumes(Call call) {
            return volumes(call, state.volumesOfLss(lssNamed(call.path("id"))).stream());
        }

        /** A listing of volumes, which is what hidden ones wait for. */
        private LabResponse volumes(Call call, Stream<StoredVolume> found) {
            List<ObjectNode> shown = found.filter(volume -> volume.hidden() == 0)
                    .map(volume -> volumeRow(volume))
                    .toList();
            state.looked();
            return rows(call, "volumes", shown.stream());
        }

        private ObjectNode volumeRow(StoredVolume volume) {
            boolean ckd = volume.type().equals(Ds8000State.CKD);
            ObjectNode row = Ds8000Answers.reference(uri(), volume.id(), "volumes/" + volume.id())
                    .put("name", volume.name())
                    .put("state", "normal")
                    .put("cap", Long.toString(volume.capacityBytes()))
                    .put("stgtype", volume.type().toUpperCase(Locale.ROOT))
                    .put("VOLSER", "")
                    .put("allocmethod", "rotateexts")
                    .put("tp", volume.thin() ? "ese" : "none")
                    .put("capalloc", Long.toString(volume.takenBytes()))
                    .put("MTM", ckd ? (volume.base().isEmpty() ? "3390-9" : "3390-A") : "2107-900")
                    .put("datatype", ckd ? "3390" : "FB 512")
                    .put("easytier", "managed");
            row.set("lss", Ds8000Answers.reference(uri(), volume.lss(), "lss/" + volume.lss()));
            row.set("pool", Ds8000Answers.reference(uri(), volume.pool(), "pools/" + volume.pool()));
            if (volume.base().isEmpty()) {
                row.put("basevolume", "");
            } else {
                row.set("basevolume", Ds8000Answers.reference(uri(), volume.base(), "volumes/" + volume.base()));
            }
            return row;
        }

        // --- LSS --------------------------------------------------------------------------------------------------

        private String lssNamed(String id) {
            if (!state.lss().containsKey(id)) {
                throw Ds8000Answers.absent("LSS " + id);
            }
            return id;
        }

        private LabResponse lss(Call call) {
            Optional<String> type = call.request().query("type");
            return rows(
                    call,
                    "lss",
                    state.lss().entrySet().stream()
                            .filter(one -> type.isEmpty() || type.get().equals(one.getValue()))
                            .map(one -> lssRow(one.getKey())));
        }

        private ObjectNode lssRow(String id) {
            ObjectNode row = Ds8000Answers.reference(uri(), id, "lss/" + id)
                    .put("group", Integer.toString(Integer.parseInt(id, 16) % 2))
                    .put("addrgrp", id.substring(0, 1))
                    .put("type", String.valueOf(state.lss().get(id)))
                    .put("configvols", Integer.toString(state.volumesOfLss(id).size()));
            state.unit(id)
                    .ifPresent(lss ->
                            row.put("sub_system_identifier", lss.subsystem()).put("ckd_base_cu_type", lss.cuType()));
            row.putObject("volumes").set("link", Ds8000Answers.link(uri(), "lss/" + id + "/volumes"));
            return row;
        }

        private LabResponse createLss(Call call) {
            Params params = call.params();
            params.only("id", "type", "sub_system_identifier", "ckd_base_cu_type");
            String id = params.hex("id", 2);
            params.oneOf("type", "ckd");
            String cuType = params.find("ckd_base_cu_type").orElse("3990-6");
            if (!List.of("3990-6", "3990-3", "3990-tpf", "bs2000").contains(cuType)) {
                throw Ds8000Answers.invalid("ckd_base_cu_type is " + cuType + ".");
            }
            state.createLss(id, params.hex("sub_system_identifier", 4), cuType);
            record(call, Effect.CREATED, id, Map.of("type", "ckd"));
            return Ds8000Answers.made("lss", lssRow(id), Ds8000Answers.link(uri(), "lss/" + id));
        }

        // --- volumes ----------------------------------------------------------------------------------------------

        private LabResponse createVolumes(Call call) {
            if (call.params().find("alias").isPresent()) {
                return createAliases(call);
            }
            Params params = call.params();
            params.only(
                    "name",
                    "namecol",
                    "quantity",
                    "cap",
                    "captype",
                    "stgtype",
                    "pool",
                    "lss",
                    "tp",
                    "id",
                    "ids",
                    "os400");
            String type = params.oneOf("stgtype", Ds8000State.FB, Ds8000State.CKD);
            boolean fixed = type.equals(Ds8000State.FB);
            String unitOfSize =
                    fixed ? params.oneOf("captype", "gib", "bytes") : params.oneOf("captype", "cyl", "mod1");
            long capacity = bytes(params.number("cap"), unitOfSize);
            boolean thin = params.oneOf("tp", "none", "ese").equals("ese");
            PoolSpec pool = state.pool(params.text("pool"));
            List<String> names = names(params);
            List<String> ids = params.list("ids");
            if (ids.isEmpty() && params.find("id").isPresent()) {
                ids = List.of(params.hex("id", 4));
            }
            if (!ids.isEmpty() && ids.size() != names.size()) {
                throw Ds8000Answers.invalid(ids.size() + " ids for " + names.size() + " names.");
            }
            boolean lost = fault(FaultKind.NEVER_SETTLES);
            boolean late = fault(FaultKind.SLOW_TO_SETTLE);
            boolean full = fault(FaultKind.POOL_FULL);
            boolean lssFull = fault(FaultKind.CAPACITY_EXHAUSTED);
            if (lost) {
                return Ds8000Answers.timeout();
            }
            List<LabResponse> refused = new ArrayList<>();
            ArrayNode answers = Ds8000Answers.array();
            for (int i = 0; i < names.size(); i++) {
                try {
                    if (lssFull && i >= names.size() / 2) {
                        throw Ds8000Answers.refusal(400, Ds8000Answers.LSS_FULL, "The LSS is full.");
                    }
                    String id = ids.isEmpty()
                            ? state.freeId(params.find("lss").orElseGet(() -> state.freeLss(type, pool.node())))
                            : Params.requireHex("ids", ids.get(i), 4);
                    if (params.find("lss").isPresent() && !id.startsWith(params.hex("lss", 2))) {
                        throw Ds8000Answers.invalid("Volume id " + id + " is not of LSS " + params.text("lss") + ".");
                    }
                    StoredVolume made = state.create(
                            new StoredVolume(
                                    id,
                                    names.get(i),
                                    type,
                                    pool.id(),
                                    capacity,
                                    thin ? THIN_START : up(capacity),
                                    thin,
                                    "",
                                    late ? HIDDEN_LOOKS : 0),
                            full);
                    record(
                            call,
                            Effect.CREATED,
                            made.name(),
                            Map.of("id", id, "pool", pool.id(), "capacityBytes", capacity, "thin", thin));
                    answers.add(madeVolume(made));
                } catch (LabRefusal refusal) {
                    refused.add(refusal.response());
                    ObjectNode answer = Ds8000Answers.object();
                    answer.set(
                            "server",
                            JsonMapper.shared()
                                    .readTree(refusal.response().body())
                                    .path("server"));
                    answers.add(answer);
                }
            }
            if (late) {
                return Ds8000Answers.timeout();
            }
            if (names.size() == 1 && ids.isEmpty()) {
                // One volume by name alone is answered without a list.
                if (!refused.isEmpty()) {
                    throw new LabRefusal(refused.get(0));
                }
                return LabResponse.json(200, (ObjectNode) answers.get(0));
            }
            return Ds8000Answers.responses(answers);
        }

        private ObjectNode madeVolume(StoredVolume made) {
            ObjectNode answer = Ds8000Answers.object();
            answer.set("server", Ds8000Answers.server("ok", "", Ds8000Answers.DONE));
            answer.putObject("data")
                    .putArray("volumes")
                    .addObject()
                    .put("name", made.name())
                    .put("id", made.id());
            answer.set("link", Ds8000Answers.link(uri(), "volumes/" + made.id()));
            return answer;
        }

        private List<String> names(Params params) {
            List<String> names = params.list("namecol");
            if (names.isEmpty()) {
                String name = params.text("name");
                long quantity = params.find("quantity").isPresent() ? params.number("quantity") : 1;
                if (quantity < 1 || quantity > Ds8000State.VOLUMES_OF_LSS) {
                    throw Ds8000Answers.invalid("quantity is " + quantity + ".");
                }
                names = quantity == 1
                        ? List.of(name)
                        : Stream.iterate(0, i -> i + 1)
                                .limit(quantity)
                                .map(i -> name + "_" + i)
                                .toList();
            } else if (params.find("name").isPresent()
                    || params.find("quantity").isPresent()) {
                throw Ds8000Answers.invalid("namecol excludes name and quantity.");
            }
            names.forEach(Routes::requireVolumeName);
            return names;
        }

        private static void requireVolumeName(String name) {
            if (name.isEmpty() || name.length() > VOLUME_NAME) {
                throw Ds8000Answers.invalid("Volume name " + name + " has " + name.length() + " characters, 1 to "
                        + VOLUME_NAME + " are allowed.");
            }
        }

        private static long bytes(long amount, String unitOfSize) {
            long bytes = switch (unitOfSize) {
                case "gib" -> Math.multiplyExact(amount, Ds8000State.GIB);
                case "cyl" -> cylinders(amount) * Ds8000State.CYLINDER;
                case "mod1" -> cylinders(Math.multiplyExact(amount, 1113)) * Ds8000State.CYLINDER;
                default -> amount;
            };
            if (bytes <= 0) {
                throw Ds8000Answers.invalid("cap is " + amount + ".");
            }
            return bytes;
        }

        private static long cylinders(long count) {
            if (count < 1 || count > 65_520) {
                throw Ds8000Answers.invalid("A 3390 volume has 1 to 65520 cylinders, not " + count + ".");
            }
            return count;
        }

        private static long up(long bytes) {
            return (bytes + Ds8000State.GIB - 1) / Ds8000State.GIB * Ds8000State.GIB;
        }

        private boolean fault(FaultKind kind) {
            return context.faults().take(spec.system(), "create-volumes", kind);
        }

        private LabResponse createAliases(Call call) {
            Params params = call.params();
            params.only("id", "quantity", "alias", "alias_create_order", "ckd_base_ids");
            params.oneOf("alias", "true");
            int step = params.find("alias_create_order").orElse("decrement").equals("decrement") ? -1 : 1;
            if (params.find("alias_create_order").isPresent()) {
                params.oneOf("alias_create_order", "increment", "decrement");
            }
            long quantity = params.find("quantity").isPresent() ? params.number("quantity") : 1;
            List<String> bases = params.list("ckd_base_ids");
            if (bases.isEmpty()) {
                throw Ds8000Answers.invalid("ckd_base_ids is missing.");
            }
            int next = Integer.parseInt(params.hex("id", 4), 16);
            ArrayNode answers = Ds8000Answers.array();
            for (String base : bases) {
                for (long i = 0; i < quantity; i++) {
                    String id = String.format(Locale.ROOT, "%04X", next & 0xffff);
                    next += step;
                    StoredVolume made = state.createAlias(id, state.volume(base.toUpperCase(Locale.ROOT)));
                    record(call, Effect.CREATED, id, Map.of("base", made.base()));
                    answers.add(madeVolume(made));
                }
            }
            return Ds8000Answers.responses(answers);
        }

        private LabResponse changeVolume(Call call) {
            StoredVolume volume = state.volume(call.path("id"));
            Params params = call.params();
            params.only("name", "cap", "captype", "pool");
            boolean grow = params.find("cap").isPresent();
            int changes = (params.find("name").isPresent() ? 1 : 0)
                    + (grow ? 1 : 0)
                    + (params.find("pool").isPresent() ? 1 : 0);
            if (changes != 1) {
                throw Ds8000Answers.invalid(changes + " changes in one call, wanted one.");
            }
            if (grow) {
                long bytes = bytes(
                        params.number("cap"),
                        volume.type().equals(Ds8000State.FB)
                                ? params.oneOf("captype", "gib", "bytes")
                                : params.oneOf("captype", "cyl", "mod1"));
                if (bytes < volume.capacityBytes()) {
                    throw Ds8000Answers.refusal(400, Ds8000Answers.RULE, "A volume does not shrink.");
                }
                long taken = volume.thin() ? volume.takenBytes() : up(bytes);
                if (taken - volume.takenBytes() > state.free(state.pool(volume.pool()))) {
                    throw Ds8000Answers.refusal(
                            400,
                            Ds8000Answers.POOL_FULL,
                            "Pool " + volume.pool() + " has not enough available extents.");
                }
                state.change(volume.grown(bytes, taken));
            } else if (params.find("name").isPresent()) {
                requireVolumeName(params.text("name"));
                state.change(volume.named(params.text("name")));
            } else {
                PoolSpec to = state.pool(params.text("pool"));
                if (to.node() != Integer.parseInt(volume.lss(), 16) % 2
                        || !to.type().equals(volume.type())) {
                    throw Ds8000Answers.refusal(
                            400, Ds8000Answers.RULE, "Pool " + to.id() + " does not go with the LSS.");
                }
                state.change(volume.in(to.id()));
            }
            record(call, Effect.CHANGED, volume.name(), Map.of("id", volume.id()));
            return Ds8000Answers.done();
        }

        private LabResponse deleteVolumes(Call call, List<String> ids) {
            if (ids.size() > DELETED_AT_ONCE) {
                throw Ds8000Answers.invalid(ids.size() + " ids, at most " + DELETED_AT_ONCE + ".");
            }
            List<StoredVolume> doomed = ids.stream()
                    .map(id -> state.volume(id.toUpperCase(Locale.ROOT)))
                    .toList();
            for (StoredVolume volume : doomed) {
                if (!relations.of(volume.id()).isEmpty()) {
                    throw Ds8000Answers.refusal(
                            400, Ds8000Answers.IN_USE, "Volume " + volume.id() + " is in a FlashCopy relationship.");
                }
                state.delete(volume);
                relations.write(volume.id(), null);
                new FirstStarts(context.documents()).deleted(uid(volume.id()));
                record(call, Effect.DELETED, volume.name(), Map.of("id", volume.id()));
            }
            return Ds8000Answers.done();
        }

        // --- hosts ------------------------------------------------------------------------------------------------

        private ObjectNode hostRow(StoredHost host) {
            boolean online = state.ports(host.name()).stream()
                    .anyMatch(port -> !state.loggedInAt(port.wwpn()).isEmpty());
            ObjectNode row = Ds8000Answers.object()
                    .put("id", host.id())
                    .put("name", host.name())
                    .put("state", online ? "Online" : "Offline")
                    .put("hosttype", host.type())
                    .put("addrmode", host.type().equals("zLinux") ? "SCSI mask" : "SCSI map")
                    .put("addrdiscovery", "Report LUNs")
                    .put("lbs", "512");
            for (String related : List.of("host_ports", "ioports", "volumes")) {
                row.putObject(related).set("link", Ds8000Answers.link(uri(), "hosts/" + host.name() + "/" + related));
            }
            row.set("link", Ds8000Answers.link(uri(), "hosts/" + host.name()));
            return row;
        }

        private LabResponse createHost(Call call) {
            Params params = call.params();
            params.only("name", "hosttype");
            String name = params.text("name");
            if (name.length() > HOST_NAME) {
                throw Ds8000Answers.invalid("Host name " + name + " is longer than " + HOST_NAME + " characters.");
            }
            if (!HOST_TYPES.contains(params.text("hosttype"))) {
                throw Ds8000Answers.invalid("hosttype is " + params.text("hosttype") + ".");
            }
            StoredHost host = state.createHost(name, params.text("hosttype"));
            record(call, Effect.CREATED, name, Map.of("type", host.type()));
            return Ds8000Answers.made("hosts", hostRow(host), Ds8000Answers.link(uri(), "hosts/" + name));
        }

        private LabResponse deleteHost(Call call) {
            StoredHost host = state.host(call.path("name"));
            state.deleteHost(host);
            record(call, Effect.DELETED, host.name(), Map.of());
            return Ds8000Answers.done();
        }

        private LabResponse hostPorts(Call call) {
            Optional<String> wwpns = call.request().query("wwpns");
            Optional<String> states = call.request().query("state");
            return rows(
                    call,
                    "host_ports",
                    state.ports().stream()
                            .filter(port -> wwpns.isEmpty()
                                    || List.of(wwpns.get().split(",")).contains(port.wwpn()))
                            .map(port -> hostPortRow(port))
                            .filter(row -> states.isEmpty()
                                    || List.of(states.get().split(","))
                                            .contains(row.path("state").asString())));
        }

        private ObjectNode hostPortRow(StoredPort port) {
            List<String> targets = state.loggedInAt(port.wwpn());
            ObjectNode row = Ds8000Answers.object().put("wwpn", port.wwpn());
            row.set("link", Ds8000Answers.link(uri(), "host_ports/" + port.wwpn()));
            row.put("state", targets.isEmpty() ? "logged out" : "logged in")
                    .put("hosttype", state.host(port.host()).type())
                    .put("addrdiscovery", "lunpolling")
                    .put("lbs", "512")
                    .put("wwnn", "")
                    .put("login_type", targets.isEmpty() ? "" : "fabric")
                    .put("logical_path_established", "")
                    .put("host_id", state.host(port.host()).id());
            ArrayNode at = row.putArray("login_ports");
            PORTS.stream()
                    .filter(target -> targets.contains(wwpn(target)))
                    .forEach(target -> at.add(Ds8000Answers.reference(uri(), target.id(), "ioports/" + target.id())));
            ObjectNode host = Ds8000Answers.object().put("name", port.host());
            host.set("link", Ds8000Answers.link(uri(), "hosts/" + port.host()));
            row.set("host", host);
            return row;
        }

        private LabResponse createHostPort(Call call) {
            Params params = call.params();
            params.only("wwpn", "host");
            String wwpn = params.hex("wwpn", 16);
            StoredPort port = state.createPort(wwpn, state.host(params.text("host")));
            record(call, Effect.CREATED, wwpn, Map.of("host", port.host()));
            return Ds8000Answers.made("host_ports", hostPortRow(port), Ds8000Answers.link(uri(), "host_ports/" + wwpn));
        }

        private StoredPort port(Call call) {
            StoredPort port = state.port(call.path("wwpn"));
            if (port == null) {
                throw Ds8000Answers.absent("Host port " + call.path("wwpn"));
            }
            return port;
        }

        private LabResponse moveHostPort(Call call) {
            Params params = call.params();
            params.only("host");
            StoredPort moved = state.movePort(port(call), state.host(params.text("host")));
            record(call, Effect.CHANGED, moved.wwpn(), Map.of("host", moved.host()));
            return Ds8000Answers.done();
        }

        private LabResponse deleteHostPort(Call call) {
            StoredPort port = port(call);
            state.deletePort(port);
            record(call, Effect.DELETED, port.wwpn(), Map.of("host", port.host()));
            return Ds8000Answers.done();
        }

        // --- mappings ---------------------------------------------------------------------------------------------

        private ObjectNode mappingRow(StoredMapping mapping) {
            ObjectNode row = Ds8000Answers.object().put("lunid", lunId(mapping));
            row.set("volume", Ds8000Answers.reference(uri(), mapping.volume(), "volumes/" + mapping.volume()));
            row.set("link", Ds8000Answers.link(uri(), "hosts/" + mapping.host() + "/mappings/" + lunId(mapping)));
            return row;
        }

        private static String lunId(StoredMapping mapping) {
            return String.format(Locale.ROOT, "%02X", mapping.lunId());
        }

        private LabResponse createMappings(Call call) {
            StoredHost host = state.host(call.path("name"));
            Params params = call.params();
            params.only("volumes", "mappings");
            Map<String, @Nullable Integer> wanted = new TreeMap<>();
            params.list("volumes").forEach(volume -> wanted.put(volume, null));
            params.pairs("mappings").forEach((lunId, volume) -> wanted.put(volume, Integer.parseInt(lunId, 16)));
            if (wanted.isEmpty()) {
                throw Ds8000Answers.invalid("Neither volumes nor mappings is given.");
            }
            ArrayNode answers = Ds8000Answers.array();
            wanted.forEach((volume, lunId) -> {
                StoredMapping made = state.map(host, state.volume(volume), lunId);
                record(call, Effect.CREATED, volume + " to " + host.name(), Map.of("lunid", lunId(made)));
                ObjectNode answer = Ds8000Answers.object();
                answer.set("server", Ds8000Answers.server("ok", "", Ds8000Answers.DONE));
                answer.set("link", Ds8000Answers.link(uri(), "hosts/" + host.name() + "/mappings/" + lunId(made)));
                answers.add(answer);
            });
            return Ds8000Answers.responses(answers);
        }

        private LabResponse deleteMapping(Call call) {
            StoredHost host = state.host(call.path("name"));
            StoredMapping mapping = state.mappings(host.name()).stream()
                    .filter(one -> lunId(one).equals(call.path("lunid")))
                    .findFirst()
                    .orElseThrow(() -> Ds8000Answers.absent("Mapping " + call.path("lunid")));
            state.unmap(mapping);
            record(call, Effect.DELETED, mapping.volume() + " to " + host.name(), Map.of("lunid", lunId(mapping)));
            return Ds8000Answers.done();
        }

        private ObjectNode portRow(IoPort port) {
            ObjectNode row = Ds8000Answers.reference(uri(), port.id(), "ioports/" + port.id())
                    .put("state", "Online")
                    .put("protocol", "SCSI-FCP")
                    .put("wwpn", wwpn(port))
                    .put("type", "Fibre Channel-SW")
                    .put("speed", "16 Gb/s")
                    .put(
                            "loc",
                            "U1500.1B" + port.enclosure() + ".RJBAY0" + port.enclosure() + "-P1-C1-T" + port.number());
            row.set(
                    "io_enclosure",
                    Ds8000Answers.reference(
                            uri(), Integer.toString(port.enclosure()), "io_enclosures/" + port.enclosure()));
            return row;
        }

        // --- FlashCopy --------------------------------------------------------------------------------------------

        private Relation relation(String id) {
            return relations.find(id).orElseThrow(() -> Ds8000Answers.absent("FlashCopy " + id));
        }

        private ObjectNode relationRow(Relation one) {
            ObjectNode row = Ds8000Answers.reference(uri(), one.id(), "cs/flashcopies/" + one.id());
            row.set("source_volume", Ds8000Answers.reference(uri(), one.source(), "volumes/" + one.source()));
            row.set("target_volume", Ds8000Answers.reference(uri(), one.target(), "volumes/" + one.target()));
            return row.put("out_of_sync_tracks", Long.toString(relations.outOfSyncTracks(one)))
                    .put("state", one.state());
        }

        private LabResponse flashCopiesOfVolume(Call call) {
            String volume = state.volume(call.path("id")).id();
            return rows(call, "flashcopy", relations.of(volume).stream().map(one -> {
                ObjectNode row = Ds8000Answers.object();
                row.set("sourcevolume", Ds8000Answers.reference(uri(), one.source(), "volumes/" + one.source()));
                row.set("targetvolume", Ds8000Answers.reference(uri(), one.target(), "volumes/" + one.target()));
                return row.put("persistent", one.persistent() ? "enabled" : "disabled")
                        .put("recording", one.persistent() ? "enabled" : "disabled")
                        .put("backgroundcopy", one.copies() ? "enabled" : "disabled")
                        .put("state", one.state());
            }));
        }

        private LabResponse createFlashCopies(Call call) {
            Params params = call.params();
            params.only("volume_pairs", "options");
            List<String> options = params.list("options");
            List<String> known = List.of(
                    "freeze_consistency",
                    "inhibit_target_writes",
                    "record_changes",
                    "no_background_copy",
                    "persistent",
                    "allow_pprc_target_primary",
                    "reverse_restore",
                    "fast_reverse_restore",
                    "permit_space_efficient_target",
                    "fail_space_efficient_target_out_of_space");
            if (!known.containsAll(options)) {
                throw Ds8000Answers.invalid("options are " + options + ".");
            }
            ArrayNode answers = Ds8000Answers.array();
            for (JsonNode pair : params.objects("volume_pairs", "source_volume", "target_volume")) {
                StoredVolume source = state.volume(pair.path("source_volume").asString());
                StoredVolume target = state.volume(pair.path("target_volume").asString());
                if (source.capacityBytes() > target.capacityBytes()
                        || source.id().equals(target.id())) {
                    throw Ds8000Answers.refusal(400, Ds8000Answers.RULE, "The target is smaller than the source.");
                }
                if (target.thin() && !options.contains("permit_space_efficient_target")) {
                    throw Ds8000Answers.refusal(400, Ds8000Answers.RULE, "The target is space efficient.");
                }
                if (relations.all().stream().anyMatch(one -> one.target().equals(target.id()))) {
                    throw Ds8000Answers.refusal(
                            400, Ds8000Answers.TAKEN, "Volume " + target.id() + " is the target of a relationship.");
                }
                Relation made = relations.create(
                        source.id(),
                        target.id(),
                        source.capacityBytes(),
                        options.contains("persistent"),
                        !options.contains("no_background_copy"),
                        context.faults().take(spec.system(), "create-flashcopy", FaultKind.JOB_FAILS)
                                ? FlashRelations.INVALID
                                : FlashRelations.VALID,
                        context.faults().take(spec.system(), "create-flashcopy", FaultKind.NEVER_ENDS));
                record(call, Effect.CREATED, made.id(), Map.of());
                ObjectNode answer = Ds8000Answers.object();
                answer.set("server", Ds8000Answers.server("ok", "", Ds8000Answers.DONE));
                answer.set("link", Ds8000Answers.link(uri(), "cs/flashcopies/" + made.id()));
                answers.add(answer);
            }
            return Ds8000Answers.responses(answers);
        }

        private LabResponse deleteFlashCopy(Call call) {
            Relation doomed = relation(call.path("id"));
            relations.withdraw(doomed);
            record(call, Effect.DELETED, doomed.id(), Map.of());
            return Ds8000Answers.done();
        }

        private void record(Call call, Effect effect, String object, Map<String, ?> details) {
            context.ledger().record(spec.system(), call.request().operation(), object, call.caller(), effect, details);
        }
    }
}
