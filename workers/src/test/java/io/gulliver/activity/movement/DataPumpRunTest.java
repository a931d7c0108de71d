package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.FaultKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped playbook, step by step, against hosts and databases of the lab over real SSH and JDBC. */
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

    @Test
    void aDatabaseCrossesAndItsRowsAreEqual() throws Exception {
        bench = new MigrationBench(root, "sys-grants");
        bench.runTo("decommission");

        assertThat(outputs("discover-database"))
                .containsEntry("endian", "Little")
                .containsEntry("schemas", List.of("SHOP", "STOCK"))
                .containsEntry("unanswered", List.of());
        assertThat(outputs("size-target")).containsEntry("huge_pages", 2048L + 64);
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
        assertThat(bench.lab.ledger().entries(MigrationBench.SOURCE_SYSTEM, "expdp"))
                .hasSize(1);
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "impdp"))
                .hasSize(1);
        assertThat(bench.context.evidence.toString() + bench.context.calls)
                .doesNotContain("mover-secret")
                .doesNotContain("sys-secret")
                .doesNotContain("admin-secret");
    }

    @Test
    void rollingBackBeforeTheDecisionLeavesNothingAndOpensTheSource() throws Exception {
        bench = new MigrationBench(root);
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
        bench.runTo("quiesce");
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
        assertThat(MigrationBench.files(MigrationBench.staging(bench.source))).isEmpty();
        assertThat(bench.execute(bench.call("export", 2))).containsEntry("tables", 16);
    }

    @Test
    void aLostClientAndASecondStartChangeNothing() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("quiesce");
        bench.lab.faults().arm(MigrationBench.SOURCE_SYSTEM, "expdp", FaultKind.NEVER_ENDS, 1);
        StepCall call = bench.call("export", 1);
        String job = bench.action(call).start(call, bench.context).job();
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> source.query("datapump-jobs").size() == 1);
        }
        bench.source.killProcesses();
        assertThat(bench.action(call).start(call, bench.context).message()).contains("runs already");
        StepCall watch = MigrationBench.with(call, Operation.AWAIT, job, 0);
        assertThat(bench.action(call).await(watch, bench.context).finished()).isFalse();
        bench.lab.faults().clear();
        StepResult ended = bench.action(call).await(MigrationBench.with(call, Operation.AWAIT, job, 60), bench.context);
        assertThat(ended.outputs()).containsEntry("tables", 16).containsEntry("job_name", job);
        assertThat(bench.lab.ledger().entries(MigrationBench.SOURCE_SYSTEM, "expdp"))
                .hasSize(1);
    }

    @Test
    void aStoppedExportGoesOnWhereItWas() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("quiesce");
        bench.lab.faults().arm(MigrationBench.SOURCE_SYSTEM, "expdp", FaultKind.NEVER_ENDS, 1);
        StepCall call = bench.call("export", 1);
        String job = bench.action(call).start(call, bench.context).job();
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> source.query("datapump-jobs").size() == 1
                            && source.query("datapump-jobs")
                                    .get(0)
                                    .text("STATE")
                                    .equals("EXECUTING"));
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
        assertThat(bench.lab.ledger().entries(MigrationBench.SOURCE_SYSTEM, "expdp"))
                .hasSize(1);
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
        assertThatThrownBy(() -> bench.runTo("content")).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(e.failure().message())
                    .startsWith("1 of 16 tables")
                    .contains("SHOP.")
                    .contains("same number of rows, other content");
        });
        assertThat(bench.context.evidence.get("content.json")).contains("\"DIFFERENT\"");
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
