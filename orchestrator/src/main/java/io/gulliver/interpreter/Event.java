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
    /** Comes to the rule of its kind: a new kind does not compile without one. */
    void to(Handler handler);

    /** One rule for each kind. */
    interface Handler {
        void begun(Begun event);

        void resumed(Resumed event);

        void prepared(Prepared event);

        void answered(Answered event);

        void failed(Failed event);

        void cancelled(Cancelled event);

        void notBegun(NotBegun event);

        void granted(Granted event);

        void woken(Woken event);

        void replanned(Replanned event);

        void commanded(Commanded event);
    }

    /** The run begins. */
    record Begun() implements Event {
        @Override
        public void to(Handler handler) {
            handler.begun(this);
        }
    }

    /**
     * The run goes on after continue-as-new, or on a fresh engine: whatever was open is asked for again.
     *
     * @param freshEngine the old engine is lost; a planned time that passed meanwhile must not start an outage by itself
     */
    record Resumed(boolean freshEngine) implements Event {
        @Override
        public void to(Handler handler) {
            handler.resumed(this);
        }
    }

    /** A step's condition, items and inputs were resolved. */
    record Prepared(StepKey step, PrepareResult result) implements Event {
        @Override
        public void to(Handler handler) {
            handler.prepared(this);
        }
    }

    /** A call of an action answered. */
    record Answered(StepKey step, int attempt, Operation operation, StepResult result) implements Event {
        @Override
        public void to(Handler handler) {
            handler.answered(this);
        }
    }

    /**
     * A call of an action failed.
     *
     * @param workerLost the worker vanished or fell silent; counts as a try from the third time in a row
     */
    record Failed(StepKey step, int attempt, Operation operation, StepFailure failure, boolean workerLost)
            implements Event {
        @Override
        public void to(Handler handler) {
            handler.failed(this);
        }
    }

    /** A call of an action ended without an answer because it was told to; what it did is not known. */
    record Cancelled(StepKey step, int attempt, Operation operation) implements Event {
        @Override
        public void to(Handler handler) {
            handler.cancelled(this);
        }
    }

    /** No worker took a call of an action in time, and none will: nothing of it happened. */
    record NotBegun(StepKey step, int attempt, Operation operation) implements Event {
        @Override
        public void to(Handler handler) {
            handler.notBegun(this);
        }
    }

    /** All slots that the step asked for are its own. */
    record Granted(StepKey step) implements Event {
        @Override
        public void to(Handler handler) {
            handler.granted(this);
        }
    }

    /**
     * A step's time has come.
     *
     * @param at the instant it was to be woken at
     */
    record Woken(StepKey step, Instant at) implements Event {
        @Override
        public void to(Handler handler) {
            handler.woken(this);
        }
    }

    /** The plan's dates moved: whatever waits for its time asks for it again. */
    record Replanned() implements Event {
        @Override
        public void to(Handler handler) {
            handler.replanned(this);
        }
    }

    /** A person said something. */
    record Commanded(CommandOrder order) implements Event {
        @Override
        public void to(Handler handler) {
            handler.commanded(this);
        }
    }
}
