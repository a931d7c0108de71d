package io.gulliver.interpreter;

import io.gulliver.contract.activity.Operation;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the interpreter wants done. */
public sealed interface Effect {
    /**
     * The journal entry that must be written before this may be carried out; 0 for at once. So no outside effect
     * precedes the record that it was begun.
     */
    long afterSeq();

    /** Resolve a step's condition, items, inputs and planned time. */
    record Prepare(StepKey step, int iteration, boolean evaluate, Map<String, Map<String, Object>> outputs)
            implements Effect {
        @Override
        public long afterSeq() {
            return 0;
        }
    }

    /**
     * Call an action.
     *
     * @param queue kind of queue: control, device or host
     */
    record Invoke(
            long afterSeq,
            StepKey step,
            int attempt,
            int round,
            Operation operation,
            String action,
            Map<String, Object> inputs,
            Map<String, Object> outputs,
            @Nullable String job,
            String queue,
            String zone,
            int callTimeoutSeconds,
            int patienceSeconds)
            implements Effect {}

    /** Stop watching a remote job; never touches the job itself. */
    record Detach(StepKey step) implements Effect {
        @Override
        public long afterSeq() {
            return 0;
        }
    }

    /**
     * Tell the worker to let go of the step's call under way, and say how it ended: {@link Event.Cancelled}, or the answer
     * or failure that came first. Never touches a remote job.
     */
    record Cancel(StepKey step) implements Effect {
        @Override
        public long afterSeq() {
            return 0;
        }
    }

    /** Say {@link Event.Woken} at an instant; replaces an earlier one for the step. */
    record Wake(StepKey step, Instant at) implements Effect {
        @Override
        public long afterSeq() {
            return 0;
        }
    }

    /** Forget the step's wake-up. */
    record CancelWake(StepKey step) implements Effect {
        @Override
        public long afterSeq() {
            return 0;
        }
    }

    /** The run is over. */
    record Finish(long afterSeq, RunOutcome outcome) implements Effect {}
}
