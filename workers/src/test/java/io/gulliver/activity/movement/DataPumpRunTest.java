package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import io.gulliver.lab.Ledger;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped playbook, step by step, against hosts and databases of the lab over real SSH and JDBC. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class DataPumpRunTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private Map<String, Object> outputs(String step) {
        return bench.outputs.get(step);
    }

    /** Jobs that carried rows: beside them are those that tried the metadata before. */
    private List<Ledger.Entry> withRows(String system, String program) {
        return bench.lab.ledger().entries(system, program).stream()
                .filter(entry -> !entry.details().toString().contains("CONTENT=[METADATA_ONLY]"))
                .toList();
    }

    @Test
    void aDatabaseCrossesAndItsRowsAreEqual() throws Exception {
        bench = new MigrationBench(root, "sys-grants");
        bench.copyWay = "auto";
        bench.runTo("decommission");

        assertThat(outputs("discover-database"))
                .containsEntry("endian", "Little")
                .containsEntry(
                        "schemas", List.of("SHOP", "SHOP_AUDIT", "SHOP_WEB", "STOCK", "STOCK_AUDIT", "STOCK_WEB"))
                .containsEntry("unanswered", List.of());
        assertThat(outputs("export")).containsEntry("tables", 16);
        assertThat(outputs("import")).containsEntry("tables", 16).containsEntry("rows", 640L);
        assertThat(outputs("content"))
                .containsEntry("tables", 16)
                .containsEntry("tables_equal", 16)
                .containsEntry("tables_different", 0)
                .containsEntry("columns_left_out", 0)
                .containsEntry("coverage_percent", 100.0);
        assertThat(outputs("dictionary")).containsEntry("differences", 0);
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders");
                OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(source.query("instances").get(0).text("LOGINS")).isEqualTo("RESTRICTED");
            assertThat(target.query("instances").get(0).text("LOGINS")).isEqualTo("ALLOWED");
            assertThat(target.query("restore-points")).isEmpty();
            assertThat(target.query("users"))
                    .extracting(row -> row.text("USERNAME"))
                    .doesNotContain("MOVER");
        }
        assertThat(withRows(MigrationBench.SOURCE_SYSTEM, "expdp")).hasSize(1);
        assertThat(withRows(MigrationBench.TARGET_SYSTEM, "impdp")).hasSize(1);
        assertThat(outputs("level-0")).containsEntry("corrupt_blocks", 0).containsEntry("validated", true);
        assertThat(bench.context.evidence.get("level-0.log")).contains("validation complete");
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "rman-backup"))
                .hasSize(1);
        assertThat(bench.context.evidence.toString() + bench.context.calls)
                .doesNotContain("mover-secret")
                .doesNotContain("sys-secret")
                .doesNotContain("admin-secret");
    }

    @Test
    void rollingBackBeforeTheDecisionLeavesNothingAndOpensTheSource() throws Exception {
        bench = new MigrationBench(root);
        bench.copyWay = "auto";
        bench.runTo("backup-gap");
        assertThat(MigrationBench.files(MigrationBench.staging(bench.target))).isNotEmpty();

        bench.rollBack();

        assertThat(bench.oracle.services(MigrationBench.TARGET)).isEmpty();
        assertThat(MigrationBench.files(MigrationBench.staging(bench.source))).isEmpty();
        assertThat(MigrationBench.files(MigrationBench.staging(bench.target))).isEmpty();
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            assertThat(source.query("instances").get(0).text("LOGINS")).isEqualTo("ALLOWED");
            assertThat(source.queryOne("parameter", Map.of("name", "job_queue_processes"))
                            .text("VALUE"))
                    .isEqualTo("40");
            assertThat(source.query("users"))
                    .extracting(row -> row.text("USERNAME"))
                    .doesNotContain("MOVER");
            assertThat(source.query("directories"))
                    .extracting(row -> row.text("DIRECTORY_NAME"))
                    .doesNotContain("MIG_DP");
            assertThat(source.query("datapump-jobs")).isEmpty();
        }
    }

    @Test
    void anOldSnapshotStopsTheExportWithTheTableAndTheNextRoundSucceeds() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("point");
        List<String> before = MigrationBench.files(MigrationBench.staging(bench.source));
        bench.lab.faults().arm(MigrationBench.SOURCE_SYSTEM, "expdp", FaultKind.JOB_FAILS, 1);
        StepCall first = bench.call("export", 1);
        assertThatThrownBy(() -> bench.execute(first)).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
            assertThat(e.failure().message())
                    .contains("ORA-31693")
                    .contains("ORA-01555")
                    .contains("SHOP");
            assertThat(e.failure().advice()).contains("UNDO_RETENTION");
        });
        bench.action(first).undo(MigrationBench.with(first, Operation.UNDO, null, 0), bench.context);
        assertThat(MigrationBench.files(MigrationBench.staging(bench.source))).isEqualTo(before);
        assertThat(bench.execute(bench.call("export", 2))).containsEntry("tables", 16);
    }

    @Test
    void aLostClientAndASecondStartChangeNothing() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("point");
        bench.lab.faults().arm(MigrationBench.SOURCE_SYSTEM, "expdp", FaultKind.NEVER_ENDS, 1);
        StepCall call = bench.call("export", 1);
        String job = bench.action(call).start(call, bench.context).job();
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            await().atMost(Duration.ofSeconds(30)).until(() -> executing(source));
        }
        bench.source.killProcesses();
        assertThat(bench.action(call).start(call, bench.context).message()).contains("runs already");
        StepCall watch = MigrationBench.with(call, Operation.AWAIT, job, 0);
        assertThat(bench.action(call).await(watch, bench.context).finished()).isFalse();
        bench.lab.faults().clear();
        StepResult ended = bench.action(call).await(MigrationBench.with(call, Operation.AWAIT, job, 60), bench.context);
        assertThat(ended.outputs()).containsEntry("tables", 16).containsEntry("job_name", job);
        assertThat(withRows(MigrationBench.SOURCE_SYSTEM, "expdp")).hasSize(1);
    }

    @Test
    void aStoppedExportGoesOnWhereItWas() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("point");
        bench.lab.faults().arm(MigrationBench.SOURCE_SYSTEM, "expdp", FaultKind.NEVER_ENDS, 1);
        StepCall call = bench.call("export", 1);
        String job = bench.action(call).start(call, bench.context).job();
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            await().atMost(Duration.ofSeconds(30)).until(() -> executing(source));
            bench.action(call).stop(MigrationBench.with(call, Operation.STOP, job, 0), bench.context);
            assertThat(source.query("datapump-jobs").get(0).text("STATE")).isEqualTo("NOT RUNNING");
        }
        StepCall watch = MigrationBench.with(call, Operation.AWAIT, job, 60);
        assertThatThrownBy(() -> bench.action(call).await(watch, bench.context))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("NOT RUNNING");
        bench.lab.faults().clear();
        bench.action(call).start(call, bench.context);
        assertThat(bench.action(call).await(watch, bench.context).outputs()).containsEntry("tables", 16);
        assertThat(withRows(MigrationBench.SOURCE_SYSTEM, "expdp")).hasSize(1);
    }

    private static boolean executing(OracleClient source) {
        return source.query("datapump-jobs").stream()
                .anyMatch(row -> row.text("STATE").equals("EXECUTING"));
    }

    /** The client defines its job just after the stop has looked for one and seen none. */
    @Test
    void aJobThatAppearsWhileItIsStoppedIsStopped() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("point");
        bench.lab.faults().arm(MigrationBench.SOURCE_SYSTEM, "expdp", FaultKind.NEVER_ENDS, 1);
        StepCall call = bench.call("export", 1);
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            MigrationBench.Context late = new MigrationBench.Context() {
                private boolean looked;

                @Override
                public void called(OuterCall made) {
                    super.called(made);
                    if ("datapump-jobs".equals(made.object()) && !looked) {
                        looked = true;
                        bench.action(call).start(call, bench.context);
                        await().atMost(Duration.ofSeconds(30)).until(() -> executing(source));
                    }
                }
            };
            bench.action(call).stop(MigrationBench.with(call, Operation.STOP, null, 0), late);
            assertThat(source.query("datapump-jobs"))
                    .extracting(row -> row.text("STATE"))
                    .containsExactly("NOT RUNNING");
        }
    }

    @Test
    void aResumableWaitIsShownAndTheImportGoesOnWhenSpaceComes() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("transfer");
        bench.lab.faults().arm(MigrationBench.TARGET_SYSTEM, "impdp", FaultKind.POOL_FULL, 1);
        StepCall call = bench.call("import", 1);
        String job = bench.action(call).start(call, bench.context).job();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            bench.action(call).await(MigrationBench.with(call, Operation.AWAIT, job, 0), bench.context);
            return bench.context.progress.stream()
                    .anyMatch(progress -> String.valueOf(progress.text()).contains("waits for space"));
        });
        bench.lab.faults().clear();
        StepResult ended = bench.action(call).await(MigrationBench.with(call, Operation.AWAIT, job, 60), bench.context);
        assertThat(ended.outputs()).containsEntry("tables", 16).containsEntry("warnings", 1);
    }

    @Test
    void aChangedRowIsFoundAndItsTableNamed() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("transfer");
        bench.lab.faults().arm(MigrationBench.TARGET_SYSTEM, "impdp", FaultKind.CORRUPT_ROWS, 1);
        bench.runTo("content");
        assertThat(outputs("content")).containsEntry("tables", 16).containsEntry("tables_different", 1);
        String different =
                ((List<?>) outputs("content").get("different")).get(0).toString();
        assertThat(different)
                .startsWith("SHOP.")
                .contains("same number of rows, other content")
                .matches("(?s).*: \\w+ \\d+ to \\d+: \\{\\d+=other content}");
        assertThat(bench.context.evidence.get("content.json"))
                .contains("\"DIFFERENT\"")
                .contains("\"other content\"");

        bench.runTo("go-2");
        assertThat(outputs("content-again"))
                .as("a person said done and did nothing")
                .containsEntry("tables", 1)
                .containsEntry("tables_different", 1);
        Map<String, Object> gate = bench.inputs("go-2");
        assertThat(String.valueOf(gate.get("instructions"))).contains(different);
        assertThat(GateCriterion.of(gate))
                .filteredOn(criterion -> !criterion.met())
                .extracting(GateCriterion::id, GateCriterion::verdict)
                .containsExactly(tuple("tables-equal", GateCriterion.NOT_MET));
    }

    @Test
    void aComparisonGoesOnAtTheTableWhereItWasCutOff() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("source-still-quiet");
        bench.lab
                .faults()
                .arm(new Fault(
                        MigrationBench.SOURCE_SYSTEM,
                        "table-row-hash",
                        FaultKind.TAKES_LONG,
                        5,
                        1,
                        Duration.ofMinutes(15)));
        StepCall planned = bench.call("content", 1);
        Map<String, Object> inputs = new TreeMap<>(planned.inputs());
        inputs.put("sessions", 1L);
        StepCall call = MigrationBench.with(planned, inputs);
        String job = bench.action(call).start(call, bench.context).job();
        StepCall watch = MigrationBench.with(call, Operation.AWAIT, job, 0);
        CompletableFuture<Throwable> cutOff = CompletableFuture.supplyAsync(
                () -> catchThrowable(() -> bench.action(call).await(watch, bench.context)));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> bench.lab.faults().armed().isEmpty());
        bench.context.callOff();
        assertThat(cutOff.get(30, TimeUnit.SECONDS)).hasMessageContaining("ORA-01013");
        bench.context.calls.clear();

        assertThat(bench.action(call).await(watch, bench.context).outputs())
                .containsEntry("tables", 16)
                .containsEntry("tables_equal", 16);
        assertThat(bench.context.calls.stream().filter(made -> "table-row-hash".equals(made.object())))
                .as("tables that were not compared before, on both sides")
                .hasSize(2 * (16 - 5));
        assertThat(MigrationBench.files(bench.target.home().resolve(".gulliver")))
                .noneMatch(name -> name.endsWith(".json"));
    }

    @Test
    void aTableThatIsMendedIsComparedAgainAndTheGateHasNothingToWaive() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("transfer");
        bench.lab.faults().arm(MigrationBench.TARGET_SYSTEM, "impdp", FaultKind.CORRUPT_ROWS, 1);
        bench.runTo("content");
        String table =
                ((List<?>) outputs("content").get("different_tables")).get(0).toString();

        bench.oracle.reload(MigrationBench.SOURCE, "orders", MigrationBench.TARGET, "CRM", table);

        bench.runTo("go-2");
        assertThat(outputs("content-again")).containsEntry("tables_equal", 1).containsEntry("tables_different", 0);
        assertThat(GateCriterion.of(bench.inputs("go-2"))).isNotEmpty().allMatch(GateCriterion::met);
    }

    @Test
    void aBackupThatFindsNoRoomStopsWithItsCauseAndARollBackDeletesWhatWasBackedUp() throws Exception {
        bench = new MigrationBench(root);
        bench.fact("inventory.criticality", 1);
        bench.runTo("pre-open");
        bench.lab.faults().arm(MigrationBench.TARGET_SYSTEM, "rman", FaultKind.JOB_FAILS, 1);
        StepCall first = bench.call("level-0-before", 1);
        assertThatThrownBy(() -> bench.execute(first)).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().message()).contains("code 1", "ORA-19804: cannot reclaim");
            assertThat(e.failure().advice()).contains("recovery area");
        });
        bench.action(first).undo(MigrationBench.with(first, Operation.UNDO, null, 0), bench.context);
        assertThat(bench.execute(bench.call("level-0-before", 2))).containsEntry("validated", false);
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "rman-backup"))
                .hasSize(1);
        bench.rollBack();
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "rman-delete"))
                .hasSize(1);
    }

    @Test
    void whatMakesATargetUnfitForServiceIsNamed() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("source-still-quiet");
        bench.oracle.disturb(
                MigrationBench.TARGET, "CRM", "update DBA_TABLES set last_analyzed = null where table_name = 'ORDERS'");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into V$DATABASE_BLOCK_CORRUPTION values (5, 1234, 1, 0, 'CHECKSUM')");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_USERS set password_versions = '10G ' where username = 'SHOP'");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_USERS set account_status = 'EXPIRED & LOCKED' where username = 'STOCK'");
        assertThatThrownBy(() -> bench.runTo("dictionary"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("V10 statistics SHOP.ORDERS: source wanted, target never gathered")
                .hasMessageContaining("V11 blocks file 5 block 1234")
                .hasMessageContaining("V13 password SHOP")
                .hasMessageContaining("V13 account STOCK");
        Map<String, Object> inputs = new TreeMap<>(bench.call("dictionary", 2).inputs());
        inputs.put(
                "left_behind", List.of("password SHOP: sqlnet.ora of the target takes 11 until May", "password STOCK"));
        assertThatThrownBy(() -> bench.perform(MigrationBench.with(bench.call("dictionary", 2), inputs)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("V13 account STOCK")
                .hasMessageNotContaining("V13 password");
    }

    @Test
    void aSourceThatSomebodyOpensAgainIsNotPassed() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("import");
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            source.execute("unrestrict-sessions", Map.of());
        }
        assertThatThrownBy(() -> bench.runTo("content"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("sessions are not restricted");
    }
}
