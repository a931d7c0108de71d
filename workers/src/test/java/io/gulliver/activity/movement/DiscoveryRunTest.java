package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.estate.HostDependency.Kind;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Live discovery of databases of the lab, by JDBC and by SQL*Plus, with what a program allows and what goes wrong. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class DiscoveryRunTest {
    /** What changes while one looks, or is of the session that looks. */
    private static final Set<String> FLEETING = Set.of(
            "cache_advice",
            "clients",
            "incremental_gb",
            "last_backup_at",
            "load_source",
            "longest_query_seconds",
            "memory.pgaGb.max",
            "open_transactions",
            "pga_advice_mb",
            "pga_over_allocations",
            "processes_peak",
            "recovery_area_used_gb",
            "redo_mb_s",
            "redo_peak_gb_hour",
            "redo_peak_mb_s",
            "services_active",
            "sessions_peak",
            "sga_advice",
            "snapshots_too_old",
            "standby_lag");

    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private static LabDatabaseSpec spec(String version, String... features) {
        return new LabDatabaseSpec(
                MigrationBench.SOURCE_SYSTEM,
                MigrationBench.SOURCE,
                "ORDERS",
                "orders",
                version,
                true,
                LabDatabaseSpec.Kind.NON_CDB,
                "WE8ISO8859P1",
                "AL16UTF16",
                8192,
                true,
                14,
                1,
                7,
                List.of("SHOP", "STOCK"),
                8,
                40,
                List.of(features),
                new TreeMap<>(Map.of("processes", "600", "sga_target", "2147483648")),
                List.of(new LabAccount("GULLIVER_ADM", "admin-secret", List.of("DBA"))));
    }

    @Test
    void whatTheHostSaysBecomesFactsAndWhatRunsThereDependencies() throws Exception {
        bench = new MigrationBench(root, spec("19.24.0.0.0"), "SYS");
        StepCall call = bench.call("discover-host", 1);
        StepResult seen = bench.action(call).run(call, bench.context);
        assertThat(facts(seen)).containsKeys("host.cpuModel", "host.cores", "host.memoryGb");
        assertThat(seen.outputs().get("fact_sources").toString()).contains("host lilliput");
        List<HostProgram> programs = ((List<?>) seen.outputs().get("programs"))
                .stream().map(line -> HostProgram.of(String.valueOf(line))).toList();
        // the bench's host has the processes of this machine
        assertThat(programs)
                .isNotEmpty()
                .allSatisfy(program -> assertThat(program.name()).isNotBlank().doesNotContain("["))
                .anySatisfy(program -> assertThat(program.kind()).isEqualTo(Kind.PROCESS));
    }

    private StepResult look(Map<String, Object> more) {
        StepCall call = bench.call("discover-database", 1);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.putAll(more);
        return bench.action(call).run(MigrationBench.with(call, inputs), bench.context);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> facts(StepResult result) {
        return (Map<String, Object>) result.outputs().get("facts");
    }

    private static List<String> unanswered(StepResult result) {
        return ((List<?>) result.outputs().get("unanswered"))
                .stream().map(String::valueOf).toList();
    }

    private List<String> asked() {
        return bench.context.calls.stream()
                .map(call -> String.valueOf(call.object()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.2.0.5.0", "11.1.0.7.0"})
    void aReleaseThatTheDriverDoesNotSpeakWithIsAskedBySqlPlus(String release) throws Exception {
        bench = new MigrationBench(root, spec(release, "queue", "db-link", "sys-grants"), "SYS");
        StepResult result = look(Map.of());
        assertThat(unanswered(result)).isEmpty();
        assertThat(result.outputs())
                .containsEntry("release", release)
                .containsEntry("edition", "enterprise")
                .containsEntry("character_set", "WE8ISO8859P1")
                .containsEntry(
                        "schemas", List.of("SHOP", "SHOP_AUDIT", "SHOP_WEB", "STOCK", "STOCK_AUDIT", "STOCK_WEB"))
                .containsEntry("block_size", 8192)
                .containsEntry("sga_mb", 2048);
        assertThat((Double) result.outputs().get("data_gb")).isPositive();
        assertThat(facts(result)).containsEntry("queues", true).containsEntry("sys_grants", true);
        assertThat(bench.context.evidence.get("discovery-spool.txt"))
                .startsWith("gulliver discovery 1 begin " + release)
                .contains("gulliver discovery 1 end");
        assertThat(((Map<?, ?>) result.outputs().get("fact_sources")).get("queues"))
                .isEqualTo("D59 of live discovery");
    }

    /** What the playbook's first step finds out, with these facts of the inventory. */
    private StepResult way(Map<String, Object> more) {
        StepCall call = bench.call("source-way", 1);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.putAll(more);
        return bench.action(call).run(MigrationBench.with(call, inputs), bench.context);
    }

    private List<String> connects() {
        return bench.context.calls.stream()
                .filter(call -> call.operation().equals("connect"))
                .map(call -> call.status() + " " + call.message())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.2.0.5", "10gR2", "11.1.0.7.0", "11.2.0.3", "9i"})
    void theDriverIsNotTriedWhereTheInventorySaysThatTheReleaseIsTooOld(String told) throws Exception {
        bench = new MigrationBench(root, spec("10.2.0.5.0"), "SYS");
        bench.fact("inventory.oracle_version", told);
        StepResult way = way(Map.of());
        assertThat(way.outputs()).containsEntry("way", "host");
        assertThat(String.valueOf(way.outputs().get("why"))).contains("no JDBC driver is certified below 11.2.0.4");
        assertThat(facts(look(Map.of()))).containsEntry("source_release", "10.2.0.5.0");
        assertThat(connects()).isEmpty();
    }

    @Test
    void aReleaseThatNobodyToldIsTriedByTheDriverAndTheRefusalLeadsToTheHost() throws Exception {
        bench = new MigrationBench(root, spec("10.2.0.5.0"), "SYS");
        StepResult way = way(Map.of());
        assertThat(way.outputs()).containsEntry("way", "host");
        assertThat(way.message()).contains("ORA-03134", "SQL*Plus on its host");
        assertThat(connects()).singleElement().asString().startsWith("failed");
        bench.outputs.put("source-way", way.outputs());
        assertThat(look(Map.of()).message()).contains("by SQL*Plus on its host");
        assertThat(connects()).as("not tried once more").hasSize(1);
    }

    @Test
    void aReleaseThatLetsTheDriverInAndIsTooOldIsAskedBySqlPlus() throws Exception {
        bench = new MigrationBench(root, spec("11.2.0.3.0"), "SYS");
        assertThat(way(Map.of()).outputs()).containsEntry("way", "host");
        StepResult result = look(Map.of());
        assertThat(result.message()).contains("The database says release 11.2.0.3.0");
        assertThat(bench.context.evidence).containsKey("discovery-spool.txt");
        assertThat(facts(result)).containsEntry("source_release", "11.2.0.3.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"11.2.0.4", "11.2", "11gR2", "19c", ""})
    void whatTheDriverIsCertifiedForIsAskedByIt(String told) throws Exception {
        bench = new MigrationBench(root, spec("11.2.0.4.0"), "SYS");
        bench.fact("inventory.oracle_version", told);
        assertThat(way(Map.of()).outputs()).containsEntry("way", "driver").containsEntry("why", "");
    }

    @Test
    void theRunningInstanceIsFoundWhereverItsNameDiffersFromTheService() throws Exception {
        bench = new MigrationBench(root, spec("10.2.0.5.0"), "SYS");
        // As on a node of a cluster, or where the SID is in small letters: ps knows, the inventory does not.
        java.nio.file.Files.createDirectories(bench.source.root().resolve("bin"));
        program("ps", "printf '    1 init\\n 2100 oracle ora_pmon_ORDERS\\n 2200 oracle ora_pmon_OTHER1\\n'");
        StepResult result = look(Map.of("known_release", "10.2", "oracle_sid", "orders"));
        assertThat(facts(result)).containsEntry("source_release", "10.2.0.5.0");
    }

    @Test
    void theAnswersOfAnotherDatabaseOfTheHostAreNotTaken() throws Exception {
        bench = new MigrationBench(root, spec("10.2.0.5.0"), "SYS");
        // The host has no instance ORDER; the one that looks like its node is a database of its own.
        program("ps", "printf ' 2100 oracle ora_pmon_ORDERS\\n 2200 oracle ora_pmon_ORDER9\\n'");
        LabDatabaseSpec other = spec("10.2.0.5.0");
        bench.oracle.create(new LabDatabaseSpec(
                "archive@" + MigrationBench.SOURCE,
                MigrationBench.SOURCE,
                "ORDER9",
                "archive",
                other.version(),
                true,
                other.kind(),
                other.characterSet(),
                other.nationalCharacterSet(),
                8192,
                true,
                14,
                1,
                8,
                List.of("SHOP"),
                6,
                10,
                List.of(),
                other.parameters(),
                other.accounts()));
        assertThatThrownBy(() -> look(Map.of("known_release", "10.2", "service", "order")))
                .isInstanceOfSatisfying(StepFailedException.class, e -> {
                    assertThat(e.failure().message())
                            .contains("was not answered by orders", "database ORDER9", "none of that is ORDER");
                    assertThat(e.failure().advice()).contains("oracle_sid", "source_sid");
                });
    }

    /** Puts a program before the machine's own on the source host. */
    private void program(String name, String body) throws Exception {
        java.nio.file.Path bin =
                java.nio.file.Files.createDirectories(bench.source.root().resolve("bin"));
        java.nio.file.Path file = java.nio.file.Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void bothWaysGiveTheSameFacts() throws Exception {
        bench = new MigrationBench(
                root,
                spec("11.2.0.4.0", "queue", "mview", "db-link", "scheduler-job", "external-table", "sys-grants"),
                "SYS");
        StepResult byDriver = look(Map.of("samples", 0));
        StepResult bySqlPlus = look(Map.of("samples", 0, "known_release", "10.2"));
        assertThat(bench.context.evidence).containsKey("discovery-spool.txt");
        assertThat(unanswered(byDriver)).isEmpty();
        assertThat(unanswered(bySqlPlus)).isEmpty();
        Map<String, Object> driver = new TreeMap<>(facts(byDriver));
        Map<String, Object> sqlPlus = new TreeMap<>(facts(bySqlPlus));
        driver.keySet().removeAll(FLEETING);
        sqlPlus.keySet().removeAll(FLEETING);
        assertThat(sqlPlus).isEqualTo(driver).hasSizeGreaterThan(100);
    }

    @Test
    void aQuestionWithoutAnswerCostsItsOwnFactsAndNotTheRun() throws Exception {
        bench = new MigrationBench(root, spec("19.24.0.0.0"), "SYS");
        bench.oracle.disturb(MigrationBench.SOURCE, "orders", "drop table DBA_QUEUE_TABLES");
        bench.oracle.disturb(
                MigrationBench.SOURCE, "orders", "alter table DBA_ENCRYPTED_COLUMNS drop column encryption_alg");
        StepResult result = look(Map.of());
        assertThat(unanswered(result))
                .containsExactlyInAnyOrder(
                        "queues: ORA-00942; grant SELECT_CATALOG_ROLE to the user, unless the database does not have it",
                        "encrypted-columns: ORA-00904; the column does not exist in this release");
        assertThat(facts(result)).doesNotContainKeys("queues", "tde_column").containsKeys("data_gb", "jobs");
        assertThat(result.outputs()).as("what steps name is there all the same").containsEntry("tde_column", false);
    }

    @Test
    void historyIsReadOnlyWhereItIsLicensedAndSwitchedOn() throws Exception {
        bench = new MigrationBench(root, spec("19.24.0.0.0"), "SYS");
        assertThat(facts(look(Map.of()))).containsEntry("load_source", "samples");
        assertThat(asked()).noneMatch(statement -> statement.startsWith("awr-"));
        assertThat(facts(look(Map.of("diagnostics_pack", "licensed"))))
                .containsEntry("load_source", "awr")
                .containsKeys("cpu.busyCores.p95", "io.iops.max", "awr_retention_days", "top_sql");
        assertThat(asked()).contains("awr-metrics");

        bench.context.calls.clear();
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update GV$PARAMETER set \"VALUE\" = 'NONE' where name = 'control_management_pack_access'");
        look(Map.of("diagnostics_pack", "licensed"));
        assertThat(asked()).noneMatch(statement -> statement.startsWith("awr-"));
    }

    @Test
    void statspackStandsInWhereItIsInstalled() throws Exception {
        bench = new MigrationBench(root, spec("19.24.0.0.0", "statspack"), "SYS");
        StepResult result = look(Map.of());
        assertThat(unanswered(result)).isEmpty();
        assertThat(facts(result))
                .containsEntry("load_source", "statspack")
                .containsKeys("cpu.busyCores.p95", "io.iops.p95", "redo.mbPerSecond.max");
        assertThat(asked()).noneMatch(statement -> statement.startsWith("awr-") || statement.startsWith("sample-"));
    }

    @Test
    void inPeakHoursHeavyQuestionsAreLeftOutAndNamed() throws Exception {
        bench = new MigrationBench(root, spec("19.24.0.0.0"), "SYS");
        // Two spans that together hold every time of day: whatever the time is, one of them is its peak.
        StepResult night = look(Map.of("peak_hours", "18:00-06:00"));
        StepResult day = look(Map.of("peak_hours", "06:00-18:00"));
        StepResult result = unanswered(day).isEmpty() ? night : day;
        assertThat(unanswered(result))
                .anyMatch(line -> line.startsWith("segments: left out in the peak hours"))
                .anyMatch(line -> line.startsWith("transport-violations: left out"));
        assertThat(facts(result)).doesNotContainKey("data_gb").containsKey("files_gb");
        assertThat(asked().stream().filter("segments"::equals))
                .as("asked once, by the other")
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8-18", "25:00-26:00", "08:00"})
    void hoursThatAreNoneAreRefused(String hours) throws Exception {
        bench = new MigrationBench(root, spec("19.24.0.0.0"), "SYS");
        assertThatThrownBy(() -> look(Map.of("peak_hours", hours)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("peak_hours is '" + hours + "'");
    }

    @Test
    void withoutALoginTheScriptIsLeftForAPersonAndTheStepSaysWhatToDoWithIt() throws Exception {
        bench = new MigrationBench(root, spec("10.2.0.5.0"), "SYS");
        StepResult way = way(Map.of("known_release", "10.2.0.5", "host", "somewhere"));
        assertThat(way.outputs()).containsEntry("way", "script");
        assertThat(String.valueOf(way.outputs().get("why")))
                .contains("release 10.2.0.5", "No entry of gulliver.landscape.hosts matches the host somewhere");
        assertThat(bench.context.evidence.get("discovery.sql"))
                .contains("SPOOL gulliver-discovery.txt", "gulliver question identity", "DBMS_TTS")
                .doesNotContain("dba_hist_");
        assertThatThrownBy(() -> look(Map.of("way", "script", "host", "somewhere")))
                .isInstanceOfSatisfying(StepFailedException.class, e -> {
                    assertThat(e.failure().message())
                            .contains("orders@somewhere", "no output of the discovery script was uploaded");
                    assertThat(e.failure().advice())
                            .contains("discovery.sql", "gulliver-discovery.txt", "/discovery-script", "upload");
                });
    }

    /** Has SQL*Plus of the lab run the script for a person, as a DBA would at the customer's. */
    private byte[] spool() {
        look(Map.of("known_release", "10.2"));
        return bench.context.evidence.get("discovery-spool.txt").getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void anUploadedSpoolStandsForLookingAndRecordsNothingTwice() throws Exception {
        bench = new MigrationBench(root, spec("10.2.0.5.0", "queue"), "SYS");
        StepResult live = look(Map.of("known_release", "10.2"));
        bench.uploads.put("abc123abc123", spool());
        String now = java.time.Instant.now().toString();
        Map<String, Object> given = Map.of("spool", "abc123abc123", "spool_at", now, "host", "somewhere");
        Map<String, Object> told = new TreeMap<>(given);
        told.put("known_release", "10.2");
        assertThat(way(told).outputs()).containsEntry("way", "spool");
        told.put("way", "spool");
        StepResult result = look(told);
        assertThat(facts(result)).as("recorded when the file was taken").isEmpty();
        for (String output : List.of("release", "edition", "data_gb", "files_gb", "cores", "schemas", "blockers")) {
            assertThat(result.outputs().get(output))
                    .as(output)
                    .isEqualTo(live.outputs().get(output));
        }
        assertThat(result.message()).contains("uploaded output of the discovery script");
        assertThat(result.evidence())
                .anyMatch(ref ->
                        ref.sha256().equals("abc123abc123") && ref.bytes() == bench.uploads.get("abc123abc123").length);
    }

    @Test
    void aSpoolOfLastMonthIsNotTaken() throws Exception {
        bench = new MigrationBench(root, spec("10.2.0.5.0"), "SYS");
        String old = java.time.Instant.now().minus(java.time.Duration.ofDays(8)).toString();
        Map<String, Object> told = new TreeMap<>(
                Map.of("known_release", "10.2", "spool", "abc123abc123", "spool_at", old, "host", "somewhere"));
        assertThat(way(told).outputs()).containsEntry("way", "script");
        told.put("way", "script");
        assertThatThrownBy(() -> look(told))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().message()).contains("older than the 7 days"));
        told.put("spool_days", 30);
        assertThat(way(told).outputs()).containsEntry("way", "spool");
    }

    @Test
    void aHostWithoutALoginIsLeftToUploadedFilesWhereThePlaybookAllowsIt() throws Exception {
        bench = new MigrationBench(root, spec("10.2.0.5.0"), "SYS");
        bench.fact("inventory.source_host", "somewhere");
        StepCall call = bench.call("discover-host", 1);
        StepResult result = bench.action(call).run(call, bench.context);
        assertThat(result.message()).contains("somewhere was not looked at", "lscpu");
        Map<String, Object> strict = new TreeMap<>(call.inputs());
        strict.remove("without_login");
        StepCall wanted = MigrationBench.with(call, strict);
        assertThatThrownBy(() -> bench.action(wanted).run(wanted, bench.context))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("No entry of gulliver.landscape.hosts");
    }

    @Test
    void onceTheHostCanBeReachedItIsAskedThereAlthoughAPersonWasAskedFirst() throws Exception {
        bench = new MigrationBench(root, spec("10.2.0.5.0"), "SYS");
        assertThat(facts(look(Map.of("known_release", "10.2", "way", "script"))))
                .containsEntry("source_release", "10.2.0.5.0");
    }
}
