package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.DataPumpLog;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.lab.Examines;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Kindness;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an import could not make is judged thing by thing, and decided by people. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class ImportFindingsTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private List<String> log(String program) {
        return bench.context.evidence.entrySet().stream()
                .filter(kept -> kept.getKey().matches(".*" + program + "[^.]*\\.log"))
                // The rehearsal's has no rows.
                .filter(kept -> kept.getValue().contains(". . " + program + "orted "))
                .findFirst()
                .orElseThrow()
                .getValue()
                .lines()
                .toList();
    }

    /** Somebody skipped the rehearsal of the metadata, which would have failed by the same. */
    private void withoutRehearsal() {
        bench.runTo("rehearse-transfer");
        bench.outputs.put("rehearse-import", Map.of());
    }

    /** A role of Warehouse Builder is not missed; a job that is not there is, and its class is why. */
    @Test
    @Examines(value = Kindness.ONE_CLEAN_LOG, red = "lines that a real log has")
    void aLogOfHundredsOfLinesIsJudgedThingByThing() throws Exception {
        bench = new MigrationBench(root, "old-role", "partitions", "scheduler-job", "job-class");
        withoutRehearsal();
        // A step before the load made it; somebody has taken it away.
        bench.oracle.disturb(
                MigrationBench.TARGET, "CRM", "delete from DBA_SCHEDULER_JOB_CLASSES where job_class_name = 'NIGHT'");
        bench.runTo("import");

        assertThat(log("exp"))
                .as("lines that a real log has")
                .anyMatch(line -> line.startsWith("Export: Release 19.0.0.0.0 - Production on "))
                .anyMatch(line -> line.matches(".*: W-\\d Processing object type SCHEMA_EXPORT/TABLE/TABLE_DATA"))
                .anyMatch(line ->
                        line.matches(".*: W-\\d      Completed by worker 1 \\d+ ROLE_GRANT objects in 0 seconds"))
                .anyMatch(
                        line -> line.matches(
                                ".*: W-\\d \\. \\. exported \"SHOP\"\\.\"EVENT_LOG\":\"P2026\"\\.\"SYS_SUBP4711\" .* 13 rows in .*"));
        List<String> lines = log("imp");
        DataPumpLog read = DataPumpLog.read(lines, true);
        assertThat(read.rows()).hasSize(16).containsEntry("SHOP.EVENT_LOG", 40L);
        assertThat(read.findings())
                .filteredOn(finding -> finding.text().contains("ROLE_GRANT"))
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.weight()).isEqualTo(DataPumpLog.Weight.BENIGN))
                .allSatisfy(finding -> assertThat(finding.statement()).startsWith("GRANT \"OWB$CLIENT\" TO \"S"));
        Map<String, Object> said = bench.outputs.get("import");
        assertThat(said.get("findings")).isEqualTo(List.of("01", "02"));
        assertThat(String.valueOf(((Map<?, ?>) said.get("finding")).get("01")))
                .contains("Object type PROCOBJ:\"SHOP\".\"NIGHTLY\" failed to create")
                .contains("ORA-27476: \"SYS\".\"NIGHT\" does not exist")
                .contains("dbms_scheduler.create_job('\"NIGHTLY\"',");

        assertThat(bench.oracle.missing(MigrationBench.SOURCE, "orders", MigrationBench.TARGET, "CRM"))
                .as("what the lab knows to be lost")
                .contains("JOB SHOP NIGHTLY", "JOB STOCK NIGHTLY")
                .noneMatch(line -> line.startsWith("TABLE ") || line.startsWith("INDEX "));

        // Two people decide on the two answers of a third.
        bench.outputs.put(
                "findings",
                Map.of("items", Map.of("01", Map.of("answer", "made: class and job"), "02", Map.of("answer", ""))));
        assertThat(bench.inputs("findings-decided").get("criteria").toString()).contains("answered");
        assertThat(String.valueOf(bench.inputs("findings-decided").get("instructions")))
                .contains("made: class and job")
                .contains("ORA-27476");
    }

    /** OLAP is at the source and not at the target; somebody has registered the XML schema there before. */
    @Test
    @Examines(value = Kindness.COMPONENTS_ADD_NOTHING, red = "lines of components in a log")
    void whatComponentsDoForASchemaIsJudgedByTheErrorBelowIt() throws Exception {
        bench = new MigrationBench(
                root,
                MigrationBench.spec("olap", "xml-schema", "private-policy", "redaction", "odd-objects"),
                "SYSTEM",
                "data-pump");
        withoutRehearsal();
        bench.runTo("transfer");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into LAB$JOBS (owner_name, job_name, request) values ('XML SCHEMA',"
                        + " 'http://lilliput.example/order.xsd', 'SYSTEM')");
        bench.runTo("import");

        for (String program : List.of("exp", "imp")) {
            assertThat(log(program))
                    .as("lines of components in a log")
                    .anyMatch(line -> line.endsWith("Processing object type SCHEMA_EXPORT/PRE_SCHEMA/PROCACT_SCHEMA"))
                    .anyMatch(line -> line.endsWith("Processing object type SCHEMA_EXPORT/XMLSCHEMA/XMLSCHEMA"))
                    .anyMatch(line -> line.endsWith("Processing object type SCHEMA_EXPORT/TYPE/TYPE_SPEC"))
                    .anyMatch(line -> line.endsWith("Processing object type SCHEMA_EXPORT/TABLE/RLS_POLICY/RLS_POLICY"))
                    .anyMatch(line -> line.endsWith("Processing object type SCHEMA_EXPORT/TABLE/RADM_POLICY"));
        }
        DataPumpLog read = DataPumpLog.read(log("imp"), true);
        assertThat(read.questions())
                .as("one of each account and owner")
                .extracting(
                        question -> question.times() + " " + question.first().codes())
                .containsExactly("6 [39083, 6550, 6550]", "1 [39083, 31085]");
        Map<?, ?> said = (Map<?, ?>) bench.outputs.get("import").get("finding");
        assertThat(said).hasSize(2);
        assertThat(String.valueOf(said.get("01")))
                .contains("PLS-00201: identifier 'DBMS_CUBE_EXP.SCHEMA_INFO_IMP_BEG' must be declared")
                .contains("DBMS_CUBE_EXP.SCHEMA_INFO_IMP_BEG(1, 0,");
        assertThat(String.valueOf(said.get("02"))).contains("order.xsd");
    }

    /** Rows that are missing are nobody's to accept. */
    @Test
    void anImportThatLeavesRowsOutStops() throws Exception {
        bench = new MigrationBench(root, "scheduler-job", "job-class");
        withoutRehearsal();
        bench.runTo("transfer");
        bench.lab.faults().arm(MigrationBench.TARGET_SYSTEM, "impdp", FaultKind.JOB_FAILS, 1);
        assertThatThrownBy(() -> bench.runTo("import")).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
            assertThat(e.failure().message()).contains("ORA-31693");
        });
    }

    /** Whoever reads a log does not get a password, as the dictionary keeps it. */
    @Test
    void verifiersOfALogAreNotKept() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("transfer");
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "delete from DBA_PROFILES where profile = 'APP_LOGIN'");
        bench.runTo("import");
        assertThat(String.join("\n", log("imp")))
                .contains("CREATE USER \"SHOP_WEB\" IDENTIFIED BY VALUES '...'")
                .doesNotContain("S:0");
        assertThat(bench.outputs.get("import").get("finding").toString()).doesNotContain("S:0");
    }
}
