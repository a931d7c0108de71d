package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.StepFailure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step made ready, or the reason why it cannot be.
 *
 * @param applies false when its condition is false: the step is skipped
 * @param error a condition or input that cannot be evaluated: the step parks; never counts as false
 * @param items of a fan-out, distinct, or null for an ordinary step or one item
 * @param inputs resolved, typed as the action declares; allocated names included
 * @param notBefore planned time before which the step must not start, or null
 * @param repeatDone for a repeating step: its {@code until} is true
 * @param factsVersion the facts that were read
 */
public record PrepareResult(
        boolean applies,
        @Nullable StepFailure error,
        @Nullable List<String> items,
        Map<String, Object> inputs,
        @Nullable Instant notBefore,
        boolean repeatDone,
        long factsVersion) {
    public PrepareResult {
        inputs = inputs == null ? Map.of() : inputs;
    }

    public static PrepareResult failed(StepFailure error) {
        return new PrepareResult(true, error, null, Map.of(), null, false, 0);
    }
}
