package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever can fail before the outage fails before it, with the sentence that says what to do; and leaves nothing behind. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class BeforeTheOutageTest {
    /** What is done to the target, and what is said of it. */
    private static final Map<String, String> LOSSES = Map.ofEntries(
            Map.entry(
                    "delete from DBA_ROLES where role = 'SHOP_APP'",
                    "role SHOP_APP: source there, target missing (DP07, ORA-01919). Create the role"),
            Map.entry(
                    "delete from DBA_PROFILES where profile = 'APP_LOGIN'",
                    "profile APP_LOGIN: source there, target missing (DP07, ORA-02380). Create the profile"),
            Map.entry(
                    "delete from DBA_TABLESPACES where tablespace_name = 'TEMP_APP'",
                    "tablespace TEMP_APP: source there, target missing (DP07, ORA-00959). Create the tablespace"),
            Map.entry(
                    "update V$OPTION set \"VALUE\" = 'FALSE' where parameter = 'Partitioning'",
                    "option Partitioning: source TRUE, used by Partitioning, Partitioning (user), target FALSE (D04, D05). Relink"),
            Map.entry(
                    "update DBA_REGISTRY set status = 'INVALID' where comp_id = 'XDB'",
                    "component XDB: source VALID, target INVALID (D06). Install it"),
            Map.entry(
                    "update GV$PARAMETER set \"VALUE\" = '1' where name = 'undo_retention'",
                    "parameter undo_retention: source 900, target 1 (D11). Set it"),
            Map.entry(
                    "update GV$PARAMETER set \"VALUE\" = '12.2.0' where name = 'compatible'",
                    "parameter compatible: source 19.0.0, target 12.2.0 (C04, R06). Raise COMPATIBLE"),
            Map.entry(
                    "update GV$INSTANCE set version_full = '19.3.0.0.0'",
                    "release release: source 19.24.0.0.0, target 19.3.0.0.0 (C03, R03). Put the target's Oracle home"),
            Map.entry(
                    "update V$TIMEZONE_FILE set version = 32",
                    "time zone file version: source 44, target 32 (R17, ORA-39405). Install"),
            Map.entry(
                    "update NLS_DATABASE_PARAMETERS set \"VALUE\" = 'WE8ISO8859P1' where parameter = 'NLS_CHARACTERSET'",
                    "character set NLS_CHARACTERSET: source AL32UTF8, target WE8ISO8859P1 (C04, R07, R08). Create the target"),
            Map.entry(
                    "update V$RECOVERY_FILE_DEST set space_used = space_limit, space_reclaimable = 0",
                    "space recovery area: source 0 MB of redo of the load, target 0 MB can be filled (C05). Raise"),
            Map.entry(
                    "delete from DBA_OBJECTS where owner = 'SYS' and object_name = 'V_$SESSION'",
                    "right on SYS.V_$SESSION: source SELECT to SHOP, target missing (DP10, ORA-00942, ORA-04042). SYS.V_$SESSION"
                            + " is not there at the target"),
            Map.entry(
                    "insert into LAB$JOBS (owner_name, job_name, request, progress) values ('PREFERENCE', 'CONCURRENT', 'ALL',"
                            + " '')",
                    "statistics preference CONCURRENT: source OFF until the opening, target ALL (DP11, DP12, ORA-20000)."),
            Map.entry(
                    "delete from DBA_FREE_SPACE where tablespace_name = 'APP_DATA'",
                    "MB). Add or enlarge data files of the tablespace APP_DATA at the target"),
            Map.entry(
                    "insert into PDB_PLUG_IN_VIOLATIONS (name, cause, type, line, message, status, action) values ('CRM', 'SQL"
                            + " Patch', 'ERROR', 1, 'RU is in the CDB but not in the PDB', 'PENDING', 'Call datapatch')",
                    "ACTION: Call datapatch: source none, target unresolved error (ORA-65144). DISABLE RESTRICTED SESSION"));

    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void open(String playbook) throws Exception {
        bench = new MigrationBench(root, MigrationBench.spec(), "SYS", playbook);
    }

    private List<String> target() {
        return bench.oracle.people(MigrationBench.TARGET, "CRM", "MOVER");
    }

    private List<String> dumps(io.gulliver.lab.ssh.LabHost host) throws Exception {
        return MigrationBench.files(MigrationBench.staging(host)).stream()
                .filter(name -> name.endsWith(".dmp"))
                .toList();
    }

    private void at(String host, String service, String sql) {
        bench.oracle.disturb(host, service, sql);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data-pump", "data-pump-link"})
    void theDefinitionsOfAllThatCrossesAreTriedWithoutARowAndAreGoneAgain(String playbook) throws Exception {
        open(playbook);
        bench.runTo("readiness");
        List<String> before = target();
        assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM")).isEmpty();

        bench.runTo("rehearse-import");
        assertThat(bench.outputs.get("rehearse-import"))
                .as("all of them were there for a while, and no row")
                .containsEntry("rows", 0L)
                .containsEntry(
                        "dropped", List.of("SHOP", "SHOP_AUDIT", "SHOP_WEB", "STOCK", "STOCK_AUDIT", "STOCK_WEB"));
        assertThat(bench.context.evidence.get("impdp.par"))
                .contains("CONTENT=METADATA_ONLY\n", "EXCLUDE=STATISTICS\n")
                .doesNotContain("FLASHBACK_SCN");
        if (playbook.equals("data-pump")) {
            assertThat(bench.context.evidence.get("expdp.par"))
                    .contains("CONTENT=METADATA_ONLY\n")
                    .doesNotContain("FLASHBACK_SCN");
            assertThat(dumps(bench.target)).isNotEmpty();
            bench.runTo("rehearse-clean-source");
        }
        assertThat(target()).as("the target is as empty as before").isEqualTo(before);
        assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM")).isEmpty();
        assertThat(dumps(bench.source)).isEmpty();
        assertThat(dumps(bench.target)).isEmpty();

        bench.runTo("content");
        assertThat(bench.context.evidence.get("impdp.par")).doesNotContain("CONTENT=");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.outputs.get("content")).containsEntry("tables_different", 0);
    }

    @Test
    void aRehearsalThatIsRepeatedAfterItsWorkerWasLostEndsAlike() throws Exception {
        open("data-pump");
        bench.runTo("rehearse-transfer");
        StepCall call = bench.call("rehearse-import", 1);
        bench.perform(call);
        assertThat(bench.perform(call)).containsEntry("rows", 0L).containsEntry("dropped", List.of());
    }

    /** Each of these was found in the outage, after the load, or by the import's own errors. */
    @Test
    void whatTheTargetLacksIsSaidDaysBeforeWithWhatToDo() throws Exception {
        open("data-pump");
        at(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_FEATURE_USAGE_STATISTICS (dbid, name, detected_usages, currently_used) select dbid,"
                        + " 'Partitioning (user)', 3, 'TRUE' from V$DATABASE_ROW");
        at(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_TAB_PRIVS (grantee, owner, table_name, privilege, grantable) values ('SHOP', 'SYS',"
                        + " 'V_$SESSION', 'SELECT', 'NO'), ('SHOP', 'SYS', 'DBMS_LOCK', 'EXECUTE', 'NO')");
        bench.runTo("check-export");
        at(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_DATA_FILES set maxbytes = bytes where tablespace_name = 'APP_DATA'");
        List<String> sentences = new ArrayList<>();
        LOSSES.forEach((loss, sentence) -> {
            at(MigrationBench.TARGET, "CRM", loss);
            sentences.add(sentence);
        });
        assertThatThrownBy(() -> bench.runTo("readiness")).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(e.failure().message())
                    .contains("is not ready in " + LOSSES.size() + " of ")
                    .contains(sentences);
            assertThat(e.failure().advice()).contains("approved_changes");
        });
        assertThat(bench.context.evidence.get("readiness.json"))
                .contains("\"verdict\":\"BLOCKS\"", "\"verdict\":\"ALIKE\"", "\"verdict\":\"ALLOWED\"");
        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThatThrownBy(() -> target.execute("unrestrict-sessions", Map.of()))
                    .as("what would be met at the opening")
                    .hasMessageContaining("ORA-65144");
        }
        assertThat(bench.outputs).as("nobody is out yet").doesNotContainKeys("rehearse-import", "quiesce");
    }

    @Test
    void whatNoComparisonKnowsTheRehearsalMeetsAndItsUndoLeavesNothing() throws Exception {
        open("data-pump");
        bench.runTo("rehearse-transfer");
        List<String> before = target();
        at(MigrationBench.TARGET, "CRM", "delete from DBA_PROFILES where profile = 'APP_LOGIN'");
        StepCall first = bench.call("rehearse-import", 1);
        assertThatThrownBy(() -> bench.perform(first)).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
            assertThat(e.failure().message()).contains("ORA-02380: profile APP_LOGIN does not exist");
        });
        assertThat(target()).anyMatch(line -> line.startsWith("account SHOP "));
        bench.action(first).undo(MigrationBench.with(first, Operation.UNDO, null, 0), bench.context);
        assertThat(target())
                .isEqualTo(before.stream()
                        .filter(line -> !line.startsWith("profile APP_LOGIN "))
                        .toList());
        assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM")).isEmpty();
        for (String step : List.of("rehearse-transfer", "rehearse-export")) {
            bench.rollBack(step);
        }
        assertThat(MigrationBench.files(MigrationBench.staging(bench.target))).isEmpty();
        assertThat(MigrationBench.files(MigrationBench.staging(bench.source))).isEmpty();
    }

    /** An undo of the rehearsal, however late, takes nothing that another step brought. */
    @Test
    void aLateUndoLeavesWhatTheRealImportBrought() throws Exception {
        open("data-pump");
        bench.runTo("import");
        List<String> loaded = target();
        StepCall call = bench.call("rehearse-import", 1);
        StepCall undo = MigrationBench.with(call, Operation.UNDO, bench.outputs.get("rehearse-import"));
        bench.action(undo).undo(undo, bench.context);
        assertThat(target()).isEqualTo(loaded).anyMatch(line -> line.startsWith("account SHOP "));
    }

    /** In the outage stay content, counts, rights and validity. */
    @Test
    void theOutageAsksNoMoreWhatWasAskedBefore() throws Exception {
        open("data-pump");
        bench.runTo("source-still-quiet");
        at(MigrationBench.TARGET, "CRM", "update GV$PARAMETER set \"VALUE\" = '1' where name = 'undo_retention'");
        at(MigrationBench.TARGET, "CRM", "update DBA_REGISTRY set status = 'INVALID' where comp_id = 'XDB'");
        bench.runTo("dictionary");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.context.evidence.get("dictionary.json")).doesNotContain("V12");
    }
}
