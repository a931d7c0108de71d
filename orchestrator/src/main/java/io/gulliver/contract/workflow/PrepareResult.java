package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.plan.OutageBounds;
import io.gulliver.domain.program.ClockPiece;
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
 * @param outage when the outage may begin, for a step within it; null for others and where nothing holds it
 * @param clock the piece of program time that holds: planned times and the outage are by that calendar; null where the
 *     wall clock is the calendar
 */
public record PrepareResult(
        boolean applies,
        @Nullable StepFailure error,
        @Nullable List<String> items,
        Map<String, Object> inputs,
        @Nullable Instant notBefore,
        boolean repeatDone,
        long factsVersion,
        @Nullable OutageBounds outage,
        @Nullable ClockPiece clock) {
    public PrepareResult {
        inputs = inputs == null ? Map.of() : inputs;
    }

    /** Of a step that no date holds. */
    public PrepareResult(
            boolean applies,
            @Nullable StepFailure error,
            @Nullable List<String> items,
            Map<String, Object> inputs,
            @Nullable Instant notBefore,
            boolean repeatDone,
            long factsVersion) {
        this(applies, error, items, inputs, notBefore, repeatDone, factsVersion, null, null);
    }

    /** The same, with another planned time and what holds its outage. */
    public PrepareResult held(@Nullable Instant planned, @Nullable OutageBounds bounds) {
        return new PrepareResult(applies, error, items, inputs, planned, repeatDone, factsVersion, bounds, clock);
    }

    /** The same, where its program has a time of its own. */
    public PrepareResult by(@Nullable ClockPiece piece) {
        return piece == null
                ? this
                : new PrepareResult(applies, error, items, inputs, notBefore, repeatDone, factsVersion, outage, piece);
    }

    /** What the program's calendar says at a real instant. */
    public Instant programTime(Instant now) {
        return clock == null ? now : clock.at(now);
    }

    public static PrepareResult failed(StepFailure error) {
        return new PrepareResult(true, error, null, Map.of(), null, false, 0);
    }
}
