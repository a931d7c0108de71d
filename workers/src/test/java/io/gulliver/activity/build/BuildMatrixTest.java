package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.movement.MovementActions;
import io.gulliver.activity.systems.Databases;
import io.gulliver.adapter.ds8000.Ds8000Client;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.VolumeFilter;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.program.Program;
import io.gulliver.lab.estate.LinuxPrograms;
import io.gulliver.lab.storage.LabStorage;
import io.gulliver.service.action.ReserveEckd;
import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.SizedLanding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each hypervisor with each family of arrays and each way to keep files: a server from the accepted sizing, with an empty database on
 * it, a larger one after another SGA was accepted, and nothing left of either. What holds is read from the lab, which knows what was
 * done to it, and not from what the steps say of themselves.
 */
@Tag("store")
class BuildMatrixTest {
    /** Cloned from the golden volume, so that every build of it is a first start, as of a guest. */
    private static final String PARTITION = "blefuscu-45";

    private static final String GUEST = LabBuild.GUEST;
    private static final String UNIT = "ds-1";
    private static final String DATABASE = "CRM";
    private static final int PATHS = 4;
    /** Where a landing puts files, as the server sees its mounts. */
    private static final String DATA = "/u02/oradata";

    private static final String RECOVERY = "/u02/fra";
    private static final String REDO = "/u03/redo";
    /** Of the lab's z/VM system: one for each path, of which a guest takes the first that is free. */
    private static final List<String> FCP_DEVICES = List.of("1a00", "1b00", "1c00", "1d00");

    private static final List<String> KNOWN_OTHERWISE =
            List.of("var/lab/paths", "var/lab/asm/headers/", "var/lab/dasd", "etc/kernel");

    @TempDir
    Path directory;

    private LabBuild build;
    private SizedLanding landing;
    private Databases databases;
    /** Of servers on ECKD volumes; null for others. */
    private @Nullable EckdReservation reservation;

    private String server;
    /** What consoles and arrays held before anything was built. */
    private SortedMap<String, Object> before;

    /** What one server is built of. */
    record Combination(String playbook, String family, String storage) {
        boolean guest() {
            return playbook.equals("zvm-server");
        }

        boolean unit() {
            return family.equals("ds8000");
        }

        boolean eckd() {
            return family.equals("eckd");
        }

        /** The LUNs of a partition on ECKD volumes are its boot volume alone, and a guest on them has none. */
        boolean luns() {
            return !(guest() && eckd());
        }

        boolean asm() {
            return storage.equals("asm");
        }

        @Override
        public String toString() {
            return playbook + "." + family + "." + storage;
        }
    }

    static Stream<Combination> combinations() {
        List<Combination> all = new ArrayList<>();
        for (String playbook : List.of("dpm-server", "zvm-server")) {
            for (String family : List.of("spectrum-virtualize", "ds8000")) {
                for (String storage : List.of("file-system", "asm")) {
                    all.add(new Combination(playbook, family, storage));
                }
            }
        }
        // Dedicated to a guest, or over FICON beside the LUN from which a partition starts.
        for (String playbook : List.of("dpm-server", "zvm-server")) {
            for (String storage : List.of("file-system", "asm")) {
                all.add(new Combination(playbook, "eckd", storage));
            }
        }
        return MatrixSlice.of("build-matrix", all, Combination::toString, 2).stream();
    }

    @BeforeEach
    void open() throws IOException {
        build = new LabBuild(directory.toRealPath());
        databases = build.databases();
        landing = new SizedLanding();
    }

