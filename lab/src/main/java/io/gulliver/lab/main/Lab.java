package io.gulliver.lab.main;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabControl;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.LabSecrets;
import io.gulliver.lab.Ledger;
import io.gulliver.lab.ds8000.LabDs8000;
import io.gulliver.lab.ds8000.LabDs8000Spec;
import io.gulliver.lab.estate.AsmPrograms;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.EstateOracle;
import io.gulliver.lab.estate.EstateServer;
import io.gulliver.lab.estate.LinuxPrograms;
import io.gulliver.lab.feilong.LabFeilong;
import io.gulliver.lab.hmc.LabHmc;
import io.gulliver.lab.hmc.LabHmcSetup;
import io.gulliver.lab.hmc.PartitionListener;
import io.gulliver.lab.hmc.StorageSide;
import io.gulliver.lab.install.LabInstaller;
import io.gulliver.lab.install.LabTrees;
import io.gulliver.lab.network.LabNames;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.oracle.LabPlatform;
import io.gulliver.lab.oracle.LabSoftware;
import io.gulliver.lab.spectrumvirtualize.LabArray;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.lab.ssh.LabHostSpec;
import io.gulliver.lab.ssh.LabHosts;
import io.gulliver.lab.ssh.LabLine;
import io.gulliver.lab.ssh.SshFaultHook;
import io.gulliver.lab.storage.FirstStarts;
import io.gulliver.lab.storage.LabStorage;
import io.gulliver.lab.storage.VolumeContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The whole lab in one process: an HMC with two machines, a z/VM system behind a Feilong server, two FlashSystems, a DS8000, source
 * hosts with databases, and servers that come up when their partition or guest does.
 *
 * <p>What an earlier lab left in the same directory is there again: objects, hosts with their keys and ports, databases,
 * the ledger. A partition that was up comes up again.
 */
