package io.gulliver.activity;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import org.jspecify.annotations.Nullable;

/** A step did not succeed, for a reason that a person or the engine can act on. */
public final class StepFailedException extends RuntimeException {
    private final transient StepFailure failure;

    public StepFailedException(StepFailure failure, @Nullable Throwable cause) {
        super(failure.message(), cause);
        this.failure = failure;
    }

    public StepFailedException(FailureCode code, String message, @Nullable String advice) {
        this(new StepFailure(code.name(), code.kind(), message, advice, null), null);
    }

    public StepFailure failure() {
        return failure;
    }

    static StepFailedException unsupported(StepCall call) {
        return new StepFailedException(
                FailureCode.ACTION_UNKNOWN,
                "Action " + call.action() + " has no operation " + call.operation() + " (step " + call.step() + ").",
                "The action's declaration promises more than these workers do: install the matching version.");
    }
}
