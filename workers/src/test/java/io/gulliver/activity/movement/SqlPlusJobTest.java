package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.SessionFence;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements of hours: they outlive every call, are found again, and end when they are stopped. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class SqlPlusJobTest {
    @TempDir
    Path root;

    private MigrationBench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void takes(String statement, Duration lasts) {
        bench.lab.faults().arm(new Fault(MigrationBench.TARGET_SYSTEM, statement, FaultKind.TAKES_LONG, 0, 1, lasts));
    }

    private int connections(String job) {
        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            return target.query("module-sessions", Map.of("module", job)).size();
        }
    }

    @Test
    void statisticsThatTakeLongerThanAnyCallPass() throws Exception {
        bench.runTo("import");
        bench.context.limit = Duration.ofSeconds(5);
        takes("gather-schema-statistics", Duration.ofSeconds(12));
        StepCall call = bench.call("statistics", 1);
        StepAction action = bench.action(call);
        long begun = System.nanoTime();
        String job = action.start(call, bench.context).job();
        assertThat(action.start(call, bench.context).message())
                .as("a start that is asked again after a lost worker")
                .contains("started already");
        StepCall watch = MigrationBench.with(call, Operation.AWAIT, job, 1);
        StepResult[] seen = new StepResult[1];
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            seen[0] = action.await(watch, bench.context);
            return seen[0].finished();
        });
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(bench.context.limit);
        assertThat(seen[0].outputs()).containsEntry("tables", 16);
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "gather-schema-statistics"))
                .extracting(entry -> entry.object())
                .containsExactly("SHOP", "STOCK");
    }

    /** UTL_RECOMP compiles in parallel by the job queue, which the fence has stopped; by sessions at once statistics fail. */
    @Test
    void invalidObjectsAreCompiledWhileTheJobQueueStandsStill() throws Exception {
        bench.runTo("grants-given");
        String invalid = "update DBA_OBJECTS set status = 'INVALID' where owner = 'SHOP' and object_name = 'BILLING'";
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", invalid);
        try (OracleClient sys = bench.open(MigrationBench.TARGET, "CRM", "sys")) {
            sys.execute("recompile-invalid", Map.of("threads", "0"));
            assertThat(sys.query("invalid-objects"))
                    .as("in parallel, by a queue that does nothing")
                    .isNotEmpty();
        }
        StepCall call = bench.call("compile", 1);
        assertThat(bench.execute(call)).containsEntry("invalid", 0);
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", invalid);
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into LAB$JOBS (owner_name, job_name, request, progress) values ('PREFERENCE', 'CONCURRENT', 'ALL',"
                        + " '')");
        assertThatThrownBy(() -> bench.execute(bench.call("compile", 2)))
                .hasMessageContaining("ORA-20000: Unable to gather statistics concurrently");
    }

    @Test
    void aStoppedStatementEndsInTheDatabaseToo() throws Exception {
        bench.runTo("import");
        takes("gather-schema-statistics", Duration.ofMinutes(15));
        StepCall call = bench.call("statistics", 1);
        StepAction action = bench.action(call);
        String job = action.start(call, bench.context).job();
        await().atMost(Duration.ofSeconds(30)).until(() -> connections(job) == 1);
        long begun = System.nanoTime();
        action.stop(MigrationBench.with(call, Operation.STOP, job, 0), bench.context);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMinutes(1));
        assertThat(connections(job)).isZero();
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "gather-schema-statistics"))
                .isEmpty();
        assertThat(bench.execute(bench.call("statistics", 2)))
                .as("the next round does what is left")
                .containsEntry("tables", 16);
    }

    @Test
    void anEngineThatWasTakenOverFindsTheSessionsOfTheNewerOneAndLeavesTheDatabaseAlone() throws Exception {
        bench.runTo("import");
        takes("gather-schema-statistics", Duration.ofMinutes(15));
        StepCall old = bench.call("statistics", 1);
        StepCall call = MigrationBench.ofGeneration(old, 2);
        StepAction action = bench.action(call);
        String job = action.start(call, bench.context).job();
        await().atMost(Duration.ofSeconds(30)).until(() -> newest().contains("#2"));
        Databases.Address address = Databases.Address.of(old, "");
        assertThatThrownBy(() -> bench.databases.change(address, old, bench.context))
                .isInstanceOfSatisfying(StepFailedException.class, refused -> {
                    assertThat(refused.failure().code()).isEqualTo("GENERATION_SUPERSEDED");
                    assertThat(refused).hasMessageContaining("CRM@blefuscu").hasMessageContaining("#2");
                });
        action.stop(MigrationBench.with(call, Operation.STOP, job, 0), bench.context);
    }

    @Test
    void aSessionSaysInTheDatabaseWhoseItIs() throws Exception {
        bench.runTo("import");
        StepCall call = bench.call("statistics", 1);
        try (OracleClient watching = watching()) {
            for (int round = 1; round <= 20; round++) {
                try (OracleClient client =
                        bench.databases.change(Databases.Address.of(call, ""), call, bench.context)) {
                    assertThat(client.query("module-sessions", Map.of("module", "Gulliver atlas/orders/1")))
                            .hasSize(1);
                    assertThat(newest(watching)).isEqualTo(SessionFence.identifier(call));
                }
                assertThat(newest(watching)).as("logged off in round %d", round).isEmpty();
            }
        }
    }

    private OracleClient watching() {
        return bench.databases.read(
                new Databases.Address(MigrationBench.TARGET, bench.oracle.port(MigrationBench.TARGET), "CRM", "target"),
                bench.context);
    }

    private String newest() {
        try (OracleClient client = watching()) {
            return newest(client);
        }
    }

    private static String newest(OracleClient client) {
        return client.query("run-sessions", Map.of("run", "gulliver:%")).stream()
                .map(row -> row.text("CLIENT_IDENTIFIER"))
                .reduce("", (first, second) -> second);
    }

    @Test
    void tablespacesThatAreRolledBackWhileTheyAreMadeAreGone() throws Exception {
        bench.runTo("restore-point");
        takes("create-tablespace", Duration.ofMinutes(15));
        StepCall call = bench.call("tablespaces", 1);
        StepAction action = bench.action(call);
        String job = action.start(call, bench.context).job();
        await().atMost(Duration.ofSeconds(30)).until(() -> connections(job) == 1);
        action.undo(MigrationBench.with(call, Operation.UNDO, job, 0), bench.context);
        assertThat(connections(job)).isZero();
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "create-tablespace"))
                .isEmpty();
    }
}
