package io.gulliver.workflow.landscape;

import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.SessionActivities;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.contract.workflow.AccessSweepInput;
import io.gulliver.contract.workflow.SessionBook;
import io.gulliver.contract.workflow.SessionSweepWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A few databases at once, each asked once: whoever cannot be asked is asked again when the next sample is due. */
public final class SessionSweepWorkflowImpl implements SessionSweepWorkflow {
    private static final int AT_ONCE = 8;
    private static final int PER_HISTORY = 400;

    @Override
    public void run(AccessSweepInput input) {
        SessionBook book = Workflow.newLocalActivityStub(
                SessionBook.class,
                LocalActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofSeconds(15))
                        .setScheduleToCloseTimeout(Duration.ofHours(1))
                        .setDoNotIncludeArgumentsIntoMarker(true)
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setInitialInterval(Duration.ofSeconds(1))
                                .setMaximumInterval(Duration.ofSeconds(30))
                                .build())
                        .build());
        SessionActivities workers = Workflow.newActivityStub(
                SessionActivities.class,
                ActivityOptions.newBuilder()
                        .setTaskQueue(TaskQueues.host(input.zone()))
                        .setScheduleToStartTimeout(Duration.ofSeconds(60))
                        .setStartToCloseTimeout(Duration.ofSeconds(60))
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(1).build())
                        .build());
        for (int asked = 0; asked < PER_HISTORY; ) {
            List<AccessProbe> due = book.due(input.program(), AT_ONCE);
            if (due.isEmpty()) {
                return;
            }
            List<Promise<SessionSample>> answers = due.stream()
                    .map(probe -> Async.function(workers::sample, probe)
                            .exceptionally(failure -> new SessionSample(
                                    probe.database(),
                                    List.of(),
                                    "No worker of zone " + input.zone() + " answered within two minutes.",
                                    false)))
                    .toList();
            List<SessionSample> samples = new ArrayList<>();
            answers.forEach(answer -> samples.add(answer.get()));
            book.keep(input.program(), samples);
            asked += due.size();
        }
        Workflow.continueAsNew(input);
    }
}
