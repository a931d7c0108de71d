package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.ConnectionPurpose;
import io.gulliver.lab.Examines;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A fence that an instance restarts behind: what holds, what is noticed, and what the undo sets back. */
@TakesTurns(TakesTurns.Group.CROSSINGS)
class FenceRestartTest {
    @TempDir
    private Path root;

    private MigrationBench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private static final List<String> SCHEMAS =
            List.of("SHOP", "SHOP_AUDIT", "SHOP_WEB", "STOCK", "STOCK_AUDIT", "STOCK_WEB");

    /** What steps found out, as the engine hands it on to later ones. */
    private final Map<String, Object> known = new TreeMap<>();

    private StepCall source(String action) {
        Map<String, Object> inputs = new TreeMap<>(known);
        inputs.putAll(Map.of(
                "host",
                MigrationBench.SOURCE,
                "port",
                bench.oracle.port(MigrationBench.SOURCE),
                "service",
                "orders",
                "credential",
                "orders",
                "schemas",
                SCHEMAS,
                "own_tablespace",
                "GULLIVER_MIG",
                "oracle_home",
                MigrationBench.home(bench.source).toString(),
                "patience",
                "1s"));
        return bench.plain(action, "quiesce", Operation.RUN, inputs);
    }

    /** The steps of the fence in their order, each with what those before it found out. */
    private void fence(String... actions) {
        for (String action : actions) {
            known.putAll(run(action).outputs());
        }
    }

    /** Everything that the fence changes, read past every product. */
    private List<String> state() {
        return bench.oracle.fence(MigrationBench.SOURCE, "orders");
    }

    private StepResult run(String action) {
        StepCall call = source(action);
        return bench.action(call).run(call, bench.context);
    }

    private StepResult undo(String action) {
        StepCall call = MigrationBench.with(source(action), Operation.UNDO, null, 0);
        return bench.action(call).undo(call, bench.context);
    }