public final class Lab implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lab.class);
    private static final long TIB = 1L << 40;
    /** With portsets and snapshots of volume groups. */
    private static final String ARRAY_LEVEL = "8.6.0.2";

    private static final Duration BOOT = Duration.ofSeconds(40);
    private static final String POWER = "power";
    private static final String FABRIC = "fabric";
    private static final String ZONE = "zone";
    private static final String NETWORK = "network";
    private static final String FORWARD = "forward";
    private static final String REVERSE = "reverse";
    private static final String MOUNTS = "/u02";
    /** On each array and on the DS8000, as large as the boot volume of every server. */
    static final LabArraySpec.GoldenVolume GOLDEN = new LabArraySpec.GoldenVolume(
            "GOLD_RHEL9_4", "Pool0", 32L << 30, new VolumeContent("RHEL 9.4 for Oracle 19c", "2026.10", true));
    /** What somebody brings by hand: the same image, set up with the host keys that the server has had all the time. */
    private static final VolumeContent BY_HAND =
            new VolumeContent(GOLDEN.content().image(), GOLDEN.content().version(), false);
    /** When that image was made. */
    static final String GOLDEN_BUILT = "2026-10-01";

    private static final String STAGING = MOUNTS + "/staging";
    static final String HMC = "hmc-1";
    static final String DS8000 = "ds-1";
    /** Control units of the storage unit that partitions reach over FICON. */
    static final List<String> FICON_UNITS = List.of("24", "26");
    /** A host with the trees of releases, from which partitions are installed. */
    static final String INSTALLATION = "install-1";

    static final String USER = "gulliver";
    static final String LOGIN_KEY = "login-key";
    /** Of the login that builds servers. */
    static final String ADMINISTRATOR_KEY = "administrator-key";

    static final String DATABASE_ADMIN = "database-admin";
    static final String DATABASE_READER = "database-reader";
    static final String DATABASE_TARGET = "database-target";
    static final String DATABASE_MIGRATION = "database-migration";
    static final String ORACLE_RELEASE = "19.24.0.0.0";

    private final LabContext context;
    private final Estate estate;
    private final LabSecrets secrets;
    private final LabHosts hosts;
    private final LabOracle oracle;
    /** Of an estate with a cluster among its sources. */
    private final @Nullable ClusterSide cluster;

    private final SortedMap<String, LabArray> arrays = new TreeMap<>();
    /** The same arrays, and the DS8000 beside them. */
    private final SortedMap<String, LabStorage> storages = new TreeMap<>();

    private final LabDs8000 ds8000;
    private final SortedMap<String, GuestSide> guests = new ConcurrentSkipListMap<>();
    /** ECKD devices of the hosts that are guests, by their names. */
    private final Map<String, List<String>> dedicated = new ConcurrentHashMap<>();
    // Ports of partitions as the console said them last; whoever reads or sets them holds their lock.
    private final List<StorageSide.HostPort> partitionPorts = new ArrayList<>();
    // Told of partitions before it stands: their events come from another thread.
    private volatile @Nullable LabHmc hmc;
    private final LabTrees trees;
    private final LabInstaller installer;
    private final LabNames names;
    private final LabControl control;
    private final Set<String> up = ConcurrentHashMap.newKeySet();
    // Fifty databases take half a minute to make. Nobody waits for those that nobody asks for.
    private final Thread filling = new Thread(this::fill, "lab-fill");
    private volatile boolean closing;

    private Lab(Path directory, Estate estate, LabPace pace, boolean kept, Set<Kindness> kind) throws IOException {
        this.estate = estate;
        this.context = LabContext.open(directory.toAbsolutePath().normalize(), pace, Clock.systemUTC(), kept);
        kind.forEach(context.kindnesses()::putBack);
        // Whatever fails from here on must leave no port open behind it.
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            opened.add(context);
            this.secrets = LabSecrets.open(context.dataDirectory().resolve("secrets"));
            this.hosts = LabHosts.open(
                    context.dataDirectory().resolve("hosts"),
                    new HostFaults(context.faults()),
                    this::carriedOut,
                    context.kindnesses(),
                    LabLine.of(context, LabOracle::dumpBytes));
            opened.add(hosts);
            this.oracle = new LabOracle(context);
            opened.add(oracle);
            layHosts();
            makeDatabases();
            this.cluster = ClusterSide.lay(
                            estate,
                            hosts,
                            oracle,
                            secrets.publicKey(LOGIN_KEY),
                            secrets.password(DATABASE_TARGET),
                            STAGING)
                    .orElse(null);
            for (String name : Estate.ARRAYS) {
                LabArray array = LabArray.start(
                        context,
                        LabArraySpec.of(
                                        name,
                                        USER,
                                        secrets.password(name),
                                        List.of(LabArraySpec.PoolSpec.standard("Pool0", 400 * TIB)))
                                .at(ARRAY_LEVEL, List.of())
                                .withGolden(List.of(GOLDEN)));
                opened.add(array);
                arrays.put(name, array);
            }
            storages.putAll(arrays);
            this.ds8000 = LabDs8000.start(context, storageUnit());
            opened.add(ds8000);
            GuestSide.CONTROL_UNITS.forEach(lcu -> ds8000.controlUnit(lcu, lcu + "00"));
            FICON_UNITS.forEach(lcu -> ds8000.controlUnit(lcu, lcu + "00"));
            storages.put(DS8000, ds8000);
            this.trees = LabTrees.start(context, host(INSTALLATION));
            opened.add(trees);
            this.installer = new LabInstaller(context, trees);
            LabHmc console = LabHmc.start(context, HMC, machines(), new Power());
            opened.add(console);
            this.hmc = console;
            console.storageSide(new Fabrics());
            for (String name : Estate.HYPERVISORS) {
                GuestSide side = GuestSide.start(
                        context,
                        name,
                        secrets.password(name),
                        host -> hosts.find(host).isPresent(),
                        new House(name));
                opened.add(side);
                guests.put(name, side);
            }
            this.names = LabNames.start(new Entered());
            opened.add(names);
            this.control = LabControl.start(context);
            control.route("POST", "/names", "enter-name", request -> {
                name(request.query("name").orElse(""), request.query("address").orElse(""));
                return LabResponse.empty(204);
            });
            control.route("POST", "/restarts", "restart-instance", request -> {
                oracle.restart(
                        request.query("host").orElse(""),
                        request.query("service").orElse(""));
                return LabResponse.empty(204);
            });
            control.route("POST", "/zones", "zone-ports", request -> {
                zone(
                        List.of(request.query("hosts").orElse("").split(",")),
                        List.of(request.query("targets").orElse("").split(",")));
                return LabResponse.empty(204);
            });
            control.route("POST", "/images", "bring-image", request -> {
                image(request.query("array").orElse(""), request.query("volume").orElse(""));
                return LabResponse.empty(204);
            });
            control.route("POST", "/files", "carry-files", request -> {
                carryFiles(
                        request.query("host").orElse(""),
                        request.query("service").orElse(""),
                        request.query("to").orElse(""));
                return LabResponse.empty(204);
            });
            control.route("POST", "/sysdba", "type-as-sysdba", request -> {
                oracle.sysdba(
                        request.query("host").orElse(""),
                        request.query("service").orElse(""),
                        request.query("statement").orElse(""));
                return LabResponse.empty(204);
            });
            control.route(
                    "GET",
                    "/people",
                    "read-people",
                    request -> LabResponse.json(
                            200,
                            JsonMapper.shared()
                                    .valueToTree(oracle.people(
                                            request.query("host").orElse(""),
                                            request.query("service").orElse(""),
                                            request.query("without").orElse("").split(",")))));
            control.route(
                    "GET",
                    "/rows",
                    "read-rows",
                    request -> LabResponse.json(
                            200,
                            JsonMapper.shared()
                                    .valueToTree(oracle.content(
                                            request.query("host").orElse(""),
                                            request.query("service").orElse("")))));
        } catch (IOException | RuntimeException e) {
            for (int i = opened.size() - 1; i >= 0; i--) {
                closeQuietly(opened.get(i));
            }
            throw e;
        }
    }

    /**
     * Opens the lab of a directory and leaves there what the product has to be told: see {@link LabFiles}.
     *
     * @throws IOException when a port or file cannot be had; the message says which
     */
    public static Lab open(Path directory, Estate estate, LabPace pace) throws IOException {
        return open(directory, estate, pace, false);
    }

    /**
     * The same, of a lab whose time somebody keeps.
     *
     * @param kept whether its time is the calendar of a program
     */
    public static Lab open(Path directory, Estate estate, LabPace pace, boolean kept) throws IOException {
        return open(directory, estate, pace, kept, Set.of());
    }

    /**
     * The same, of a lab that is kinder than the real thing.
     *
     * @param kept whether its time is the calendar of a program
     * @param kind in which ways
     */
    public static Lab open(Path directory, Estate estate, LabPace pace, boolean kept, Set<Kindness> kind)
            throws IOException {
        Lab lab = new Lab(directory, estate, pace, kept, kind);
        try {
            new LabFiles(lab).write();
            lab.filling.start();
        } catch (IOException | RuntimeException e) {
            lab.close();
            throw e;
        }
        return lab;
    }

    private LabDs8000Spec storageUnit() throws IOException {
        return LabDs8000Spec.of(
                        DS8000,
                        USER,
                        secrets.password(DS8000),
                        List.of(
                                LabDs8000Spec.PoolSpec.fixedBlock("P0", 200 * TIB),
                                LabDs8000Spec.PoolSpec.fixedBlock("P1", 200 * TIB),
                                LabDs8000Spec.PoolSpec.countKeyData("P2", 50 * TIB)))
                .withGolden(List.of(new LabDs8000Spec.GoldenVolume(
                        "0000", GOLDEN.name(), "P0", GOLDEN.capacityBytes(), GOLDEN.content())));
    }

    private static List<LabHmcSetup.ControlUnit> ficonUnits() {
        return FICON_UNITS.stream()
                .map(lcu -> new LabHmcSetup.ControlUnit(DS8000, lcu, "1f", "c0"))
                .toList();
    }

    private LabHmcSetup machines() throws IOException {
        LabHmcSetup.Machine[] machines = Estate.MACHINES.stream()
                .map(name -> new LabHmcSetup.Machine(name, 48, 8L * 1024 * 1024, 85, true, 4, 2, 4, ficonUnits()))
                .toArray(LabHmcSetup.Machine[]::new);
        return LabHmcSetup.of(USER, secrets.password(HMC), machines);
    }

    private void layHosts() throws IOException {
        oracle.gridPrograms(Lab::layGridPrograms);
        String key = secrets.publicKey(LOGIN_KEY);
        for (String name : estate.sourceHosts()) {
            if (hosts.find(name).isEmpty()) {
                hosts.add(LabHostSpec.withKey(name, "oracle", key)
                        .withOverlay(LinuxPrograms.source(
                                estate, name, context.clock().instant())));
                host(name).give(STAGING);
                host(name).own(MOUNTS, "r-x");
            }
            oracle.registerHost(name, LabPlatform.X86);
            oracle.describe(estate.load(name));
            LinuxPrograms.install(oracle, estate.load(name), host(name).root(), context.clock());
        }
        if (hosts.find(INSTALLATION).isEmpty()) {
            // One login: by its key it puts files there, and consoles log on with its password.
            hosts.add(new LabHostSpec(
                    INSTALLATION, "install", secrets.password(INSTALLATION), List.of(key), new TreeMap<>()));
        }
        for (EstateServer server : estate.servers().values()) {
            if (hosts.find(server.name()).isEmpty()) {
                hosts.add(LabHostSpec.withKey(server.name(), "oracle", key)
                        .withAdministrator(LinuxPrograms.ADMINISTRATOR, secrets.publicKey(ADMINISTRATOR_KEY))
                        .withOverlay(LinuxPrograms.target(server.memoryGib() * 1024 * 9 / 10)));
                host(server.name()).own(MOUNTS, "r-x");
            }
            // Its port is known from now on; it answers when its partition is up.
            host(server.name()).stop();
            oracle.registerHost(server.name(), LabPlatform.LINUX_ONE);
            oracle.files(server.name(), host(server.name()).root());
            Path kernel = kernel(server.name());
            oracle.hugePages(server.name(), () -> LinuxPrograms.hugePages(kernel));
            LinuxPrograms.installInstances(
                    oracle, server.name(), host(server.name()).root());
            LinuxPrograms.installFuser(
                    oracle, server.name(), host(server.name()).root());
        }
    }

    private void makeDatabases() throws IOException {
        String admin = secrets.password(DATABASE_ADMIN);
        String reader = secrets.password(DATABASE_READER);
        // Made here, and given by the product to the users that it makes.
        secrets.password(DATABASE_MIGRATION);
        secrets.password(DATABASE_TARGET);
        for (EstateDatabase database : estate.sources()) {
            oracle.offer(EstateOracle.source(database, estate.seed(), admin, reader));
            // Programs of the release that the database runs on; one home a release.
            Path home = oracleHome(database.sourceHost(), database.version());
            oracle.installHome(database.sourceHost(), home, database.version());
            HomeFiles.lay(home, instance(database.container().isEmpty() ? database.database() : database.container()));
        }
        for (String name : estate.sourceHosts()) {
            Files.writeString(
                    Files.createDirectories(host(name).root().resolve("etc")).resolve("oratab"),
                    LinuxPrograms.oratab(estate, name, version -> oracleHome(name, version)));
            HomeFiles.unit(host(name).root());
            oracle.logListener(
                    name,
                    host(name).root().resolve("u01/app/oracle/diag/tnslsnr/" + name + "/listener/trace/listener.log"));
        }
        EstateOracle.roots(estate.databases(), admin).forEach(oracle::offer);
        for (EstateServer server : estate.servers().values()) {
            oracle.installHome(server.name(), oracleHome(server.name(), ORACLE_RELEASE), ORACLE_RELEASE);
            oracle.layHomes(server.name());
        }
        // What Oracle Restart manages is to land where it is too: whoever builds the image puts it there.
        estate.sources().stream()
                .filter(database -> database.features().contains(Estate.ORACLE_RESTART))
                .forEach(database -> database.servers().forEach(oracle::installRestart));
    }

    /**
     * Lays a home of Grid Infrastructure onto a server, with its user and groups and Oracle Restart running, as an image brings it; no
     * ASM instance is there yet.
     *
     * @return the home
     */
    public Path installGrid(String server) throws IOException {
        Path root = host(server).root();
        Path home = root.resolve("u01/app/19.0.0/grid");
        oracle.installHome(server, home, ORACLE_RELEASE);
        layGridPrograms(home, ORACLE_RELEASE);
        append(root.resolve("etc/group"), AsmPrograms.GROUPS);
        append(root.resolve("etc/passwd"), AsmPrograms.USER);
        Files.writeString(Files.createDirectories(root.resolve("var/lab/asm")).resolve("has"), "");
        oracle.installRestart(server);
        return home;
    }

    private static void layGridPrograms(Path home, String version) {
        try {
            for (Map.Entry<String, String> program : AsmPrograms.of(version).entrySet()) {
                Path file = home.resolve("bin").resolve(program.getKey());
                Files.writeString(file, program.getValue());
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Programs of " + home + " cannot be laid", e);
        }
    }

    /** Zips of Oracle's software on a server, as a mount of NFS has them; they lie in {@code mnt/software} of its tree. */
    public LabSoftware software(String server) throws IOException {
        return new LabSoftware(oracle, server, host(server).root().resolve("mnt/software"));
    }

    private static void append(Path file, String lines) throws IOException {
        Files.writeString(file, (Files.exists(file) ? Files.readString(file) : "") + lines);
    }

    private static String instance(String database) {
        return database.split("/", 2)[0];
    }

    /**
     * Sets up at a target what lies on the host of a source and around its database, as a DBA does: Oracle Net, password file,
     * line of oratab, start at boot, keystore.
     *
     * @throws IllegalArgumentException when no database of the estate is there
     */
    public void carryFiles(String fromHost, String fromService, String toHost) {
        EstateDatabase database = estate.sources().stream()
                .filter(one ->
                        one.sourceHost().equals(fromHost) && one.service().equals(fromService))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "The lab has no database with service " + fromService + " on " + fromHost));
        Path home = oracleHome(toHost, ORACLE_RELEASE);
        try {
            HomeFiles.lay(home, instance(database.targetDatabase()));
            // Of what its agent starts the line says N.
            HomeFiles.start(host(toHost).root(), home, instance(database.targetDatabase()), !oracle.hasRestart(toHost));
        } catch (IOException e) {
            throw new UncheckedIOException("Files of " + toHost + " cannot be laid", e);
        }
        String target = database.targetDatabase().replaceFirst("^.*/", "");
        oracle.openKeystore(toHost, target);
        oracle.encrypt(fromHost, fromService, toHost, target);
    }

    /** The Oracle home of a release on a host. */
    Path oracleHome(String host, String version) {
        String[] parts = version.split("\\.");
        return host(host).root().resolve("u01/app/oracle/product/" + parts[0] + "." + parts[1] + "/dbhome_1");
    }

    /** The directory for dump files and backups on a host. */
    Path staging(String host) {
        return host(host).root().resolve(STAGING.substring(1));
    }

    /** A mount point of a host, by its name at the top. */
    Path mount(String host, String name) {
        return host(host).root().resolve(name);
    }

    private Path kernel(String host) {
        return host(host).root().resolve("etc/kernel");
    }

    LabHost host(String name) {
        return hosts.find(name).orElseThrow(() -> new IllegalArgumentException("The lab has no host " + name));
    }

    /**
     * Lets ports of partitions and of arrays see each other, as a storage engineer does at the switches.
     *
     * @param hosts WWPNs of 16 hex digits
     * @param targets the same, of an array
     */
    public void zone(List<String> hosts, List<String> targets) {
        for (String host : hosts) {
            for (String target : targets) {
                context.documents()
                        .put(
                                FABRIC,
                                ZONE,
                                zoneOf(host, target),
                                JsonMapper.shared().valueToTree(Map.of("host", host)));
            }
        }
        hmc().fabricChanged();
    }

    private static String zoneOf(String host, String target) {
        return (host + "-" + target).toLowerCase(Locale.ROOT);
    }

    /** What a host port sees and where it is logged in: at ports of its own fabric that somebody zoned with it. */
    private final class Fabrics implements StorageSide {
        @Override
        public List<SeenLun> lunsSeenBy(String hostWwpn) {
            List<SeenLun> seen = new ArrayList<>();
            storages.values()
                    .forEach(array -> array.seenBy(hostWwpn)
                            .forEach(volume -> volume.targetWwpns()
                                    .forEach(target -> seen.add(new SeenLun(
                                            target.toLowerCase(Locale.ROOT),
                                            volume.lun(),
                                            volume.capacityBytes() / (double) (1L << 30),
                                            volume.uid())))));
            return seen;
        }

        @Override
        public void portsUp(List<HostPort> ports) {
            synchronized (partitionPorts) {
                partitionPorts.clear();
                partitionPorts.addAll(ports);
                logIn();
            }
        }
    }

    /** Tells the arrays which ports of partitions and guests are logged in where. */
    private void logIn() {
        boolean one = context.kindnesses().has(Kindness.FABRICS_ARE_ONE);
        boolean open = context.kindnesses().has(Kindness.FABRICS_HAVE_NO_ZONES);
        Set<String> zones = context.documents().list(FABRIC, ZONE).keySet();
        List<StorageSide.HostPort> ports = new ArrayList<>(partitionPorts);
        guests.values().forEach(side -> ports.addAll(side.ports()));
        for (LabStorage array : storages.values()) {
            Map<String, List<String>> logins = new TreeMap<>();
            for (StorageSide.HostPort port : ports) {
                List<String> targets = array.targetFabrics().entrySet().stream()
                        .filter(target -> one || target.getValue().equals(port.fabric()))
                        .map(Map.Entry::getKey)
                        .filter(target -> open || zones.contains(zoneOf(port.wwpn(), target)))
                        .toList();
                if (!targets.isEmpty()) {
                    logins.put(port.wwpn(), targets);
                }
            }
            array.loggedIn(logins);
        }
    }

    /** What happens to the host of a guest of one z/VM system. */
    private final class House implements GuestSide.House {
        private final String system;

        House(String system) {
            this.system = system;
        }

        @Override
        public void up(String host, LinuxPrograms.Guest guest, int memoryMib, List<String> dedicated, boolean first) {
            LinuxPrograms.limitHugePages(kernel(host), memoryMib * 9 / 10);
            LinuxPrograms.powered(host(host).root(), memoryMib, guest);
            Lab.this.dedicated.put(host, List.copyOf(dedicated));
            scan(host);
            boot(
                    host,
                    () -> first,
                    lines -> Optional.ofNullable(guests.get(system)).ifPresent(side -> side.print(host, lines)));
        }

        @Override
        public void resized(String host, int cpus, int memoryMib) {
            LinuxPrograms.resized(host(host).root(), memoryMib, cpus);
        }

        @Override
        public void down(String host) {
            takeDown(host);
        }

        @Override
        public void portsChanged() {
            synchronized (partitionPorts) {
                logIn();
            }
        }
    }

    private void carriedOut(String host, String user, String command) {
        // Looking changes nothing, and there is much of it: the ledger holds what may have an effect.
        if (!command.contains(" status ")) {
            context.ledger().record(host, "command", command, user, Ledger.Effect.STARTED, Map.of());
        }
    }

    /** A partition that comes up boots its server, if the lab has one of that name; one that goes down takes it along. */
    private final class Power implements PartitionListener {
        @Override
        public void started(String partitionName, JsonNode properties) {
            up.add(partitionName);
            if (LabInstaller.isAsked(properties)) {
                installer.run(properties, new Installed(partitionName));
                return;
            }
            context.time().after(context.time().work(BOOT), () -> {
                if (up.contains(partitionName)) {
                    LinuxPrograms.limitHugePages(
                            kernel(partitionName),
                            properties.path("initial-memory").asInt() * 9 / 10);
                    hosts.find(partitionName)
                            .ifPresent(host -> LinuxPrograms.powered(
                                    host.root(),
                                    properties.path("initial-memory").asInt(),
                                    Math.max(
                                            properties.path("ifl-processors").asInt(0),
                                            properties.path("cp-processors").asInt(0))));
                    scan(partitionName);
                    boot(partitionName);
                }
            });
        }

        @Override
        public void changed(String partitionName, JsonNode properties) {
            hosts.find(partitionName)
                    .ifPresent(host -> LinuxPrograms.offered(
                            host.root(),
                            properties.path("initial-memory").asInt(),
                            Math.max(
                                    properties.path("ifl-processors").asInt(0),
                                    properties.path("cp-processors").asInt(0))));
        }

        @Override
        public boolean boots(String volumeUuid) {
            return context.kindnesses().has(Kindness.EMPTY_VOLUMES_BOOT)
                    || storages.values().stream()
                            .anyMatch(array -> array.content(volumeUuid).isPresent());
        }

        @Override
        public Optional<String> unloadable(JsonNode properties) {
            return installer.refusal(properties);
        }

        @Override
        public void stopped(String partitionName, JsonNode properties) {
            up.remove(partitionName);
            takeDown(partitionName);
        }
    }

    /** A partition in which an installer runs: it sees what its ports see. */
    private final class Installed implements LabInstaller.Machine {
        private final String partition;

        Installed(String partition) {
            this.partition = partition;
        }

        @Override
        public String name() {
            return partition;
        }

        @Override
        public Set<String> disks() {
            StorageSide fabric = new Fabrics();
            return hmc().hostWwpns(partition).stream()
                    .flatMap(port -> fabric.lunsSeenBy(port).stream())
                    .map(lun -> "3" + lun.uuid().toLowerCase(Locale.ROOT))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        @Override
        public List<String> cards() {
            return hmc().cards(partition);
        }

        @Override
        public void print(List<String> lines) {
            hmc().print(partition, lines);
        }

        @Override
        public boolean write(String wwid, VolumeContent content) {
            return disks().contains(wwid)
                    && storages.values().stream().anyMatch(array -> array.writeTo(wwid.substring(1), content));
        }

        @Override
        public void powerOff() {
            hmc().powerOff(partition);
        }

        @Override
        public boolean read() {
            return hmc().consoleRead(partition);
        }

        @Override
        public boolean runs() {
            return up.contains(partition);
        }
    }

    private void takeDown(String name) {
        context.documents().delete(POWER, "up", name);
        hosts.find(name).ifPresent(host -> {
            try {
                host.stop();
                host.killProcesses();
            } catch (IOException e) {
                LOG.error("lab host={} cannot be taken down", name, e);
            }
        });
    }

    /**
     * Lets a server's Linux look for its LUNs anew, as it does at boot and as {@code rescan-scsi-bus.sh} does in between.
     *
     * @param name of the server, of its partition, or of the host that a guest is
     */
    public void scan(String name) {
        hosts.find(name).ifPresent(host -> {
            ServerPaths.write(host.root(), wwpns(name), new Fabrics());
            ServerDasd.write(host.root(), eckd(name), ds8000);
        });
    }

    /** A guest has its devices under the numbers of the I/O configuration, which are those of the storage unit here. */
    private Map<String, String> eckd(String name) {
        List<String> guest = dedicated.get(name);
        if (guest == null) {
            return new TreeMap<>(hmc().eckdDevices(name));
        }
        Map<String, String> devices = new TreeMap<>();
        guest.forEach(number -> devices.put(number, number));
        return devices;
    }

    private List<String> wwpns(String name) {
        return guests.values().stream()
                .flatMap(side -> side.wwpns(name).stream())
                .findFirst()
                .orElseGet(() -> hmc().hostWwpns(name));
    }

    private void boot(String name) {
        if (hmc == null) {
            // Its partition was on the way up when the lab went down, and the console is not there yet.
            context.time().after(Duration.ofMillis(100), () -> boot(name));
            return;
        }
        boot(name, () -> startsFirst(name), lines -> hmc().print(name, lines));
    }

    private void boot(String name, BooleanSupplier sealed, Consumer<List<String>> console) {
        hosts.find(name).ifPresent(host -> {
            try {
                if (context.documents().find(POWER, "up", name).isPresent()) {
                    // It ran all the time; only the lab around it was away.
                    host.start();
                } else {
                    boolean first = sealed.getAsBoolean();
                    if (first) {
                        host.stop();
                        host.renewHostKey();
                        oracle.forgetHomes(name);
                        host.forget(LinuxPrograms.target(LinuxPrograms.hugePagesLimit(kernel(name))));
                        scan(name);
                    }
                    host.reboot();
                    console.accept(BootMessages.of(host, first));
                    // Nothing listens on a server before somebody makes its listener.
                    if (Files.notExists(oracleHome(name, ORACLE_RELEASE).resolve("network/admin/listener.ora"))
                            && Files.notExists(host.root().resolve("var/lab/asm/listeners/LISTENER"))) {
                        oracle.stopListener(name);
                    }
                    context.documents().put(POWER, "up", name, JsonNodeFactory.instance.booleanNode(true));
                }
                LOG.info("lab host={} is up on port {}", name, host.port());
            } catch (IOException e) {
                LOG.error("lab host={} cannot come up", name, e);
            }
        });
    }

    /** Whether a sealed image starts here for the first time, by the volume that it lies on. */
    private boolean startsFirst(String name) {
        String volume = hmc().bootVolume(name).orElse("");
        boolean sealed = storages.values().stream()
                .flatMap(array -> array.content(volume).stream())
                .anyMatch(VolumeContent::sealed);
        return sealed && new FirstStarts(context.documents()).start(volume, name);
    }

    private void fill() {
        while (!closing && oracle.makeOffered()) {
            Thread.yield();
        }
    }

    /**
     * Puts a system that can be loaded onto a volume, as a storage engineer does by hand.
     *
     * @throws IllegalArgumentException when there is no such array or volume
     */
    public void image(String array, String volume) {
        LabStorage holding = storages.get(array);
        if (holding == null || !holding.write(volume, BY_HAND)) {
            throw new IllegalArgumentException("The lab has no volume " + volume + " on array " + array
                    + "; its arrays: " + storages.keySet() + ".");
        }
    }

    /**
     * Enters a host both ways in the name servers, as those who run the network do.
     *
     * @param name with its domain
     * @param address as it is written
     * @throws IllegalArgumentException when one of them is none
     */
    public void name(String name, String address) {
        String known = name.toLowerCase(Locale.ROOT);
        if (!known.matches("[a-z0-9-]+(\\.[a-z0-9-]+)+")) {
            throw new IllegalArgumentException("'" + name + "' is no name of a host with its domain");
        }
        List<String> bytes = new ArrayList<>(List.of(address.split("\\.")));
        if (!address.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}")) {
            throw new IllegalArgumentException("'" + address + "' is no address of the lab's network");
        }
        Collections.reverse(bytes);
        context.documents().put(NETWORK, FORWARD, known, JsonMapper.shared().valueToTree(Map.of("is", address)));
        context.documents()
                .put(
                        NETWORK,
                        REVERSE,
                        String.join(".", bytes) + ".in-addr.arpa",
                        JsonMapper.shared().valueToTree(Map.of("is", known)));
    }

    /** The two zones of the name server. */
    private final class Entered implements LabNames.Zones {
        @Override
        public List<InetAddress> addresses(String name) {
            return found(FORWARD, name)
                    .map(text -> {
                        try {
                            return List.of(InetAddress.getByName(text));
                        } catch (UnknownHostException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .orElse(List.of());
        }

        @Override
        public List<String> names(String reversed) {
            return found(REVERSE, reversed).map(List::of).orElse(List.of());
        }

        private Optional<String> found(String kind, String id) {
            return context.documents()
                    .find(NETWORK, kind, id)
                    .map(body -> body.path("is").asString());
        }
    }

    /** Its name server on loopback. */
    public LabNames names() {
        return names;
    }

    /** What all parts share. */
    public LabContext context() {
        return context;
    }

    /** What it was made from. */
    public Estate estate() {
        return estate;
    }

    /** Its hosts, source and target. */
    public LabHosts hosts() {
        return hosts;
    }

    /** Its databases. */
    public LabOracle oracle() {
        return oracle;
    }

    /** Its console. */
    public LabHmc hmc() {
        return Objects.requireNonNull(hmc);
    }

    /** Its arrays by name. */
    public SortedMap<String, LabArray> arrays() {
        return arrays;
    }

    /** Its DS8000. */
    public LabDs8000 ds8000() {
        return ds8000;
    }

    /** All of its storage by name. */
    SortedMap<String, LabStorage> storages() {
        return storages;
    }

    /** What partitions are installed from. */
    public LabTrees trees() {
        return trees;
    }

    /** Its own small API. */
    public LabControl control() {
        return control;
    }

    /** Its z/VM systems by name. */
    SortedMap<String, GuestSide> guests() {
        return guests;
    }

    /** A Feilong server of it. */
    public LabFeilong feilong(String name) {
        return Objects.requireNonNull(guests.get(name)).feilong();
    }

    /** A cluster on which a source can land; empty of an estate without one. */
    Optional<ClusterSide> cluster() {
        return Optional.ofNullable(cluster);
    }

    LabSecrets secrets() {
        return secrets;
    }

    @Override
    public void close() {
        closing = true;
        try {
            filling.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeQuietly(control);
        closeQuietly(names);
        guests.values().forEach(Lab::closeQuietly);
        closeQuietly(hmc());
        closeQuietly(trees);
        closeQuietly(ds8000);
        arrays.values().forEach(Lab::closeQuietly);
        closeQuietly(oracle);
        closeQuietly(hosts);
        closeQuietly(context);
    }

    private static void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("lab: a part did not close: {}", e.getMessage());
        }
    }

    /** Plays on SSH what the lab's list of faults says: resets before and after a command, under the host's name. */
    private static final class HostFaults implements SshFaultHook {
        private final Faults faults;

        HostFaults(Faults faults) {
            this.faults = faults;
        }

        @Override
        public Fault at(String host, Moment moment, String what) {
            FaultKind kind = switch (moment) {
                case LOGIN -> FaultKind.SESSION_EXPIRED;
                case BEFORE_COMMAND -> FaultKind.RESET_BEFORE;
                case AFTER_COMMAND -> FaultKind.RESET_AFTER;
            };
            String operation = moment == Moment.LOGIN ? "login" : verb(what);
            return faults.take(host, operation, kind) ? Fault.CUT : Fault.NONE;
        }

        /** {@code .gulliver/bin/gulliver-job run job-1} is the operation {@code run}. */
        private static String verb(String command) {
            String[] words = command.split(" ");
            return words.length > 1 ? words[1] : command;
        }
    }
}
