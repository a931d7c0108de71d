package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.ConnectionPurpose;
import io.gulliver.lab.Examines;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Kindness;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fence that an instance restarts behind: what holds, what is noticed, and what the undo sets back. */
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

    private StepCall source(String action) {
        return bench.plain(
                action,
                "quiesce",
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
                        "schemas",
                        List.of("SHOP", "STOCK")));
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
