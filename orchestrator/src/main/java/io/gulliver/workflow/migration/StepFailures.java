package io.gulliver.workflow.migration;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.interpreter.Effect;
import io.gulliver.interpreter.Event;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.common.converter.DataConverterException;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.payload.codec.PayloadCodecException;
import org.jspecify.annotations.Nullable;

/** Reads what Temporal says of a failed call as the interpreter's event. */
final class StepFailures {
    private StepFailures() {}

    /** Whether no worker took the call in time, so that it never began and never will. */
    static boolean neverBegan(RuntimeException thrown) {
        return thrown.getCause() instanceof TimeoutFailure timeout
                && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START
                && !hasBegun(thrown);
    }

    /** @param identity of the call, which a failure of our workers repeats */
    static Event event(Effect.Invoke call, String identity, RuntimeException thrown) {
        Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
        if (isForeign(thrown, identity) || isForeign(cause, identity)) {
            return foreign(call);
        }
        if (cause instanceof TimeoutFailure timeout) {
            if (timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START) {
                if (hasBegun(thrown)) {
                    return foreign(call); // the engine itself never says this of a call that began
                }
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

    private static boolean hasBegun(RuntimeException thrown) {
        return thrown instanceof ActivityFailure late && late.getStartedEventId() > 0;
    }

    static boolean isCancelled(RuntimeException thrown) {
        return thrown instanceof CanceledFailure || thrown.getCause() instanceof CanceledFailure;
    }

    /** Somebody else answered in our workers' place: what the real one does is not known, as when it is lost. */
    static Event.Failed foreign(Effect.Invoke call) {
        return failed(
                call,
                FailureCode.WORKER_LOST.with(
                        call.action() + " for step " + call.step() + ": the answer is not from a worker of ours",
                        "What was begun is looked at before it is repeated. Look who else can reach the engine"),
                true);
    }

    /**
     * Whether none of our workers said this of the call: it does not open, was sealed for another call of the run, or
     * calls off what this run wants.
     */
    private static boolean isForeign(Throwable thrown, String identity) {
        if (thrown instanceof ApplicationFailure failure) {
            String said = failure.getDetails().getSize() < 2
                    ? null
                    : failure.getDetails().get(1, String.class);
            return said != null && !said.equals(identity);
        }
        return thrown instanceof DataConverterException
                || thrown instanceof PayloadCodecException
                || thrown instanceof CanceledFailure;
    }

    private static Event.Failed failed(Effect.Invoke call, StepFailure failure, boolean workerLost) {
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
