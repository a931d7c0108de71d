package io.gulliver.workflow.migration;

import static io.gulliver.testing.Plans.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.activity.SystemActivities;
import io.gulliver.contract.activity.SystemCheck;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.SystemCheckInput;
import io.gulliver.contract.workflow.SystemCheckWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.engine.Payloads;
import io.gulliver.engine.RefusedPayloads;
import io.gulliver.engine.RefusedPayloads.Reason;
import io.gulliver.engine.TemporalConnector;
import io.gulliver.engine.TemporalDevServer;
import io.gulliver.engine.TemporalProgram;
import io.gulliver.engine.WorkerTuning;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.testing.Attacker;
import io.gulliver.testing.Plans;
import io.gulliver.workflow.landscape.SystemCheckWorkflowImpl;
import io.temporal.activity.Activity;
import io.temporal.api.command.v1.Command;
import io.temporal.api.command.v1.ContinueAsNewWorkflowExecutionCommandAttributes;
import io.temporal.api.command.v1.StartChildWorkflowExecutionCommandAttributes;
import io.temporal.api.common.v1.Memo;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.WorkflowType;
import io.temporal.api.enums.v1.CommandType;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.failure.v1.CanceledFailureInfo;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.PollActivityTaskQueueRequest;
import io.temporal.api.workflowservice.v1.PollActivityTaskQueueResponse;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueRequest;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueResponse;
import io.temporal.api.workflowservice.v1.RecordActivityTaskHeartbeatByIdRequest;
import io.temporal.api.workflowservice.v1.RespondActivityTaskCompletedByIdRequest;
import io.temporal.api.workflowservice.v1.RespondActivityTaskCompletedRequest;
import io.temporal.api.workflowservice.v1.RespondActivityTaskFailedByIdRequest;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What somebody else on the machine can do to the embedded engine with Temporal's stock client and with recorded
 * payloads, on the real server: he may stop a run, and that is all.
 */
