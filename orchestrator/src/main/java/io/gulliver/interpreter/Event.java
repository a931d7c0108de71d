package io.gulliver.interpreter;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.migration.StepKey;
import java.time.Instant;

/** What happened to a run. The interpreter knows nothing else of the world. */
public sealed interface Event {
    /** The run begins. */
    record Begun() implements Event {}

    /**
     * The run goes on after continue-as-new, or on a fresh engine: whatever was open is asked for again.
     *
     * @param freshEngine the old engine is lost; a planned time that passed meanwhile must not start an outage by itself
     */
    record Resumed(boolean freshEngine) implements Event {}

    /** A step's condition, items and inputs were resolved. */
    record Prepared(StepKey step, PrepareResult result) implements Event {}

    /** A call of an action answered. */
    record Answered(StepKey step, int attempt, Operation operation, StepResult result) implements Event {}

    /**
     * A call of an action failed.
     *
     * @param workerLost the worker vanished or fell silent; counts as a try from the third time in a row
     */
    record Failed(StepKey step, int attempt, Operation operation, StepFailure failure, boolean workerLost)
            implements Event {}

    /** A call of an action ended without an answer because it was told to; what it did is not known. */
    record Cancelled(StepKey step, int attempt, Operation operation) implements Event {}

    /** No worker took a call of an action in time, and none will: nothing of it happened. */
    record NotBegun(StepKey step, int attempt, Operation operation) implements Event {}

    /** All slots that the step asked for are its own. */
    record Granted(StepKey step) implements Event {}

    /**
     * A step's time has come.
     *
     * @param at the instant it was to be woken at
     */
    record Woken(StepKey step, Instant at) implements Event {}

    /** The plan's dates moved: whatever waits for its time asks for it again. */
    record Replanned() implements Event {}

    /** A person said something. */
    record Commanded(CommandOrder order) implements Event {}
}
