package io.gulliver.workflow.landscape;

import io.gulliver.contract.activity.AccessActivities;
import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.workflow.AccessRecordActivities;
import io.gulliver.contract.workflow.AccessSweepInput;
import io.gulliver.contract.workflow.AccessSweepWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A few databases at once, each tried once: a wrong password must not be tried twice, for that may lock the account. */
public final class AccessSweepWorkflowImpl implements AccessSweepWorkflow {
    private static final int AT_ONCE = 8;
    private static final int PER_HISTORY = 400;
    private final Duration waitForWorker;
    private final Duration waitForAnswer;

    public AccessSweepWorkflowImpl() {
        this(Duration.ofSeconds(60), Duration.ofSeconds(120));
    }

    /**
     * @param waitForWorker how long a check may lie in its queue
     * @param waitForAnswer how long a worker may take for it
     */
    AccessSweepWorkflowImpl(Duration waitForWorker, Duration waitForAnswer) {
        this.waitForWorker = waitForWorker;
        this.waitForAnswer = waitForAnswer;
    }

    @Override
    public void run(AccessSweepInput input) {
        AccessRecordActivities book = Workflow.newLocalActivityStub(
                AccessRecordActivities.class,
                LocalActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofSeconds(15))
                        .setScheduleToCloseTimeout(Duration.ofHours(1))
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setInitialInterval(Duration.ofSeconds(1))
                                .setMaximumInterval(Duration.ofSeconds(30))
                                .build())
                        .build());
        AccessActivities workers = Workflow.newActivityStub(
                AccessActivities.class,
                ActivityOptions.newBuilder()
                        .setTaskQueue(TaskQueues.host(input.zone()))
                        .setScheduleToStartTimeout(waitForWorker)
                        .setStartToCloseTimeout(waitForAnswer)
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(1).build())
                        .build());
        for (int tried = 0; tried < PER_HISTORY; ) {
            List<AccessProbe> probes = book.next(input.program(), AT_ONCE);
            if (probes.isEmpty()) {
                return;
            }
            List<Promise<AccessAnswer>> asked = probes.stream()
                    .map(probe -> Async.function(workers::check, probe)
                            .thenApply(answer -> checked(probe, answer))
                            .exceptionally(failure -> unanswered(input, probe, failure)))
                    .toList();
            List<AccessAnswer> answers = new ArrayList<>();
            asked.forEach(answer -> answers.add(answer.get()));
            book.keep(input.program(), input.zone(), answers);
            tried += probes.size();
        }
        Workflow.continueAsNew(input);
    }

    private AccessAnswer unanswered(AccessSweepInput input, AccessProbe probe, Throwable failure) {
        String why = failure instanceof ActivityFailure
                        && failure.getCause() instanceof TimeoutFailure late
                        && late.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START
                ? "No worker of zone " + input.zone() + " took the check within " + waitForWorker.toSeconds() + " s."
                : failure instanceof ActivityFailure && failure.getCause() instanceof TimeoutFailure
                        ? "The check did not end within " + waitForAnswer.toSeconds() + " s, or its worker was lost."
                        : "The check failed by itself: this is a bug in Gulliver, the worker's log has the details.";
        return unknown(probe, why);
    }

    /** Whoever reaches the engine can answer with nothing, or with what a worker answered for another database. */
    private static AccessAnswer checked(AccessProbe probe, @Nullable AccessAnswer answer) {
        return answer != null && probe.database().equals(answer.database())
                ? answer
                : unknown(
                        probe,
                        "The answer was not for this database, so it is not kept. Look who else can reach the engine,"
                                + " then check again.");
    }

    private static AccessAnswer unknown(AccessProbe probe, String why) {
        return new AccessAnswer(
                probe.database(),
                Arrays.stream(AccessItem.values())
                        .map(item -> AccessFinding.unknown(item, why))
                        .toList(),
                List.of(),
                null);
    }
}