@Tag("process")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuardedZoneTest {
    private static final String CANARY = "canary-zone-5d1b";
    private static final Duration SOON = Duration.ofSeconds(30);

    /** Calls of actions: each is held until the test lets it go, and beats meanwhile. */
    private static final class HeldWorker implements StepActivities {
        final List<String> begun = new CopyOnWriteArrayList<>();
        final Map<String, String> activityIds = new ConcurrentHashMap<>();
        final Map<String, CountDownLatch> holds = new ConcurrentHashMap<>();

        void hold(MigrationId migration, String step) {
            holds.put(migration + " " + step, new CountDownLatch(1));
        }

        void letGo(MigrationId migration, String step) {
            holds.get(migration + " " + step).countDown();
        }

        @Override
        public StepResult invoke(StepCall call) {
            String key = call.migration() + " " + call.step();
            activityIds.put(key, Activity.getExecutionContext().getInfo().getActivityId());
            begun.add(key + " " + call.operation());
            CountDownLatch hold = holds.get(key);
            try {
                while (hold != null && !hold.await(1, TimeUnit.SECONDS)) {
                    Activity.getExecutionContext().heartbeat(null);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (call.step().step().equals("broken")) {
                StepFailure failure = FailureCode.CHECK_FAILED.with("broken as planned", "mend it");
                throw ApplicationFailure.newNonRetryableFailure(
                        failure.message(), failure.code(), failure, call.identity());
            }
            return (call.operation() == Operation.START
                            ? StepResult.started("job", Map.of(), "started")
                            : StepResult.done(Map.of(), "seen by our worker"))
                    .answering(call);
        }
    }

    @TempDir
    static Path folder;

    private final RefusedPayloads refusals = new RefusedPayloads();
    private final MemoryStore store = new MemoryStore(Plans.plan(step("first")));
    private final HeldWorker worker = new HeldWorker();
    private final List<SystemCheck> checks = new CopyOnWriteArrayList<>();
    private final AtomicInteger number = new AtomicInteger();
    private TemporalDevServer server;
    private TemporalConnector connector;
    private WorkflowServiceStubs foreign;
    private Attacker attacker;

    @BeforeAll
    void start() throws IOException {
        TemporalProgram program = TemporalProgram.find(null).orElse(null);
        Assumptions.assumeTrue(program != null, "Skipped: no Temporal program; './gulliver doctor' fetches it");
        server = TemporalDevServer.open(TemporalDevServer.Settings.of(folder.resolve("engine"), program));
        SystemActivities systems = check -> {
            checks.add(check);
            return CheckedSystem.good("logged on");
        };
        connector = new TemporalConnector(
                        new TemporalConnector.Settings(
                                server.target(), "gulliver", "test", null, WorkerTuning.defaults()),
                        Payloads.encrypted(PayloadKeys.loadOrCreate(folder.resolve("keys.json")), refusals),
                        Clock.systemUTC())
                .workflows(TaskQueues.CONTROL, MigrationWorkflowImpl.class, SystemCheckWorkflowImpl.class)
                .localActivities(TaskQueues.CONTROL, store)
                .activities(TaskQueues.host("local"), worker, systems)
                .activities(TaskQueues.await("local"), worker)
                .start();
        await().atMost(Duration.ofSeconds(60)).until(() -> connector.health().up());
        attacker = new Attacker(program.path(), server.target());
        foreign = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(server.target())
                .build());
    }

    @AfterAll
    void stop() {
        if (foreign != null) {
            foreign.shutdownNow();
        }
        if (connector != null) {
            connector.close();
        }
        if (server != null) {
            server.close();
        }
    }

    // ---- what our side does --------------------------------------------------------------------------------------

    private MigrationId begin(Plans.StepBuilder... steps) {
        synchronized (store) {
            store.journal.clear();
            store.commands.clear();
            store.granted.clear();
        }
        worker.begun.clear();
        store.plan = Plans.plan(steps);
        MigrationId id = new MigrationId("zone.orders." + number.incrementAndGet());
        return id;
    }

    private MigrationWorkflow launch(MigrationId id) {
        return launch(id, TaskQueues.CONTROL);
    }

    private MigrationWorkflow launch(MigrationId id, String queue) {
        MigrationWorkflow run = connector
                .client()
                .newWorkflowStub(
                        MigrationWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(queue)
                                .setWorkflowId(WorkflowIds.migration(id))
                                .build());
        WorkflowClient.start(
                run::run,
                new MigrationInput(
                        id,
                        "zone",
                        CANARY,
                        Purpose.REHEARSAL,
                        1,
                        "0".repeat(64),
                        Interpreter.VERSION,
                        false,
                        null,
                        null,
                        false,
                        null,
                        null,
                        null));
        return connector.client().newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(id));
    }

    private void waitFor(String step, StepState state) {
        await().atMost(SOON).until(() -> {
            synchronized (store) {
                return store.journal.values().stream()
                        .map(JournalEntry::step)
                        .anyMatch(run -> run != null && run.key().equals(StepKey.parse(step)) && run.state() == state);
            }
        });
    }

    private RunOutcome outcome(MigrationId id) {
        try {
            return connector
                    .client()
                    .newUntypedWorkflowStub(WorkflowIds.migration(id))
                    .getResult(30, TimeUnit.SECONDS, RunOutcome.class);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new AssertionError(id + " did not end", e);
        }
    }

    private List<HistoryEvent> history(String workflow) {
        return connector.client().fetchHistory(workflow).getEvents();
    }

    private void assertNoWorkflowTaskFailed(MigrationId id) {
        assertThat(history(WorkflowIds.migration(id)))
                .extracting(HistoryEvent::getEventType)
                .doesNotContain(EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED);
    }

    private String messages() {
        synchronized (store) {
            return store.journal.values().toString();
        }
    }

    private static Payload inputOf(List<HistoryEvent> history) {
        return history.get(0)
                .getWorkflowExecutionStartedEventAttributes()
                .getInput()
                .getPayloads(0);
    }

    private CheckedSystem check(String workflow, SystemCheck check) throws Exception {
        return check(workflow, check, Instant.now().plusSeconds(60));
    }

    private CheckedSystem check(String workflow, SystemCheck check, Instant until) throws Exception {
        WorkflowStub stub = connector
                .client()
                .newUntypedWorkflowStub(
                        SystemCheckWorkflow.class.getSimpleName(),
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(workflow)
                                .setTaskQueue(TaskQueues.CONTROL)
                                .build());
        stub.start(new SystemCheckInput("local", check, until));
        return stub.getResult(30, TimeUnit.SECONDS, CheckedSystem.class);
    }

    // ---- attacks -------------------------------------------------------------------------------------------------

    @Test
    void noCheckLogsOnForAPlainInput() {
        checks.clear();
        long before = refusals.count(Reason.UNSEALED);
        String printed = attacker.temporal(
                "workflow",
                "execute",
                "--type",
                "SystemCheckWorkflow",
                "--task-queue",
                TaskQueues.CONTROL,
                "--workflow-id",
                "evil-plain",
                "--input",
                "{\"zone\":\"local\",\"check\":{\"kind\":\"oracle\",\"name\":\"reader\",\"host\":\"127.0.0.1\","
                        + "\"port\":8197,\"service\":\"X\"}}");

        assertThat(printed).contains("FAILED");
        assertThat(checks).as("log-ons for somebody else").isEmpty();
        assertThat(refusals.count(Reason.UNSEALED)).isGreaterThan(before);
    }

    @Test
    void noCheckLogsOnForAnInputCopiedFromAnotherRun() throws Exception {
        checks.clear();
        assertThat(check("check/hers", new SystemCheck("oracle", "reader", "db1", 1521, "S"))
                        .good())
                .isTrue();
        Payload recorded = inputOf(history("check/hers"));
        long before = refusals.count(Reason.OTHER_RUN);

        String printed = attacker.temporalWith(
                recorded,
                "workflow",
                "execute",
                "--type",
                "SystemCheckWorkflow",
                "--task-queue",
                TaskQueues.CONTROL,
                "--workflow-id",
                "evil-copied");

        assertThat(printed).contains("FAILED");
        assertThat(refusals.count(Reason.OTHER_RUN)).isGreaterThan(before);
        assertThat(checks).as("hers alone").hasSize(1);
    }

    @Test
    void aRecordedCheckIsNotRepeatedOnceNobodyWaitsForIt() throws Exception {
        checks.clear();
        Instant until = Instant.now().plusSeconds(15);
        assertThat(check("check/again", new SystemCheck("oracle", "reader", "db1", 1521, "S"), until)
                        .good())
                .isTrue();
        Payload recorded = inputOf(history("check/again"));
        await().atMost(SOON).until(() -> Instant.now().isAfter(until.plusMillis(200)));

        String printed = attacker.temporalWith(
                recorded,
                "workflow",
                "execute",
                "--type",
                "SystemCheckWorkflow",
                "--task-queue",
                TaskQueues.CONTROL,
                "--workflow-id",
                "check/again");

        assertThat(printed).contains("COMPLETED");
        assertThat(checks).as("hers alone").hasSize(1);
    }

    @Test
    void noMigrationStartsFromAPlainOrCopiedInput() {
        MigrationId hers = begin(step("first").kind(StepKind.TASK));
        launch(hers);
        waitFor("first", StepState.WAITING_PERSON);
        Payload recorded = inputOf(history(WorkflowIds.migration(hers)));
        int events = store.journal.size();

        for (String id : List.of("migration/evil.1", "migration/evil.2")) {
            String[] start = {
                "workflow", "execute", "--type", "Migration", "--task-queue", TaskQueues.CONTROL, "--workflow-id", id
            };
            String printed = id.endsWith("1")
                    ? attacker.temporal(append(start, "--input", "{\"migration\":\"" + hers + "\",\"generation\":1}"))
                    : attacker.temporalWith(recorded, start);
            assertThat(printed).contains("FAILED");
        }
        assertThat(store.journal).as("nothing was written for him").hasSize(events);
    }

    private static String[] append(String[] some, String... more) {
        String[] all = java.util.Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    @Test
    void aForgedSignalGrantsNothingAndBreaksNothing() {
        MigrationId id = begin(step("copy").slots("array"), step("last").needs("copy"));
        MigrationWorkflow run = launch(id);
        waitFor("copy", StepState.WAITING_SLOT);
        String workflow = WorkflowIds.migration(id);
        Payload copied = inputOf(history(workflow));
        long unasked = refusals.count(Reason.UNASKED);

        attacker.temporal("workflow", "signal", "-w", workflow, "--name", "granted", "--input", "\"copy\"");
        attacker.temporal("workflow", "signal", "-w", workflow, "--name", "granted");
        attacker.temporal("workflow", "signal", "-w", workflow, "--name", "nonsense", "--input", "{\"a\":1}");
        attacker.temporalWith(copied, "workflow", "signal", "-w", workflow, "--name", "granted");
        Payload rubbish =
                copied.toBuilder().setData(copied.getData().substring(0, 20)).build();
        attacker.temporalWith(rubbish, "workflow", "signal", "-w", workflow, "--name", "granted");
        Payload otherKey = copied.toBuilder()
                .putMetadata("encryption-key-id", com.google.protobuf.ByteString.copyFromUtf8("k99"))
                .build();
        attacker.temporalWith(otherKey, "workflow", "signal", "-w", workflow, "--name", "granted");
        await().atMost(SOON)
                .until(() -> history(workflow).stream()
                                .filter(HistoryEvent::hasWorkflowExecutionSignaledEventAttributes)
                                .count()
                        == 6);

        assertThat(run.state().steps())
                .filteredOn(step -> step.key().equals(StepKey.of("copy")))
                .extracting(step -> step.state())
                .containsExactly(StepState.WAITING_SLOT);
        assertThat(worker.begun).isEmpty();
        assertThat(refusals.count(Reason.UNASKED)).as("four hints with content").isGreaterThanOrEqualTo(unasked + 4);

        store.granted.add(StepKey.of("copy"));
        run.granted();
        assertThat(outcome(id)).isEqualTo(RunOutcome.COMPLETED);
        assertNoWorkflowTaskFailed(id);
    }

    @Test
    void aForgedUpdateIsRejectedAndLeavesNoTrace() {
        MigrationId other = begin(step("first").kind(StepKind.TASK));
        MigrationWorkflow otherRun = launch(other);
        waitFor("first", StepState.WAITING_PERSON);
        CommandOrder abort = new CommandOrder("abort-1", Verb.ABORT, null, null, null, "stop", "ana", Map.of());
        store.commands.put("abort-1", abort);
        assertThat(otherRun.deliver("abort-1").applied()).isTrue();
        Payload copied = history(WorkflowIds.migration(other)).stream()
                .filter(HistoryEvent::hasWorkflowExecutionUpdateAcceptedEventAttributes)
                .map(event -> event.getWorkflowExecutionUpdateAcceptedEventAttributes()
                        .getAcceptedRequest()
                        .getInput()
                        .getArgs()
                        .getPayloads(0))
                .findFirst()
                .orElseThrow();

        MigrationId id = begin(step("ask").kind(StepKind.TASK));
        MigrationWorkflow run = launch(id);
        waitFor("ask", StepState.WAITING_PERSON);
        store.commands.put("abort-1", abort);
        String workflow = WorkflowIds.migration(id);
        int events = store.journal.size();
        String plain = attacker.temporal(
                "workflow", "update", "execute", "-w", workflow, "--name", "deliver", "--input", "\"abort-1\"");
        String fromElsewhere =
                attacker.temporalWith(copied, "workflow", "update", "execute", "-w", workflow, "--name", "deliver");

        assertThat(plain).doesNotContain("applied").containsIgnoringCase("error");
        assertThat(fromElsewhere).doesNotContain("applied").containsIgnoringCase("error");
        assertThat(store.journal).hasSize(events);
        assertThat(history(workflow))
                .extracting(HistoryEvent::getEventType)
                .doesNotContain(
                        EventType.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED,
                        EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED);

        store.commands.put(
                "c1", new CommandOrder("c1", Verb.COMPLETE, StepKey.of("ask"), null, null, "done", "ana", Map.of()));
        assertThat(run.deliver("c1").applied()).isTrue();
        assertThat(outcome(id)).isEqualTo(RunOutcome.COMPLETED);
    }

    @Test
    void anUpdateThatHoldsNothingOrDoesNotOpenIsRejected() {
        MigrationId id = begin(step("ask").kind(StepKind.TASK));
        MigrationWorkflow run = launch(id);
        waitFor("ask", StepState.WAITING_PERSON);
        String workflow = WorkflowIds.migration(id);
        Payload ours = inputOf(history(workflow));
        Payload damaged =
                ours.toBuilder().setData(ours.getData().substring(0, 40)).build();
        Payload tooShort =
                ours.toBuilder().setData(ours.getData().substring(0, 4)).build();
        Payload otherKey = ours.toBuilder()
                .putMetadata("encryption-key-id", com.google.protobuf.ByteString.copyFromUtf8("k99"))
                .build();
        int events = store.journal.size();
        long missing = refusals.count(Reason.MISSING);

        String[] update = {"workflow", "update", "execute", "-w", workflow, "--name", "deliver"};
        assertThat(attacker.temporal(update)).containsIgnoringCase("error");
        for (Payload each : List.of(damaged, tooShort, otherKey, ours)) {
            assertThat(attacker.temporalWith(each, update)).containsIgnoringCase("error");
        }

        assertThat(refusals.count(Reason.MISSING)).isGreaterThan(missing);
        assertThat(store.journal).hasSize(events);
        assertThat(history(workflow))
                .extracting(HistoryEvent::getEventType)
                .doesNotContain(
                        EventType.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED,
                        EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED);
        store.commands.put(
                "c1", new CommandOrder("c1", Verb.COMPLETE, StepKey.of("ask"), null, null, "done", "ana", Map.of()));
        assertThat(run.deliver("c1").applied()).isTrue();
        assertThat(outcome(id)).isEqualTo(RunOutcome.COMPLETED);
    }

    @Test
    void noRunStartsFromNoInput() {
        for (String type : List.of("Migration", "SystemCheckWorkflow")) {
            assertThat(attacker.temporal(
                            "workflow",
                            "execute",
                            "--type",
                            type,
                            "--task-queue",
                            TaskQueues.CONTROL,
                            "--workflow-id",
                            "evil-empty-" + type))
                    .contains("FAILED");
        }
    }

    @Test
    void aForgedAnswerIsNotBelieved() {
        MigrationId id = begin(
                step("before"), step("target").needs("before"), step("after").needs("target"));
        worker.hold(id, "target");
        launch(id);
        awaitCalls(id, "target", 1);
        String workflow = WorkflowIds.migration(id);
        Payload answerOfBefore = history(workflow).stream()
                .filter(HistoryEvent::hasActivityTaskCompletedEventAttributes)
                .map(event -> event.getActivityTaskCompletedEventAttributes()
                        .getResult()
                        .getPayloads(0))
                .findFirst()
                .orElseThrow();

        // With the stock client, in plain text.
        attacker.temporal(
                "activity",
                "complete",
                "-w",
                workflow,
                "--activity-id",
                worker.activityIds.get(id + " target"),
                "--result",
                "{\"finished\":true,\"outputs\":{},\"evidence\":[],\"message\":\"" + CANARY + "\"}");
        awaitCalls(id, "target", 2);
        assertThat(calls(id, "after")).isZero();

        // With the sealed answer of another call of the same run.
        foreign.blockingStub()
                .respondActivityTaskCompletedById(RespondActivityTaskCompletedByIdRequest.newBuilder()
                        .setNamespace("gulliver")
                        .setWorkflowId(workflow)
                        .setActivityId(worker.activityIds.get(id + " target"))
                        .setResult(
                                io.temporal.api.common.v1.Payloads.newBuilder().addPayloads(answerOfBefore))
                        .build());
        awaitCalls(id, "target", 3);
        assertThat(calls(id, "after")).isZero();

        // With no answer at all.
        foreign.blockingStub()
                .respondActivityTaskCompletedById(RespondActivityTaskCompletedByIdRequest.newBuilder()
                        .setNamespace("gulliver")
                        .setWorkflowId(workflow)
                        .setActivityId(worker.activityIds.get(id + " target"))
                        .build());
        awaitCalls(id, "target", 4);
        assertThat(calls(id, "after")).isZero();

        worker.letGo(id, "target");
        assertThat(outcome(id)).isEqualTo(RunOutcome.COMPLETED);
        assertThat(messages()).doesNotContain(CANARY + "\"").contains("seen by our worker");
        assertNoWorkflowTaskFailed(id);
    }

    @Test
    void whatACallWasAskedIsNotItsAnswer() {
        MigrationId id = begin(step("target"), step("after").needs("target"));
        worker.hold(id, "target");
        launch(id);
        awaitCalls(id, "target", 1);
        String workflow = WorkflowIds.migration(id);
        Payload asked = history(workflow).stream()
                .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
                .map(event -> event.getActivityTaskScheduledEventAttributes()
                        .getInput()
                        .getPayloads(0))
                .findFirst()
                .orElseThrow();
        long before = refusals.count(Reason.OTHER_RECORD);

        // Sealed with our key, for this very run and activity.
        foreign.blockingStub()
                .respondActivityTaskCompletedById(RespondActivityTaskCompletedByIdRequest.newBuilder()
                        .setNamespace("gulliver")
                        .setWorkflowId(workflow)
                        .setActivityId(worker.activityIds.get(id + " target"))
                        .setResult(
                                io.temporal.api.common.v1.Payloads.newBuilder().addPayloads(asked))
                        .build());
        awaitCalls(id, "target", 2);
        assertThat(refusals.count(Reason.OTHER_RECORD)).isGreaterThan(before);
        assertThat(calls(id, "after")).isZero();
        worker.letGo(id, "target");
        assertThat(outcome(id)).isEqualTo(RunOutcome.COMPLETED);
        assertThat(messages()).contains("seen by our worker");
        assertNoWorkflowTaskFailed(id);
    }

    @Test
    void aForgedFailureIsNotToldToPeople() {
        MigrationId id = begin(step("target"), step("after").needs("target"));
        worker.hold(id, "target");
        launch(id);
        awaitCalls(id, "target", 1);
        String workflow = WorkflowIds.migration(id);

        fail(
                workflow,
                id,
                Payloads.plain()
                        .exceptionToFailure(ApplicationFailure.newNonRetryableFailure(
                                CANARY + " call this number", FailureCode.CHECK_FAILED.name())));
        awaitCalls(id, "target", 2);
        // A call that its run did not call off: the run would wait for ever.
        fail(
                workflow,
                id,
                Failure.newBuilder()
                        .setCanceledFailureInfo(CanceledFailureInfo.getDefaultInstance())
                        .build());
        awaitCalls(id, "target", 3);
        worker.letGo(id, "target");
        assertThat(outcome(id)).isEqualTo(RunOutcome.COMPLETED);
        assertThat(messages()).doesNotContain("call this number");
        assertNoWorkflowTaskFailed(id);
    }

    private void fail(String workflow, MigrationId id, Failure failure) {
        foreign.blockingStub()
                .respondActivityTaskFailedById(RespondActivityTaskFailedByIdRequest.newBuilder()
                        .setNamespace("gulliver")
                        .setWorkflowId(workflow)
                        .setActivityId(worker.activityIds.get(id + " target"))
                        .setFailure(failure)
                        .build());
    }

    // ---- a worker of somebody else -------------------------------------------------------------------------------

    /** Takes a run's task from a queue that nobody else asks, and answers it with what the SDK of a stranger can say. */
    private void answerInOurPlace(String queue, Command command) {
        PollWorkflowTaskQueueResponse task = foreign.blockingStub()
                .withDeadlineAfter(SOON.toSeconds(), TimeUnit.SECONDS)
                .pollWorkflowTaskQueue(PollWorkflowTaskQueueRequest.newBuilder()
                        .setNamespace("gulliver")
                        .setTaskQueue(TaskQueue.newBuilder().setName(queue))
                        .setIdentity("stranger")
                        .build());
        assertThat(task.getTaskToken().isEmpty()).isFalse();
        assertThat(task.toString()).as("what he is handed is sealed").doesNotContain(CANARY);
        foreign.blockingStub()
                .respondWorkflowTaskCompleted(RespondWorkflowTaskCompletedRequest.newBuilder()
                        .setNamespace("gulliver")
                        .setTaskToken(task.getTaskToken())
                        .addCommands(command)
                        .build());
    }

    private static Command continueAsNew(Payload input, Memo memo) {
        return Command.newBuilder()
                .setCommandType(CommandType.COMMAND_TYPE_CONTINUE_AS_NEW_WORKFLOW_EXECUTION)
                .setContinueAsNewWorkflowExecutionCommandAttributes(
                        ContinueAsNewWorkflowExecutionCommandAttributes.newBuilder()
                                .setWorkflowType(WorkflowType.newBuilder().setName("Migration"))
                                .setTaskQueue(TaskQueue.newBuilder().setName(TaskQueues.CONTROL))
                                .setInput(payloads(input))
                                .setMemo(memo))
                .build();
    }

    private static Command startChild(String workflow, String type, Payload input) {
        return Command.newBuilder()
                .setCommandType(CommandType.COMMAND_TYPE_START_CHILD_WORKFLOW_EXECUTION)
                .setStartChildWorkflowExecutionCommandAttributes(
                        StartChildWorkflowExecutionCommandAttributes.newBuilder()
                                .setWorkflowId(workflow)
                                .setWorkflowType(WorkflowType.newBuilder().setName(type))
                                .setTaskQueue(TaskQueue.newBuilder().setName(TaskQueues.CONTROL))
                                .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
                                .setInput(payloads(input)))
                .build();
    }

    private static io.temporal.api.common.v1.Payloads payloads(Payload... each) {
        return io.temporal.api.common.v1.Payloads.newBuilder()
                .addAllPayloads(List.of(each))
                .build();
    }

    private static Payload plain(Object value) {
        return Payloads.plain().toPayload(value).orElseThrow();
    }

    private static Memo forgedMemo() {
        return Memo.newBuilder()
                .putFields("generation", plain(9))
                .putFields("carried", plain(CANARY))
                .build();
    }

    private void awaitStatus(String workflow, WorkflowExecutionStatus status) {
        await().atMost(SOON)
                .ignoreException(io.temporal.client.WorkflowNotFoundException.class)
                .until(() -> connector
                                .client()
                                .newUntypedWorkflowStub(workflow)
                                .describe()
                                .getStatus()
                        == status);
    }

    @Test
    void aRunThatAStrangersWorkerContinuesFromAnInputOfHisOwnEndsAndActsNot() {
        MigrationId hers = begin(step("first").kind(StepKind.TASK));
        launch(hers);
        waitFor("first", StepState.WAITING_PERSON);
        Payload recorded = inputOf(history(WorkflowIds.migration(hers)));
        Payload forged = plain(Map.of("migration", hers.value(), "generation", 1, "interpreterVersion", 1));

        for (Payload input : List.of(forged, recorded)) {
            Reason reason = input == forged ? Reason.UNSEALED : Reason.OTHER_RUN;
            MigrationId id = begin(step("act"));
            long before = refusals.count(reason);
            String queue = "stranger-" + id;
            launch(id, queue);
            answerInOurPlace(queue, continueAsNew(input, forgedMemo()));

            awaitStatus(WorkflowIds.migration(id), WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_FAILED);
            assertThat(refusals.count(reason)).isGreaterThan(before);
            assertThat(store.journal).as("nothing was written for him").isEmpty();
            assertThat(worker.begun).as("nothing was done for him").isEmpty();
        }
    }

    @Test
    void whatAStrangerWritesBesideTheInputIsNotRead() {
        MigrationId id = begin(step("act"));
        String workflow = WorkflowIds.migration(id);
        String queue = "stranger-" + id;
        launch(id, queue);
        // The run's own input: all that he may do with it is to let the run begin.
        answerInOurPlace(queue, continueAsNew(inputOf(history(workflow)), forgedMemo()));

        assertThat(outcome(id)).isEqualTo(RunOutcome.COMPLETED);
        assertThat(calls(id, "act")).isEqualTo(1);
        assertThat(messages()).doesNotContain(CANARY + "\"");
        assertThat(store.journal.values())
                .allSatisfy(entry -> assertThat(
                                entry.control() == null || entry.control().generation() == 1)
                        .isTrue());
        assertNoWorkflowTaskFailed(id);
    }

    @Test
    void aChildThatAStrangersWorkerStartsEndsAndActsNot() throws Exception {
        checks.clear();
        assertThat(check("check/for-a-child", new SystemCheck("oracle", "reader", "db1", 1521, "S"))
                        .good())
                .isTrue();
        Payload recordedCheck = inputOf(history("check/for-a-child"));
        Map<String, Command> children = new java.util.TreeMap<>();
        MigrationId id = begin(step("act"));
        launch(id, "stranger-" + id);
        Payload recorded = inputOf(history(WorkflowIds.migration(id)));
        children.put("evil-child-1", startChild("evil-child-1", "Migration", plain(Map.of("generation", 1))));
        children.put("evil-child-2", startChild("evil-child-2", "Migration", recorded));
        children.put("evil-child-3", startChild("evil-child-3", "SystemCheckWorkflow", recordedCheck));
        long before = refusals.count(Reason.OTHER_RUN);

        for (Map.Entry<String, Command> child : children.entrySet()) {
            MigrationId parent = begin(step("act"));
            launch(parent, "stranger-" + parent);
            answerInOurPlace("stranger-" + parent, child.getValue());
            awaitStatus(child.getKey(), WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_FAILED);
        }

        assertThat(refusals.count(Reason.OTHER_RUN)).isGreaterThanOrEqualTo(before + 2);
        assertThat(checks).as("hers alone").hasSize(1);
        assertThat(store.journal).as("nothing was written for him").isEmpty();
        assertThat(worker.begun).as("nothing was done for him").isEmpty();
    }

    @Test
    void aHeartbeatOfAStrangerTellsNothing() {
        MigrationId id = begin(step("target"), step("after").needs("target"));
        worker.hold(id, "target");
        MigrationWorkflow run = launch(id);
        awaitCalls(id, "target", 1);
        String workflow = WorkflowIds.migration(id);
        Payload recorded = inputOf(history(workflow));
        for (Payload each : List.of(plain(Map.of("done", 987_654_321, "message", CANARY)), recorded)) {
            foreign.blockingStub()
                    .recordActivityTaskHeartbeatById(RecordActivityTaskHeartbeatByIdRequest.newBuilder()
                            .setNamespace("gulliver")
                            .setWorkflowId(workflow)
                            .setActivityId(worker.activityIds.get(id + " target"))
                            .setDetails(payloads(each))
                            .build());
        }
        assertThat(run.state().steps())
                .filteredOn(step -> step.key().equals(StepKey.of("target")))
                .allSatisfy(step -> {
                    assertThat(step.state()).isEqualTo(StepState.RUNNING);
                    assertThat(step.progress()).isNull();
                });
        worker.letGo(id, "target");
        assertThat(outcome(id)).isEqualTo(RunOutcome.COMPLETED);
        assertThat(calls(id, "target")).isEqualTo(1);
        assertThat(messages()).doesNotContain("987654321", "9.87654321E8", CANARY);
        assertNoWorkflowTaskFailed(id);
    }

    @Test
    void aStrangersWorkerLearnsNothingAndIsNotBelieved() {
        MigrationId id = begin(step("before"), step("target").needs("before").zone("far"));
        launch(id);
        String workflow = WorkflowIds.migration(id);
        awaitCalls(id, "before", 1);
        PollActivityTaskQueueResponse task = foreign.blockingStub()
                .withDeadlineAfter(SOON.toSeconds(), TimeUnit.SECONDS)
                .pollActivityTaskQueue(PollActivityTaskQueueRequest.newBuilder()
                        .setNamespace("gulliver")
                        .setTaskQueue(TaskQueue.newBuilder().setName(TaskQueues.host("far")))
                        .setIdentity("stranger")
                        .build());
        assertThat(task.toString()).contains(workflow).doesNotContain(CANARY).doesNotContain("conformance.noop");
        Payload answerOfBefore = history(workflow).stream()
                .filter(HistoryEvent::hasActivityTaskCompletedEventAttributes)
                .map(event -> event.getActivityTaskCompletedEventAttributes()
                        .getResult()
                        .getPayloads(0))
                .findFirst()
                .orElseThrow();
        foreign.blockingStub()
                .respondActivityTaskCompleted(RespondActivityTaskCompletedRequest.newBuilder()
                        .setNamespace("gulliver")
                        .setTaskToken(task.getTaskToken())
                        .setResult(payloads(answerOfBefore))
                        .build());
        await().atMost(SOON).until(() -> messages().contains("the answer is not from a worker of ours"));

        try (TemporalConnector far = new TemporalConnector(
                        new TemporalConnector.Settings(
                                server.target(), "gulliver", "far", null, WorkerTuning.defaults()),
                        Payloads.encrypted(PayloadKeys.loadOrCreate(folder.resolve("keys.json")), refusals),
                        Clock.systemUTC())
                .activities(TaskQueues.host("far"), worker)
                .start()) {
            await().atMost(SOON).until(() -> far.health().up());
            assertThat(outcome(id)).isEqualTo(RunOutcome.COMPLETED);
        }
        assertThat(calls(id, "target")).as("done by our worker, once").isEqualTo(1);
        assertNoWorkflowTaskFailed(id);
    }

    @Test
    void aRecordedFailureOfAnotherCallIsNotBelieved() {
        MigrationId id =
                begin(step("broken").attempts(1), step("target"), step("after").needs("target"));
        worker.hold(id, "target");
        launch(id);
        waitFor("broken", StepState.PARKED);
        awaitCalls(id, "target", 1);
        String workflow = WorkflowIds.migration(id);
        Failure recorded = history(workflow).stream()
                .filter(HistoryEvent::hasActivityTaskFailedEventAttributes)
                .map(event -> event.getActivityTaskFailedEventAttributes().getFailure())
                .findFirst()
                .orElseThrow();
        Failure.Builder bare = recorded.toBuilder();
        bare.getApplicationFailureInfoBuilder().setType("Call this number").clearDetails();
        Failure.Builder half = recorded.toBuilder();
        half.getApplicationFailureInfoBuilder()
                .setDetails(payloads(
                        recorded.getApplicationFailureInfo().getDetails().getPayloads(0)));

        int answered = 1;
        for (Failure each : List.of(recorded, bare.build(), half.build())) {
            fail(workflow, id, each);
            awaitCalls(id, "target", ++answered);
        }
        assertThat(calls(id, "after")).isZero();
        assertThat(messages()).doesNotContain("Call this number");
        worker.letGo(id, "target");
        await().atMost(SOON).until(() -> calls(id, "after") == 1);
        assertNoWorkflowTaskFailed(id);
        attacker.temporal("workflow", "terminate", "-w", workflow);
    }

    @Test
    void whatTheEngineShowsHoldsNoContent() {
        MigrationId id = begin(step("broken").attempts(1), step("after").needs("broken"));
        MigrationWorkflow run = launch(id);
        waitFor("broken", StepState.PARKED);
        String workflow = WorkflowIds.migration(id);
        assertThat(run.state().control()).isNotNull();

        String shown = attacker.temporal("workflow", "show", "-w", workflow, "-o", "json")
                + attacker.temporal("workflow", "describe", "-w", workflow)
                + attacker.temporal("workflow", "list")
                + attacker.temporal("workflow", "query", "-w", workflow, "--name", "state")
                + attacker.temporal("workflow", "query", "-w", workflow, "--name", "mark")
                + attacker.temporal("workflow", "stack", "-w", workflow);
        assertThat(shown)
                .as("the search reads the right run")
                .contains(workflow)
                .doesNotContain(CANARY)
                .doesNotContain(java.util.Base64.getEncoder()
                        .encodeToString(CANARY.getBytes())
                        .substring(0, 16))
                .doesNotContain("broken as planned");
    }

    @Test
    void heMayStopARunAndThatIsAll() {
        MigrationId id = begin(step("first").kind(StepKind.TASK), step("after").needs("first"));
        launch(id);
        waitFor("first", StepState.WAITING_PERSON);
        String workflow = WorkflowIds.migration(id);
        int events = store.journal.size();

        attacker.temporal("workflow", "terminate", "-w", workflow);

        assertThat(connector
                        .client()
                        .newUntypedWorkflowStub(workflow)
                        .describe()
                        .getStatus())
                .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TERMINATED);
        assertThat(store.journal).as("the journal stays, to go on from").hasSize(events);
        assertThat(calls(id, "after")).isZero();
    }

    private long calls(MigrationId id, String step) {
        return worker.begun.stream()
                .filter(call -> call.startsWith(id + " " + step + " "))
                .count();
    }

    private void awaitCalls(MigrationId id, String step, int count) {
        await().atMost(SOON).until(() -> calls(id, step) >= count);
    }
}
