package io.gulliver.workflow.landscape;

import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.SystemActivities;
import io.gulliver.contract.activity.SystemCheck;
import io.gulliver.contract.workflow.SystemCheckInput;
import io.gulliver.contract.workflow.SystemCheckWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** One call of one activity: a wrong password must not be tried twice, because that may lock the account. */
public final class SystemCheckWorkflowImpl implements SystemCheckWorkflow {
    private static final Duration WAIT_FOR_WORKER = Duration.ofSeconds(10);
    private static final Duration WAIT_FOR_SYSTEM = Duration.ofSeconds(45);

    @Override
    public CheckedSystem run(SystemCheckInput input) {
        if (Workflow.currentTimeMillis() > input.until().toEpochMilli()) {
            return CheckedSystem.bad(FailureCode.TIMED_OUT.with(
                    "The test of " + input.check().name() + " was to end by " + input.until()
                            + ", so it was not begun: nobody waits for it any more.",
                    "Test again. If nobody asked for this test, look who else can reach the engine."));
        }
        SystemActivities workers = Workflow.newActivityStub(
                SystemActivities.class,
                ActivityOptions.newBuilder()
                        .setTaskQueue(queue(input))
                        .setScheduleToStartTimeout(WAIT_FOR_WORKER)
                        .setStartToCloseTimeout(WAIT_FOR_SYSTEM)
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(1).build())
                        .build());
        try {
            CheckedSystem answer = workers.check(input.check());
            return answer != null
                    ? answer
                    : CheckedSystem.bad(FailureCode.INTERNAL.with(
                            "The test of " + input.check().name() + " was answered with nothing, which no worker of"
                                    + " ours does.",
                            "Look who else can reach the engine, then test again."));
        } catch (ActivityFailure e) {
            return CheckedSystem.bad(said(input, e));
        }
    }

    private static String queue(SystemCheckInput input) {
        return switch (input.check().kind()) {
            case SystemCheck.SSH, SystemCheck.ORACLE -> TaskQueues.host(input.zone());
            default -> TaskQueues.device(input.zone());
        };
    }

    private static StepFailure said(SystemCheckInput input, ActivityFailure e) {
        if (e.getCause() instanceof TimeoutFailure late) {
            return late.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START
                    ? FailureCode.UNREACHABLE.with(
                            "No worker of zone " + input.zone() + " took the test of "
                                    + input.check().name() + " within " + WAIT_FOR_WORKER.toSeconds() + " s.",
                            "Start a worker of that zone, or look at what keeps its workers busy.")
                    : FailureCode.TIMED_OUT.with(
                            "The test of " + input.check().name() + " did not end within " + WAIT_FOR_SYSTEM.toSeconds()
                                    + " s, or its worker was lost.",
                            "Look at the worker's log, then test again.");
        }
        return FailureCode.INTERNAL.with(
                "The test of " + input.check().name() + " failed by itself.",
                "This is a bug in Gulliver. The worker's log has the details.");
    }
}
