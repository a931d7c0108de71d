package io.gulliver.workflow.landscape;

import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.SessionActivities;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.contract.workflow.AccessSweepInput;
import io.gulliver.contract.workflow.SessionRecordActivities;
import io.gulliver.contract.workflow.SessionSweepWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A few databases at once, each asked once: whoever cannot be asked is asked again when the next sample is due. */
public final class SessionSweepWorkflowImpl implements SessionSweepWorkflow {
    private static final int AT_ONCE = 8;
    private static final int PER_HISTORY = 400;
    /** A sample of a busy database can have half a megabyte; the engine warns at 10 MB of one history. */
    private static final long HISTORY_BYTES = 4_000_000;

    private final Duration waitForWorker;
    private final Duration waitForAnswer;

    public SessionSweepWorkflowImpl() {
        this(Duration.ofSeconds(60), Duration.ofSeconds(120));
    }

    /**
     * @param waitForWorker how long a sample may lie in its queue
     * @param waitForAnswer how long a worker may take for it
     */
    SessionSweepWorkflowImpl(Duration waitForWorker, Duration waitForAnswer) {
        this.waitForWorker = waitForWorker;
        this.waitForAnswer = waitForAnswer;
    }

    @Override
    public void run(AccessSweepInput input) {
        SessionRecordActivities book = Workflow.newLocalActivityStub(
                SessionRecordActivities.class,
                LocalActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofSeconds(60))
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
                        .setScheduleToStartTimeout(waitForWorker)
                        .setStartToCloseTimeout(waitForAnswer)
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
                            .thenApply(sample -> checked(probe, sample))
                            .exceptionally(failure -> unanswered(input, probe, failure)))
                    .toList();
            List<SessionSample> samples = new ArrayList<>();
            answers.forEach(answer -> samples.add(answer.get()));
            book.keep(input.program(), samples);
            asked += due.size();
            if (Workflow.getInfo().getHistorySize() > HISTORY_BYTES) {
                break;
            }
        }
        Workflow.continueAsNew(input);
    }

    /** Whoever reaches the engine can answer with nothing, or with what a worker answered for another database. */
    private static SessionSample checked(AccessProbe probe, @Nullable SessionSample sample) {
        return sample != null && probe.database().equals(sample.database())
                ? sample
                : new SessionSample(
                        probe.database(),
                        List.of(),
                        "The sample was not of this database, so it is not kept. Look who else can reach the engine;"
                                + " the next one is tried when it is due.",
                        false);
    }

    private SessionSample unanswered(AccessSweepInput input, AccessProbe probe, Throwable failure) {
        TimeoutType late = failure instanceof ActivityFailure && failure.getCause() instanceof TimeoutFailure timeout
                ? timeout.getTimeoutType()
                : TimeoutType.TIMEOUT_TYPE_UNSPECIFIED;
        String why = switch (late) {
            case TIMEOUT_TYPE_UNSPECIFIED, UNRECOGNIZED ->
                "The sample failed by itself: this is a bug in Gulliver, the worker's log has the details.";
            case TIMEOUT_TYPE_SCHEDULE_TO_START ->
                "No worker of zone " + input.zone() + " took the sample within " + waitForWorker.toSeconds()
                        + " s. See that a worker runs there; the next sample is tried when it is due.";
            case TIMEOUT_TYPE_START_TO_CLOSE, TIMEOUT_TYPE_SCHEDULE_TO_CLOSE, TIMEOUT_TYPE_HEARTBEAT ->
                "The sample did not end within " + waitForAnswer.toSeconds()
                        + " s, or its worker was lost. The next one is tried when it is due.";
        };
        return new SessionSample(probe.database(), List.of(), why, false);
    }
}
