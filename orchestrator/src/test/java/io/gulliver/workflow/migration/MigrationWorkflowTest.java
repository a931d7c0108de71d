package io.gulliver.workflow.migration;

import static io.gulliver.interpreter.Plans.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.JournalChain;
import io.gulliver.contract.workflow.JournalMark;
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
import io.gulliver.interpreter.Plans;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.WorkflowInit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MigrationWorkflowTest {
    private static final MigrationId ID = new MigrationId("lilliput/orders/1");

    private final CompiledPlan plan = Plans.plan(
            step("facts").readOnly(),
            step("guest").stage(Stage.BUILD).needs("facts"),
            step("volume").stage(Stage.BUILD).needs("facts").fanOut(2),
            step("copy").stage(Stage.REPLICATION).needs("guest", "volume").detached(),
            step("sign").stage(Stage.VALIDATION).kind(StepKind.TASK).needs("copy"),
            step("open").stage(Stage.CUTOVER).needs("sign"));
    private final MemoryStore store = new MemoryStore(plan);
    private final LedgerWorker worker = new LedgerWorker();
    private TestWorkflowEnvironment environment;
    private WorkflowClient client;

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
    private void keepHistory(String name) throws IOException {
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

    private static MigrationInput input(int generation, boolean resume, @Nullable Integer continueAfter) {
        return input(generation, Interpreter.VERSION, resume, continueAfter);
    }

    private static MigrationInput input(int generation, int version, boolean resume, @Nullable Integer continueAfter) {
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

    private MigrationWorkflow begin(MigrationInput input) {
        MigrationWorkflow run = client.newWorkflowStub(
                MigrationWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setTaskQueue(TaskQueues.CONTROL)
                        .setWorkflowId(WorkflowIds.migration(input.migration()))
                        .build());
        WorkflowClient.start(run::run, input);
        return client.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(input.migration()));
    }

    private CommandOutcome say(MigrationWorkflow run, String id, Verb verb, @Nullable String step) {
        store.commands.put(
                id,
                new CommandOrder(
                        id, verb, step == null ? null : StepKey.parse(step), null, null, "because", "ana", Map.of()));
        return run.deliver(id);
    }

    private void waitFor(String step, StepState state) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> store.journal.values().stream()
                        .anyMatch(entry -> entry.step() != null
                                && entry.step().key().equals(StepKey.parse(step))
                                && entry.step().state() == state));
    }

    private RunOutcome outcome() {
        return WorkflowStub.fromTyped(client.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(ID)))
                .getResult(RunOutcome.class);
    }

    private static final String[] ALL_MADE = {
        "made facts#1",
        "made guest#1",
        "made volume[data1]#1",
        "made volume[data2]#1",
        "made volume[redo]#1",
        "made copy#1",
        "made open#1"
    };

    @Test
    void carriesAMigrationToItsEnd() {
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(say(run, "c1", Verb.COMPLETE, "sign").applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.effects).containsExactlyInAnyOrder(ALL_MADE);
        assertThat(store.events("copy")).containsExactly("step started", "job started", "step done");
        assertThat(store.journal.lastEntry().getValue().control().outcome()).isEqualTo(RunOutcome.COMPLETED);
    }

    @Test
    void continuesAsNewAfterEveryEventWithTheSameEnd() {
        MigrationWorkflow run = begin(input(1, false, 1));
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(say(run, "c1", Verb.COMPLETE, "sign").applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.effects).containsExactlyInAnyOrder(ALL_MADE);
    }

    @Test
    void appliesACommandOnceHoweverOftenItIsDelivered() {
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(say(run, "c1", Verb.PAUSE, null).applied()).isTrue();
        assertThat(run.deliver("c1").applied()).isTrue();
        assertThat(store.journal.values())
                .filteredOn(entry -> entry.command() != null)
                .hasSize(1);
        assertThat(say(run, "c2", Verb.COMPLETE, "copy").message()).contains("not a task");
        assertThatThrownBy(() -> run.deliver("nobody-said-this")).isInstanceOf(WorkflowUpdateException.class);
    }

    @Test
    void aShortTroubleOfTheStoreRefusesNoCommand() {
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        store.readingFails.add(ApplicationFailure.newFailure("the store is busy", "TEMPORARILY_UNAVAILABLE"));
        store.readingFails.add(ApplicationFailure.newFailure("the store is busy", "TEMPORARILY_UNAVAILABLE"));

        assertThat(say(run, "c1", Verb.COMPLETE, "sign").applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
    }

    @Test
    void aCommandWhoseReadingFailsIsNotOvertaken() {
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        store.commands.put("p", new CommandOrder("p", Verb.PAUSE, null, null, null, "wait", "ana", Map.of()));
        store.commands.put("r", new CommandOrder("r", Verb.RESUME, null, null, null, null, "ana", Map.of()));
        store.readingFails.add(ApplicationFailure.newFailure("the store is busy", "TEMPORARILY_UNAVAILABLE"));
        WorkflowStub stub = WorkflowStub.fromTyped(run);
        var pause = stub.startUpdate(accepted("p"), "p");
        var resume = stub.startUpdate(accepted("r"), "r");

        assertThat(pause.getResult().applied()).isTrue();
        assertThat(resume.getResult())
                .as("said behind the pause, so there is a pause to end")
                .satisfies(answer -> assertThat(answer.applied()).isTrue());
    }

    @Test
    @Timeout(180)
    void anOutageOfTheStoreOfDaysCostsFewEventsAndClosesNoRun() {
        store.writable = false;
        MigrationWorkflow run = begin(input(1, false, null));
        environment.sleep(Duration.ofDays(1));
        int day = events();
        environment.sleep(Duration.ofDays(1));

        assertThat(events() - day)
                .as("events in a day; Temporal ends a workflow at 51,200")
                .isBetween(24 * 12, 51_200 / 8);
        assertThat(worker.effects).as("nothing begins unrecorded").isEmpty();
        store.writable = true;
        environment.sleep(Duration.ofMinutes(6));
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(say(run, "c1", Verb.COMPLETE, "sign").applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.effects).containsExactlyInAnyOrder(ALL_MADE);
    }

    private int events() {
        return client.fetchHistory(WorkflowIds.migration(ID)).getEvents().size();
    }

    @Test
    void continuesAsNewWithWhatTheStoreCouldNotTake() {
        store.writable = false;
        MigrationWorkflow run = begin(input(1, false, 1));
        String first = client.newUntypedWorkflowStub(WorkflowIds.migration(ID))
                .describe()
                .getExecution()
                .getRunId();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !client.newUntypedWorkflowStub(WorkflowIds.migration(ID))
                        .describe()
                        .getExecution()
                        .getRunId()
                        .equals(first));
        assertThat(store.journal).as("nothing was written so far").isEmpty();
        assertThat(worker.effects).as("nothing begins unrecorded").isEmpty();

        store.writable = true;
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(say(run, "c1", Verb.COMPLETE, "sign").applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.effects).containsExactlyInAnyOrder(ALL_MADE);
        assertThat(store.journal.keySet())
                .as("no event is missing")
                .containsExactlyElementsOf(java.util.stream.LongStream.rangeClosed(1, store.journal.size())
                        .boxed()
                        .toList());
    }

    /** Gives a call up that no worker took within a second. */
    public static final class Impatient extends MigrationWorkflowImpl {
        @WorkflowInit
        public Impatient(MigrationInput input) {
            super(input);
        }

        @Override
        Duration notBegun() {
            return Duration.ofSeconds(1);
        }
    }

    @Test
    void aCallThatNoWorkerTookIsGivenOutAgainWithoutCountingAnAttempt() {
        noHostWorker();
        MigrationWorkflow run = begin(input(1, false, null));
        await().atMost(Duration.ofSeconds(30)).until(() -> store.admissions >= 2);

        hostWorker();
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(run.state().steps())
                .filteredOn(step -> step.key().equals(StepKey.of("facts")))
                .singleElement()
                .satisfies(step -> {
                    assertThat(step.failures())
                            .as("a call that never began is no failure")
                            .isZero();
                });
        assertThat(worker.calls).filteredOn("facts RUN"::equals).hasSize(1);
    }

    @Test
    void aCallThatNoWorkerTookIsNotGivenOutByAGenerationThatWasTakenOver() {
        noHostWorker();
        begin(input(1, false, null));
        waitFor("facts", StepState.RUNNING);
        store.generation = 2;

        assertThat(outcome()).isEqualTo(RunOutcome.SUPERSEDED);
        assertThat(worker.calls).isEmpty();
    }

    private void noHostWorker() {
        environment.close();
        environment = TestWorkflowEnvironment.newInstance();
        Worker control = environment.newWorker(TaskQueues.CONTROL);
        control.registerWorkflowImplementationTypes(Impatient.class);
        control.registerActivitiesImplementations(store);
        environment.start();
        client = environment.getWorkflowClient();
    }

    private void hostWorker() {
        io.temporal.worker.WorkerFactory late = io.temporal.worker.WorkerFactory.newInstance(client);
        late.newWorker(TaskQueues.host("local")).registerActivitiesImplementations(worker);
        late.newWorker(TaskQueues.await("local")).registerActivitiesImplementations(worker);
        late.start();
    }

    private static UpdateOptions<CommandOutcome> accepted(String id) {
        return UpdateOptions.newBuilder(CommandOutcome.class)
                .setUpdateName("deliver")
                .setUpdateId(id)
                .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
                .build();
    }

    @Test
    void aRefusedCommandIsRefusedAgainAfterContinueAsNew() {
        MigrationWorkflow run = begin(input(1, false, 1));
        waitFor("sign", StepState.WAITING_PERSON);
        CommandOutcome refused = say(run, "c1", Verb.RESUME, null);
        assertThat(refused.applied()).isFalse();
        assertThat(say(run, "c2", Verb.PAUSE, null).applied()).isTrue();
        assertThat(say(run, "c3", Verb.RESUME, null).applied()).isTrue();

        await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> run.mark().afterSeq() > 0);
        assertThat(run.deliver("c1")).isEqualTo(refused);
    }

    @Test
    void aLostCommandThatPassesThePointOfNoReturnGoesBackToItsPerson() {
        store.plan = Plans.plan(
                step("facts").readOnly(),
                step("sign").kind(StepKind.TASK).needs("facts"),
                step("open").stage(Stage.CUTOVER).pointOfNoReturn().needs("sign"));
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        CommandOrder lost =
                new CommandOrder("c1", Verb.COMPLETE, StepKey.of("sign"), null, null, null, "ana", Map.of());
        store.commands.put("c1", lost.redelivered(null));
        store.commands.put(
                "p1", new CommandOrder("p1", Verb.PAUSE, null, null, null, "x", "ana", Map.of()).redelivered(null));
        store.commands.put(
                "p2",
                new CommandOrder("p2", Verb.RESUME, null, null, null, "x", "ana", Map.of())
                        .redelivered("It was given 11 minutes ago."));

        assertReturned(() -> run.deliver("c1"), "point of no return");
        assertThat(run.deliver("p1").applied()).as("a pause is said again").isTrue();
        assertReturned(() -> run.deliver("p2"), "11 minutes ago");
        assertThat(store.events("open")).isEmpty();
    }

    private static void assertReturned(org.assertj.core.api.ThrowableAssert.ThrowingCallable delivery, String why) {
        assertThatThrownBy(delivery)
                .isInstanceOf(WorkflowUpdateException.class)
                .cause()
                .isInstanceOfSatisfying(ApplicationFailure.class, failure -> {
                    assertThat(failure.getType()).isEqualTo(FailureCode.COMMAND_RETURNED.name());
                    assertThat(failure.getOriginalMessage()).contains(why);
                });
    }

    @Test
    void startsNoMutatingStepWhileTheStoreIsDown() {
        store.special.put(
                StepKey.of("guest"),
                new PrepareResult(
                        true,
                        null,
                        null,
                        Map.of(),
                        Instant.ofEpochMilli(environment.currentTimeMillis()).plusSeconds(3600),
                        false,
                        1));
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("volume[redo]", StepState.DONE);
        waitFor("guest", StepState.WAITING_TIME);
        store.down = true;
        store.special.remove(StepKey.of("guest"));
        environment.sleep(Duration.ofHours(2));
        assertThat(worker.calls).doesNotContain("guest RUN");
        store.down = false;
        environment.sleep(Duration.ofMinutes(5));
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(worker.effects).contains("made guest#1");
        say(run, "c1", Verb.COMPLETE, "sign");
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
    }

    @Test
    void triesATransientFailureAgainAndThenAsksAPerson() {
        worker.failing.put("guest RUN", 3);
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("guest", StepState.PARKED);
        assertThat(store.events("guest"))
                .containsExactly(
                        "step started",
                        "attempt failed",
                        "step started",
                        "attempt failed",
                        "step started",
                        "step needs attention");
        assertThat(say(run, "c1", Verb.RETRY, "guest").applied()).isTrue();
        waitFor("sign", StepState.WAITING_PERSON);
        say(run, "c2", Verb.COMPLETE, "sign");
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.effects).containsExactlyInAnyOrder(ALL_MADE);
    }

    @Test
    void retriesOneItemOfAFanOut() {
        worker.failing.put("volume[data2] RUN", 3);
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("volume[data2]", StepState.PARKED);
        assertThat(say(run, "c1", Verb.RETRY, "volume[data2]").applied()).isTrue();
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(worker.effects).contains("made volume[data2]#1").doesNotHaveDuplicates();
    }

    @Test
    void rollsBackNewestFirst() {
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(say(run, "c1", Verb.ROLL_BACK, null).applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.ROLLED_BACK);
        List<String> removed =
                worker.effects.stream().filter(e -> e.startsWith("removed")).toList();
        assertThat(removed).hasSize(5).startsWith("removed copy#1");
    }

    @Test
    void goesOnFromTheJournalOnAFreshEngine() {
        begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        WorkflowStub.fromTyped(client.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(ID)))
                .terminate("the engine is lost");
        store.generation = 2;
        MigrationWorkflow second = begin(input(2, true, null));
        assertThat(say(second, "c9", Verb.COMPLETE, "sign").applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.effects).containsExactlyInAnyOrder(ALL_MADE);
    }

    /** @param continueAfter so many events, or as the server suggests */
    @ParameterizedTest
    @NullSource
    @ValueSource(ints = 1)
    void actsAfterATakeOverWhenTheCallsOfTheOtherEngineHaveExpired(@Nullable Integer continueAfter) throws IOException {
        begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        awaitIdle();
        WorkflowStub.fromTyped(client.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(ID)))
                .terminate("the engine is lost");
        store.generation = 2;
        Instant actsFrom = Instant.ofEpochMilli(environment.currentTimeMillis()).plus(Duration.ofMinutes(10));
        MigrationWorkflow second = begin(acting(input(2, true, continueAfter), actsFrom));
        assertThat(say(second, "c9", Verb.COMPLETE, "sign").applied()).isTrue();
        waitFor("open", StepState.RUNNING);
        environment.sleep(Duration.ofMinutes(9));
        assertThat(worker.effects).as("a minute before").doesNotContain("made open#1");
        assertThat(say(second, "c10", Verb.PAUSE, null).applied())
                .as("people are heard meanwhile")
                .isTrue();
        assertThat(say(second, "c11", Verb.RESUME, null).applied()).isTrue();

        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.effects).containsExactlyInAnyOrder(ALL_MADE);
        assertThat(environment.currentTimeMillis()).isGreaterThanOrEqualTo(actsFrom.toEpochMilli());
        if (continueAfter == null) {
            keepHistory("taken-over-from-another-engine");
        }
    }

    /**
     * Waits until no workflow task is under way: the engine that skips time stands still for ever when a run is terminated
     * in the middle of one.
     */
    private void awaitIdle() {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            List<HistoryEvent> events =
                    client.fetchHistory(WorkflowIds.migration(ID)).getEvents();
            EventType last = events.get(events.size() - 1).getEventType();
            return last != EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED
                    && last != EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED;
        });
    }

    private static MigrationInput acting(MigrationInput input, Instant from) {
        return new MigrationInput(
                input.migration(),
                input.program(),
                input.database(),
                input.purpose(),
                input.generation(),
                input.playbookHash(),
                input.interpreterVersion(),
                input.evaluateOnly(),
                input.pauseAfterStage(),
                input.pauseAfterStep(),
                input.resume(),
                input.continueAfter(),
                null,
                null,
                null,
                from);
    }

    @Test
    void stopsActingOnceANewerGenerationHasTakenOver() {
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        store.generation = 2;
        store.commands.put(
                "c1", new CommandOrder("c1", Verb.COMPLETE, StepKey.of("sign"), null, null, null, "ana", Map.of()));
        run.deliver("c1");
        assertThat(outcome()).isEqualTo(RunOutcome.SUPERSEDED);
        assertThat(worker.calls).doesNotContain("open RUN");
    }

    @Test
    void aPersonIsAskedAboutAJobThatRunsForTooLongAndWaitsOn() throws IOException {
        store.plan = Plans.plan(
                step("copy").detached().stateTimeout(1800).attempts(1000),
                step("after").needs("copy"));
        worker.failing.put("copy AWAIT", Integer.MAX_VALUE);
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("copy", StepState.BACKING_OFF);
        environment.sleep(Duration.ofSeconds(1700));
        assertThat(stateOf(run, "copy")).isIn(StepState.BACKING_OFF, StepState.AWAITING);
        environment.sleep(Duration.ofSeconds(300));
        waitFor("copy", StepState.PARKED);
        assertThat(worker.calls).containsOnlyOnce("copy START").doesNotContain("copy STOP", "after RUN");

        worker.failing.clear();
        assertThat(say(run, "c1", Verb.RETRY, "copy").applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.calls).containsOnlyOnce("copy START").doesNotContain("copy STOP");
        keepHistory("overdue-and-waited-for-again");
    }

    @Test
    void abortReachesACallThatRuns() {
        worker.lasting.add("guest RUN");
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("volume[redo]", StepState.DONE);
        await().atMost(Duration.ofSeconds(40)).until(() -> worker.calls.contains("guest RUN"));
        assertThat(say(run, "c1", Verb.ABORT, null).applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.ABORTED);
        assertThat(store.events("guest")).containsExactly("step started", "call is being stopped", "step stopped");
    }

    @Test
    void rollBackReachesACallThatRunsAndUndoesWhatItMayHaveDone() {
        worker.lasting.add("guest RUN");
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("volume[redo]", StepState.DONE);
        await().atMost(Duration.ofSeconds(40)).until(() -> worker.calls.contains("guest RUN"));
        assertThat(say(run, "c1", Verb.ROLL_BACK, null).applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.ROLLED_BACK);
        assertThat(worker.calls).contains("guest UNDO");
    }

    @Test
    void abortsACallThatStillWaitsForTheJournal() {
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        store.commands.put(
                "c1", new CommandOrder("c1", Verb.COMPLETE, StepKey.of("sign"), null, null, null, "ana", Map.of()));
        store.commands.put("c2", new CommandOrder("c2", Verb.ABORT, null, null, null, "stop it", "ana", Map.of()));
        store.writable = false;
        run.deliver("c1");
        await().atMost(Duration.ofSeconds(40)).until(() -> stateOf(run, "open") == StepState.RUNNING);
        run.deliver("c2");
        await().atMost(Duration.ofSeconds(40)).until(() -> stateOf(run, "open") == StepState.STOPPED);
        store.writable = true;
        assertThat(outcome()).isEqualTo(RunOutcome.ABORTED);
        assertThat(worker.calls).doesNotContain("open RUN");
    }

    @Test
    void writesWhatACommandSetGoingTogetherWithIt() {
        int items = 260;
        store.plan = Plans.plan(step("volume").fanOut(items));
        Instant later = Instant.ofEpochMilli(environment.currentTimeMillis()).plus(Duration.ofDays(1));
        store.special.put(
                StepKey.of("volume"),
                new PrepareResult(
                        true,
                        null,
                        IntStream.range(0, items).mapToObj(i -> "v" + i).toList(),
                        Map.of(),
                        null,
                        false,
                        1));
        store.preparation = request -> new PrepareResult(true, null, null, Map.of(), later, false, 1);
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("volume[v" + (items - 1) + "]", StepState.WAITING_TIME);
        assertThat(say(run, "c1", Verb.ABORT, null).applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.ABORTED);
        assertThat(store.batches)
                .filteredOn(batch -> batch.stream().anyMatch(entry -> entry.command() != null))
                .singleElement()
                .satisfies(batch -> assertThat(batch)
                        .filteredOn(entry -> entry.event().equals("step not started"))
                        .hasSize(items));
    }

    @Test
    void takesNoGrantOfARequestThatIsNotWrittenYet() {
        store.plan = Plans.plan(step("disk").slots("array"));
        store.writable = false;
        MigrationWorkflow run = begin(input(1, false, null));
        await().atMost(Duration.ofSeconds(40)).until(() -> stateOf(run, "disk") == StepState.WAITING_SLOT);
        // A grant of a request before, which the store has not taken back yet.
        store.granted.add(StepKey.of("disk"));
        run.granted();
        store.commands.put("c1", new CommandOrder("c1", Verb.PAUSE, null, null, null, "wait", "ana", Map.of()));
        run.deliver("c1");
        assertThat(stateOf(run, "disk")).isEqualTo(StepState.WAITING_SLOT);
        assertThat(say(run, "c2", Verb.RESUME, null).applied()).isTrue();
        assertThat(stateOf(run, "disk")).isEqualTo(StepState.WAITING_SLOT);
        assertThat(store.grantsRead).as("readings that could only mislead").hasValue(0);
        store.writable = true;
        assertThat(outcome())
                .as("the hint is not lost: it is followed once the request is written")
                .isEqualTo(RunOutcome.COMPLETED);
    }

    @Test
    void takesNoGrantThatWasReadBeforeTheRequestChanged() {
        store.plan = Plans.plan(step("disk").slots("array"), step("tape").slots("array"));
        MigrationInput input = input(1, false, null);
        MigrationWorkflow begun = client.newWorkflowStub(
                MigrationWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setTaskQueue(TaskQueues.CONTROL)
                        .setWorkflowId(WorkflowIds.migration(input.migration()))
                        // What is said while the store is slow to answer is heard within its patience.
                        .setWorkflowTaskTimeout(Duration.ofSeconds(5))
                        .build());
        WorkflowClient.start(begun::run, input);
        MigrationWorkflow run =
                client.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(input.migration()));
        waitFor("disk", StepState.WAITING_SLOT);
        waitFor("tape", StepState.WAITING_SLOT);
        assertThat(say(run, "p", Verb.PAUSE, null).applied()).isTrue();
        // The pause gives the slot back, which the store does not know for a while.
        store.writable = false;
        store.granted.add(StepKey.of("disk"));
        run.granted();
        await().atMost(Duration.ofSeconds(20)).until(() -> stateOf(run, "disk") == StepState.PENDING);
        CountDownLatch answer = new CountDownLatch(1);
        store.afterGrantsRead = () -> awaitQuietly(answer);
        store.grantsRead.set(0);
        run.granted();
        await().atMost(Duration.ofSeconds(20)).until(() -> store.grantsRead.get() > 0);

        store.granted.clear();
        store.commands.put("r", new CommandOrder("r", Verb.RESUME, null, null, null, null, "ana", Map.of()));
        CompletableFuture<CommandOutcome> resumed = CompletableFuture.supplyAsync(() -> run.deliver("r"));
        store.writable = true;
        await().atMost(Duration.ofSeconds(20))
                .until(() -> store.events("disk").stream()
                                .filter("step waits for a slot"::equals)
                                .count()
                        == 2);
        store.afterGrantsRead = () -> {};
        store.grantsRead.set(0);
        answer.countDown();
        run.granted();

        assertThat(resumed.join().applied()).isTrue();
        await().atMost(Duration.ofSeconds(20)).until(() -> store.grantsRead.get() > 0);
        assertThat(stateOf(run, "disk")).isEqualTo(StepState.WAITING_SLOT);
        assertThat(worker.effects).isEmpty();
        store.granted.add(StepKey.of("disk"));
        store.granted.add(StepKey.of("tape"));
        run.granted();
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
    }

    @Test
    void takesNoSlotOfANewerGenerationAndEnds() {
        store.plan = Plans.plan(step("disk").slots("array"));
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("disk", StepState.WAITING_SLOT);
        store.generation = 2;
        run.granted();
        assertThat(outcome()).isEqualTo(RunOutcome.SUPERSEDED);
        assertThat(worker.calls).isEmpty();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(14, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static StepState stateOf(MigrationWorkflow run, String step) {
        return run.state().steps().stream()
                .filter(each -> each.key().equals(StepKey.of(step)))
                .findFirst()
                .orElseThrow()
                .state();
    }

    @Test
    void movesToTheNewestRulesAtContinueAsNewAndNotBefore() {
        MigrationWorkflow run = begin(input(1, 1, false, 6));
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(run.state().control().interpreterVersion()).isEqualTo(Interpreter.VERSION);
        say(run, "c1", Verb.COMPLETE, "sign");
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.effects).containsExactlyInAnyOrder(ALL_MADE);
    }

    @Test
    void endsUnderTheRulesItBeganWithWhenItNeverContinuesAsNew() {
        MigrationWorkflow run = begin(input(1, 1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        assertThat(run.state().control().interpreterVersion()).isEqualTo(1);
        say(run, "c1", Verb.COMPLETE, "sign");
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(store.journal.lastEntry().getValue().control().interpreterVersion())
                .isEqualTo(1);
    }

    @Test
    void saysWhatTheJournalMustHoldSinceTheWorkflowRunBegan() {
        MigrationWorkflow run = begin(input(1, false, 4));
        waitFor("sign", StepState.WAITING_PERSON);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(run.mark().seq()).isEqualTo(store.journal.lastKey()));
        JournalMark mark = run.mark();
        assertThat(mark.afterSeq()).as("continued as new before").isPositive();
        JournalChain chain = new JournalChain();
        store.journal.tailMap(mark.afterSeq(), false).values().forEach(chain::add);
        assertThat(mark.hash()).isEqualTo(chain.hash());
    }

    @Test
    void asksAPersonWhenAStepCannotBePreparedThroughAFaultOfOurs() {
        store.preparationFails.set(ApplicationFailure.newNonRetryableFailure("null pointer", "INTERNAL"));
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("facts", StepState.PARKED);
        assertThat(say(run, "c1", Verb.RETRY, "facts").applied()).isTrue();
        waitFor("sign", StepState.WAITING_PERSON);
    }

    @Test
    void answersACommandThatIsReadWhileTheRunEnds() {
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("sign", StepState.WAITING_PERSON);
        store.beforeRead = () -> {
            if (store.commands.containsKey("late")) {
                await().atMost(Duration.ofSeconds(60)).until(store::hasEnded);
            }
        };
        assertThat(say(run, "c1", Verb.ABORT, null).applied()).isTrue();
        store.commands.put("late", new CommandOrder("late", Verb.PAUSE, null, null, null, "wait", "ana", Map.of()));
        try {
            assertThat(run.deliver("late").applied()).isFalse();
            assertThat(store.journal.lastEntry().getValue().command()).isNotNull();
        } catch (WorkflowNotFoundException | WorkflowUpdateException over) {
            assertThat(store.hasEnded())
                    .as("only a run that is over is not there")
                    .isTrue();
        }
        assertThat(outcome()).isEqualTo(RunOutcome.ABORTED);
    }

    /**
     * What the engine costs beside a bare loop over the same activities, in units that no other load changes: a bare
     * activity is six events of history, and safety adds one preparation and one transaction of the journal.
     */
    @Test
    void aStepCostsOnePreparationAndOneTransactionOfTheJournal() {
        int steps = 20;
        Plans.StepBuilder[] chain = new Plans.StepBuilder[steps];
        for (int i = 0; i < steps; i++) {
            chain[i] = i == 0 ? step("s0") : step("s" + i).needs("s" + (i - 1));
        }
        store.plan = Plans.plan(chain);
        begin(input(1, false, null));
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(store.flushes).as("transactions of the journal").isLessThanOrEqualTo(steps + 2);
        List<HistoryEvent> history =
                client.fetchHistory(WorkflowIds.migration(ID)).getEvents();
        List<HistoryEvent> markers = history.stream()
                .filter(HistoryEvent::hasMarkerRecordedEventAttributes)
                .toList();
        assertThat(markers)
                .as("local activities: the plan, and for each step one preparation and one write")
                .hasSizeLessThanOrEqualTo(2 * steps + 3);
        assertThat(history.size()).as("events of history").isLessThanOrEqualTo(8 * steps + 8);
        assertThat(markers)
                .as("what a local activity was asked for is not recorded with its answer")
                .allSatisfy(marker -> assertThat(
                                marker.getMarkerRecordedEventAttributes().getDetailsMap())
                        .doesNotContainKey("input"));
    }
}
