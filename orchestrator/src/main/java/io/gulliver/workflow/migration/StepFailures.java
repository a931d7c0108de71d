package io.gulliver.workflow.migration;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.interpreter.Command;
import io.gulliver.interpreter.Event;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TimeoutFailure;
import org.jspecify.annotations.Nullable;

/** Reads what Temporal says of a failed call as the interpreter's event. */
final class StepFailures {
    private StepFailures() {}

    /** Whether no worker took the call in time, so that it never began and never will. */
    static boolean neverBegan(RuntimeException thrown) {
        return thrown.getCause() instanceof TimeoutFailure timeout
                && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START;
    }

    static Event event(Command.Invoke call, RuntimeException thrown) {
        Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
        if (cause instanceof TimeoutFailure timeout) {
            if (timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START) {
                return new Event.NotBegun(call.step(), call.attempt(), call.operation());
            }
            boolean lost = timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_HEARTBEAT;
            FailureCode code = lost ? FailureCode.WORKER_LOST : FailureCode.TIMED_OUT;
            String seen = lost
                    ? "the worker fell silent"
                    : "no answer within " + (call.callTimeoutSeconds() + call.patienceSeconds()) + " s";
            return failed(
                    call,
                    code.with(
                            call.action() + " for step " + call.step() + ": " + seen,
                            "What was begun is looked at before it is repeated"),
                    lost);
        }
        return failed(call, stated(cause), false);
    }

    private static Event.Failed failed(Command.Invoke call, StepFailure failure, boolean workerLost) {
        return new Event.Failed(call.step(), call.attempt(), call.operation(), failure, workerLost);
    }

    /** What the failure says of itself, or that it is a fault of ours. */
    static StepFailure stated(@Nullable Throwable cause) {
        if (!(cause instanceof ApplicationFailure failure)) {
            return FailureCode.INTERNAL.with(String.valueOf(cause), "Report this with the evidence pack");
        }
        StepFailure detail = detail(failure);
        return detail != null
                ? detail
                : FailureCode.INTERNAL.with(
                        failure.getType() + ": " + failure.getOriginalMessage(), "Report this with the evidence pack");
    }

    private static @Nullable StepFailure detail(ApplicationFailure failure) {
        return failure.getDetails().getSize() == 0 ? null : failure.getDetails().get(0, StepFailure.class);
    }
}
