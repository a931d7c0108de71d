package io.gulliver.service.action;

import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import java.util.function.BooleanSupplier;

/** One action of the catalogue that runs next to the store. */
public interface ControlAction {
    /** Name in the catalogue. */
    String name();

    /** Answers the call, whatever its operation. */
    StepResult invoke(StepCall call, Patience patience);

    /** A way to wait that tells the engine that somebody is still there. */
    interface Patience {
        /** Waits until the condition holds or the seconds are over; answers whether it held. */
        boolean until(BooleanSupplier condition, int seconds);
    }

    /** An outcome that is not success. */
    final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient StepFailure failure;

        public Refused(StepFailure failure) {
            super(failure.message());
            this.failure = failure;
        }

        public StepFailure failure() {
            return failure;
        }
    }
}
