package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.testing.SizedLanding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was sized is what DBCA makes, and what the first look at the target holds it to. */
@Tag("store")
class SizedIsBuiltTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root, "sys-grants");
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private static String parameter(OracleClient client, String name) {
        return client.queryOne("parameter", Map.of("name", name)).text("VALUE");
    }

    private static String megabytes(long wanted) {
        return Long.toString(wanted << 20);
    }

    @Test
    void sgaPgaAndRecoveryAreaOfTheTargetAreThoseOfTheSizing() throws Exception {
        bench.sized.put("sga_mb", 3072L);
        bench.sized.put("pga_target_mb", 1536L);
        bench.sized.put("recovery_area_mb", 30_000L);
        bench.runTo("check-target");

        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(parameter(target, "sga_target")).isEqualTo(megabytes(3072));
            assertThat(parameter(target, "sga_max_size")).isEqualTo(megabytes(3072));
            assertThat(parameter(target, "pga_aggregate_target")).isEqualTo(megabytes(1536));
            assertThat(parameter(target, "db_recovery_file_dest_size")).isEqualTo(megabytes(30_000));
            assertThat(parameter(target, "use_large_pages")).isEqualTo("TRUE");
        }
        assertThat(bench.context.evidence.get("dbca.rsp"))
                .contains("automaticMemoryManagement=FALSE", "totalMemory=4608\n")
                .doesNotContain("memoryMgmtType");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dpm", "zvm"})
    void anotherAcceptedSgaIsAnotherInitParameter(String kind) throws Exception {
        try (SizedLanding landing =
                new SizedLanding().lands("ORDERS,lnx01,CRM," + kind).known("ORDERS", 4096)) {
            landing.accept("ORDERS").sga("ORDERS", 8192).accept("ORDERS");
            bench.sized.putAll(landing.target("ORDERS", Map.of()));
        }
        bench.runTo("check-target");

        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(parameter(target, "sga_target")).isEqualTo(megabytes(8192));
            assertThat(parameter(target, "pga_aggregate_target")).isEqualTo(megabytes(1024));
            assertThat(parameter(target, "use_large_pages")).isEqualTo("ONLY");
        }
    }

    private static List<String> logs(OracleClient client) {
        return client.query("redo-logs").stream()
                .map(row -> row.number("GROUP#") + " " + (row.number("BYTES").longValue() >> 20) + " MB "
                        + row.number("MEMBERS"))
                .toList();
    }

    @Test
    void redoLogsAndTemporaryFilesAreThoseOfTheSizingAndNoOthers() throws Exception {
        bench.sized.put("redo_log_mb", 2560L);
        bench.sized.put("redo_groups", 4L);
        bench.sized.put("temporary_mb", 6144L);
        bench.runTo("check-target");

        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(logs(target)).containsExactly("4 2560 MB 2", "5 2560 MB 2", "6 2560 MB 2", "7 2560 MB 2");
            assertThat(target.query("temporary-space"))
                    .singleElement()
                    .satisfies(
                            row -> assertThat(row.number("BYTES").longValue()).isEqualTo(6144L << 20));
        }
        int made = bench.lab
                .ledger()
                .entries(MigrationBench.TARGET_SYSTEM, "add-log-group")
                .size();
        bench.perform(bench.call("size-files", 2));
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "add-log-group"))
                .as("what is as sized is left alone")
                .hasSize(made);
    }

    private static Map<String, List<String>> members(OracleClient client) {
        Map<String, List<String>> members = new TreeMap<>();
        client.query("redo-members")
                .forEach(row -> members.computeIfAbsent(row.number("GROUP#").toString(), group -> new ArrayList<>())
                        .add(row.text("MEMBER")));
        return members;
    }

    /** ORA-REDO-01 of docs/checks.md: on volumes that hold nothing else, the second member too. */
    @Test
    void redoLogsLieOnTheVolumesForThemAndNowhereElse() throws Exception {
        Files.createDirectories(bench.target.root().resolve("u03/redo"));
        bench.param("redo_destination", List.of("/u03/redo"));
        bench.runTo("check-target");

        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(logs(target)).containsExactly("4 1024 MB 2", "5 1024 MB 2", "6 1024 MB 2", "7 1024 MB 2");
            assertThat(members(target))
                    .as("the template's own are gone, though they have the sized length")
                    .containsOnlyKeys("4", "5", "6", "7")
                    .containsEntry("4", List.of("/u03/redo/crm_redo4a_mig.log", "/u03/redo/crm_redo4b_mig.log"));
        }
        int made = bench.lab
                .ledger()
                .entries(MigrationBench.TARGET_SYSTEM, "add-log-group")
                .size();
        bench.perform(bench.call("size-files", 2));
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "add-log-group"))
                .as("what lies where it should is left alone")
                .hasSize(made);
    }

    @Test
    void twoDestinationsHaveOneMemberEach() throws Exception {
        for (String directory : List.of("u03/redo", "u04/redo")) {
            Files.createDirectories(bench.target.root().resolve(directory));
        }
        bench.param("redo_destination", List.of("/u03/redo", "/u04/redo"));
        bench.runTo("check-target");

        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(members(target))
                    .containsEntry("4", List.of("/u03/redo/crm_redo4a_mig.log", "/u04/redo/crm_redo4b_mig.log"));
        }
    }

    @Test
    void withoutVolumesForThemTheyLieWithDataAndRecoveryArea() throws Exception {
        bench.sized.put("redo_log_mb", 2560L);
        bench.runTo("check-target");

        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(members(target))
                    .containsEntry("4", List.of("/u02/fra/crm_redo4b_mig.log", "/u02/oradata/crm_redo4a_mig.log"));
        }
    }

    @Test
    void aDirectoryThatIsNotThereIsNamed() {
        bench.param("redo_destination", List.of("/u03/redo"));

        assertThatThrownBy(() -> bench.runTo("size-files"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure).hasMessageContaining("ORA-00301").hasMessageContaining("/u03/redo/crm_redo4a");
                    assertThat(failure.failure().advice()).contains("directory");
                });
    }

    @Test
    void redoLogsThatLieElsewhereAreNamedByTheCheck() {
        bench.runTo("size-files");
        bench.param("redo_destination", List.of("/u03/redo"));

        assertThatThrownBy(() -> bench.runTo("check-target"))
                .hasMessageContaining("redo log /u02/oradata/CRM/redo01.log does not lie in /u03/redo");
    }

    @Test
    void moreThanTwoDestinationsAreRefused() {
        bench.param("redo_destination", List.of("/u03/a", "/u03/b", "/u03/c"));

        assertThatThrownBy(() -> bench.runTo("size-files")).hasMessageContaining("wanted one or two");
    }

    /** The template's file of 8 KB blocks grows to 32 GB and no further; undo that the source needs must have room before the load. */
    @Test
    void undoMayGrowToWhatTheSourceHas() throws Exception {
        bench.sized.put("undo_mb", 70_000L);
        bench.runTo("size-files");
        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            List<OracleRow> files = target.query("datafiles").stream()
                    .filter(row -> row.text("TABLESPACE_NAME").startsWith("UNDO"))
                    .toList();
            assertThat(files).hasSizeGreaterThan(2);
            assertThat(files.stream()
                                    .mapToLong(row -> row.number("MAXBYTES").longValue())
                                    .sum()
                            >> 20)
                    .isBetween(70_000L, 110_000L);
            assertThat(files)
                    .as("made small")
                    .allMatch(row -> row.number("BYTES").longValue() <= 1L << 30);
        }
    }

    /** A file of 8 KB blocks ends at 32 GB (ORA-01144). */
    @Test
    void temporarySpaceBeyondTheLengthOfAFileIsMadeOfSeveral() throws Exception {
        bench.sized.put("temporary_mb", 70_000L);
        bench.runTo("size-files");
        assertThat(bench.outputs.get("size-files")).containsEntry("temporary_mb", 70_000L);
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "add-temporary-file"))
                .hasSize(3);
    }

    @Test
    void aPluggableDatabaseHasNoRedoLogsOfItsOwnToLayOut() throws Exception {
        bench.runTo("size-target");
        bench.oracle.create(new LabDatabaseSpec(
                MigrationBench.TARGET_SYSTEM,
                MigrationBench.TARGET,
                "CRM",
                "CRM",
                "19.24.0.0.0",
                true,
                LabDatabaseSpec.Kind.PDB,
                "AL32UTF8",
                "AL16UTF16",
                8192,
                true,
                44,
                0,
                7,
                List.of(),
                0,
                0,
                List.of(),
                new TreeMap<>(Map.of("processes", "600")),
                List.of(new LabAccount("SYS", "sys-secret", List.of()))));
        bench.sized.put("redo_log_mb", 2560L);
        bench.sized.put("temporary_mb", 6144L);
        bench.outputs.put("create-database", Map.of());
        bench.outputs.put("create-pdb", Map.of());
        bench.runTo("size-files");

        assertThat(bench.outputs.get("size-files")).containsEntry("temporary_mb", 6144L);
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "add-log-group"))
                .isEmpty();
    }

    @Test
    void redoLogsOfAnotherSizeAreNamed() {
        bench.runTo("size-files");
        bench.sized.put("redo_log_mb", 4096L);

        assertThatThrownBy(() -> bench.runTo("check-target"))
                .hasMessageContaining("redo logs are of [1024] MB, sized 4096 MB");
    }

    @Test
    void aCharacterSetThatDiffersIsNamedUnlessItIsApproved() {
        bench.runTo("size-files");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update NLS_DATABASE_PARAMETERS set \"VALUE\" = 'WE8ISO8859P1' where parameter = 'NLS_CHARACTERSET'");
        StepCall call = bench.call("check-target", 1);
        assertThatThrownBy(() -> bench.perform(call))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("NLS_CHARACTERSET: source AL32UTF8, target WE8ISO8859P1");
        Map<String, Object> approved = new TreeMap<>(call.inputs());
        approved.put("approved", List.of("NLS_CHARACTERSET"));
        assertThat(bench.perform(MigrationBench.with(call, approved))).containsEntry("edition", "enterprise");
    }

    @Test
    void aTargetThatIsNotAsSizedIsNamedFigureByFigure() {
        bench.runTo("create-database");
        bench.sized.put("sga_mb", 4096L);
        bench.sized.put("recovery_area_mb", 40_960L);

        assertThatThrownBy(() -> bench.runTo("check-target"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("sga_target is 2048 MB, sized 4096 MB")
                .hasMessageContaining("sga_max_size is 2048 MB, sized 4096 MB")
                .hasMessageContaining("db_recovery_file_dest_size is 20480 MB, sized 40960 MB")
                .hasMessageNotContaining("pga_aggregate_target");
    }

    @Test
    void anSgaThatItsHugePagesDoNotHoldIsNoDatabase() {
        bench.oracle.hugePages(MigrationBench.TARGET, () -> 2047);
        bench.sized.put("large_pages", "ONLY");

        assertThatThrownBy(() -> bench.runTo("create-database")).hasMessageContaining("ORA-27106");
    }

    @Test
    void anSgaThatItsHugePagesHoldIsADatabaseThatUsesNoOthers() throws Exception {
        bench.oracle.hugePages(MigrationBench.TARGET, () -> 2048);
        bench.sized.put("large_pages", "ONLY");
        bench.runTo("check-target");

        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(parameter(target, "use_large_pages")).isEqualTo("ONLY");
        }
    }
}
