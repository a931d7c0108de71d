package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.StepAction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Space that holds: tablespaces, recovery area and backup of a database of size, by the lab's time. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class SpaceCrossTest {
    /** Of a statement in a call of ten minutes. */
    private static final long LIMIT = 600;

    @TempDir
    Path root;

    private MigrationBench bench;

    private void open(long gigabytes, String... features) throws Exception {
        bench = new MigrationBench(
                root,
                new LabDatabaseSpec(
                        MigrationBench.SOURCE_SYSTEM,
                        MigrationBench.SOURCE,
                        "ORDERS",
                        "orders",
                        "19.24.0.0.0",
                        true,
                        LabDatabaseSpec.Kind.NON_CDB,
                        "AL32UTF8",
                        "AL16UTF16",
                        8192,
                        true,
                        44,
                        gigabytes,
                        7,
                        List.of("SHOP", "STOCK"),
                        8,
                        4,
                        List.of(features),
                        new TreeMap<>(Map.of("processes", "600", "sga_target", "2147483648")),
                        List.of(new LabAccount("GULLIVER_ADM", "admin-secret", List.of("DBA")))),
                "SYS");
        bench.sized.put("recovery_area_mb", gigabytes * 2048);
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private OracleClient target() {
        return bench.open(MigrationBench.TARGET, "CRM", "target");
    }

    private long megabytes(String tablespace) {
        try (OracleClient client = target()) {
            return client.query("datafiles").stream()
                            .filter(row -> row.text("TABLESPACE_NAME").equals(tablespace))
                            .mapToLong(row -> row.number("BYTES").longValue())
                            .sum()
                    >> 20;
        }
    }

    private List<Long> seconds(String statement) {
        return bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, statement).stream()
                .map(entry -> Long.valueOf(String.valueOf(entry.details().get("seconds"))))
                .toList();
    }

    @Test
    @Examines(value = Kindness.STATEMENTS_TAKE_NO_TIME, red = "a terabyte in one statement of ten minutes")
    void aTerabyteOfTablespacesIsMadeWithoutAStatementOverItsLimit() throws Exception {
        open(1024);
        bench.runTo("restore-point");
        assertThatThrownBy(
                        () -> {
                            try (OracleClient client = target()) {
                                client.execute(
                                        "create-tablespace",
                                        Map.of(
                                                "tablespace",
                                                "AT_ONCE",
                                                "file",
                                                "/u02/once.dbf",
                                                "megabytes",
                                                "1048576",
                                                "next",
                                                "1"));
                            }
                        },
                        "a terabyte in one statement of ten minutes")
                .hasMessageContaining("ORA-01013");
        StepCall call = bench.call("tablespaces", 1);
        assertThat(bench.execute(call).get("created")).isEqualTo(List.of("APP_DATA", "APP_INDEX", "LOGIN_DATA"));
        assertThat(megabytes("APP_DATA") + megabytes("APP_INDEX")).isGreaterThan(1024 * 1024);
        assertThat(seconds("resize-tablespace")).hasSizeGreaterThan(10).allMatch(one -> one < LIMIT);
        bench.action(call).undo(MigrationBench.with(call, Operation.UNDO, null, 0), bench.context);
        assertThat(megabytes("APP_DATA")).isZero();
    }

    /** Tablespaces of another block size want a cache of their own (ORA-29339), and what is encrypted stays so. */
    @Test
    void tablespacesAreMadeWithTheBlocksOfTheSourceAndNeverSilentlyInTheClear() throws Exception {
        open(1);
        bench.runTo("restore-point");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update DBA_TABLESPACES set block_size = 16384, encrypted = 'YES' where tablespace_name = 'APP_DATA'");
        try (OracleClient client = target()) {
            Map<String, String> slots = Map.of(
                    "tablespace", "OTHER", "file", "/u02/o.dbf", "megabytes", "1", "next", "1", "block_size", "16384");
            assertThatThrownBy(() -> client.execute("create-tablespace-blocks", slots))
                    .hasMessageContaining("ORA-29339");
        }
        assertThatThrownBy(() -> bench.execute(bench.call("tablespaces", 1)))
                .hasMessageContaining("Tablespace APP_DATA has blocks of 16384 bytes at the source")
                .hasMessageContaining("DB_16K_CACHE_SIZE is 0");
        assertThat(megabytes("APP_INDEX")).as("nothing is made before").isZero();
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into GV$PARAMETER (inst_id, name, \"VALUE\") values (1, 'db_16k_cache_size', '67108864')");
        bench.runTo("check-export");
        try (OracleClient client = target()) {
            assertThat(client.query("tablespaces"))
                    .extracting(row -> row.text("TABLESPACE_NAME") + " " + row.number("BLOCK_SIZE"))
                    .contains("APP_DATA 16384", "APP_INDEX 8192");
        }
        assertThatThrownBy(() -> bench.runTo("readiness"))
                .hasMessageContaining("tablespace encryption APP_DATA: source encrypted, target not encrypted");
        StepCall call = bench.call("readiness", 2);
        Map<String, Object> accepted = new TreeMap<>(call.inputs());
        accepted.put("left_behind", List.of("tablespace encryption APP_DATA: the volumes are encrypted"));
        assertThat(bench.execute(MigrationBench.with(call, accepted))).containsKey("criteria");
        assertThat(bench.context.evidence.get("readiness.json")).contains("left behind: the volumes are encrypted");
        bench.oracle.encrypt(MigrationBench.SOURCE, "orders", MigrationBench.TARGET, "CRM");
        assertThat(bench.execute(bench.call("readiness", 3))).containsKey("criteria");
    }

    @Test
    @Examines(value = Kindness.TABLESPACES_NEVER_FILL, red = "an import into a tablespace that is full")
    void anImportWaitsWhereATablespaceIsFullAndGoesOnWhenSomebodyMadeRoom() throws Exception {
        open(64, "in-users");
        bench.runTo("export");
        try (OracleClient client = target()) {
            client.query("datafiles").stream()
                    .filter(row -> row.text("FILE_NAME").contains("_users_mig"))
                    .forEach(row -> client.execute(
                            "drop-datafile", Map.of("tablespace", "USERS", "file", row.text("FILE_NAME"))));
        }
        bench.runTo("transfer");
        StepCall call = bench.call("import", 1);
        StepAction action = bench.action(call);
        String job = action.start(call, bench.context).job();
        StepCall watch = MigrationBench.with(call, Operation.AWAIT, job, 20);
        StepResult waits = action.await(watch, bench.context);
        Progress progress = waits.progress();
        assertThat(progress == null ? "ended" : String.valueOf(progress.text()))
                .as("an import into a tablespace that is full")
                .contains("waits for space", "ORA-01653", "USERS");
        try (OracleClient client = target()) {
            client.execute(
                    "add-datafile",
                    Map.of("tablespace", "USERS", "file", "/u02/room.dbf", "megabytes", "32000", "next", "1024"));
            client.execute(
                    "add-datafile",
                    Map.of("tablespace", "USERS", "file", "/u02/room2.dbf", "megabytes", "32000", "next", "1024"));
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> action.await(watch, bench.context).finished());
    }

    @Test
    @Examines(value = Kindness.RECOVERY_AREA_NEVER_FILLS, red = "a recovery area at its limit")
    void aFullRecoveryAreaStopsTheLoadAndKeepsPeopleOut() throws Exception {
        open(64);
        bench.sized.put("recovery_area_mb", 4096L);
        bench.runTo("transfer");
        StepCall call = bench.call("import", 1);
        StepAction action = bench.action(call);
        String job = action.start(call, bench.context).job();
        StepResult stands = action.await(MigrationBench.with(call, Operation.AWAIT, job, 20), bench.context);
        assertThat(
                        stands.progress() == null
                                ? "ended"
                                : String.valueOf(stands.progress().text()))
                .as("a recovery area at its limit")
                .contains("executing; the recovery area is ", " % full");
        assertThatThrownBy(() -> bench.open(MigrationBench.TARGET, "CRM", "migration"))
                .hasMessageContaining("ORA-00257");
        Map<String, Object> freed = bench.perform(bench.plain(
                "oracle.recovery-area",
                "drop-start",
                Operation.RUN,
                Map.of(
                        "host",
                        MigrationBench.TARGET,
                        "port",
                        bench.oracle.port(MigrationBench.TARGET),
                        "service",
                        "CRM",
                        "credential",
                        "target",
                        "restore_points",
                        List.of("MIG_T0"))));
        assertThat(freed.get("dropped")).isEqualTo(List.of("MIG_T0"));
        // What was kept for the flashback is gone, so that the rest of the load fits.
        await().atMost(Duration.ofSeconds(30))
                .until(() -> action.await(MigrationBench.with(call, Operation.AWAIT, job, 20), bench.context)
                        .finished());
        assertThat((int) freed.get("used_percent")).isBetween(20, 80);
    }

    @Test
    void aSourceWithAllInUsersFindsRoomInTheUsersOfTheTarget() throws Exception {
        open(64, "in-users");
        bench.runTo("restore-point");
        StepCall call = bench.call("tablespaces", 1);
        assertThat(bench.perform(call)).containsEntry("enlarged", List.of("USERS"));
        assertThat(megabytes("USERS")).isGreaterThan(64 * 1024);
        assertThat(bench.perform(bench.call("tablespaces", 2)))
                .as("a second round finds nothing to do")
                .containsEntry("enlarged", List.of("USERS"));
        bench.runTo("import");
        StepCall load = bench.call("import", 1);
        bench.action(load).undo(MigrationBench.with(load, Operation.UNDO, null, 0), bench.context);
        bench.action(call).undo(MigrationBench.with(call, Operation.UNDO, null, 0), bench.context);
        assertThat(megabytes("USERS")).isEqualTo(100);
    }
}