    private String jobs() {
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            return source.queryOne("parameter", Map.of("name", "job_queue_processes"))
                            .text("VALUE")
                    + source.query("job-queue-setting").stream()
                            .map(row -> " file " + row.text("VALUE"))
                            .findFirst()
                            .orElse(" no file");
        }
    }

    private void restart() {
        bench.oracle.restart(MigrationBench.SOURCE, "orders");
    }

    private void pluggable(String version) throws Exception {
        other(MigrationBench.spec(LabDatabaseSpec.Kind.PDB, Map.of(), "scheduler-job"), "ORDERS", version);
    }

    private void other(LabDatabaseSpec plain, String name, String version) throws Exception {
        bench.close();
        bench = new MigrationBench(root.resolve(version), MigrationBench.of(plain, name, version), "SYS");
    }

    /** 0 there would stop the jobs of the whole container (My Oracle Support 2175443.1). */
    @Test
    void jobsOfAPluggableDatabaseOf121AreStoppedOneByOne() throws Exception {
        pluggable("12.1.0.2.0");
        fence("movement.source-state");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_JOBS (job, schema_user, broken) values (12, 'SHOP', 'N')");
        assertThat(run("movement.source-state").outputs()).containsEntry("jobs_going_on", List.of("12 of SHOP"));
        assertThatThrownBy(() -> run("movement.quiesce"))
                .hasMessageContaining("Jobs of DBMS_JOB would go on at orders@lilliput: 12 of SHOP.");
        assertThat(state()).contains("logins ALLOWED");
        bench.oracle.disturb(MigrationBench.SOURCE, "orders", "update DBA_JOBS set broken = 'Y'");
        fence("movement.quiesce");
        assertThat(state()).contains("logins RESTRICTED").doesNotContain("container without jobs");
        assertThat(scheduled()).containsExactly("SHOP FALSE", "STOCK FALSE");
        assertThat(run("cutover.check-source").outputs()).containsEntry("done", true);
        undo("movement.quiesce");
        assertThat(state()).contains("logins ALLOWED").doesNotContain("container without jobs");
        assertThat(scheduled()).containsExactly("SHOP TRUE", "STOCK TRUE");
    }

    /** Without it nobody comes into a pluggable database (ORA-44787); it may have the domain of the database. */
    @Test
    void theServiceOfTheDatabaseItselfStays() throws Exception {
        other(MigrationBench.spec(LabDatabaseSpec.Kind.PDB, Map.of(), "container:CDBSHOP"), "PDB1", "19.24.0.0.0");
        fence("movement.source-state", "movement.quiesce");
        assertThat(state()).contains("service pdb1").doesNotContain("service orders_app");
        other(
                MigrationBench.spec(LabDatabaseSpec.Kind.NON_CDB, Map.of("db_domain", "example.com")),
                "ORDERS",
                "19.25.0.0.0");
        known.clear();
        fence("movement.source-state", "movement.quiesce");
        assertThat(state()).contains("service ORDERS.example.com").doesNotContain("service orders_app");
    }

    private List<String> scheduled() {
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            return source.query("scheduler-jobs").stream()
                    .map(row -> row.text("OWNER") + " " + row.text("ENABLED"))
                    .toList();
        }
    }

    /** It takes 0 and 4000 there and nothing else (Database Reference 19c). */
    @Test
    void aPluggableDatabaseOf19GetsAllItsJobsBack() throws Exception {
        pluggable("19.24.0.0.0");
        // What the container said, before an update came that takes it no more.
        for (String view : List.of("GV$PARAMETER", "V$SPPARAMETER")) {
            bench.oracle.disturb(
                    MigrationBench.SOURCE,
                    "orders",
                    "update " + view + " set \"VALUE\" = '40' where name = 'job_queue_processes'");
        }
        fence("movement.source-state", "movement.quiesce");
        assertThat(jobs()).startsWith("0 ");
        undo("movement.quiesce");
        assertThat(state()).contains("logins ALLOWED");
        assertThat(jobs()).startsWith("4000 ");
    }

    @Test
    void peopleAreLetInEvenWhereJobsCannotBeAllowed() throws Exception {
        fence("movement.source-state", "movement.quiesce");
        // Somebody wrote what the parameter never takes.
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update V$SPPARAMETER set update_comment = 'gulliver stopped jobs: memory 5000, file 5000' where name ="
                        + " 'job_queue_processes'");
        assertThatThrownBy(() -> undo("movement.quiesce"))
                .hasMessageContaining("orders@lilliput is open again, but its jobs do not run as before");
        assertThat(state()).contains("account SHOP_WEB OPEN", "logins ALLOWED", "service orders_app");
    }

    @Test
    @Examines(value = Kindness.INSTANCE_NEVER_RESTARTS, red = "a restart lets people in again, and that is noticed")
    void jobsStayOffOverARestartAndTheOpenDoorIsNoticed() {
        assertThat(run("movement.quiesce").outputs()).containsEntry("job_queue_processes", 40);
        assertThat(run("cutover.check-source").outputs()).containsEntry("done", true);

        restart();

        assertThat(jobs()).isEqualTo("0 file 0");
        assertThatThrownBy(() -> run("cutover.check-source"), "a restart lets people in again, and that is noticed")
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().message())
                                .contains("sessions are not restricted")
                                .doesNotContain("JOB_QUEUE_PROCESSES"));
        // Done again it answers as the first time.
        assertThat(run("movement.quiesce").outputs()).containsEntry("job_queue_processes", 40);
        assertThat(run("cutover.check-source").outputs()).containsEntry("done", true);
    }

    @Test
    void theUndoSetsBackWhatWasThereAlsoAfterARestart() {
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update GV$PARAMETER set \"VALUE\" = '7', ismodified = 'SYSTEM_MOD' where name = 'job_queue_processes'");
        assertThat(jobs()).isEqualTo("7 file 40");
        run("movement.quiesce");
        restart();
        undo("movement.quiesce");
        assertThat(jobs()).isEqualTo("7 file 40");
        undo("movement.quiesce");
        assertThat(jobs()).as("nothing is left to undo").isEqualTo("7 file 40");
    }

    @Test
    void whatNoFileSaidIsTakenOutOfTheFileAgain() {
        bench.oracle.disturb(
                MigrationBench.SOURCE, "orders", "delete from V$SPPARAMETER where name = 'job_queue_processes'");
        run("cutover.fence");
        assertThat(jobs()).isEqualTo("0 file 0");
        undo("cutover.fence");
        assertThat(jobs()).isEqualTo("40 no file");
    }

    @Test
    void withoutAServerParameterFileTheStepSaysWhatARestartWouldDo() {
        bench.oracle.disturb(MigrationBench.SOURCE, "orders", "delete from V$SPPARAMETER");
        assertThat(run("movement.quiesce").message()).contains("a restart would let jobs run again");
        assertThat(jobs()).isEqualTo("0 no file");
        undo("movement.quiesce");
        assertThat(jobs()).isEqualTo("40 no file");
    }

    @Test
    void jobsThatWereLetRunGoOnAfterARestart() {
        run("cutover.fence");
        StepCall enable = bench.plain(
                "cutover.enable-jobs",
                "jobs",
                Operation.RUN,
                Map.of(
                        "host",
                        MigrationBench.SOURCE,
                        "port",
                        bench.oracle.port(MigrationBench.SOURCE),
                        "service",
                        "orders",
                        "credential",
                        "orders",
                        "processes",
                        12));
        bench.action(enable).run(enable, bench.context);
        restart();
        assertThat(jobs()).isEqualTo("12 file 12");
    }

    @Test
    void whoeverIsLoggedOnLosesTheSessionAndTheNextTryFindsTheInstance() {
        bench.lab.faults().arm(MigrationBench.SOURCE_SYSTEM, "current-scn", FaultKind.INSTANCE_RESTARTS, 1);
        assertThatThrownBy(() -> run("movement.quiesce")).hasMessageContaining("ORA-03113");
        assertThat(run("movement.quiesce").outputs()).containsEntry("job_queue_processes", 40);
        undo("movement.quiesce");
        assertThat(jobs()).isEqualTo("40 file 40");
    }

    private static final String[] ALL = {
        "movement.source-state", "movement.quiesce", "movement.read-only", "movement.consistent-point"
    };

    @Test
    void whatWasThereBeforeIsTakenDown() {
        fence("movement.source-state");
        assertThat(known)
                .containsEntry(
                        "accounts",
                        new TreeMap<>(Map.of(
                                "SHOP",
                                "OPEN",
                                "SHOP_AUDIT",
                                "LOCKED",
                                "SHOP_WEB",
                                "OPEN",
                                "STOCK",
                                "OPEN",
                                "STOCK_AUDIT",
                                "LOCKED",
                                "STOCK_WEB",
                                "OPEN")))
                .containsEntry("services", new TreeMap<>(Map.of("orders_app", "orders_app")))
                .containsEntry("tablespaces", List.of("APP_DATA", "APP_INDEX", "LOGIN_DATA", "USERS"))
                .containsEntry("left_writable", List.of());
        assertThat(bench.context.evidence).containsKey("source-state.txt");
    }

    @Test
    void nobodyWritesOnceItStandsAndARestartOpensTheDoorAlone() {
        fence(ALL);
        assertThat(state())
                .contains("account SHOP LOCKED", "tablespace APP_DATA READ ONLY", "logins RESTRICTED", "jobs 0, file 0")
                .doesNotContain("service orders_app");
        assertThat(run("cutover.check-source").message())
                .contains("read only since before SCN", "unchanged: accounts, objects, sequences");

        restart();

        assertThat(state())
                .contains("account SHOP LOCKED", "tablespace APP_DATA READ ONLY", "logins ALLOWED", "jobs 0, file 0");
        assertThatThrownBy(() -> run("cutover.check-source"))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().message())
                                .contains("sessions are not restricted", "service orders_app is started")
                                .doesNotContain("account", "can be written", "was changed"));
    }

    @Test
    @Examines(value = Kindness.SERVICES_STAY_STOPPED, red = "a service that came back with the instance is noticed")
    void aServiceThatCameBackWithTheInstanceIsNoticed() {
        fence(ALL);
        restart();
        assertThatThrownBy(() -> run("cutover.check-source"), "a service that came back with the instance is noticed")
                .hasMessageContaining("service orders_app is started");
    }

    private void managed(String version) throws Exception {
        other(MigrationBench.spec(LabDatabaseSpec.Kind.NON_CDB, Map.of(), "oracle-restart"), "ORDERS", version);
    }

    private String srvctl(String words) {
        return srvctl(MigrationBench.SOURCE, bench.source, words);
    }

    private String srvctl(String name, LabHost host, String words) {
        return new HostScripts(bench.systems)
                .run(
                        source("movement.quiesce"),
                        name,
                        "srvctl",
                        "export ORACLE_HOME=" + MigrationBench.home(host) + "\n$ORACLE_HOME/bin/srvctl " + words + "\n",
                        List.of())
                .output();
    }

    @Test
    @Examines(
            value = Kindness.AGENT_LEAVES_SERVICES_STOPPED,
            red = "the agent starts what was stopped and is not disabled")
    void aServiceOfOracleRestartComesBackUnlessItIsDisabled() throws Exception {
        managed("19.24.0.0.0");
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            source.execute("stop-service", Map.of("service", "orders_app"));
        }
        assertThat(state())
                .as("the agent starts what was stopped and is not disabled")
                .contains("service orders_app");

        fence(ALL);
        assertThat(known).containsEntry("managed", new TreeMap<>(Map.of("orders_app", "enabled running")));
        assertThat(state()).contains("disabled service orders_app").doesNotContain("service orders_app");
        restart();
        assertThat(state()).contains("disabled service orders_app").doesNotContain("service orders_app");
    }

    /** Of 11.2 srvctl takes -d and -s alone; a restart strikes before and after each step. */
    @ParameterizedTest
    @ValueSource(strings = {"11.2.0.4.0", "12.1.0.2.0", "19.24.0.0.0"})
    void theUndoSetsServicesOfOracleRestartBackAsTheyWere(String version) throws Exception {
        managed(version);
        List<List<String>> before = List.of(
                List.of(),
                List.of("disable service -d ORDERS -s orders_app"),
                List.of("stop service -d ORDERS -s orders_app"),
                List.of("stop service -d ORDERS -s orders_app", "disable service -d ORDERS -s orders_app"));
        for (List<String> acts : before) {
            known.clear();
            acts.forEach(this::srvctl);
            List<String> was = state();
            fence("movement.source-state", "movement.quiesce");
            assertThat(state())
                    .as("%s", acts)
                    .contains("disabled service orders_app")
                    .doesNotContain("service orders_app");
            restart();
            fence("movement.quiesce");
            assertThat(run("cutover.check-source").outputs()).containsEntry("done", true);
            undo("movement.quiesce");
            assertThat(state()).as("%s", acts).isEqualTo(was);
            undo("movement.quiesce");
            assertThat(state()).as("nothing is left to undo: %s", acts).isEqualTo(was);
            srvctl("enable service -d ORDERS -s orders_app");
            srvctl("start service -d ORDERS -s orders_app");
        }
    }

    /** At the target: a fence that is put up again knows what it disabled, and nothing is enabled before the opening. */
    @ParameterizedTest
    @ValueSource(strings = {"11.2.0.4.0", "19.24.0.0.0"})
    void servicesOfOracleRestartStayDisabledAtTheTargetUntilItOpens(String version) throws Exception {
        managed(version);
        fence("movement.source-state");
        known.remove("managed");
        fence("cutover.fence");
        SortedMap<String, String> managed = new TreeMap<>(Map.of("orders_app", "enabled running"));
        assertThat(known).containsEntry("managed", managed);
        assertThat(state()).contains("disabled service orders_app").doesNotContain("service orders_app");
        restart();
        fence("cutover.fence", "cutover.lock-accounts", "cutover.check-fence");
        assertThat(known).as("done again it answers as the first time").containsEntry("managed", managed);
        assertThat(state()).contains("disabled service orders_app").doesNotContain("service orders_app");

        srvctl("enable service -d ORDERS -s orders_app");
        srvctl("start service -d ORDERS -s orders_app");
        assertThatThrownBy(() -> run("cutover.check-fence")).hasMessageContaining("service orders_app is started");
        fence("cutover.fence", "cutover.check-fence");

        fence("cutover.open");
        assertThat(state())
                .contains("service orders_app", "logins ALLOWED")
                .doesNotContain("disabled service orders_app");
        fence("cutover.open");
        restart();
        assertThat(state()).contains("service orders_app");
    }

    /** By the playbook: from the fence of the empty database to its opening, over a restart of its instance. */
    @Test
    void aTargetThatOracleRestartManagesOffersItsServicesFromTheOpeningOn() throws Exception {
        bench.oracle.installRestart(MigrationBench.TARGET);
        bench.runTo("fence");
        assertThat(bench.outputs.get("fence"))
                .as("what the source offers is registered days before, and disabled")
                .containsEntry("managed", Map.of("orders_app", "enabled running"))
                .containsEntry("registered", List.of("orders_app"));
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM")).contains("disabled service orders_app");
        assertThat(kept(bench.target)).as("what the fence saw first").isTrue();
        bench.runBefore("quiesce");
        bench.oracle.restart(MigrationBench.TARGET, "CRM");
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM")).doesNotContain("service orders_app");
        assertThat(bench.perform(bench.call("fence", 2)))
                .as("done again it answers as the first time")
                .isEqualTo(bench.outputs.get("fence"));
        bench.runTo("fence-at-opening");
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM"))
                .contains("disabled service orders_app", "logins RESTRICTED")
                .doesNotContain("service orders_app");
        bench.runTo("open");
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM"))
                .contains("service orders_app", "logins ALLOWED")
                .doesNotContain("disabled service orders_app");
        assertThat(kept(bench.target)).as("nobody asks what the fence saw").isFalse();
        bench.oracle.restart(MigrationBench.TARGET, "CRM");
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM")).contains("service orders_app");
    }

    /** Whether the job that keeps what a fence saw first is on a host. */
    private static boolean kept(LabHost host) throws IOException {
        try (Stream<Path> files = Files.walk(host.root())) {
            return files.anyMatch(file -> file.getFileName().toString().matches("srvctl-(look|added).*"));
        }
    }

    /** A rehearsal never opens its target, and leaves nothing there all the same. */
    @Test
    void aRehearsalTakesAwayWhatTheFenceOfItsTargetSaw() throws Exception {
        managed("19.24.0.0.0");
        fence("movement.source-state", "cutover.fence");
        assertThat(kept(bench.source)).isTrue();
        known.put("migration_credential", "migration");
        run("cutover.clean-up");
        assertThat(kept(bench.source)).isFalse();
    }

    /** Of 11.2 srvctl takes -d and -s alone. What DBMS_SERVICE made would be gone with the next restart, as the lab has it. */
    @ParameterizedTest
    @ValueSource(strings = {"11.2.0.4.0", "12.1.0.2.0", "19.24.0.0.0"})
    void servicesThatSrvctlDoesNotKnowAreRegisteredAtTheOpening(String version) throws Exception {
        managed(version);
        fence("movement.source-state", "cutover.fence", "cutover.lock-accounts");
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            source.execute("create-service", Map.of("service", "orders_old", "network_name", "orders_old"));
        }
        services("orders_app", "orders_new", "orders_old");
        assertThat(run("cutover.open").message()).contains("registered with srvctl: [orders_new, orders_old]");
        assertThat(state()).contains("service orders_app", "service orders_new", "service orders_old");
        restart();
        assertThat(state()).contains("service orders_app", "service orders_new", "service orders_old");
        assertThat(srvctl("config service -d ORDERS")).contains("Service name: orders_new", "Service name: orders_old");
        assertThat(run("cutover.open").message()).as("done again").doesNotContain("registered");
    }

    private void services(String... names) {
        known.put("services", Stream.of(names).collect(Collectors.toMap(name -> name, name -> name)));
    }

    /** Its container has one resource, and its services are those that say whose they are; a neighbour's are left alone. */
    @ParameterizedTest
    @ValueSource(strings = {"12.1.0.2.0", "19.24.0.0.0"})
    void servicesOfAPluggableDatabaseAreItsOwnAtEachStep(String version) throws Exception {
        LabDatabaseSpec plain =
                MigrationBench.spec(LabDatabaseSpec.Kind.PDB, Map.of(), "container:CDBSHOP", "oracle-restart");
        other(plain, "PDB1", version);
        bench.oracle.create(neighbour(MigrationBench.of(plain, "PDB2", version)));
        assertThat(srvctl("config service -db PDB1")).contains("PRCD-1120");
        assertThat(srvctl("config service -db CDBSHOP"))
                .containsSubsequence("orders_app", "Pluggable database name: PDB1", "other_app", "database name: PDB2");
        List<String> neighbour = bench.oracle.fence(MigrationBench.SOURCE, "other");
        List<String> was = state();
        fence("cutover.fence");
        assertThat(known).containsEntry("managed", new TreeMap<>(Map.of("orders_app", "enabled running")));
        assertThat(state()).contains("disabled service orders_app").doesNotContain("service orders_app");
        undo("cutover.fence");
        assertThat(state()).isEqualTo(was);

        known.clear();
        fence("movement.source-state", "cutover.fence", "cutover.lock-accounts");
        services("orders_app", "orders_new");
        assertThat(run("cutover.open").message()).contains("registered with srvctl: [orders_new]");
        assertThat(srvctl("config service -db CDBSHOP -service orders_new")).contains("Pluggable database name: PDB1");
        restart();
        assertThat(state()).contains("service orders_app", "service orders_new");
        assertThat(bench.oracle.fence(MigrationBench.SOURCE, "other")).isEqualTo(neighbour);
    }

    private static LabDatabaseSpec neighbour(LabDatabaseSpec of) {
        return new LabDatabaseSpec(
                "other@lilliput",
                of.host(),
                of.name(),
                "other",
                of.version(),
                of.enterprise(),
                of.kind(),
                of.characterSet(),
                of.nationalCharacterSet(),
                of.blockSize(),
                of.archiveLog(),
                of.timeZoneVersion(),
                of.sizeGb(),
                of.seed(),
                of.schemas(),
                of.tables(),
                of.rows(),
                of.features(),
                of.parameters(),
                of.accounts());
    }

    /** Without rights, or a listener: whoever may do it gets the command of the release, and nobody is let in before. */
    @ParameterizedTest
    @CsvSource({"11.2.0.4.0, -d ORDERS -s orders_new", "19.24.0.0.0, -db ORDERS -service orders_new"})
    void aServiceThatNobodyMayRegisterKeepsTheTargetClosed(String version, String options) throws Exception {
        managed(version);
        fence("movement.source-state", "cutover.fence", "cutover.lock-accounts");
        Path srvctl = MigrationBench.home(bench.source).resolve("bin/srvctl");
        Path real = Files.move(
                srvctl, Files.createDirectories(srvctl.resolveSibling("real")).resolve("srvctl"));
        // What the lab's program reads beside itself.
        Files.copy(srvctl.resolveSibling(".lab-oracle"), real.resolveSibling(".lab-oracle"));
        Files.writeString(
                srvctl,
                "#!/bin/sh\n[ \"$1\" = add ] && echo 'PRCR-1006 : Failed to add resource' && exit 1\nexec " + real
                        + " \"$@\"\n");
        assertThat(srvctl.toFile().setExecutable(true)).isTrue();
        services("orders_app", "orders_new");
        assertThatThrownBy(() -> run("cutover.open")).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().message())
                    .contains("srvctl does not register services of orders@lilliput: [orders_new]")
                    .contains("PRCR-1006");
            assertThat(e.failure().advice()).contains("srvctl add service " + options + " ");
        });
        assertThat(state()).contains("logins RESTRICTED").doesNotContain("service orders_app", "service orders_new");
        Files.move(real, srvctl, StandardCopyOption.REPLACE_EXISTING);
        srvctl("add service -d ORDERS -s orders_new");
        assertThat(run("cutover.open").message()).doesNotContain("registered");
        assertThat(state()).contains("logins ALLOWED", "service orders_app", "service orders_new");
    }

    /** srvctl offers a service by its own name alone: another one in the network is made by DBMS_SERVICE, and that is told. */
    @Test
    void aServiceOfAnotherNameInTheNetworkIsToldToAPerson() throws Exception {
        managed("19.24.0.0.0");
        fence("movement.source-state", "cutover.fence", "cutover.lock-accounts");
        known.put("services", Map.of("orders_web", "web.example.com"));
        assertThat(run("cutover.open").message())
                .contains(
                        "not registered with Oracle Restart, which offers each by its own name: orders_web as web.example.com");
        assertThat(state()).contains("service orders_web");
    }

    @Test
    void theUndoOfTheFenceTakesAwayWhatItRegistered() throws Exception {
        bench.oracle.installRestart(MigrationBench.TARGET);
        bench.runTo("fence");
        StepCall call = bench.call("fence", 1);
        assertThat(bench.perform(call))
                .as("done again it answers as the first time")
                .isEqualTo(bench.outputs.get("fence"));
        for (int i = 0; i < 2; i++) {
            bench.action(call)
                    .undo(MigrationBench.with(call, Operation.UNDO, bench.outputs.get("fence")), bench.context);
            assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM"))
                    .contains("logins ALLOWED")
                    .doesNotContain("service orders_app", "disabled service orders_app");
            assertThat(kept(bench.target)).isFalse();
        }
        bench.oracle.restart(MigrationBench.TARGET, "CRM");
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM")).doesNotContain("service orders_app");
    }

    /** Thrown by the lost worker's own thread: nothing of ours catches it. */
    private static final class WorkerLost extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Lost after each of its calls to the host in turn: what they did is done, and no answer says so. */
    @Test
    void theUndoOfAFenceWhoseAnswerWasLostTakesAwayWhatItRegistered() throws Exception {
        bench.oracle.installRestart(MigrationBench.TARGET);
        bench.runBefore("fence");
        List<String> was = bench.oracle.fence(MigrationBench.TARGET, "CRM");
        StepCall call = bench.call("fence", 1);
        boolean lost = true;
        boolean registered = false;
        for (int after = 1; lost; after++) {
            int last = after;
            try {
                bench.action(call).run(call, new MigrationBench.Context() {
                    @Override
                    public void called(OuterCall made) {
                        super.called(made);
                        if (calls.stream()
                                        .filter(each -> each.system().equals(MigrationBench.TARGET))
                                        .count()
                                >= last) {
                            throw new WorkerLost();
                        }
                    }
                });
                lost = false;
            } catch (WorkerLost e) {
                lost = true;
            }
            registered |= bench.oracle.fence(MigrationBench.TARGET, "CRM").contains("disabled service orders_app");
            bench.action(call).undo(MigrationBench.with(call, Operation.UNDO, Map.of()), bench.context);
            assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM"))
                    .as("lost after %d calls", after)
                    .isEqualTo(was);
            assertThat(kept(bench.target)).isFalse();
            assertThat(srvctl(MigrationBench.TARGET, bench.target, "config service -d CRM"))
                    .as("lost after %d calls", after)
                    .doesNotContain("orders_app");
        }
        assertThat(registered).isTrue();
    }

    @Test
    void aTargetWhoseServicesSrvctlDoesNotEnableStaysClosed() throws Exception {
        managed("19.24.0.0.0");
        fence("movement.source-state", "cutover.fence", "cutover.lock-accounts");
        Files.delete(MigrationBench.home(bench.source).resolve("bin/srvctl"));
        assertThatThrownBy(() -> run("cutover.open"))
                .hasMessageContaining("Services of orders@lilliput that Oracle Restart manages are not as wanted:"
                        + " {orders_app=unknown, wanted enabled running}");
        assertThat(state())
                .contains("logins RESTRICTED", "disabled service orders_app")
                .doesNotContain("service orders_app");
    }

    @Test
    void theUndoOfTheFenceOfATargetSetsServicesOfOracleRestartBack() throws Exception {
        managed("19.24.0.0.0");
        List<String> was = state();
        fence("cutover.fence");
        fence("cutover.fence");
        undo("cutover.fence");
        assertThat(state()).isEqualTo(was);
        undo("cutover.fence");
        assertThat(state()).as("nothing is left to undo").isEqualTo(was);
    }

    @Test
    void wordsOfAnotherReleaseAndWhatNobodyRegisteredAreRefusedBySrvctl() throws Exception {
        managed("11.2.0.4.0");
        assertThat(srvctl("config service -db ORDERS")).contains("PRKO-2002 : Invalid command line option: -db");
        assertThat(srvctl("add service -d ORDERS -s one -pdb TWO -preferred ORDERS"))
                .as("each of them is told")
                .contains(
                        "PRKO-2002 : Invalid command line option: -pdb",
                        "PRKO-2002 : Invalid command line option: -preferred");
        assertThat(srvctl("add service -d ORDERS")).contains("PRKO-2000");
        assertThat(srvctl("config nothing -d ORDERS")).contains("PRKO-2011");
        assertThat(srvctl("add service -d ORDERS -s orders_app")).contains("PRKO-3117");
        assertThat(srvctl("remove service -d ORDERS -s orders_app")).contains("LAB-00007");
        assertThat(srvctl("status service -d ORDERS -s none")).contains("PRCR-1001");
        assertThat(srvctl("stop service -d ORDERS")).contains("PRKO-2000");
        assertThat(srvctl("relocate service -d ORDERS")).contains("LAB-00007");
        assertThat(srvctl("config database -d OTHER")).contains("PRCD-1120", "PRCR-1001");
        assertThat(srvctl("disable service -d ORDERS -s orders_app")).isEmpty();
        assertThat(srvctl("disable service -d ORDERS -s orders_app")).contains("PRCC-1012", "PRCR-1003");
        assertThat(srvctl("stop service -d ORDERS -s orders_app")).isEmpty();
        assertThat(srvctl("stop service -d ORDERS -s orders_app")).contains("PRCC-1016", "PRCR-1005");
        assertThat(srvctl("start service -d ORDERS -s orders_app")).contains("CRS-2501");
    }

    @Test
    void whereNobodyCanAskSrvctlAPersonIsTold() throws Exception {
        assertThat(run("movement.source-state").message())
                .as("nobody registered it")
                .doesNotContain("Oracle Restart");
        Files.delete(MigrationBench.home(bench.source).resolve("bin/srvctl"));
        assertThat(run("movement.source-state").message())
                .contains("whether Oracle Restart manages services of orders@lilliput was not seen (no srvctl in ");
    }

    /** People are let in all the same. */
    @Test
    void anUndoThatSrvctlRefusesIsTold() throws Exception {
        managed("19.24.0.0.0");
        fence("movement.source-state", "movement.quiesce");
        Files.delete(MigrationBench.home(bench.source).resolve("bin/srvctl"));
        assertThatThrownBy(() -> undo("movement.quiesce"))
                .hasMessageContaining("Services of orders@lilliput that Oracle Restart manages are not as wanted:"
                        + " {orders_app=unknown, wanted enabled running}");
        assertThat(state()).contains("logins ALLOWED", "account SHOP_WEB OPEN", "service orders_app");
    }

    /** An instance that restarts between any two steps, and between any two undos. */
    @Test
    void theUndoSetsBackExactlyWhatWasThereWhereverTheInstanceRestarts() {
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update DBA_USERS set account_status = 'EXPIRED(GRACE)' where username = 'STOCK_WEB'");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update DBA_TABLESPACES set status = 'READ ONLY' where tablespace_name = 'APP_INDEX'");
        List<String> before = state();
        for (int restarted = 0; restarted <= ALL.length; restarted++) {
            known.clear();
            for (int step = 0; step < ALL.length; step++) {
                if (step == restarted) {
                    restart();
                }
                fence(ALL[step]);
            }
            if (restarted == ALL.length) {
                restart();
            }
            assertThat(state())
                    .as("restarted before step " + restarted)
                    .contains("account STOCK_WEB EXPIRED(GRACE) & LOCKED", "tablespace APP_INDEX READ ONLY")
                    .isNotEqualTo(before);
            undo("movement.read-only");
            if (restarted % 2 == 0) {
                restart();
            }
            undo("movement.quiesce");
            assertThat(state()).as("restarted before step " + restarted).isEqualTo(before);
            undo("movement.read-only");
            undo("movement.quiesce");
            assertThat(state()).as("nothing is left to undo").isEqualTo(before);
        }
    }

    @Test
    @Examines(value = Kindness.READ_ONLY_NEVER_WAITS, red = "whoever keeps a tablespace from being read only is named")
    void whoeverKeepsATablespaceFromBeingReadOnlyIsNamed() {
        fence("movement.source-state", "movement.quiesce");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into GV$SESSION (inst_id, sid, \"SERIAL#\", saddr, username, type, program, machine) values (1, 77, 5,"
                        + " 'AB', 'DBA_ON_CALL', 'USER', 'sqlplus@desk', 'desk-4')");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into GV$TRANSACTION (inst_id, ses_addr, start_date) values (1, 'AB', current_timestamp)");
        assertThatThrownBy(() -> run("movement.read-only"), "whoever keeps a tablespace from being read only is named")
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().message())
                                .contains(
                                        "APP_DATA",
                                        "session 77,5,@1 (DBA_ON_CALL, program sqlplus@desk, machine desk-4)"));
        assertThat(state()).contains("tablespace APP_DATA ONLINE");
        bench.oracle.stopApplication(MigrationBench.SOURCE, "orders");
        fence("movement.read-only");
        assertThat(state()).contains("tablespace APP_DATA READ ONLY");
    }

    private void written(String how, String told) {
        bench.oracle.disturb(MigrationBench.SOURCE, "orders", how);
        assertThatThrownBy(() -> run("cutover.check-source"), how).hasMessageContaining(told);
    }

    @Test
    void whoeverWroteAfterTheExportIsFound() {
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update DBA_SEGMENTS set tablespace_name = 'SYSTEM' where owner = 'SHOP' and segment_type = 'TABLE' and"
                        + " segment_name = (select min(table_name) from DBA_TABLES where owner = 'SHOP')");
        fence(ALL);
        run("cutover.check-source");
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            source.execute("tablespace-read-write", Map.of("tablespace", "APP_DATA"));
            assertThatThrownBy(() -> run("cutover.check-source"))
                    .hasMessageContaining("tablespace APP_DATA can be written");
            source.execute("tablespace-read-only", Map.of("tablespace", "APP_DATA"));
            assertThatThrownBy(() -> run("cutover.check-source"))
                    .hasMessageContaining("of tablespace APP_DATA was changed after SCN");
        }
        known.putAll(run("movement.consistent-point").outputs());
        run("cutover.check-source");
        written(
                "update DBA_SEQUENCES set last_number = last_number + 20 where sequence_owner = 'SHOP'",
                "sequences are not as they were");
        fence("movement.read-only");
        written(
                "delete from DBA_OBJECTS where owner = 'SHOP' and object_type = 'VIEW'",
                "objects are not as they were");
        fence("movement.read-only");
        written(
                "update DBA_USERS set profile = 'DEFAULT' where username = 'SHOP_WEB'",
                "accounts are not as they were");
        fence("movement.read-only");
        String table = bench.oracle.content(MigrationBench.SOURCE, "orders").keySet().stream()
                .filter(name -> name.startsWith("SHOP."))
                .findFirst()
                .orElseThrow();
        written(
                "delete from \"SHOP\".\"" + table.substring("SHOP.".length()) + "\" where rownum = 1",
                "tables that can be written are not as they were");
    }

    /** SYS keeps its audit trail beside an application: whoever logs on would be refused. */
    @Test
    void aTablespaceInWhichOthersKeepSomethingStaysWritableAndIsNamed() {
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_SEGMENTS (owner, segment_name, segment_type, tablespace_name, bytes) values ('SYS', 'AUD$',"
                        + " 'TABLE', 'USERS', 65536)");
        fence(ALL);
        assertThat(known).containsEntry("left_writable", List.of("USERS (also of SYS)"));
        assertThat(state()).contains("tablespace USERS ONLINE", "tablespace APP_DATA READ ONLY");
        run("cutover.check-source");
    }

    /** Whoever decided, and redirected clients, took their time: the last look is the opening's own. */
    @Test
    void aTargetThatRestartsJustBeforeTheOpeningIsNotOpened() {
        bench.runTo("fence-at-opening");
        StepCall open = bench.call("open", 1);
        bench.oracle.restart(MigrationBench.TARGET, "CRM");
        assertThatThrownBy(() -> bench.execute(bench.call("fence-at-opening", 2)))
                .hasMessageContaining("is not fenced: sessions are not restricted");

        assertThatThrownBy(() -> bench.execute(open))
                .hasMessageContaining("is not fenced: sessions are not restricted, and not by this step.")
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        told -> assertThat(told.failure().advice())
                                .contains("An instance restarted", "Put the fence up again", "see who was logged on"));
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM"))
                .contains("account SHOP LOCKED", "account SHOP_WEB LOCKED", "logins ALLOWED")
                .doesNotContain("service orders_app");

        // A smoke test left the one account open that users come by: the restart is told all the same.
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "update DBA_USERS set account_status = 'OPEN'");
        assertThatThrownBy(() -> bench.execute(open)).hasMessageContaining("sessions are not restricted");

        bench.execute(bench.call("fence", 2));
        assertThat(bench.execute(open)).containsEntry("opened", true);
        assertThat(bench.execute(open))
                .as("the answer of the first did not arrive")
                .containsEntry("opened", false);
    }

    @Test
    void aTargetThatSomebodyLetEverybodyIntoIsNotOpened() {
        bench.runTo("fence-at-opening");
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "update GV$INSTANCE set logins = 'ALLOWED'");
        assertThatThrownBy(() -> bench.execute(bench.call("open", 1)))
                .hasMessageContaining("is not fenced: sessions are not restricted, and not by this step.");
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM")).contains("account SHOP_WEB LOCKED");
    }

    /** The dump carries the locks of the source, and a copy is opened by what was before them. */
    @Test
    void aCopyThatRestartsLetsNobodyInAndIsOpenedAsTheSourceWas() {
        bench.runTo("lock-accounts");
        bench.oracle.restart(MigrationBench.TARGET, "CRM");
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM"))
                .contains(
                        "account SHOP LOCKED",
                        "account SHOP_WEB LOCKED",
                        "account STOCK_AUDIT LOCKED",
                        "logins ALLOWED")
                .anyMatch(line -> line.startsWith("jobs 0, file 0"))
                .doesNotContain("service orders_app");
        assertThatThrownBy(() -> bench.execute(bench.call("fence-again", 1)))
                .hasMessageContaining("sessions are not restricted")
                .hasMessageNotContaining("account");
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "update GV$INSTANCE set logins = 'RESTRICTED'");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_USERS set account_status = 'OPEN' where username = 'SHOP_WEB'");
        assertThatThrownBy(() -> bench.execute(bench.call("fence-again", 1))).hasMessageContaining("SHOP_WEB is OPEN");
        bench.execute(bench.call("lock-accounts", 2));
        bench.runTo("dictionary");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into DBA_SCHEDULER_JOBS (owner, job_name, job_type, enabled, state) values ('SHOP', 'NIGHTLY', 'STORED_PROCEDURE', 'TRUE',"
                        + " 'SCHEDULED'), ('SHOP', 'DBMS_JOB$_12', 'PLSQL_BLOCK', 'TRUE', 'SCHEDULED'),"
                        + " ('SHOP', 'REFRESH_SALES_BY_DAY', 'PLSQL_BLOCK', 'TRUE', 'SCHEDULED')");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into DBA_JOBS (job, schema_user, broken) values (12, 'SHOP', 'N'), (14, 'SHOP', 'Y')");
        Map<String, Object> before = new TreeMap<>(bench.outputs.get("source-state"));
        before.put("old_jobs", List.of("12 of SHOP", "13 of SHOP", "14 of SHOP"));
        before.put("disabled_jobs", List.of("SHOP.NIGHTLY"));
        bench.outputs.put("source-state", before);
        bench.runTo("jobs");
        assertThat(bench.outputs.get("jobs"))
                .as("of DBMS_JOB, named before anybody misses it")
                .containsEntry("missing", List.of("13 of SHOP", "14 of SHOP"))
                .containsEntry("others", List.of("SHOP.REFRESH_SALES_BY_DAY"));
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM"))
                .contains(
                        "account SHOP OPEN",
                        "account SHOP_WEB OPEN",
                        "account STOCK_AUDIT LOCKED",
                        "service orders_app",
                        "logins ALLOWED",
                        "jobs 40, file 40");
        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(target.query("scheduler-jobs"))
                    .as("what the source had and did not run is off; what it did not have is as the load made it")
                    .extracting(row -> row.text("JOB_NAME") + " " + row.text("ENABLED"))
                    .containsExactlyInAnyOrder("NIGHTLY FALSE", "DBMS_JOB$_12 TRUE", "REFRESH_SALES_BY_DAY TRUE");
        }
    }

    @Test
    @Examines(value = Kindness.CONTROL_TABLE_ANYWHERE, red = "a control table needs a tablespace that can be written")
    void aControlTableInAReadOnlyTablespaceIsRefused() {
        bench.runTo("point");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update DBA_USERS set default_tablespace = 'USERS' where username = 'MOVER'");
        assertThatThrownBy(
                        () -> bench.execute(bench.call("export", 1)),
                        "a control table needs a tablespace that can be written")
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().message() + bench.context.evidence)
                                .contains("ORA-31633", "ORA-01647: tablespace 'USERS' is read only"));
        bench.rollBack();
        assertThat(state())
                .contains("tablespace USERS ONLINE", "logins ALLOWED")
                .noneMatch(line -> line.contains("_MIG"));
    }

    @Test
    void theUndoGetsInWhileTheListenerRefusesEverybody() {
        run("movement.quiesce");
        Databases.Address address = new Databases.Address(
                MigrationBench.SOURCE, bench.oracle.port(MigrationBench.SOURCE), "orders", "orders");
        assertThatThrownBy(() -> bench.databases
                        .read(address, ConnectionPurpose.READ, bench.context)
                        .close())
                .isInstanceOfSatisfying(OracleException.class, e -> {
                    assertThat(e.code()).isEqualTo(12526);
                    assertThat(e).hasMessageContaining("(UR=A)");
                });
        undo("movement.quiesce");
        bench.databases.read(address, ConnectionPurpose.READ, bench.context).close();
    }
}