    @AfterEach
    void close() {
        landing.close();
        if (reservation != null) {
            reservation.close();
        }
        build.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("combinations")
    void buildsItsDatabaseFollowsAnotherSgaAndLeavesNothing(Combination combination) throws Exception {
        choose(combination);
        before = everything();
        SortedSet<String> settings = new TreeSet<>();

        long small = builtAndRolledBack(combination, 4096, settings);
        assertThat(everything()).as("rolled back").isEqualTo(before);
        landing.sga("ORDERS", 12_288).accept("ORDERS");
        long large = builtAndRolledBack(combination, 12_288, settings);
        assertThat(everything()).as("rolled back again").isEqualTo(before);

        assertThat(large).as("memory of the partition or guest follows the SGA").isGreaterThanOrEqualTo(small + 8192);
    }

    /** The facts of this combination, and a database that is sized for it. */
    private void choose(Combination combination) {
        server = combination.guest() ? GUEST : PARTITION;
        if (combination.unit()) {
            build.otherFacts.put("server.array", UNIT);
            build.otherFacts.put("server.pool", "");
            // Names of volumes have 16 characters at most.
            build.otherFacts.put("server.data.volumes", List.of("d1", "d2"));
            build.otherFacts.put("server.redo.volumes", List.of("r1"));
        }
        if (combination.eckd()) {
            reservation = new EckdReservation(
                    build, combination.guest() ? ReserveEckd.Place.GUEST : ReserveEckd.Place.PARTITION);
            reservation.choose();
            // No volume of a 3390 is larger than 45 GiB.
            build.otherFacts.put(
                    "server.data.volumes",
                    IntStream.rangeClosed(1, 16).mapToObj(n -> "d" + n).toList());
            build.otherFacts.put("server.redo.volumes", List.of("r1", "r2"));
        }
        if (combination.asm()) {
            build.otherFacts.put("server.storage", "asm");
            build.otherFacts.put(
                    "server.grid.home", tree().resolve("u01/app/19.0.0/grid").toString());
            build.otherFacts.put("server.grid.release", "19.24");
        }
        Program program = landing.stores().programs().find(SizedLanding.PROGRAM).orElseThrow();
        landing.stores()
                .programs()
                .update(
                        program.key(),
                        program.version(),
                        program.title(),
                        program.zone(),
                        Map.of(
                                "shared",
                                Map.of(
                                        "server",
                                        Map.of(server, Map.of("playbook", combination.playbook(), "facts", Map.of())))),
                        "Mia");
        landing.lands("ORDERS," + server + "," + DATABASE + (combination.guest() ? ",zvm" : ""))
                .known("ORDERS", 4096)
                .accept("ORDERS");
    }

    /**
     * @param sga that was accepted, MB
     * @param settings of the host before anything was done to it, as an earlier build found them; empty for none
     * @return memory of the partition or guest, MB
     */
    private long builtAndRolledBack(Combination combination, long sga, SortedSet<String> settings) throws Exception {
        Map<String, Object> sized = landing.shared(
                "server",
                server,
                Map.of("data_volumes", names("server.data.volumes"), "redo_volumes", names("server.redo.volumes")));
        Map<String, Object> target = landing.target("ORDERS", Map.of());
        assertThat(target).containsEntry("sga_mb", sga);
        assertThat(sized).containsEntry("huge_pages", sga + 64);
        LabBuild.Run run = build.run(server);
        run.outputs.put("size", sized);
        if (combination.eckd()) {
            reservation.reserve(run);
        }
        run.buildUntil("reachable");
        // An image that is started for the first time has seen nothing; this one brings a Grid home with it.
        if (combination.asm() && Files.notExists(tree().resolve("var/lab/asm/has"))) {
            build.lab.installGrid(server);
        }
        run.buildUntil("check-paths");
        SortedSet<String> untouched = settings();
        if (!settings.isEmpty()) {
            assertSame("what the second build finds is what the first one found", untouched, settings);
        }
        settings.addAll(untouched);

        run.build();
        long memory = assertTheServerStands(combination, run, sized);
        List<String> wwpns = List.copyOf(initiators());
        Landed landed = new Landed(combination, run, target);
        landed.create();
        landed.sizeFiles();
        assertTheDatabaseIsOpen(combination, sized, target);
        landed.remove();
        assertThat(build.lab.oracle().inHugePages(server)).isEmpty();

        // As the engine does: the newest first, and what passes is tried again.
        while (!run.made.isEmpty()) {
            if (run.made.get(run.made.size() - 1).step().undoable()) {
                run.undoLast();
            } else {
                run.made.remove(run.made.size() - 1);
            }
        }
        if (combination.eckd()) {
            assertThat(reservation.release(run)).contains("are free again");
        }
        assertNothingIsLeft(wwpns, untouched);
        return memory;
    }

    // --- what holds when it stands --------------------------------------------------------------------------------

    private long assertTheServerStands(Combination combination, LabBuild.Run run, Map<String, Object> sized)
            throws IOException {
        if (combination.eckd()) {
            assertThat(run.outputs.get("dasd")).containsEntry("aliases", 40L);
        }
        if (combination.luns()) {
            assertThat(paths()).as("paths to each volume").isEqualTo(plannedPaths(combination, run));
            assertThat(initiators()).hasSize(PATHS);
        } else {
            assertThat(paths()).as("an ECKD volume has no paths of SCSI").isEmpty();
        }
        long pages = (long) sized.get("huge_pages");
        assertThat(LinuxPrograms.hugePages(tree().resolve("etc/kernel"))).isEqualTo(pages);
        assertThat(listenerStatus(combination))
                .as("the listener answers, and knows no service yet")
                .doesNotContain("Service \"" + DATABASE);
        if (combination.asm()) {
            for (String group : List.of("data", "redo")) {
                assertThat(Files.readAllLines(
                                tree().resolve("var/lab/asm/groups").resolve(group.toUpperCase(Locale.ROOT))))
                        .as("disk group " + group)
                        .containsExactlyInAnyOrderElementsOf(names("server." + group + ".volumes").stream()
                                .map(volume -> (combination.eckd() ? partition(run, group, volume) : wwid(volume)) + " "
                                        + volume)
                                .toList());
            }
            assertThat(Files.readAllLines(tree().resolve("var/lab/mounts"))).isEmpty();
        } else {
            assertThat(Files.readString(tree().resolve("var/lab/mounts")))
                    .contains(String.valueOf(build.facts(server).values().get("server.data.mount")))
                    .contains(String.valueOf(build.facts(server).values().get("server.redo.mount")));
            assertThat(tree().resolve("var/lab/asm/groups")).doesNotExist();
        }
        SortedMap<String, Object> now = everything();
        now.entrySet().removeAll(before.entrySet());
        assertThat(now.keySet()).as("where it left its mark").isEqualTo(touched(combination));
        assertTheChecksPass(run, sized);
        return combination.guest() ? assertTheGuestIsAsSized(sized) : assertThePartitionIsAsSized(sized);
    }

    /** By what the playbook's own look told, and by the catalogue. */
    private void assertTheChecksPass(LabBuild.Run run, Map<String, Object> sized) {
        assertThat(run.outputs.keySet()).as("the playbook looks at what stands").contains("look-at-settings");
        Map<String, Object> judged = landing.standing(Map.of(
                        "kind",
                        "server",
                        "name",
                        server,
                        "facts",
                        run.outputs.get("look-at-settings").get("facts"),
                        "further",
                        Map.of("pages.wanted", sized.get("huge_pages"))))
                .outputs();
        assertThat((List<?>) judged.get("blocking"))
                .as(String.valueOf(judged.get("told")))
                .isEmpty();
    }

    private long assertThePartitionIsAsSized(Map<String, Object> sized) {
        Partition partition = hmc().findPartition(cpc(), server).orElseThrow();
        assertThat(partition.status()).isEqualTo("active");
        assertThat(partition.initialMemory()).isEqualTo((long) ((double) sized.get("memory_gib") * 1024));
        assertThat((long) partition.iflProcessors()).isEqualTo(sized.get("ifls"));
        return partition.initialMemory();
    }

    private long assertTheGuestIsAsSized(Map<String, Object> sized) {
        FeilongClient feilong = feilong();
        assertThat(feilong.guests()).hasSize(1);
        String userid = feilong.guests().get(0);
        GuestDefinition guest = feilong.findGuest(userid).orElseThrow();
        assertThat(feilong.powerState(userid)).isEqualTo(PowerState.ON);
        assertThat(guest.memoryMib()).isEqualTo((long) Math.ceil((double) sized.get("memory_gib")) * 1024);
        assertThat((long) guest.cpus()).isEqualTo(sized.get("ifls"));
        return guest.memoryMib();
    }

    private void assertTheDatabaseIsOpen(Combination combination, Map<String, Object> sized, Map<String, Object> target)
            throws Exception {
        long sga = (long) target.get("sga_mb");
        assertThat(build.lab.oracle().inHugePages(server))
                .as("its SGA lies in huge pages, of which there are enough for it")
                .isEqualTo(Map.of(DATABASE, sga));
        assertThat(listenerStatus(combination)).contains("Service \"" + DATABASE + "\" has 1 instance(s).");
        String data = combination.asm() ? "+DATA/" : DATA + "/";
        String redo = combination.asm() ? "+REDO/" + DATABASE + "/ONLINELOG/" : REDO + "/";
        try (OracleClient client = databases.read(
                new Databases.Address(server, build.lab.oracle().port(server), DATABASE, "target"), build.context)) {
            for (String parameter : List.of("sga_target", "sga_max_size")) {
                assertThat(parameter(client, parameter)).as(parameter).isEqualTo(Long.toString(sga << 20));
            }
            assertThat(parameter(client, "use_large_pages")).isEqualTo("ONLY");
            assertThat(client.queryOne("database-identity", Map.of()).text("OPEN_MODE"))
                    .isEqualTo("READ WRITE");
            assertThat(client.query("redo-members"))
                    .hasSize(2 * ((Number) target.get("redo_groups")).intValue())
                    .allMatch(row -> row.text("MEMBER").startsWith(redo));
            assertThat(client.query("datafiles"))
                    .isNotEmpty()
                    .allMatch(row -> row.text("FILE_NAME").startsWith(data));
            if (combination.asm()) {
                assertThat(client.query("asm-diskgroups")).hasSize(2);
            }
        }
    }

    private static String parameter(OracleClient client, String name) {
        return client.queryOne("parameter", Map.of("name", name)).text("VALUE");
    }

    /** What a person at the server sees of the listener. */
    private String listenerStatus(Combination combination) throws IOException {
        Path home = Path.of(String.valueOf(
                build.facts(server).values().get(combination.asm() ? "server.grid.home" : "server.oracle.home")));
        ProcessBuilder status = new ProcessBuilder(home.resolve("bin/lsnrctl").toString(), "status");
        status.redirectErrorStream(true).redirectInput(Path.of("/dev/null").toFile());
        status.environment().put("ORACLE_HOME", home.toString());
        status.environment().put("LAB_LOGIN", combination.asm() ? "grid" : "oracle");
        Process process = status.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).contains("The command completed successfully");
        return said;
    }

