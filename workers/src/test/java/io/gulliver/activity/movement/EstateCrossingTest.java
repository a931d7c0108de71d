package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.lab.Examines;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.EstateOracle;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases of the lab's estate, with what is peculiar to each, over the shipped playbook. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class EstateCrossingTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    static LabDatabaseSpec at(LabDatabaseSpec spec, long gigabytes) {
        TreeMap<String, String> parameters = new TreeMap<>(spec.parameters());
        parameters.put("sga_target", "2147483648");
        return new LabDatabaseSpec(
                spec.service() + "@" + MigrationBench.SOURCE,
                MigrationBench.SOURCE,
                spec.name(),
                spec.service(),
                spec.version(),
                spec.enterprise(),
                spec.kind(),
                spec.characterSet(),
                spec.nationalCharacterSet(),
                spec.blockSize(),
                spec.archiveLog(),
                spec.timeZoneVersion(),
                gigabytes,
                spec.seed(),
                spec.schemas(),
                spec.tables(),
                spec.rows(),
                spec.features(),
                parameters,
                spec.accounts());
    }

    /** A database of the estate on the bench's own host; one gigabyte by the books, so that staging has room. */
    static LabDatabaseSpec estate(String name) {
        EstateDatabase database = Estate.of(7).databases().stream()
                .filter(each -> each.database().equals(name))
                .findFirst()
                .orElseThrow();
        return at(EstateOracle.source(database, 7, "admin-secret", "reader-secret"), 1);
    }

    /** AUD$ lies in its tablespace, which therefore stays writable; large objects are the same at a second look. */
    @Test
    void tablesBesideASegmentOfSysAreShownNotToHaveChanged() throws Exception {
        LabDatabaseSpec spec = estate("REPDEV");
        bench = new MigrationBench(root, spec, "SYSTEM");
        BenchEngine.runWithARestart(bench, spec.service(), "source-still-quiet");
        assertThat(bench.outputs.get("source-still-quiet")).containsEntry("done", true);
    }

    /** Of 11.2 srvctl takes other words than of 19. */
    @ParameterizedTest
    @ValueSource(strings = {"CRM", "CLAIMS"})
    void servicesOfOracleRestartAreDisabledDuringTheOutageAndComeBackWithTheUndo(String name) throws Exception {
        LabDatabaseSpec spec = estate(name);
        bench = new MigrationBench(root, spec, "SYSTEM");
        String service = "service " + spec.service() + "_app";
        assertThat(bench.oracle.fence(MigrationBench.SOURCE, spec.service())).contains(service);
        bench.runTo("export");
        assertThat(bench.oracle.fence(MigrationBench.SOURCE, spec.service()))
                .contains("disabled " + service)
                .doesNotContain(service);
        StepCall quiesce = bench.call("quiesce", 1);
        bench.action(quiesce)
                .undo(MigrationBench.with(quiesce, Operation.UNDO, bench.outputs.get("quiesce")), bench.context);
        assertThat(bench.oracle.fence(MigrationBench.SOURCE, spec.service()))
                .contains(service)
                .doesNotContain("disabled " + service);
    }

    /** DBCA registers it there, and there is nothing to do for anybody. */
    @Test
    void aTargetWithOracleRestartStartsAtBootByIt() throws Exception {
        bench = new MigrationBench(root, estate("CRM"), "SYSTEM");
        bench.runTo("source-files");
        assertThat(bench.outputs.get("source-files").get("entries"))
                .asInstanceOf(LIST)
                .contains("start at boot of the database (Oracle Restart, CRM): a person's, open");
        bench.runTo("files");
        assertThat(bench.outputs.get("files").get("entries"))
                .asInstanceOf(LIST)
                .contains("start at boot of the database (Oracle Restart, CRM): a person's, done");
        assertThat(bench.outputs.get("files").get("left")).asInstanceOf(LIST).isEmpty();
    }

    /** A line of oratab and a unit that calls dbstart: what is not there stays open, whatever is said. */
    @Test
    void whereTheTargetHasNoOracleRestartAPersonLetsItStartAtBoot() throws Exception {
        bench = new MigrationBench(root, estate("CRM"), "SYSTEM");
        bench.oracle.removeRestart(MigrationBench.TARGET);
        bench.runTo("files");
        assertThat(bench.outputs.get("files").get("left"))
                .asInstanceOf(LIST)
                .containsExactly("start at boot of the database");
        assertThat(String.valueOf(bench.next("files-by-hand").inputs().get("instructions")))
                .contains("Oracle Restart, CRM", "srvctl add database", "dbstart", "oratab");
        String item = "start at boot of the database";
        bench.outputs.put("files-by-hand", Map.of("items", Map.of(item, Map.of("answer", "it does, I say"))));
        assertThatThrownBy(() -> bench.perform(bench.call("files-done", 1)))
                .hasMessageContaining("start at boot of the database (Oracle Restart, CRM): a person's, open");
        bench.outputs.remove("files-by-hand");
        bench.runTo("files-done");
        assertThat(bench.outputs.get("files-done").get("entries"))
                .asInstanceOf(LIST)
                .contains("start at boot of the database (Oracle Restart, CRM): a person's, done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"COREBANK", "CLAIMS", "POLICY"})
    void rightsThatOnlySysMayGiveGoToAPersonAndAreReadAgain(String name) throws Exception {
        LabDatabaseSpec spec = estate(name);
        String owner = spec.schemas().get(0);
        boolean onUsers = spec.major() >= 12;
        bench = new MigrationBench(root, spec, "SYSTEM");
        assertThatThrownBy(() -> bench.runTo("grants-given")).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(e.failure().message())
                    .contains((onUsers ? 5 : 4) + " rights on SYS objects")
                    .contains(onUsers ? "GRANT INHERIT PRIVILEGES ON USER " + owner + "_WEB TO " + owner : "")
                    .contains("GRANT EXECUTE ON SYS.DBMS_CRYPTO TO " + owner)
                    .contains("GRANT EXECUTE ON SYS.DBMS_LOCK TO " + owner + "_APP")
                    .contains("GRANT SELECT ON SYS.V_$SESSION TO " + owner);
            assertThat(e.failure().advice()).contains("SYS").contains("retry");
        });
        assertThat(bench.outputs.get("grants")).containsEntry("granted", 0);
        assertThat(bench.outputs.get("grants").get("left")).asInstanceOf(LIST).hasSize(onUsers ? 5 : 4);
        assertThat(bench.outputs).containsKey("grants-by-hand").doesNotContainKey("grants-given");

        try (OracleClient sys = bench.open(MigrationBench.TARGET, "CRM", "sys")) {
            sys.execute("grant-sys-execute", Map.of("object", "DBMS_CRYPTO", "user", owner));
            sys.execute("grant-sys-execute", Map.of("object", "DBMS_LOCK", "user", owner));
            sys.execute("grant-sys-execute", Map.of("object", "DBMS_LOCK", "user", owner + "_APP"));
            if (onUsers) {
                sys.execute(
                        "grant-on-user",
                        Map.of("user_privilege", "INHERIT PRIVILEGES", "account", owner + "_WEB", "user", owner));
            }
        }
        assertThatThrownBy(() -> bench.runTo("grants-given"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining(" 1 rights")
                .hasMessageContaining("V_$SESSION")
                .hasMessageNotContaining("DBMS_CRYPTO");

        try (OracleClient sys = bench.open(MigrationBench.TARGET, "CRM", "sys")) {
            sys.execute("grant-sys-select", Map.of("object", "V_$SESSION", "user", owner));
        }
        bench.runTo("dictionary");
        assertThat(bench.outputs.get("grants-given")).containsEntry("done", true);
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
    }

    @Test
    void aClusterIsSeenAsOneAndMadeQuietAtEveryInstance() throws Exception {
        bench = new MigrationBench(root, estate("COREBANK"), "SYSTEM");
        bench.runTo("quiesce");

        assertThat(bench.outputs.get("discover-database"))
                .containsEntry("instances", 2)
                .containsEntry("standbys", List.of("COREBANK_SB"));
        assertThat(String.valueOf(bench.outputs.get("discover-database").get("warnings")))
                .contains("a cluster of 2 instances (COREBANK1, COREBANK2)")
                .contains("1 standby");
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "corebank", "orders")) {
            assertThat(source.query("instances"))
                    .extracting(
                            row -> row.text("INSTANCE_NAME") + " " + row.text("LOGINS") + " " + row.text("PARALLEL"))
                    .containsExactly("COREBANK1 RESTRICTED YES", "COREBANK2 RESTRICTED YES");
            assertThat(source.query("database-identity").get(0).text("FORCE_LOGGING"))
                    .isEqualTo("YES");
        }
        bench.rollBack();
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "corebank", "orders")) {
            assertThat(source.query("instances"))
                    .extracting(row -> row.text("LOGINS"))
                    .containsOnly("ALLOWED");
        }
    }

    @Test
    void aStoppedExportOfAClusterGoesOnAtTheSameNode() throws Exception {
        bench = new MigrationBench(root, estate("COREBANK"), "SYSTEM");
        bench.runTo("point");
        bench.lab.faults().arm("corebank@" + MigrationBench.SOURCE, "expdp", FaultKind.NEVER_ENDS, 1);
        StepCall call = bench.call("export", 1);
        String job = bench.action(call).start(call, bench.context).job();
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "corebank", "orders")) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> source.query("datapump-jobs").stream()
                            .anyMatch(row -> row.text("STATE").equals("EXECUTING")));
        }
        bench.action(call).stop(MigrationBench.with(call, Operation.STOP, job, 0), bench.context);
        bench.lab.faults().clear();
        bench.action(call).start(call, bench.context);
        StepCall watch = MigrationBench.with(call, Operation.AWAIT, job, 60);
        assertThat(bench.action(call).await(watch, bench.context).finished()).isTrue();
    }

    /** The same files beside another tnsnames.ora, as somebody would write it. */
    @Test
    @Examines(value = Kindness.SCAN_STAYS_ON_THE_NODE, red = "an export that lands on another node")
    void dataPumpOfAClusterRunsOnTheNodeOfItsStagingDirectory() throws Exception {
        bench = new MigrationBench(root, estate("COREBANK"), "SYSTEM");
        bench.runTo("export");
        assertThat(bench.context.evidence.get("tnsnames.ora"))
                .contains("(SERVICE_NAME = corebank)(INSTANCE_NAME = COREBANK1)(UR = A)");
        HostScripts.Output alone = new HostScripts(bench.systems)
                .run(
                        bench.plain("test", "test", Operation.RUN, Map.of()),
                        MigrationBench.SOURCE,
                        "expdp-alone",
                        "exec /bin/sh ./expdp.sh < ./password\n",
                        List.of(
                                JobFile.text("expdp.sh", bench.context.evidence.get("expdp.sh")),
                                JobFile.text("expdp.par", bench.context.evidence.get("expdp.par")),
                                JobFile.text(
                                        "tnsnames.ora",
                                        bench.context
                                                .evidence
                                                .get("tnsnames.ora")
                                                .replace("(INSTANCE_NAME = COREBANK1)", "")),
                                JobFile.secret("password", "mover-secret\n")));
        assertThat(alone.output())
                .as("an export that lands on another node")
                .contains("ORA-39070: Unable to open the log file.", "ORA-29283: invalid file operation");
    }

    @Test
    void aPluggableSourceCrossesByItsOwnServiceAndItsRootIsRefused() throws Exception {
        LabDatabaseSpec spec = estate("HRCORE");
        bench = new MigrationBench(root, spec, "SYSTEM");
        BenchEngine.runWithARestart(bench, spec.service(), "content");
        assertThat(bench.outputs.get("discover-database"))
                .containsEntry("container", true)
                .containsEntry("pluggable", "HRCORE")
                .containsEntry("name", "CDBPEOPL")
                .containsEntry("blockers", List.of());
        assertThat(bench.outputs.get("content")).containsEntry("tables_different", 0);

        LabDatabaseSpec container =
                EstateOracle.roots(Estate.of(7).databases(), "admin-secret").get(0);
        assertThat(container.features()).containsExactly("pdb:HRCORE", "pdb:HRLEARN", "pdb:HRRECRU");
        bench.oracle.create(at(container, 0));
        StepCall call = bench.call("discover-database", 1);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("service", container.service());
        assertThat(String.valueOf(bench.action(call)
                        .run(MigrationBench.with(call, inputs), bench.context)
                        .outputs()
                        .get("blockers")))
                .contains("root of a container with [HRCORE, HRLEARN, HRRECRU]")
                .contains("ORA-39357");
    }

    @ParameterizedTest
    @CsvSource({
        "CARDS, tde_tablespace, true, encrypted tablespaces",
        "CLAIMDOC, character_set, AL32UTF8, LOBs are 80 %",
        "TRACKING, character_set, JA16SJIS, their bytes are not converted",
        "DWH, archive_log, false, their bytes are not converted",
        "PAYHUB, tables_without_key, 1, queue tables",
        "ARCHIVE, edition, standard, Data Pump works with one worker",
    })
    void whatIsPeculiarToADatabaseIsSeen(String database, String output, String value, String warning)
            throws Exception {
        bench = new MigrationBench(root, estate(database), "SYSTEM");
        bench.runTo("discover-database");
        Map<String, Object> seen = bench.outputs.get("discover-database");
        assertThat(String.valueOf(seen.get(output))).isEqualTo(value);
        assertThat(String.valueOf(seen.get("warnings"))).contains(warning);
        assertThat(seen).containsEntry("unanswered", List.of());
    }

    @Test
    void aStandardEditionWithoutAWordInItsBannerIsExportedByOneWorker() throws Exception {
        LabDatabaseSpec spec = estate("TIMECARD");
        bench = new MigrationBench(root, spec, "SYSTEM");
        BenchEngine.runWithARestart(bench, spec.service(), "content");

        assertThat(bench.outputs.get("discover-database"))
                .containsEntry("edition", "standard")
                .containsEntry("release", "11.2.0.4.0");
        assertThat(bench.outputs.get("check-target")).containsEntry("edition", "enterprise");
        assertThat(bench.context.evidence.get("expdp.par")).contains("PARALLEL=1\n");
        assertThat(bench.context.evidence.get("impdp.par")).contains("PARALLEL=2\n");
        assertThat(bench.outputs.get("content"))
                .containsEntry("digest", "ORA_HASH with two seeds")
                .containsEntry("tables_different", 0)
                .containsEntry("tables_counted_only", 0)
                .containsEntry("coverage_percent", 100.0);
        assertThat(bench.context.evidence.get("content.json"))
                .as("what is not left out by a rule is compared by its content")
                .doesNotContainPattern("\"state\":\"(?!EXCLUDED)[A-Z_]+\",\"rows\":\\d+,\"hashed\":false")
                .contains("\"state\":\"EQUAL\",\"rows\":40,\"hashed\":true");
        bench.runTo("go-2");
        assertThat(GateCriterion.of(bench.inputs("go-2"))).isNotEmpty().allMatch(GateCriterion::met);
    }

    @Test
    void oneChangedRowOfAnElevenTwoDatabaseIsFoundAndNamed() throws Exception {
        bench = new MigrationBench(root, estate("PAYROLL"), "SYSTEM");
        bench.runTo("statistics");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update \"HUMAN_RESOURCES\".\"CUSTOMERS\" set credit = coalesce(credit, 0) + 1 where customer_id = 17");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "payroll",
                "update DBA_SEGMENTS set bytes = 2000000000000 where segment_name = 'EVENT_LOG'");
        bench.runTo("go-2");
        assertThat(bench.outputs.get("content"))
                .containsEntry("digest", "ORA_HASH with two seeds")
                .containsEntry("tables_different", 1)
                .containsEntry(
                        "different",
                        List.of("HUMAN_RESOURCES.CUSTOMERS (same number of rows, other content):"
                                + " CUSTOMER_ID 1 to 40: {17=other content}"));
        assertThat(GateCriterion.of(bench.inputs("go-2")))
                .filteredOn(criterion -> !criterion.met())
                .extracting(GateCriterion::id, GateCriterion::verdict)
                .containsExactly(
                        tuple("tables-equal", GateCriterion.NOT_MET), tuple("rows-covered", GateCriterion.NOT_MET));
        assertThat(String.valueOf(bench.inputs("go-2").get("instructions")))
                .contains("HUMAN_RESOURCES.EVENT_LOG (too large: 2000 GB; nobody approved)");
    }

    /** The verdict on the source and a database of the same host, with inputs of the step beside. */
    private Map<String, Object> compared(LabDatabaseSpec with, Map<String, Object> more) {
        StepCall call = bench.call("content", 1);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("host", MigrationBench.SOURCE);
        inputs.put("port", bench.oracle.port(MigrationBench.SOURCE));
        inputs.put("service", with.service());
        inputs.put("credential", "orders");
        inputs.putAll(more);
        return bench.perform(MigrationBench.with(call, inputs));
    }

    @Test
    void betweenTwoCharacterSetsEqualTextIsEqualThoughItsBytesDiffer() throws Exception {
        LabDatabaseSpec old = estate("PAYROLL");
        LabDatabaseSpec twin = twin(old, "AL32UTF8");
        bench = new MigrationBench(root, old, "SYSTEM");
        bench.oracle.create(twin);
        bench.runTo("discover-database");
        assertThat(compared(twin, Map.of()))
                .containsEntry("digest", "ORA_HASH with two seeds")
                .containsEntry("different", List.of())
                .containsEntry("tables_counted_only", 0)
                .containsEntry("coverage_percent", 100.0);

        TableStatements asTheyAre = TableStatements.between(
                OracleStatements.load(),
                new TableStatements.Side(old.version(), old.characterSet()),
                new TableStatements.Side(old.version(), old.characterSet()));
        var hash = asTheyAre.rowHash(
                "HUMAN_RESOURCES", "CUSTOMERS", List.of(new TableStatements.Column("NAME", "VARCHAR2", 200)));
        try (OracleClient a = bench.open(MigrationBench.SOURCE, old.service(), "orders");
                OracleClient b = bench.open(MigrationBench.SOURCE, twin.service(), "orders")) {
            assertThat(a.query(hash, Map.of()).get(0).values())
                    .as("names with an umlaut, by the bytes of each side")
                    .isNotEqualTo(b.query(hash, Map.of()).get(0).values());
        }

        bench.oracle.disturb(
                MigrationBench.SOURCE,
                twin.service(),
                "update \"HUMAN_RESOURCES\".\"ORDERS\" set remark = 'ö' where order_id = 3");
        assertThat(compared(twin, Map.of()).get("different").toString())
                .isEqualTo("[HUMAN_RESOURCES.ORDERS (same number of rows, other content):"
                        + " ORDER_ID 1 to 40: {3=other content}]");
    }

    @Test
    void aTableThatIsOnlyCountedIsNamedAndWantsAnApprovedReason() throws Exception {
        LabDatabaseSpec old = estate("PAYROLL");
        LabDatabaseSpec twin = twin(old, old.characterSet());
        bench = new MigrationBench(root, old, "SYSTEM");
        bench.oracle.create(twin);
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                old.service(),
                "update DBA_SEGMENTS set bytes = 2000000000000 where segment_name = 'EVENT_LOG'");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                twin.service(),
                "delete from \"HUMAN_RESOURCES\".\"DOCUMENTS\" where document_id = 5");
        bench.runTo("discover-database");
        // As the playbook gives the step: a count of 2 TB without a key is nearly four hours of one session.
        bench.context.limit = Duration.ofHours(12);
        assertThat(compared(twin, Map.of("counted_tables", List.of("HUMAN_RESOURCES.EVENT_LOG"))))
                .as("no reason, no approval")
                .containsEntry("tables_counted_only", 1)
                .containsEntry("counted_without_reason", 1)
                .containsEntry(
                        "counted_only", List.of("HUMAN_RESOURCES.EVENT_LOG (too large: 2000 GB; nobody approved)"))
                .containsEntry("coverage_percent", 88.8)
                .containsEntry(
                        "different",
                        List.of("HUMAN_RESOURCES.DOCUMENTS (40 rows, on the target 39):"
                                + " DOCUMENT_ID 1 to 40: {5=missing on the target}"));
        assertThat(compared(
                        twin,
                        Map.of(
                                "counted_tables",
                                List.of("HUMAN_RESOURCES.EVENT_LOG: log of last year, nobody reads it"))))
                .containsEntry("counted_without_reason", 0)
                .containsEntry(
                        "counted_only",
                        List.of("HUMAN_RESOURCES.EVENT_LOG (too large: 2000 GB; approved: log of last year, nobody"
                                + " reads it)"));
    }

    @Test
    void aDatabaseWithPoliciesIsComparedInFull() throws Exception {
        bench = new MigrationBench(root, estate("POLTEST"), "SYSTEM");
        bench.runTo("go-2");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.outputs.get("content"))
                .containsEntry("tables_counted_only", 0)
                .containsEntry("coverage_percent", 100.0);
        assertThat(GateCriterion.of(bench.inputs("go-2"))).isNotEmpty().allMatch(GateCriterion::met);
    }

    @Test
    void rowsBehindAPolicyAreFilteredForWhoeverIsNotExempt() throws Exception {
        LabDatabaseSpec secured = with(estate("PAYROLL"), "private-policy", "redaction");
        LabDatabaseSpec twin = twin(secured, secured.characterSet());
        bench = new MigrationBench(root, secured, "SYSTEM");
        bench.oracle.create(twin);
        bench.runTo("discover-database");
        assertThat(compared(twin, Map.of()))
                .as("an exempt account sees all")
                .containsEntry("tables_counted_only", 0)
                .containsEntry("coverage_percent", 100.0);

        bench.oracle.disturb(
                MigrationBench.SOURCE,
                secured.service(),
                "delete from DBA_SYS_PRIVS where privilege = 'EXEMPT ACCESS POLICY'");
        Map<String, Object> filtered = compared(twin, Map.of());
        assertThat(filtered)
                .containsEntry("tables_different", 0)
                .containsEntry("tables_counted_only", 1)
                .containsEntry("counted_without_reason", 1);
        assertThat(String.valueOf(filtered.get("counted_only")))
                .contains("CUSTOMERS (rows filtered by policy BRANCH_ONLY on the source, no EXEMPT ACCESS POLICY");
        assertThat((double) filtered.get("coverage_percent")).isLessThan(100);
    }

    @Test
    void tablesWithoutRowsOfTheirOwnAreLeftOutByRule() throws Exception {
        LabDatabaseSpec old = estate("PAYROLL");
        LabDatabaseSpec twin = twin(old, old.characterSet());
        bench = new MigrationBench(root, old, "SYSTEM");
        bench.oracle.create(twin);
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                old.service(),
                "insert into DBA_TABLES (owner, table_name, temporary, nested, iot_type, secondary, dropped) values"
                        + " ('HUMAN_RESOURCES', 'SYS_IOT_OVER_70012', 'N', 'NO', 'IOT_OVERFLOW', 'N', 'NO'),"
                        + " ('HUMAN_RESOURCES', 'DR$NOTES$I', 'N', 'NO', null, 'Y', 'NO')");
        bench.runTo("discover-database");
        assertThat(compared(twin, Map.of("sessions", 3L)))
                .containsEntry("tables_different", 0)
                .containsEntry("tables_excluded", 8)
                .containsEntry("coverage_percent", 100.0)
                .extractingByKey("excluded")
                .asString()
                .contains("HUMAN_RESOURCES.DR$NOTES$I (made by a domain index, which the target builds anew)")
                .contains("HUMAN_RESOURCES.SYS_IOT_OVER_70012 (overflow of an index-organized table, compared with that"
                        + " table)");
    }

    static LabDatabaseSpec with(LabDatabaseSpec spec, String... features) {
        List<String> all = new java.util.ArrayList<>(spec.features());
        all.addAll(List.of(features));
        return new LabDatabaseSpec(
                spec.system(),
                spec.host(),
                spec.name(),
                spec.service(),
                spec.version(),
                spec.enterprise(),
                spec.kind(),
                spec.characterSet(),
                spec.nationalCharacterSet(),
                spec.blockSize(),
                spec.archiveLog(),
                spec.timeZoneVersion(),
                spec.sizeGb(),
                spec.seed(),
                spec.schemas(),
                spec.tables(),
                spec.rows(),
                all,
                spec.parameters(),
                spec.accounts());
    }

    /** The same rows in another database. */
    static LabDatabaseSpec twin(LabDatabaseSpec spec, String characterSet) {
        return new LabDatabaseSpec(
                "twin@" + MigrationBench.SOURCE,
                MigrationBench.SOURCE,
                "TWIN",
                "twin",
                spec.version(),
                spec.enterprise(),
                spec.kind(),
                characterSet,
                spec.nationalCharacterSet(),
                spec.blockSize(),
                spec.archiveLog(),
                spec.timeZoneVersion(),
                spec.sizeGb(),
                spec.seed(),
                spec.schemas(),
                spec.tables(),
                spec.rows(),
                spec.features(),
                spec.parameters(),
                spec.accounts());
    }
}
