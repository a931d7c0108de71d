package io.gulliver.workflow.migration;

import static io.gulliver.testing.Plans.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.JournalChain;
import io.gulliver.contract.workflow.JournalMark;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.testing.Plans;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MigrationWorkflowTest extends MigrationWorkflowCase {
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

    /** Still broken, so the gate asks anew; then mended, and it is passed without a decision. */
    @Test
    void looksAgainAtWhatAGateGoesByUntilItIsMended() throws IOException {
        store.plan = Plans.plan(
                step("make"),
                step("look").readOnly().needs("make"),
                step("gate").kind(StepKind.GATE).needs("look").again("look"),
                step("use").needs("gate"));
        MigrationWorkflow run = begin(input(1, false, null));
        waitFor("gate", StepState.WAITING_PERSON);

        assertThat(say(run, "c1", Verb.RETRY, "gate").applied()).isTrue();
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        worker.effects.contains("made look#2") && stateOf(run, "gate") == StepState.WAITING_PERSON);
        assertThat(worker.calls).doesNotContain("use RUN");

        store.special.put(StepKey.of("gate"), new PrepareResult(false, null, null, Map.of(), null, false, 1));
        assertThat(say(run, "c2", Verb.RETRY, "gate").applied()).isTrue();
        assertThat(outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(worker.effects)
                .containsExactly("made make#1", "made look#1", "made look#2", "made look#3", "made use#1");
        assertThat(store.loadState(ID).steps())
                .filteredOn(one -> one.key().equals(StepKey.of("gate")))
                .extracting(StepRun::state)
                .containsExactly(StepState.SKIPPED);
        keepHistory("gate-looked-again");
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