    // --- paths ----------------------------------------------------------------------------------------------------

    /** By which port of the server and which of the array its Linux sees each volume. */
    private SortedMap<String, SortedSet<String>> paths() throws IOException {
        SortedMap<String, SortedSet<String>> paths = new TreeMap<>();
        for (String line : Files.readAllLines(tree().resolve("var/lab/paths"))) {
            String[] path = line.split("\\|");
            paths.computeIfAbsent(path[0], wwid -> new TreeSet<>())
                    .add(path[3].replace("0x", "") + " " + path[4].replace("0x", ""));
        }
        return paths;
    }

    private SortedSet<String> initiators() throws IOException {
        return paths().values().stream()
                .flatMap(SortedSet::stream)
                .map(pair -> pair.split(" ")[0])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Each volume of the server on its array, over every zone of the task. */
    private SortedMap<String, SortedSet<String>> plannedPaths(Combination combination, LabBuild.Run run) {
        SortedSet<String> pairs = new TreeSet<>();
        run.zones()
                .forEach((host, targets) -> targets.forEach(target -> pairs.add(
                        (host + " " + target).replace(":", "").replace("0x", "").toLowerCase(Locale.ROOT))));
        List<String> volumes = new ArrayList<>();
        if (!combination.eckd()) {
            volumes.addAll(names("server.data.volumes"));
            volumes.addAll(names("server.redo.volumes"));
        }
        if (!combination.guest()) {
            volumes.add("boot");
        }
        SortedMap<String, SortedSet<String>> planned = new TreeMap<>();
        volumes.forEach(volume -> planned.put(wwid(volume), pairs));
        return planned;
    }

    /** As udev calls the partition of an ECKD volume by its path. */
    private static String partition(LabBuild.Run run, String use, String volume) {
        return "ccw-" + ((Map<?, ?>) run.outputs.get("dasd").get(use)).get(volume) + "-part1";
    }

    private String wwid(String volume) {
        return build.systems
                .storage(array())
                .findVolume(server + "_" + volume)
                .orElseThrow(() -> new AssertionError("no volume for " + volume))
                .linuxWwid();
    }

    // --- nothing is left ------------------------------------------------------------------------------------------

    /** All that consoles and arrays hold, ours or not. */
    private SortedMap<String, Object> everything() {
        SortedMap<String, Object> all = new TreeMap<>();
        for (String name : List.of("fs-1", "fs-2")) {
            SpectrumVirtualizeClient array = build.systems.array(name);
            all.put(
                    name + " volumes",
                    array.fetchVolumes(VolumeFilter.all()).stream()
                            .map(volume -> volume.name())
                            .sorted()
                            .toList());
            all.put(
                    name + " hosts",
                    array.fetchHosts().stream()
                            .map(host -> host.name())
                            .sorted()
                            .toList());
        }
        Ds8000Client unit = build.systems.ds8000(UNIT);
        all.put(
                UNIT + " volumes",
                unit.fetchPools().stream()
                        .flatMap(pool -> unit.fetchVolumesOfPool(pool.id()).stream())
                        .map(volume -> volume.id() + " " + volume.name())
                        .sorted()
                        .toList());
        all.put(UNIT + " hosts", unit.fetchHosts());
        all.put(UNIT + " ports", unit.fetchHostPorts());
        all.put(UNIT + " copies", unit.fetchFlashRelations());
        hmc().cpcs().forEach(cpc -> {
            all.put(cpc.name() + " partitions", hmc().partitions(cpc.objectUri()));
            all.put(cpc.name() + " storage groups", hmc().storageGroups(cpc.objectUri()));
        });
        FeilongClient feilong = feilong();
        all.put("guests", feilong.guests());
        all.put("switch", feilong.findSwitch("VSWDB").orElseThrow().users());
        all.put("minidisks", feilong.findDiskPool("ECKD:SYSTEM").orElseThrow().usedGib());
        all.put(
                "fcp devices",
                FCP_DEVICES.stream()
                        .filter(device -> feilong.findFcp(device)
                                .filter(fcp -> fcp.reserved() || fcp.connections() > 0)
                                .isPresent())
                        .toList());
        return all;
    }

    /** What a server of this combination changes of everything. */
    private SortedSet<String> touched(Combination combination) {
        if (!combination.luns()) {
            return new TreeSet<>(List.of(array() + " volumes", "guests", "switch", "minidisks"));
        }
        SortedSet<String> touched = new TreeSet<>(List.of(array() + " volumes", array() + " hosts"));
        if (combination.unit() || combination.eckd()) {
            touched.add(array() + " ports");
        }
        if (combination.guest()) {
            touched.addAll(List.of("guests", "switch", "minidisks", "fcp devices"));
        } else {
            Object cpc = build.facts(server).values().get("server.cpc");
            touched.addAll(List.of(cpc + " partitions", cpc + " storage groups"));
        }
        return touched;
    }

    /** The fabrics and the host; what consoles and arrays hold is compared as a whole. */
    private void assertNothingIsLeft(List<String> wwpns, SortedSet<String> untouched) throws IOException {
        List<LabStorage> storages = new ArrayList<>(build.lab.arrays().values());
        storages.add(build.lab.ds8000());
        for (LabStorage storage : storages) {
            assertThat(wwpns)
                    .allSatisfy(wwpn -> assertThat(storage.seenBy(wwpn))
                            .as(wwpn + " at " + storage.system())
                            .isEmpty());
        }
        assertThat(build.lab.hmc().hostWwpns(server)).isEmpty();
        assertSame("the host is as it was", settings(), untouched);
        assertThat(LinuxPrograms.hugePages(tree().resolve("etc/kernel"))).isZero();
    }

    private static void assertSame(String what, SortedSet<String> seen, SortedSet<String> wanted) {
        SortedSet<String> more = new TreeSet<>(seen);
        more.removeAll(wanted);
        assertThat(more).as(what + ", and no more").isEmpty();
        assertThat(seen).as(what).containsAll(wanted);
    }

    /**
     * Each line of the system's settings and of what its disks hold, with its file. Which disks there are the array says, and what a
     * kernel was told holds until it goes down with its partition or guest.
     */
    private SortedSet<String> settings() throws IOException {
        SortedSet<String> settings = new TreeSet<>();
        for (String top : List.of("etc", "var/lab", "u02", "u03")) {
            if (Files.exists(tree().resolve(top))) {
                try (Stream<Path> all = Files.walk(tree().resolve(top))) {
                    for (Path file : all.filter(Files::isRegularFile).toList()) {
                        String name = tree().relativize(file).toString();
                        if (name.contains("gulliver")) {
                            settings.add(name);
                        }
                        if (KNOWN_OTHERWISE.stream().noneMatch(name::startsWith)) {
                            Files.readAllLines(file).forEach(line -> settings.add(name + ": " + line));
                        }
                    }
                }
            }
        }
        return settings;
    }

    // --- the database ---------------------------------------------------------------------------------------------

    /** The calls of a landing, with what was sized. */
    private final class Landed {
        private final Map<String, StepAction> actions = MovementActions.all(build.systems, databases).stream()
                .collect(Collectors.toMap(StepAction::name, Function.identity()));
        private final LabBuild.Run run;
        private final Map<String, Object> common;
        private final Map<String, Object> target;
        private final boolean asm;
        private StepCall creation;

        Landed(Combination combination, LabBuild.Run run, Map<String, Object> target) {
            this.run = run;
            this.target = target;
            this.asm = combination.asm();
            this.common = Map.of(
                    "host",
                    server,
                    "port",
                    build.lab.oracle().port(server),
                    "oracle_home",
                    String.valueOf(build.facts(server).values().get("server.oracle.home")),
                    "name",
                    DATABASE,
                    "service",
                    DATABASE,
                    "credential",
                    "target",
                    "datafile_destination",
                    asm ? "+DATA" : DATA,
                    "recovery_area",
                    asm ? "+DATA" : RECOVERY);
        }

        void create() {
            Map<String, Object> inputs = new TreeMap<>(target);
            inputs.putAll(Map.of(
                    "character_set", "AL32UTF8",
                    "national_character_set", "AL16UTF16",
                    "block_size", 8192,
                    "processes", 600,
                    "listener", "LISTENER"));
            creation = call("oracle.create-database", inputs);
            carryOut(creation);
        }

        void sizeFiles() {
            Map<String, Object> inputs = new TreeMap<>(target);
            inputs.put("redo_destination", List.of(asm ? "+REDO" : REDO));
            carryOut(call("oracle.size-files", inputs));
        }

        void remove() {
            actions.get(creation.action()).undo(creation, build.context);
        }

        private StepCall call(String action, Map<String, Object> more) {
            Map<String, Object> inputs = new TreeMap<>(more);
            inputs.putAll(common);
            StepCall like = run.callOf("prepare", Operation.RUN);
            return new StepCall(
                    like.migration(),
                    like.program(),
                    like.database(),
                    like.purpose(),
                    like.generation(),
                    StepKey.of(action.replace("oracle.", "")),
                    like.attempt(),
                    like.round(),
                    like.operation(),
                    action,
                    like.playbookHash(),
                    inputs,
                    like.outputs(),
                    like.job(),
                    like.patienceSeconds());
        }

        private void carryOut(StepCall call) {
            StepAction action = actions.get(call.action());
            StepResult result = action.start(call, build.context);
            if (!result.finished()) {
                result = action.await(call, build.context);
            }
            assertThat(result.finished()).as(call.action()).isTrue();
        }
    }

    // --- where things are -----------------------------------------------------------------------------------------

    private List<String> names(String fact) {
        return ((List<?>) build.facts(server).values().get(fact))
                .stream().map(String::valueOf).toList();
    }

    private String array() {
        return String.valueOf(build.facts(server).values().get("server.array"));
    }

    private HmcClient hmc() {
        return build.systems.hmc("hmc-1");
    }

    private String cpc() {
        return hmc().findCpc(String.valueOf(build.facts(server).values().get("server.cpc")))
                .orElseThrow()
                .objectUri();
    }

    private FeilongClient feilong() {
        return build.systems.feilong("zvm-1");
    }

    private Path tree() {
        return build.lab.hosts().find(server).orElseThrow().root();
    }
}
