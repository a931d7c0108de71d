package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.activity.conformance.ConformanceLedger;
import io.gulliver.activity.runtime.StepDispatcher;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.engine.Payloads;
import io.gulliver.engine.TemporalConnector;
import io.gulliver.engine.TemporalDevServer;
import io.gulliver.engine.TemporalProgram;
import io.gulliver.engine.WorkerTuning;
import io.gulliver.service.backup.StoreBackup;
import io.gulliver.service.backup.StoreRestore;
import io.gulliver.service.backup.StoreTarget;
import io.gulliver.service.migration.ControlActivitiesImpl;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.Preparer;
import io.gulliver.service.runtime.EngineOwner;
import io.gulliver.testing.Sliced;
import io.gulliver.testing.TakesTurns;
import io.gulliver.workflow.migration.MigrationWorkflowImpl;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Temporal's file lost in the middle of runs: they go on from the journal, once a person says that the engine is dead. */
@Timeout(600)
@Tag("process")
@Sliced(1)
@TakesTurns(TakesTurns.Group.FAILURES)
class RecoveredOnAFreshEngineIT {
    private static final String PLAYBOOKS = "conformance-six-stages,conformance-undoing,conformance-fan-out";
    private static final int MIGRATIONS = 4;

    @TempDir
    private Path folder;

    private Path data;
    private Path stale;

    @BeforeEach
    void interrupted() throws IOException {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        data = folder.resolve("data");
        stale = folder.resolve("stale");
        Process carrier = CarrierProcess.launch(data, PLAYBOOKS, MIGRATIONS, "2");
        assertThat(CarrierProcess.await(carrier, data, Duration.ofSeconds(120)))
                .as(() -> CarrierProcess.lastWords(data))
                .isEqualTo(CarrierProcess.KILLED);
        Gulliver.killTemporal(data);
        Files.move(data.resolve("engine"), stale);
    }

    @AfterEach
    void leaveNothingBehind() {
        if (data != null) {
            Gulliver.killTemporal(data);
        }
    }

    @Test
    void goesOnWithTheNextGenerationOnlyWhenAPersonSaysThatTheOldEngineIsDead() {
        try (Gulliver gulliver = Gulliver.start(data)) {
            Gulliver.awaiting(Duration.ofSeconds(60))
                    .until(() -> gulliver.bean(EngineOwner.class).refusal().isPresent());
            assertThat(gulliver.bean(EngineOwner.class).refusal().orElseThrow()).contains("./gulliver recover");
            assertThat(gulliver.connector().health().up()).isFalse();
            assertThat(gulliver.connector().health().message()).contains("./gulliver recover");
            assertThat(running(gulliver))
                    .isNotEmpty()
                    .allSatisfy(run -> assertThat(run.generation()).isEqualTo(1));
        }
        List<MigrationId> taken = new ArrayList<>();
        try (Gulliver gulliver = Gulliver.start(data, "--gulliver.recover=true")) {
            running(gulliver).forEach(run -> taken.add(run.id()));
            gulliver.awaitConnected().withPeople();
            gulliver.awaitEnd(taken, Duration.ofSeconds(180));
            for (MigrationId id : taken) {
                assertThat(gulliver.find(id).generation()).isEqualTo(2);
                assertThat(Records.journal(gulliver, id))
                        .anyMatch(row -> row.event().equals("migration taken over"));
            }
            Records.assertCompleted(gulliver, taken);
        }
    }

    @Test
    void aStaleEngineBroughtBackNeitherWritesNorActs() throws Exception {
        try (Gulliver gulliver = Gulliver.start(data, "--gulliver.recover=true")) {
            List<MigrationId> taken =
                    running(gulliver).stream().map(Migration::id).toList();
            gulliver.awaitConnected();
            Gulliver.awaiting(Duration.ofSeconds(60))
                    .until(() -> taken.stream().allMatch(id -> gulliver.find(id).generation() == 2));
            int before = gulliver.ledger().entries().size();
            try (TemporalDevServer old = TemporalDevServer.open(
                            TemporalDevServer.Settings.of(stale, TemporalProgram.require(null)));
                    TemporalConnector zombie = zombie(gulliver, old)) {
                Gulliver.awaiting(Duration.ofSeconds(60))
                        .until(() -> zombie.health().up());
                gulliver.withPeople();
                gulliver.awaitEnd(taken, Duration.ofSeconds(180));
                for (MigrationId id : taken) {
                    hint(zombie.client(), id);
                    assertThat(result(zombie.client(), id)).isEqualTo(RunOutcome.SUPERSEDED);
                }
            }
            assertThat(gulliver.ledger()
                            .entries()
                            .subList(before, gulliver.ledger().entries().size()))
                    .as("effects after the take-over")
                    .isNotEmpty()
                    .extracting(ConformanceLedger.Entry::generation)
                    .containsOnly(2);
            Records.assertCompleted(gulliver, taken);
        }
    }

