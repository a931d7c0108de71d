package io.gulliver.workflow.landscape;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FetchedRest;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepLogActivities;
import io.gulliver.contract.workflow.StepLogRestInput;
import io.gulliver.contract.workflow.StepLogRestWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** One call of one activity: whoever asked sees why it failed, and asks again. */
public final class StepLogRestWorkflowImpl implements StepLogRestWorkflow {
    private static final Duration WAIT_FOR_WORKER = Duration.ofSeconds(10);
    private static final Duration WAIT_FOR_HOST = Duration.ofSeconds(45);

    @Override
    public FetchedRest run(StepLogRestInput input) {
        if (Workflow.currentTimeMillis() > input.until().toEpochMilli()) {
            return FetchedRest.failed(FailureCode.TIMED_OUT.with(
                    "The rest of the log of job " + input.wanted().job() + " was to be fetched by " + input.until()
                            + ", so it was not begun: nobody waits for it any more.",
                    "Fetch it again."));
        }
        StepLogActivities workers = Workflow.newActivityStub(
                StepLogActivities.class,
                ActivityOptions.newBuilder()
                        .setTaskQueue(TaskQueues.host(input.zone()))
                        .setScheduleToStartTimeout(WAIT_FOR_WORKER)
                        .setStartToCloseTimeout(WAIT_FOR_HOST)
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(1).build())
                        .build());
        try {
            FetchedRest answer = workers.fetchRest(input.wanted());
            return answer != null
                    ? answer
                    : FetchedRest.failed(FailureCode.INTERNAL.with(
                            "Fetching the rest of the log of job "
                                    + input.wanted().job()
                                    + " was answered with nothing, which no worker of ours does.",
                            "Look who else can reach the engine, then fetch again."));
        } catch (ActivityFailure e) {
            return FetchedRest.failed(said(input, e));
        }
    }

    private static StepFailure said(StepLogRestInput input, ActivityFailure e) {
        String what = "The rest of the log of job " + input.wanted().job() + " on "
                + input.wanted().system();
        if (e.getCause() instanceof TimeoutFailure late) {
            return late.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START
                    ? FailureCode.UNREACHABLE.with(
                            what + " was not fetched: no worker of zone " + input.zone() + " took it within "
                                    + WAIT_FOR_WORKER.toSeconds() + " s.",
                            "Start a worker of that zone, or look at what keeps its workers busy.")
                    : FailureCode.TIMED_OUT.with(
                            what + " did not come within " + WAIT_FOR_HOST.toSeconds() + " s, or its worker was lost.",
                            "What came until then is kept. Look at the worker's log, then fetch again.");
        }
        return FailureCode.INTERNAL.with(
                what + " could not be fetched: that failed by itself.",
                "This is a bug in Gulliver. The worker's log has the details.");
    }
}
