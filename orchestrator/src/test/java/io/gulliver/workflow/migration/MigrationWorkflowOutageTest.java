package io.gulliver.workflow.migration;

import static io.gulliver.testing.Plans.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run does while the store does not answer or no worker takes its calls. */
@Timeout(60)
class MigrationWorkflowOutageTest extends MigrationWorkflowCase {
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
}