    /** A backup of what was under way, in a new directory on a new engine; the world outside is where it was. */
    @Test
    void aRestoredStoreGoesOnWithTheNextGenerationByItself() throws Exception {
        Path fresh = folder.resolve("fresh");
        Path backup = folder.resolve("gulliver.zip");
        Path passphrase = Files.writeString(folder.resolve("passphrase"), "correct horse battery");
        Files.setPosixFilePermissions(passphrase, PosixFilePermissions.fromString("rw-------"));
        new StoreBackup(store(data), Clock.systemUTC()).write(backup, passphrase);
        new StoreRestore(store(fresh), Clock.systemUTC()).restore(backup, passphrase);
        Files.copy(Gulliver.ledgerFile(data), Gulliver.ledgerFile(fresh));
        try (Gulliver gulliver = Gulliver.start(fresh)) {
            List<MigrationId> taken =
                    running(gulliver).stream().map(Migration::id).toList();
            assertThat(taken).isNotEmpty();
            gulliver.awaitConnected().withPeople();
            gulliver.awaitEnd(taken, Duration.ofSeconds(180));
            for (MigrationId id : taken) {
                assertThat(gulliver.find(id).generation()).isEqualTo(2);
                assertThat(Records.journal(gulliver, id))
                        .anyMatch(row -> row.event().equals("migration taken over"));
            }
            Records.assertCompleted(gulliver, taken);
            assertThat(gulliver.bean(EngineOwner.class).recovering()).isFalse();
        } finally {
            Gulliver.killTemporal(fresh);
        }
    }

    private static StoreTarget store(Path directory) {
        return new StoreTarget(directory, null, null, null, null, 0, Duration.ofSeconds(60));
    }

    /** One that waits for a slot looks when it hears that something changed, which nobody tells an old engine. */
    private static void hint(WorkflowClient client, MigrationId id) {
        try {
            client.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(id))
                    .granted();
        } catch (WorkflowNotFoundException ended) {
            // It found out by itself.
        }
    }

    private static RunOutcome result(WorkflowClient client, MigrationId id) throws Exception {
        WorkflowStub run = client.newUntypedWorkflowStub(WorkflowIds.migration(id));
        try {
            return run.getResult(60, TimeUnit.SECONDS, RunOutcome.class);
        } catch (TimeoutException goesOn) {
            List<HistoryEvent> history =
                    client.fetchHistory(WorkflowIds.migration(id)).getEvents();
            throw new AssertionError(
                    "The old engine's " + id + " goes on; its last events: "
                            + history.subList(Math.max(0, history.size() - 20), history.size()).stream()
                                    .map(event -> "\n"
                                            + Instant.ofEpochSecond(
                                                    event.getEventTime().getSeconds())
                                            + " " + event.getEventType())
                                    .toList()
                            + "\npending: "
                            + client.getWorkflowServiceStubs()
                                    .blockingStub()
                                    .describeWorkflowExecution(DescribeWorkflowExecutionRequest.newBuilder()
                                            .setNamespace(client.getOptions().getNamespace())
                                            .setExecution(WorkflowExecution.newBuilder()
                                                    .setWorkflowId(WorkflowIds.migration(id)))
                                            .build())
                                    .getPendingActivitiesList(),
                    goesOn);
        }
    }

    /** Workers for the old engine, on the very store and outside world of the new one. */
    private TemporalConnector zombie(Gulliver gulliver, TemporalDevServer old) {
        StepDispatcher dispatcher = gulliver.bean(StepDispatcher.class);
        return new TemporalConnector(
                        new TemporalConnector.Settings(
                                old.target(), "gulliver", "zombie", null, WorkerTuning.defaults()),
                        Payloads.encrypted(PayloadKeys.loadOrCreate(data.resolve("payload-keys.json"))),
                        Clock.systemUTC())
                .workflows(TaskQueues.CONTROL, MigrationWorkflowImpl.class)
                .localActivities(
                        TaskQueues.CONTROL,
                        new ControlActivitiesImpl(
                                gulliver.bean(LibraryPlans.class),
                                gulliver.stores().journal(),
                                gulliver.stores().commands(),
                                gulliver.stores().leases(),
                                gulliver.bean(Preparer.class)))
                .activities(TaskQueues.host("default"), dispatcher)
                .activities(TaskQueues.device("default"), dispatcher)
                .activities(TaskQueues.await("default"), dispatcher)
                .start();
    }

    private static List<Migration> running(Gulliver gulliver) {
        return gulliver.stores().migrations().running().stream()
                .filter(run -> run.mode() != RunMode.ENDED)
                .toList();
    }
}
