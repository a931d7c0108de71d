package io.gulliver.lab.spectrumvirtualize;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabDialect;
import io.gulliver.lab.LabHandler;
import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabRequest;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.spectrumvirtualize.ArrayState.StoredHost;
import io.gulliver.lab.spectrumvirtualize.ArrayState.StoredMapping;
import io.gulliver.lab.spectrumvirtualize.ArrayState.StoredVolume;
import io.gulliver.lab.spectrumvirtualize.ArrayState.VolumeWish;
import io.gulliver.lab.spectrumvirtualize.FlashCopies.StoredMap;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec.PoolSpec;
import io.gulliver.lab.storage.LabStorage;
import io.gulliver.lab.storage.VolumeContent;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Spectrum Virtualize array: the REST service over the command line, with pools that really run out of space.
 *
 * <p>Two nodes in one I/O group with two Fibre Channel ports each, in N-port virtualisation mode. Commands run one at a time, as on the
 * product. Operations in ledger and faults bear the commands' names; {@code auth} is the logon. {@link FaultKind#POOL_FULL} armed for
 * {@code mkvolume}, {@code mkvdisk} or {@code expandvdisksize} makes the pool appear full, and {@link FaultKind#JOB_FAILS} for
 * {@code startfcmap} lets the copy stop half way, {@link FaultKind#NEVER_ENDS} lets it stand still at rate 0. Not played: throttles, mirrored copies, renaming,
 * iSCSI and NVMe hosts. {@link FaultKind#NEVER_ENDS} for {@code rmsnapshot} leaves the snapshot as one on which something depends. Hosts are in {@link Portsets} from level 8.5 on; portsets are made by nobody here, they come with the array.
 */
public final class LabArray implements LabStorage, AutoCloseable {

    private static final int NODES = 2;
    private static final int PORTS_PER_NODE = 2;
    // About ten commands a second and three logons; unverified, but a client must live with such limits.
    private static final double COMMANDS_PER_SECOND = 10;
    private static final double LOGONS_PER_SECOND = 3;
    private static final String GOLDEN = "golden";
    private static final Set<String> SIZE_OPTIONS = Set.of("size", "unit");

    /** Year, month, day, hour, minute, second in two digits each, as {@code lsfcmap} shows it. */
    private static final DateTimeFormatter START_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss").withZone(ZoneOffset.UTC);

    private record Token(String user, Instant end) {}

    private final LabContext context;
    private final LabArraySpec spec;
    /** What the WWPNs of its ports end with, by which those of two arrays differ. */
    private final String wwpnEnd;

    private final ArrayState state;
    private final FlashCopies copies;
    private final Portsets portsets;
    private final VolumeGroups groups;
    private final LabHttp http;
    private final SecureRandom random = new SecureRandom();
    // The array's command line is one: whoever holds this lock runs a command.
    private final Object commandLine = new Object();
    // In memory only: a restarted configuration node has forgotten every token.
    private final Map<String, Token> tokens = new TreeMap<>();
    private final Deque<Instant> recentCommands = new ArrayDeque<>();
    private final Deque<Instant> recentLogons = new ArrayDeque<>();
    private boolean closed;

    private LabArray(LabContext context, LabArraySpec spec) {
        this.context = context;
        this.spec = spec;
        this.wwpnEnd = String.format(Locale.ROOT, "%04X", ArrayState.checksum(spec.system()) & 0xffff);
        this.state = new ArrayState(context.documents(), spec);
        this.portsets = new Portsets(spec.hasPortsets(), spec.portsets());
        this.groups = new VolumeGroups(context.documents(), spec.system(), context.time());
        // A copy of an earlier run may be due at once, on another thread.
        synchronized (commandLine) {
            this.copies = new FlashCopies(
                    context.documents(), spec.system(), context.time(), state::volume, this::settleCopies);
        }
        this.http = LabHttp.https(context, spec.system(), new Dialect());
        layGolden();
        routes();
    }

    /** Once: a golden volume that somebody deletes is gone. */
    private void layGolden() {
        for (LabArraySpec.GoldenVolume golden : spec.golden()) {
            if (context.documents().find(spec.system(), GOLDEN, golden.name()).isEmpty()) {
                StoredVolume volume = state.createVolume(
                        new VolumeWish(golden.name(), golden.pool(), golden.capacityBytes(), true, false, false, "0"),
                        false);
                copies.write(volume.id(), golden.content());
                context.documents()
                        .put(
                                spec.system(),
                                GOLDEN,
                                golden.name(),
                                JsonMapper.shared().valueToTree(golden.content()));
            }
        }
    }

    private void settleCopies() {
        synchronized (commandLine) {
            if (!closed) {
                copies.settle();
            }
        }
    }

    /** Starts the array; its state, and its port, are those of earlier runs on the same data directory. */
    public static LabArray start(LabContext context, LabArraySpec spec) {
        LabArray array = new LabArray(context, spec);
        array.http.start();
        return array;
    }

    /** Where it answers. */
    @Override
    public URI uri() {
        return http.uri();
    }

    // --- for the other parts of the lab
    // -------------------------------------------------------------------------------------

    /** What a host port sees: every volume mapped to the host that owns it, by SCSI id; empty for a port that nobody owns. */
    public List<MappedVolume> mappedVolumes(String hostWwpn) {
        synchronized (commandLine) {
            return state.ownerOf(canonical(hostWwpn)).stream()
                    .flatMap(host -> state.mappingsOfHost(host.id()).stream().map(mapping -> {
                        StoredVolume volume = state.volume(mapping.volumeId());
                        return new MappedVolume(
                                volume.name(),
                                volume.uid(),
                                volume.capacityBytes(),
                                host.name(),
                                mapping.scsiId(),
                                targetsOf(host));
                    }))
                    .toList();
        }
    }

    /** By which hosts know a volume, as the array writes it; no other volume ever has it again. */
    public Optional<String> uid(String volume) {
        synchronized (commandLine) {
            return state.volumes().stream()
                    .filter(stored -> stored.name().equals(volume))
                    .map(StoredVolume::uid)
                    .findFirst();
        }
    }

    @Override
    public List<SeenVolume> seenBy(String hostWwpn) {
        return mappedVolumes(hostWwpn).stream()
                .map(volume -> new SeenVolume(
                        volume.uid(),
                        volume.lun(),
                        volume.capacityBytes(),
                        volume.targetWwpns().stream()
                                .filter(target -> sees(hostWwpn, target))
                                .toList()))
                .toList();
    }

    @Override
    public String kind() {
        return "spectrum-virtualize";
    }

    /** What a host reads from the volume of this identifier now; empty for nothing that can be loaded, and for no such volume. */
    @Override
    public Optional<VolumeContent> content(String uid) {
        synchronized (commandLine) {
            return state.volumes().stream()
                    .filter(volume -> volume.uid().equals(uid))
                    .findFirst()
                    .flatMap(volume -> copies.read(volume.id()));
        }
    }

    /**
     * Writes onto a volume what can be loaded, as an installer does.
     *
     * @return false when there is no such volume
     */
    @Override
    public boolean write(String volume, VolumeContent content) {
        synchronized (commandLine) {
            Optional<StoredVolume> found = state.volumes().stream()
                    .filter(stored -> stored.name().equals(volume))
                    .findFirst();
            found.ifPresent(stored -> copies.write(stored.id(), content));
            return found.isPresent();
        }
    }

    @Override
    public boolean writeTo(String uid, VolumeContent content) {
        synchronized (commandLine) {
            Optional<StoredVolume> found = state.volumes().stream()
                    .filter(stored -> stored.uid().equalsIgnoreCase(uid))
                    .findFirst();
            found.ifPresent(stored -> copies.write(stored.id(), content));
            return found.isPresent();
        }
    }

    /** The ports to which hosts are zoned. */
    public List<String> targetWwpns() {
        List<String> wwpns = new ArrayList<>();
        eachPort((node, port) -> wwpns.add(virtualWwpn(node, port)));
        return wwpns;
    }

    /** Those of them that serve a host: the ones of its portset, or all where there are no portsets. */
    private List<String> targetsOf(StoredHost host) {
        List<String> wwpns = new ArrayList<>();
        eachPort((node, port) -> {
            if (portsets.serves(host.portset(), port)) {
                wwpns.add(virtualWwpn(node, port));
            }
        });
        return wwpns;
    }

    /** The ports to which hosts are zoned, each with the fabric on which it stands: the first port of each node, and the second. */
    @Override
    public SortedMap<String, String> targetFabrics() {
        SortedMap<String, String> fabrics = new TreeMap<>();
        eachPort((node, port) -> fabrics.put(virtualWwpn(node, port), port % 2 == 1 ? "A" : "B"));
        return fabrics;
    }

    /** Tells the array that the fabric has logged a host port in at all its ports, or out. */
    public void loggedIn(String hostWwpn, boolean on) {
        synchronized (commandLine) {
            state.login(canonical(hostWwpn), on ? targetWwpns() : List.of());
        }
    }

    /**
     * Tells the array which host ports the fabrics have logged in, and where; all others are out.
     *
     * @param targets ports of this array, by host port
     */
    @Override
    public void loggedIn(Map<String, List<String>> targets) {
        synchronized (commandLine) {
            Map<String, List<String>> wanted = new TreeMap<>();
            targets.forEach((host, at) -> wanted.put(
                    canonical(host),
                    at.stream().map(LabArray::canonical).sorted().toList()));
            state.loggedIn().stream()
                    .filter(host -> !wanted.containsKey(host))
                    .forEach(host -> state.login(host, List.of()));
            wanted.forEach(state::login);
        }
    }

    /** Whether a host port is logged in at a port of this array. */
    public boolean sees(String hostWwpn, String targetWwpn) {
        synchronized (commandLine) {
            return state.loggedInAt(canonical(hostWwpn)).contains(canonical(targetWwpn));
        }
    }

    /** The name of this array in the lab. */
    @Override
    public String system() {
        return spec.system();
    }

    // --- routes
    // -------------------------------------------------------------------------------------------------------------

    private void routes() {
        http.read("POST", spec.basePath() + "/auth", "auth", this::logon);
        list("lssystem", Set.of("bytes"), this::lssystem);
        listOrOne("lsmdiskgrp", Set.of("bytes", "filtervalue"), this::lsmdiskgrp);
        list("lsiogrp", Set.of("filtervalue"), this::lsiogrp);
        list("lsportfc", Set.of("filtervalue"), (object, options) -> filtered(portRows(), options));
        list("lstargetportfc", Set.of("filtervalue"), (object, options) -> filtered(targetPortRows(), options));
        list("lsfabric", Set.of("host"), this::lsfabric);
        listOrOne("lsvdisk", Set.of("bytes", "filtervalue"), this::lsvdisk);
        listOrOne("lshost", Set.of("filtervalue"), this::lshost);
        withObject("lsvdiskhostmap", Set.of(), false, this::lsvdiskhostmap);
        withObject("lshostvdiskmap", Set.of(), false, this::lshostvdiskmap);

        listOrOne("lsfcmap", Set.of("filtervalue"), this::lsfcmap);
        withObject("lsfcmapprogress", Set.of(), false, this::lsfcmapprogress);
        change(
                "mkfcmap",
                Set.of("name", "source", "target", "copyrate", "cleanrate", "autodelete", "grainsize"),
                this::mkfcmap);
        withObject("prestartfcmap", Set.of(), true, this::prestartfcmap);
        withObject("startfcmap", Set.of("prep"), true, this::startfcmap);
        withObject("stopfcmap", Set.of("force"), true, this::stopfcmap);
        withObject("rmfcmap", Set.of("force"), true, this::rmfcmap);

        change(
                "mkvolume",
                Set.of("name", "pool", "size", "unit", "iogrp", "thin", "compressed", "deduplicated"),
                this::mkvolume);
        change(
                "mkvdisk",
                Set.of(
                        "name",
                        "mdiskgrp",
                        "size",
                        "unit",
                        "iogrp",
                        "rsize",
                        "autoexpand",
                        "grainsize",
                        "warning",
                        "compressed",
                        "deduplicated"),
                this::mkvdisk);
        listOrOne("lsvolumegroup", Set.of("bytes", "filtervalue"), this::lsvolumegroup);
        change("mkvolumegroup", Set.of("name"), this::mkvolumegroup);
        withObject("chvdisk", Set.of("volumegroup", "novolumegroup"), true, this::chvdisk);
        withObject("rmvolumegroup", Set.of(), true, this::rmvolumegroup);
        if (spec.hasSnapshots()) {
            list(
                    "lsvolumegroupsnapshot",
                    Set.of("bytes", "filtervalue"),
                    (object, options) -> filtered(groups.snapshotRows(), options));
            change("addsnapshot", Set.of("name", "volumegroup", "pool", "retentiondays"), this::addsnapshot);
            change("rmsnapshot", Set.of("snapshot", "volumegroup", "snapshotid"), this::rmsnapshot);
        }
        Set<String> ofHosts = new TreeSet<>(Set.of("name", "fcwwpn", "hbawwpn", "force", "type", "protocol", "iogrp"));
        if (spec.hasPortsets()) {
            ofHosts.add("portset");
            listOrOne("lsportset", Set.of("filtervalue"), this::lsportset);
            list(
                    "lsfcportsetmember",
                    Set.of("filtervalue"),
                    (object, options) -> filtered(portsets.memberRows(), options));
        }
        change("mkhost", ofHosts, this::mkhost);
        withObject(
                "expandvdisksize",
                SIZE_OPTIONS,
                true,
                (object, options) -> resize("expandvdisksize", object, options, 1));
        withObject(
                "shrinkvdisksize",
                SIZE_OPTIONS,
                true,
                (object, options) -> resize("shrinkvdisksize", object, options, -1));
        withObject(
                "rmvolume",
                Set.of("removehostmappings", "removefcmaps"),
                true,
                (object, options) -> rmvolume("rmvolume", object, options));
        withObject(
                "rmvdisk",
                Set.of("force", "removehostmappings"),
                true,
                (object, options) -> rmvolume("rmvdisk", object, options));
        withObject("addhostport", Set.of("fcwwpn", "hbawwpn", "force"), true, this::addhostport);
        withObject("rmhostport", Set.of("fcwwpn", "hbawwpn", "force"), true, this::rmhostport);
        withObject("rmhost", Set.of("force"), true, this::rmhost);
        withObject("mkvdiskhostmap", Set.of("host", "scsi", "force"), true, this::mkvdiskhostmap);
        withObject("rmvdiskhostmap", Set.of("host"), true, this::rmvdiskhostmap);
    }

    /** One command: its positional argument, empty for none, and its options. */
    private interface CliCommand {
        LabResponse run(String object, Options options);
    }

    private void list(String command, Set<String> options, CliCommand cli) {
        http.read("POST", spec.basePath() + "/" + command, command, running(command, options, cli));
    }

    private void listOrOne(String command, Set<String> options, CliCommand cli) {
        list(command, options, cli);
        withObject(command, options, false, cli);
    }

    private void change(String command, Set<String> options, CliCommand cli) {
        http.route("POST", spec.basePath() + "/" + command, command, running(command, options, cli));
    }

    private void withObject(String command, Set<String> options, boolean changing, CliCommand cli) {
        String path = spec.basePath() + "/" + command + "/{object}";
        LabHandler handler = running(command, options, cli);
        if (changing) {
            http.route("POST", path, command, handler);
        } else {
            http.read("POST", path, command, handler);
        }
    }

    private LabHandler running(String command, Set<String> options, CliCommand cli) {
        return request -> {
            synchronized (commandLine) {
                requireToken(request);
                limitRate(recentCommands, COMMANDS_PER_SECOND);
                return cli.run(request.pathParameters().getOrDefault("object", ""), Options.read(request, options));
            }
        };
    }

    // --- logon and rates
    // ----------------------------------------------------------------------------------------------------

    private LabResponse logon(LabRequest request) {
        synchronized (commandLine) {
            limitRate(recentLogons, LOGONS_PER_SECOND);
            boolean userRight =
                    same(spec.user(), request.header("X-Auth-Username").orElse(""));
            boolean passwordRight =
                    same(spec.password(), request.header("X-Auth-Password").orElse(""));
            if (!userRight || !passwordRight) {
                return CliMessage.CMMVC7017E.response(403);
            }
            byte[] bytes = new byte[32];
            random.nextBytes(bytes);
            String token = HexFormat.of().formatHex(bytes);
            tokens.put(
                    token, new Token(spec.user(), context.realClock().instant().plus(spec.tokenLife())));
            return LabResponse.json(200, row().put("token", token));
        }
    }

    private static boolean same(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    private void requireToken(LabRequest request) {
        if (liveToken(request).isEmpty()) {
            throw new LabRefusal(forbidden());
        }
    }

    private Optional<Token> liveToken(LabRequest request) {
        Instant now = context.realClock().instant();
        return request.header("X-Auth-Token")
                .flatMap(token -> Optional.ofNullable(tokens.get(token)))
                .filter(token -> now.isBefore(token.end()));
    }

    private static LabResponse forbidden() {
        return CliMessage.string(403, "Forbidden");
    }

    /** Answers 429 above a rate; the lab's speed raises the rate like all others. */
    private void limitRate(Deque<Instant> recent, double perSecond) {
        double limit = context.pace().bytesPerSecond(perSecond);
        if (Double.isInfinite(limit)) {
            return;
        }
        Instant now = context.realClock().instant();
        while (!recent.isEmpty() && !recent.peekFirst().isAfter(now.minus(Duration.ofSeconds(1)))) {
            recent.removeFirst();
        }
        if (recent.size() >= limit) {
            throw new LabRefusal(CliMessage.string(429, "Too many requests"));
        }
        recent.addLast(now);
    }

    // --- what is there
    // ------------------------------------------------------------------------------------------------------

    private LabResponse lssystem(String object, Options options) {
        long capacity =
                state.pools().stream().mapToLong(PoolSpec::capacityBytes).sum();
        long taken = state.pools().stream()
                .mapToLong(pool -> state.takenBytes(pool.name()))
                .sum();
        return LabResponse.json(
                200,
                row().put(
                                "id",
                                String.format(
                                        Locale.ROOT, "%016X", 0x20000000000L | ArrayState.checksum(spec.system())))
                        .put("name", spec.system())
                        .put("location", "local")
                        .put("total_mdisk_capacity", size(capacity, options))
                        .put("space_in_mdisk_grps", size(capacity, options))
                        .put("total_free_space", size(capacity - taken, options))
                        .put("code_level", spec.level() + " (build 152.24.2012160000000)")
                        .put("product_name", "IBM FlashSystem 9100"));
    }

    private LabResponse lsmdiskgrp(String object, Options options) {
        if (!object.isEmpty()) {
            return LabResponse.json(200, poolRow(state.requirePool(object), options));
        }
        return filtered(state.pools().stream().map(pool -> poolRow(pool, options)), options);
    }

    private ObjectNode poolRow(PoolSpec pool, Options options) {
        long taken = state.takenBytes(pool.name());
        long promised = state.promisedBytes(pool.name());
        long count = state.volumes().stream()
                .filter(volume -> volume.pool().equals(pool.name()))
                .count();
        String id = Integer.toString(state.poolId(pool.name()));
        return row().put("id", id)
                .put("name", pool.name())
                .put("status", "online")
                .put("mdisk_count", "1")
                .put("vdisk_count", Long.toString(count))
                .put("capacity", size(pool.capacityBytes(), options))
                // The grain is told in megabytes unless bytes are asked for.
                .put("extent_size", Long.toString(options.has("bytes") ? pool.extentBytes() : pool.extentBytes() >> 20))
                .put("free_capacity", size(pool.capacityBytes() - taken, options))
                .put("virtual_capacity", size(promised, options))
                .put("used_capacity", size(taken, options))
                .put("real_capacity", size(taken, options))
                .put("overallocation", Long.toString(promised * 100 / pool.capacityBytes()))
                .put("warning", "80")
                .put("easy_tier", "auto")
                .put(
                        "compression_active",
                        yes(state.volumes().stream()
                                .anyMatch(volume -> volume.pool().equals(pool.name()) && volume.compressed())))
                .put("parent_mdisk_grp_id", id)
                .put("parent_mdisk_grp_name", pool.name())
                .put("data_reduction", yes(pool.dataReduction()))
                .put("type", "parent")
                .put("encrypt", "no");
    }

    private LabResponse lsiogrp(String object, Options options) {
        // Four groups always exist, and one for recovery; only the first has nodes here.
        Stream<ObjectNode> rows = Stream.iterate(0, id -> id + 1)
                .limit(5)
                .map(id -> row().put("id", Integer.toString(id))
                        .put("name", id == 4 ? "recovery_io_grp" : "io_grp" + id)
                        .put("node_count", id == 0 ? Integer.toString(NODES) : "0")
                        .put(
                                "vdisk_count",
                                id == 0 ? Integer.toString(state.volumes().size()) : "0")
                        .put(
                                "host_count",
                                id == 4 ? "0" : Integer.toString(state.hosts().size())));
        return filtered(rows, options);
    }

    private interface PortVisitor {
        void visit(int node, int port);
    }

    private static void eachPort(PortVisitor visitor) {
        for (int node = 1; node <= NODES; node++) {
            for (int port = 1; port <= PORTS_PER_NODE; port++) {
                visitor.visit(node, port);
            }
        }
    }

    private String physicalWwpn(int node, int port) {
        return "500507680B" + port + node + wwpnEnd;
    }

    private String virtualWwpn(int node, int port) {
        return "500507680B" + (port + 4) + node + wwpnEnd;
    }

    private Stream<ObjectNode> portRows() {
        List<ObjectNode> rows = new ArrayList<>();
        eachPort((node, port) -> rows.add(row().put("id", Integer.toString(rows.size()))
                .put("fc_io_port_id", Integer.toString(port))
                .put("port_id", Integer.toString(port))
                .put("type", "fc")
                .put("port_speed", "16Gb")
                .put("node_id", Integer.toString(node))
                .put("node_name", "node" + node)
                .put("WWPN", physicalWwpn(node, port))
                .put("nportid", nPortId(node, port, false))
                .put("status", "active")
                .put("attachment", "switch")));
        return rows.stream();
    }

    private Stream<ObjectNode> targetPortRows() {
        List<ObjectNode> rows = new ArrayList<>();
        eachPort((node, port) -> {
            rows.add(targetPortRow(rows.size(), node, port, false));
            rows.add(targetPortRow(rows.size(), node, port, true));
        });
        return rows.stream();
    }

    private ObjectNode targetPortRow(int id, int node, int port, boolean forHosts) {
        return row().put("id", Integer.toString(id))
                .put("WWPN", forHosts ? virtualWwpn(node, port) : physicalWwpn(node, port))
                .put(
                        "WWNN",
                        String.format(
                                Locale.ROOT, "500507680B00%04X", (ArrayState.checksum(spec.system()) + node) & 0xffff))
                .put("port_id", Integer.toString(port))
                .put("owning_node_id", Integer.toString(node))
                .put("current_node_id", Integer.toString(node))
                .put("nportid", nPortId(node, port, forHosts))
                .put("host_io_permitted", yes(forHosts))
                .put("virtualized", yes(forHosts))
                .put("protocol", "scsi");
    }

    private static String nPortId(int node, int port, boolean virtual) {
        return String.format(Locale.ROOT, "01%02X%02X", node * 16 + port, virtual ? 1 : 0);
    }

    private LabResponse lsfabric(String object, Options options) {
        Optional<String> wanted = options.find("host");
        Collection<StoredHost> hosts = wanted.isEmpty()
                ? state.hosts()
                : List.of(state.findHost(wanted.get()).orElseThrow(CliMessage.CMMVC5804E::refusal));
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        for (StoredHost host : hosts) {
            for (String wwpn : host.wwpns()) {
                List<String> targets = state.loggedInAt(wwpn);
                eachPort((node, port) -> {
                    if (targets.contains(virtualWwpn(node, port)) && portsets.serves(host.portset(), port)) {
                        rows.add(fabricRow(host, wwpn, node, port));
                    }
                });
            }
        }
        return LabResponse.json(200, rows);
    }

    private ObjectNode fabricRow(StoredHost host, String wwpn, int node, int port) {
        return row().put("remote_wwpn", wwpn)
                .put("remote_nportid", "010A00")
                .put("id", Integer.toString(node))
                .put("node_name", "node" + node)
                .put("local_wwpn", virtualWwpn(node, port))
                .put("local_port", Integer.toString(port))
                .put("local_nportid", nPortId(node, port, true))
                .put("state", state.mappingsOfHost(host.id()).isEmpty() ? "inactive" : "active")
                .put("name", host.name())
                .put("cluster_name", "")
                .put("type", "host");
    }

    // --- volumes
    // ------------------------------------------------------------------------------------------------------------

    private LabResponse lsvdisk(String object, Options options) {
        if (object.isEmpty()) {
            return filtered(state.volumes().stream().map(volume -> volumeRow(volume, options)), options);
        }
        StoredVolume volume = state.requireVolume(object);
        ObjectNode detail = volumeRow(volume, options)
                .put("cache", "readwrite")
                .put("sync_rate", "50")
                .put("formatted", "yes")
                .put("access_IO_group_count", "1")
                .put("IOPs_limit", "")
                .put("bandwidth_limit_MB", "");
        // The detail view of a volume is a list: the volume, then each of its copies.
        ObjectNode copy = row().put("copy_id", "0")
                .put("status", "online")
                .put("sync", "yes")
                .put("primary", "yes")
                .put("mdisk_grp_id", Integer.toString(state.poolId(volume.pool())))
                .put("mdisk_grp_name", volume.pool())
                .put("used_capacity", size(volume.takenBytes(), options))
                .put("real_capacity", size(volume.takenBytes(), options))
                .put("se_copy", yes(volume.thin()))
                .put("autoexpand", volume.thin() ? "on" : "")
                .put("warning", volume.thin() ? "80" : "")
                .put("grainsize", volume.thin() ? "256" : "")
                .put("compressed_copy", yes(volume.compressed()))
                .put("deduplicated_copy", yes(volume.deduplicated()))
                .put("easy_tier", "on")
                .put("encrypt", "no");
        return LabResponse.json(
                200, JsonMapper.shared().createArrayNode().add(detail).add(copy));
    }

    private ObjectNode volumeRow(StoredVolume volume, Options options) {
        String poolId = Integer.toString(state.poolId(volume.pool()));
        List<StoredMap> maps = copies.of(volume.id());
        String several = maps.size() > 1 ? "many" : "";
        ObjectNode row = row().put("id", Integer.toString(volume.id()))
                .put("name", volume.name())
                .put("IO_group_id", volume.ioGroup())
                .put("IO_group_name", "io_grp" + volume.ioGroup())
                .put("status", copies.offline(volume.id()) ? "offline" : "online")
                .put("mdisk_grp_id", poolId)
                .put("mdisk_grp_name", volume.pool())
                .put("capacity", size(volume.capacityBytes(), options))
                .put("type", "striped")
                .put("FC_id", maps.size() == 1 ? Integer.toString(maps.get(0).id()) : several)
                .put("FC_name", maps.size() == 1 ? maps.get(0).name() : several)
                .put("RC_id", "")
                .put("RC_name", "")
                .put("vdisk_UID", volume.uid())
                .put("fc_map_count", Integer.toString(maps.size()))
                .put("copy_count", "1")
                .put("fast_write_state", "empty")
                .put("se_copy_count", volume.thin() ? "1" : "0")
                .put("RC_change", "no")
                .put("compressed_copy_count", volume.compressed() ? "1" : "0")
                .put("parent_mdisk_grp_id", poolId)
                .put("parent_mdisk_grp_name", volume.pool())
                .put("formatting", "no")
                .put("encrypt", "no")
                .put("volume_id", Integer.toString(volume.id()))
                .put("volume_name", volume.name())
                .put("function", "");
        return groups.grouped(row, volume.id());
    }

    private LabResponse mkvolume(String object, Options options) {
        return createVolume("mkvolume", options.require("pool"), options.has("thin"), options, "Volume");
    }

    private LabResponse mkvdisk(String object, Options options) {
        if ((options.has("autoexpand")
                        || options.has("grainsize")
                        || options.has("warning")
                        || options.has("compressed"))
                && !options.has("rsize")) {
            throw CliMessage.CMMVC5707E.refusal();
        }
        return createVolume("mkvdisk", options.require("mdiskgrp"), options.has("rsize"), options, "Virtual Disk");
    }

    private LabResponse createVolume(String command, String pool, boolean thin, Options options, String noun) {
        boolean compressed = options.has("compressed");
        if (command.equals("mkvolume") && thin && compressed) {
            throw CliMessage.CMMVC5713E.refusal();
        }
        VolumeWish wish = new VolumeWish(
                // Without a name the product makes one from the number.
                options.find("name").orElse("vdisk" + state.volumes().size()),
                pool,
                options.size(),
                thin,
                compressed,
                options.has("deduplicated"),
                ioGroup(options));
        boolean full = context.faults().take(spec.system(), command, FaultKind.POOL_FULL);
        StoredVolume volume = state.createVolume(wish, full);
        record(
                command,
                volume.name(),
                Effect.CREATED,
                Map.of(
                        "id",
                        volume.id(),
                        "pool",
                        volume.pool(),
                        "capacityBytes",
                        volume.capacityBytes(),
                        "uid",
                        volume.uid()));
        return created(volume.id(), noun);
    }

    private static String ioGroup(Options options) {
        String group = options.find("iogrp").orElse("0");
        if (!group.equals("0") && !group.equals("io_grp0")) {
            // The other groups have no nodes.
            throw CliMessage.CMMVC5804E.refusal();
        }
        return "0";
    }

    private LabResponse resize(String command, String object, Options options, int sign) {
        StoredVolume volume = state.requireVolume(object);
        boolean full = context.faults().take(spec.system(), command, FaultKind.POOL_FULL);
        StoredVolume after = state.resize(volume, sign * options.size(), full);
        record(command, after.name(), Effect.CHANGED, Map.of("capacityBytes", after.capacityBytes()));
        return done();
    }

    private LabResponse rmvolume(String command, String object, Options options) {
        StoredVolume volume = state.requireVolume(object);
        boolean withMaps = options.has("removefcmaps") || options.has("force");
        if (!withMaps && !copies.of(volume.id()).isEmpty()) {
            throw CliMessage.CMMVC5840E.refusal();
        }
        if (groups.holds(volume.id())) {
            throw CliMessage.CMMVC5840E.refusal();
        }
        state.deleteVolume(volume, options.has("removehostmappings") || options.has("force"));
        copies.volumeGone(volume.id());
        groups.volumeGone(volume.id());
        record(command, volume.name(), Effect.DELETED, Map.of("uid", volume.uid()));
        return done();
    }

    // --- volume groups
    // ------------------------------------------------------------------------------------------------------

    private LabResponse lsvolumegroup(String object, Options options) {
        return object.isEmpty()
                ? filtered(groups.groupRows(), options)
                : LabResponse.json(200, groups.row(groups.require(object)));
    }

    private LabResponse mkvolumegroup(String object, Options options) {
        VolumeGroups.StoredGroup group = groups.create(options.find("name").orElse(null));
        record("mkvolumegroup", group.name(), Effect.CREATED, Map.of("id", group.id(), "uid", group.uid()));
        return created(group.id(), "Volume Group");
    }

    private LabResponse chvdisk(String object, Options options) {
        StoredVolume volume = state.requireVolume(object);
        if (options.has("volumegroup") && options.has("novolumegroup")) {
            throw CliMessage.CMMVC5713E.refusal();
        }
        if (options.has("novolumegroup")) {
            groups.leave(volume);
            record("chvdisk", volume.name(), Effect.CHANGED, Map.of("novolumegroup", true));
            return done();
        }
        VolumeGroups.StoredGroup group = groups.join(volume, options.require("volumegroup"));
        record("chvdisk", volume.name(), Effect.CHANGED, Map.of("volumegroup", group.name()));
        return done();
    }

    private LabResponse rmvolumegroup(String object, Options options) {
        VolumeGroups.StoredGroup group = groups.require(object);
        groups.remove(group);
        record("rmvolumegroup", group.name(), Effect.DELETED, Map.of("id", group.id()));
        return done();
    }

    private LabResponse addsnapshot(String object, Options options) {
        options.find("pool").ifPresent(pool -> {
            if (state.findPool(pool).isEmpty()) {
                throw CliMessage.CMMVC5804E.refusal();
            }
        });
        if (context.faults().take(spec.system(), "addsnapshot", FaultKind.POOL_FULL)) {
            throw CliMessage.CMMVC8710E.refusal();
        }
        VolumeGroups.StoredSnapshot snapshot = groups.take(options, state.volumes());
        record(
                "addsnapshot",
                snapshot.name(),
                Effect.CREATED,
                Map.of("id", snapshot.id(), "volumegroup", options.require("volumegroup")));
        return created(snapshot.id(), "Snapshot");
    }

    private LabResponse rmsnapshot(String object, Options options) {
        VolumeGroups.StoredSnapshot snapshot = groups.wanted(options);
        boolean depended = context.faults().take(spec.system(), "rmsnapshot", FaultKind.NEVER_ENDS);
        groups.remove(snapshot, depended);
        record("rmsnapshot", snapshot.name(), depended ? Effect.CHANGED : Effect.DELETED, Map.of("id", snapshot.id()));
        return done();
    }

    // --- FlashCopy
    // ----------------------------------------------------------------------------------------------------------

    private LabResponse lsfcmap(String object, Options options) {
        if (object.isEmpty()) {
            return filtered(copies.all().stream().map(this::mapRow), options);
        }
        StoredMap map = copies.require(object);
        return LabResponse.json(
                200,
                mapRow(map)
                        .put("autodelete", map.autodelete() ? "on" : "off")
                        .put("clean_rate", Integer.toString(map.cleanRate()))
                        .put("grain_size", Integer.toString(map.grainSize()))
                        .put("IO_group_id", "0")
                        .put("IO_group_name", "io_grp0")
                        .put("dependent_mappings", "0")
                        .put("difference", Integer.toString(100 - copies.progress(map)))
                        .put("keep_target", "no"));
    }

    private ObjectNode mapRow(StoredMap map) {
        Instant started = map.started();
        return row().put("id", Integer.toString(map.id()))
                .put("name", map.name())
                .put("source_vdisk_id", Integer.toString(map.sourceId()))
                .put("source_vdisk_name", state.volume(map.sourceId()).name())
                .put("target_vdisk_id", Integer.toString(map.targetId()))
                .put("target_vdisk_name", state.volume(map.targetId()).name())
                .put("group_id", "")
                .put("group_name", "")
                .put("status", map.status())
                .put("progress", Integer.toString(copies.progress(map)))
                .put("copy_rate", Integer.toString(map.copyRate()))
                .put("clean_progress", "100")
                .put("incremental", "off")
                .put("partner_FC_id", "")
                .put("partner_FC_name", "")
                .put("restoring", "no")
                .put("start_time", started == null ? "" : START_TIME.format(started))
                .put("rc_controlled", "no");
    }

    private LabResponse lsfcmapprogress(String object, Options options) {
        StoredMap map = copies.require(object);
        return LabResponse.json(
                200,
                row().put("id", Integer.toString(map.id())).put("progress", Integer.toString(copies.progress(map))));
    }

    private LabResponse mkfcmap(String object, Options options) {
        String source = options.require("source");
        String target = options.require("target");
        options.find("name").ifPresent(ArrayState::checkName);
        StoredMap map = copies.create(
                options.find("name").orElse(null),
                state.requireVolume(source),
                state.requireVolume(target),
                rate(options.find("copyrate").orElse("50")),
                rate(options.find("cleanrate").orElse("50")),
                options.has("autodelete"),
                grain(options.find("grainsize").orElse("256")));
        record("mkfcmap", map.name(), Effect.CREATED, Map.of("id", map.id(), "source", source, "target", target));
        return created(map.id(), "FlashCopy Mapping");
    }

    private static int rate(String text) {
        if (text.matches("\\d{1,3}") && Integer.parseInt(text) <= 150) {
            return Integer.parseInt(text);
        }
        throw CliMessage.CMMVC5711E.refusal(text);
    }

    private static int grain(String text) {
        if (text.equals("64") || text.equals("256")) {
            return Integer.parseInt(text);
        }
        throw CliMessage.CMMVC5711E.refusal(text);
    }

    private LabResponse prestartfcmap(String object, Options options) {
        StoredMap map = copies.prepare(copies.require(object), false);
        record("prestartfcmap", map.name(), Effect.CHANGED, Map.of());
        return done();
    }

    private LabResponse startfcmap(String object, Options options) {
        StoredMap map = copies.require(object);
        boolean stops = context.faults().take(spec.system(), "startfcmap", FaultKind.JOB_FAILS);
        if (context.faults().take(spec.system(), "startfcmap", FaultKind.NEVER_ENDS)) {
            map = copies.halt(map);
        }
        map = options.has("prep") ? copies.prepare(map, !stops) : copies.start(map);
        if (stops) {
            copies.breakOff(map);
        }
        record("startfcmap", map.name(), Effect.STARTED, Map.of());
        return done();
    }

    private LabResponse stopfcmap(String object, Options options) {
        StoredMap map = copies.require(object);
        copies.stop(map);
        record("stopfcmap", map.name(), Effect.STOPPED, Map.of());
        return done();
    }

    private LabResponse rmfcmap(String object, Options options) {
        StoredMap map = copies.require(object);
        copies.remove(map, options.has("force"));
        record("rmfcmap", map.name(), Effect.DELETED, Map.of("id", map.id()));
        return done();
    }

    // --- hosts
    // --------------------------------------------------------------------------------------------------------------

    private LabResponse lshost(String object, Options options) {
        if (object.isEmpty()) {
            return filtered(state.hosts().stream().map(this::hostRow), options);
        }
        StoredHost host = state.requireHost(object);
        ObjectNode detail = hostRow(host).put("type", host.type()).put("mask", "1".repeat(64));
        ArrayNode nodes = detail.putArray("nodes");
        boolean used = !state.mappingsOfHost(host.id()).isEmpty();
        for (String wwpn : host.wwpns()) {
            int seeing = nodesThatSee(host, wwpn);
            nodes.add(row().put("WWPN", wwpn)
                    .put("node_logged_in_count", Integer.toString(seeing))
                    .put("state", seeing == 0 ? "offline" : used ? "active" : "inactive"));
        }
        return LabResponse.json(200, detail);
    }

    private int nodesThatSee(StoredHost host, String wwpn) {
        List<String> targets = state.loggedInAt(wwpn);
        Set<Integer> nodes = new TreeSet<>();
        eachPort((node, port) -> {
            if (targets.contains(virtualWwpn(node, port)) && portsets.serves(host.portset(), port)) {
                nodes.add(node);
            }
        });
        return nodes.size();
    }

    private ObjectNode hostRow(StoredHost host) {
        long on = host.wwpns().stream()
                .filter(wwpn -> nodesThatSee(host, wwpn) > 0)
                .count();
        ObjectNode row = row().put("id", Integer.toString(host.id()))
                .put("name", host.name())
                .put("port_count", Integer.toString(host.wwpns().size()))
                .put("iogrp_count", "4")
                .put("status", on == 0 ? "offline" : on == host.wwpns().size() ? "online" : "degraded")
                .put("site_id", "")
                .put("site_name", "")
                .put("host_cluster_id", "")
                .put("host_cluster_name", "")
                .put("protocol", "scsi");
        return spec.hasPortsets() ? portsets.named(row, host.portset()) : row;
    }

    private LabResponse lsportset(String object, Options options) {
        return object.isEmpty()
                ? filtered(portsets.rows(state.hosts()), options)
                : LabResponse.json(200, portsets.row(object, state.hosts()));
    }

    private LabResponse mkhost(String object, Options options) {
        List<String> wwpns = wwpns(options);
        String name = options.find("name").orElse("host" + state.hosts().size());
        String portset = spec.hasPortsets() ? portsets.forHost(options.find("portset")) : null;
        StoredHost host =
                state.createHost(name, options.find("type").orElse("generic"), wwpns, options.has("force"), portset);
        record("mkhost", host.name(), Effect.CREATED, Map.of("id", host.id(), "wwpns", host.wwpns()));
        return created(host.id(), "Host");
    }

    private LabResponse addhostport(String object, Options options) {
        StoredHost host = state.addPorts(state.requireHost(object), wwpns(options), options.has("force"));
        record("addhostport", host.name(), Effect.CHANGED, Map.of("wwpns", host.wwpns()));
        return done();
    }

    private LabResponse rmhostport(String object, Options options) {
        StoredHost host = state.removePorts(state.requireHost(object), wwpns(options), options.has("force"));
        record("rmhostport", host.name(), Effect.CHANGED, Map.of("wwpns", host.wwpns()));
        return done();
    }

    private LabResponse rmhost(String object, Options options) {
        StoredHost host = state.requireHost(object);
        state.deleteHost(host, options.has("force"));
        record("rmhost", host.name(), Effect.DELETED, Map.of("id", host.id()));
        return done();
    }

    /** Ports of the option {@code fcwwpn}, or {@code hbawwpn} as older levels say, joined by colons. */
    private static List<String> wwpns(Options options) {
        if (options.has("fcwwpn") && options.has("hbawwpn")) {
            throw CliMessage.CMMVC5713E.refusal();
        }
        String joined = options.find("fcwwpn").orElseGet(() -> options.require("hbawwpn"));
        return Stream.of(joined.split(":", -1))
                .map(wwpn -> wwpn.toUpperCase(Locale.ROOT))
                .toList();
    }

    private static String canonical(String wwpn) {
        return wwpn.replace(":", "").toUpperCase(Locale.ROOT);
    }

    // --- mappings
    // -----------------------------------------------------------------------------------------------------------

    private LabResponse lsvdiskhostmap(String object, Options options) {
        StoredVolume volume = state.requireVolume(object);
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        for (StoredMapping mapping : state.mappingsOfVolume(volume.id())) {
            StoredHost host = state.host(mapping.hostId());
            rows.add(mappingRow(volume.id(), volume.name(), mapping, volume)
                    .put("host_id", Integer.toString(host.id()))
                    .put("host_name", host.name()));
        }
        return LabResponse.json(200, rows);
    }

    private LabResponse lshostvdiskmap(String object, Options options) {
        StoredHost host = state.requireHost(object);
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        for (StoredMapping mapping : state.mappingsOfHost(host.id())) {
            StoredVolume volume = state.volume(mapping.volumeId());
            rows.add(mappingRow(host.id(), host.name(), mapping, volume)
                    .put("vdisk_id", Integer.toString(volume.id()))
                    .put("vdisk_name", volume.name()));
        }
        return LabResponse.json(200, rows);
    }

    /** What both views have; id and name are those of the object that was asked about. */
    private static ObjectNode mappingRow(int id, String name, StoredMapping mapping, StoredVolume volume) {
        return row().put("id", Integer.toString(id))
                .put("name", name)
                .put("SCSI_id", Integer.toString(mapping.scsiId()))
                .put("vdisk_UID", volume.uid())
                .put("IO_group_id", volume.ioGroup())
                .put("IO_group_name", "io_grp" + volume.ioGroup())
                .put("mapping_type", "private")
                .put("host_cluster_id", "")
                .put("host_cluster_name", "")
                .put("protocol", "scsi");
    }

    private LabResponse mkvdiskhostmap(String object, Options options) {
        StoredVolume volume = state.requireVolume(object);
        StoredHost host = state.findHost(options.require("host")).orElseThrow(CliMessage.CMMVC5804E::refusal);
        StoredMapping mapping =
                state.map(volume, host, options.find("scsi").map(LabArray::scsiId), options.has("force"));
        record(
                "mkvdiskhostmap",
                volume.name(),
                Effect.CREATED,
                Map.of("host", host.name(), "scsiId", mapping.scsiId()));
        return created(mapping.scsiId(), "Virtual Disk to Host map");
    }

    private static Integer scsiId(String text) {
        if (!text.matches("\\d{1,5}")) {
            throw CliMessage.CMMVC5711E.refusal(text);
        }
        return Integer.valueOf(text);
    }

    private LabResponse rmvdiskhostmap(String object, Options options) {
        StoredVolume volume = state.requireVolume(object);
        StoredHost host = state.findHost(options.require("host")).orElseThrow(CliMessage.CMMVC5804E::refusal);
        state.unmap(volume, host);
        record("rmvdiskhostmap", volume.name(), Effect.DELETED, Map.of("host", host.name()));
        return done();
    }

    // --- common
    // -------------------------------------------------------------------------------------------------------------

    private void record(String command, String object, Effect effect, Map<String, ?> details) {
        context.ledger().record(spec.system(), command, object, spec.user(), effect, details);
    }

    private static ObjectNode row() {
        return JsonMapper.shared().createObjectNode();
    }

    private static String yes(boolean value) {
        return value ? "yes" : "no";
    }

    private static LabResponse created(int id, String noun) {
        return LabResponse.json(
                200,
                row().put("id", Integer.toString(id)).put("message", noun + ", id [" + id + "], successfully created"));
    }

    /** What a command without a result answers. */
    private static LabResponse done() {
        return CliMessage.string(200, "");
    }

    /** Bytes when asked for; otherwise text for people, in binary units with two decimals. */
    private static String size(long bytes, Options options) {
        if (options.has("bytes")) {
            return Long.toString(bytes);
        }
        String[] units = {"B", "KB", "MB", "GB", "TB", "PB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.2f%s", value, units[unit]);
    }

    /** The option {@code filtervalue}: {@code field=value} joined by colons, with {@code *} for any characters. */
    private static LabResponse filtered(Stream<ObjectNode> rows, Options options) {
        List<Function<ObjectNode, Boolean>> conditions = new ArrayList<>();
        String filter = options.find("filtervalue").orElse("");
        for (String condition : filter.isEmpty() ? new String[0] : filter.split(":")) {
            int equals = condition.indexOf('=');
            if (equals <= 0) {
                throw CliMessage.CMMVC5741E.refusal(filter);
            }
            String field = condition.substring(0, equals);
            StringBuilder regex = new StringBuilder();
            for (String part : condition.substring(equals + 1).split("\\*", -1)) {
                regex.append(regex.isEmpty() ? "" : ".*").append(Pattern.quote(part));
            }
            Pattern pattern = Pattern.compile(regex.toString());
            conditions.add(row -> {
                JsonNode value = row.get(field);
                if (value == null) {
                    throw CliMessage.CMMVC5741E.refusal(filter);
                }
                return pattern.matcher(value.asString()).matches();
            });
        }
        ArrayNode answer = JsonMapper.shared().createArrayNode();
        rows.filter(row -> conditions.stream().allMatch(condition -> condition.apply(row)))
                .forEach(answer::add);
        return LabResponse.json(200, answer);
    }

    private final class Dialect implements LabDialect {

        @Override
        public String caller(LabRequest request) {
            synchronized (commandLine) {
                return liveToken(request).map(Token::user).orElse("anonymous");
            }
        }

        @Override
        public LabResponse fault(LabRequest request, FaultKind kind) {
            return switch (kind) {
                case STATUS_409 -> CliMessage.string(409, "The system is busy");
                case STATUS_429 -> CliMessage.string(429, "Too many requests");
                case STATUS_503 -> CliMessage.string(503, "Service unavailable");
                case SESSION_EXPIRED -> {
                    synchronized (commandLine) {
                        tokens.clear();
                    }
                    yield forbidden();
                }
                case HTML_BODY ->
                    LabResponse.text(502, "text/html", "<html><body><h1>502 Bad Gateway</h1></body></html>");
                default -> CliMessage.string(500, "Internal server error");
            };
        }

        @Override
        public LabResponse problem(LabRequest request, int status, String message) {
            return CliMessage.string(status, message);
        }
    }

    @Override
    public void close() {
        http.close();
        synchronized (commandLine) {
            closed = true;
        }
    }
}
