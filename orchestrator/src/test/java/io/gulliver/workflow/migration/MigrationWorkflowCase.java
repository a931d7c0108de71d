package io.gulliver.workflow.migration;

import static io.gulliver.testing.Plans.step;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.testing.Plans;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One run of the workflow on an engine that skips time, with a store in memory and workers that count what they do. */
abstract class MigrationWorkflowCase {
    static final MigrationId ID = new MigrationId("lilliput/orders/1");

    final CompiledPlan plan = Plans.plan(
            step("facts").readOnly(),
            step("guest").stage(Stage.BUILD).needs("facts"),
            step("volume").stage(Stage.BUILD).needs("facts").fanOut(2),
            step("copy").stage(Stage.REPLICATION).needs("guest", "volume").detached(),
            step("sign").stage(Stage.VALIDATION).kind(StepKind.TASK).needs("copy"),
            step("open").stage(Stage.CUTOVER).needs("sign"));
    final MemoryStore store = new MemoryStore(plan);
    final LedgerWorker worker = new LedgerWorker();
    TestWorkflowEnvironment environment;
    WorkflowClient client;

    static final String[] ALL_MADE = {
        "made facts#1",
        "made guest#1",
        "made volume[data1]#1",
        "made volume[data2]#1",
        "made volume[redo]#1",
        "made copy#1",
        "made open#1"
    };

    @BeforeEach
    void start() {
        environment = PlainHistories.environment();
        Worker control = environment.newWorker(TaskQueues.CONTROL);
        control.registerWorkflowImplementationTypes(MigrationWorkflowImpl.class);
        control.registerActivitiesImplementations(store);
        // Heartbeats go out as they are made, so that a call hears at once what it is told.
        environment
                .newWorker(
                        TaskQueues.host("local"),
                        WorkerOptions.newBuilder()
                                .setMaxHeartbeatThrottleInterval(Duration.ofMillis(50))
                                .build())
                .registerActivitiesImplementations(worker);
        environment.newWorker(TaskQueues.await("local")).registerActivitiesImplementations(worker);
        environment.start();
        client = environment.getWorkflowClient();
        store.special.put(
                StepKey.of("volume"),
                new PrepareResult(true, null, List.of("data1", "data2", "redo"), Map.of(), null, false, 1));
    }

    /** Keeps the history of a story for {@link MigrationWorkflowReplayTest}, in the folder {@code -Dgulliver.histories}. */
    void keepHistory(String name) throws IOException {
        String folder = System.getProperty("gulliver.histories");
        if (folder != null) {
            Files.writeString(
                    Path.of(folder, name + ".json"),
                    PlainHistories.compact(client.fetchHistory(WorkflowIds.migration(ID))
                                    .toJson(false)) + "\n");
        }
    }

    @AfterEach
    void stop() {
        environment.close();
    }

    static MigrationInput input(int generation, boolean resume, @Nullable Integer continueAfter) {
        return input(generation, Interpreter.VERSION, resume, continueAfter);
    }

    static MigrationInput input(int generation, int version, boolean resume, @Nullable Integer continueAfter) {
        return new MigrationInput(
                ID,
                "lilliput",
                "orders",
                Purpose.REHEARSAL,
                generation,
                "0".repeat(64),
                version,
                false,
                null,
                null,
                resume,
                continueAfter,
                null,
                null);
    }

    MigrationWorkflow begin(MigrationInput input) {
        MigrationWorkflow run = client.newWorkflowStub(
                MigrationWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setTaskQueue(TaskQueues.CONTROL)
                        .setWorkflowId(WorkflowIds.migration(input.migration()))
                        .build());
        WorkflowClient.start(run::run, input);
        return client.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(input.migration()));
    }

    CommandOutcome say(MigrationWorkflow run, String id, Verb verb, @Nullable String step) {
        store.commands.put(
                id,
                new CommandOrder(
                        id, verb, step == null ? null : StepKey.parse(step), null, null, "because", "ana", Map.of()));
        return run.deliver(id);
    }

    void waitFor(String step, StepState state) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> store.journal.values().stream()
                        .anyMatch(entry -> entry.step() != null
                                && entry.step().key().equals(StepKey.parse(step))
                                && entry.step().state() == state));
    }

    RunOutcome outcome() {
        return WorkflowStub.fromTyped(client.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(ID)))
                .getResult(RunOutcome.class);
    }

    static StepState stateOf(MigrationWorkflow run, String step) {
        return run.state().steps().stream()
                .filter(each -> each.key().equals(StepKey.of(step)))
                .findFirst()
                .orElseThrow()
                .state();
    }

    static UpdateOptions<CommandOutcome> accepted(String id) {
        return UpdateOptions.newBuilder(CommandOutcome.class)
                .setUpdateName("deliver")
                .setUpdateId(id)
                .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
                .build();
    }
}
