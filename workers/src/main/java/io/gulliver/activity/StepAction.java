package io.gulliver.activity;

import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;

/**
 * One action of the catalogue: what playbooks name in {@code action:}. Implementations look, act and look again; they
 * throw {@link StepFailedException} for outcomes, and anything else means a bug.
 *
 * <p>An action implements the operations that its declaration promises: {@link #run} when short; {@link #start}, {@link
 * #await} and {@link #stop} when it has a remote job; {@link #undo} when it can be undone.
 */
public interface StepAction {
    /** Name in the catalogue, for example {@code storage.create-volume}. */
    String name();

    /** Does the whole of a short step. */
    default StepResult run(StepCall call, StepContext context) {
        throw StepFailedException.unsupported(call);
    }

    /** Starts the remote job; idempotent, short. */
    default StepResult start(StepCall call, StepContext context) {
        throw StepFailedException.unsupported(call);
    }

    /** Watches the remote job for at most the call's patience; pure observation. */
    default StepResult await(StepCall call, StepContext context) {
        throw StepFailedException.unsupported(call);
    }

    /** Stops the remote job and answers when it is seen ended. */
    default StepResult stop(StepCall call, StepContext context) {
        throw StepFailedException.unsupported(call);
    }

    /** Undoes from captured inputs and outputs; undoing nothing succeeds. */
    default StepResult undo(StepCall call, StepContext context) {
        throw StepFailedException.unsupported(call);
    }

    /** Writes down what the step would do, as {@link #evaluate}, and looks nowhere where that can be avoided. */
    default StepResult describe(StepCall call, StepContext context) {
        return evaluate(call, context);
    }

    /** Prechecks and renders through read-only interfaces; changes nothing. */
    default StepResult evaluate(StepCall call, StepContext context) {
        throw StepFailedException.unsupported(call);
    }
}
