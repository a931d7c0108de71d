package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.EstateOracle;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The playbook of Data Pump over a link, step by step, with the databases of the estate whose way it is. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class LinkRunTest {
    private static final String PLAYBOOK = "data-pump-link";

    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void open(String database) throws Exception {
        EstateDatabase chosen = Estate.of(7).databases().stream()
                .filter(each -> each.database().equals(database))
                .findFirst()
                .orElseThrow();
        LabDatabaseSpec spec =
                EstateCrossingTest.at(EstateOracle.source(chosen, 7, "admin-secret", "reader-secret"), 1);
        bench = new MigrationBench(root, spec, "SYS", PLAYBOOK);
    }

    /** The bench's own database, looked at and ready for a link. */
    private StepCall linked(boolean encrypted, String... features) throws Exception {
        bench = new MigrationBench(root, MigrationBench.spec(features), "SYS", PLAYBOOK);
        bench.runTo("prepare-source");
        StepCall call = bench.call("link", 1);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("encrypted", encrypted);
        return MigrationBench.with(call, inputs);
    }

    @Test
    void howRowsTravelOverTheLinkIsLookedAt() throws Exception {
        StepCall call = linked(false, "network-encryption");
        assertThat(String.valueOf(bench.execute(call).get("encryption")))
                .startsWith("AES256 Encryption service adapter");
    }

    @Test
    void clearTextIsToldAndRefusedWhereTheProgramWantsEncryption() throws Exception {
        StepCall call = linked(true);
        assertThatThrownBy(() -> bench.execute(call))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("in clear text");
        Map<String, Object> accepted = new TreeMap<>(call.inputs());
        accepted.put("encrypted", false);
        assertThat(bench.execute(MigrationBench.with(call, accepted))).containsEntry("encryption", "clear text");
    }

    private List<String> linksOf(String host, String service, String credential, String owner) {
        try (OracleClient client = bench.open(host, service, credential)) {
            return client.query("database-links").stream()
                    .filter(row -> row.text("OWNER").equals(owner))
                    .map(row -> row.text("DB_LINK") + " " + row.text("USERNAME") + " " + row.findText("HOST"))
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CRM", "CLAIMS", "DWHSTAGE"})
    void aDatabaseWhoseWayItIsCrossesWithoutADumpFileAndItsRowsAreEqual(String database) throws Exception {
        open(database);
        bench.runTo("link");
        assertThat(linksOf(MigrationBench.TARGET, "CRM", "sys", "MOVER"))
                .containsExactly(
                        "MIG_SRC MOVER (DESCRIPTION=(CONNECT_TIMEOUT=10)(TRANSPORT_CONNECT_TIMEOUT=5)(ADDRESS=(PROTOCOL=TCP)(HOST="
                                + MigrationBench.SOURCE
                                + ")(PORT=" + bench.oracle.port(MigrationBench.SOURCE)
                                + "))(CONNECT_DATA=(SERVICE_NAME="
                                + database.toLowerCase(java.util.Locale.ROOT) + ")(UR=A)))");
        BenchEngine.runWithARestart(bench, database.toLowerCase(java.util.Locale.ROOT), "decommission");

        assertThat(bench.context.evidence.get("impdp.par"))
                .contains("NETWORK_LINK=MIG_SRC\n")
                .contains("FLASHBACK_SCN=" + bench.outputs.get("point").get("scn") + "\n")
                .doesNotContain("DUMPFILE");
        assertThat(bench.outputs.get("content"))
                .containsEntry("tables_different", 0)
                .containsEntry("coverage_percent", 100.0);
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.lab.ledger().entries())
                .extracting(entry -> entry.operation())
                .contains("impdp")
                .doesNotContain("expdp");
        assertThat(MigrationBench.files(MigrationBench.staging(bench.source)))
                .as("nothing is written at the source's host")
                .isEmpty();
        assertThat(linksOf(MigrationBench.TARGET, "CRM", "sys", "MOVER")).isEmpty();
        assertThat(bench.context.evidence.toString() + bench.context.calls).doesNotContain("mover-secret");
    }

    @Test
    void rollingBackLeavesNoLinkAndNoUserAndOpensTheSource() throws Exception {
        open("CRM");
        bench.runTo("import");
        bench.rollBack();
        assertThat(bench.oracle.services(MigrationBench.TARGET)).isEmpty();
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "crm", "orders")) {
            assertThat(source.query("instances").get(0).text("LOGINS")).isEqualTo("ALLOWED");
            assertThat(source.query("users"))
                    .extracting(row -> row.text("USERNAME"))
                    .doesNotContain("MOVER");
        }
    }

    @Test
    void aLinkIsTakenBackAloneAndTwice() throws Exception {
        open("CRM");
        bench.runTo("link");
        StepCall undo = MigrationBench.with(bench.call("link", 1), Operation.UNDO, null, 0);
        assertThat(bench.action(undo).undo(undo, bench.context).message()).startsWith("Dropped link MIG_SRC");
        assertThat(linksOf(MigrationBench.TARGET, "CRM", "sys", "MOVER")).isEmpty();
        assertThat(bench.action(undo).undo(undo, bench.context).message()).startsWith("There is no link");
        assertThat(bench.execute(bench.call("link", 2))).containsEntry("link", "MIG_SRC");
        assertThat(bench.execute(bench.call("link", 2)))
                .as("made anew, whatever password the old one holds")
                .containsEntry("link", "MIG_SRC");
    }

    /** Known days before the night, and not by ORA-31679 within it. */
    @Test
    void longColumnsStopTheStepThatMakesTheLink() throws Exception {
        open("CRM");
        bench.runTo("prepare-source");
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "crm",
                "update DBA_TAB_COLUMNS set data_type = 'LONG' where table_name = 'ORDERS' and column_name = 'REMARK'");
        assertThatThrownBy(() -> bench.runTo("link")).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(e.failure().message()).contains("ORDERS.REMARK (LONG)", "ORA-31679");
            assertThat(e.failure().advice()).contains("dump files");
        });
        assertThat(bench.outputs).doesNotContainKey("quiesce");
    }

    @Test
    void aLinkThatTheSourceRefusesIsToldInTheSourcesWords() throws Exception {
        open("CRM");
        bench.runTo("prepare-source");
        bench.oracle.disturb(
                MigrationBench.SOURCE, "crm", "update LAB$SECRETS set digest = 'x' where username = 'MOVER'");
        assertThatThrownBy(() -> bench.runTo("link"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("Link MIG_SRC of CRM@" + MigrationBench.TARGET + " does not lead to crm@"
                        + MigrationBench.SOURCE)
                .hasMessageContaining("ORA-01017");
    }

    @Test
    void globalNamesAreSeenBeforeTheyRefuseTheLink() throws Exception {
        open("CRM");
        bench.runTo("prepare-source");
        bench.oracle.disturb(
                MigrationBench.TARGET, "CRM", "update GV$PARAMETER set \"VALUE\" = 'TRUE' where name = 'global_names'");
        assertThatThrownBy(() -> bench.runTo("link"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("ORA-02085");
    }

    /** The job lives in the target's database; what it needs of the source it reads over the link. */
    @Test
    void anImportWhoseLinkIsLostFailsWithTheReasonAndTheNextRoundSucceeds() throws Exception {
        open("CRM");
        bench.runTo("point");
        bench.oracle.disturb(
                MigrationBench.TARGET, "CRM", "update DBA_DB_LINKS set host = replace(host, 'lilliput', 'mildendo')");
        StepCall first = bench.call("import", 1);
        assertThatThrownBy(() -> bench.execute(first)).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
            assertThat(e.failure().message()).contains("ORA-39200");
        });
        bench.action(first).undo(MigrationBench.with(first, Operation.UNDO, null, 0), bench.context);
        bench.oracle.disturb(
                MigrationBench.TARGET, "CRM", "update DBA_DB_LINKS set host = replace(host, 'mildendo', 'lilliput')");
        assertThat(bench.execute(bench.call("import", 2))).containsEntry("warnings", 0);
    }

    @Test
    void aChangedRowIsFoundWhateverWayItCame() throws Exception {
        open("CRM");
        bench.runTo("point");
        bench.lab.faults().arm(MigrationBench.TARGET_SYSTEM, "impdp", FaultKind.CORRUPT_ROWS, 1);
        bench.runTo("content");
        assertThat(bench.outputs.get("content")).containsEntry("tables_different", 1);
    }
}
