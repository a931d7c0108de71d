package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.planning.sizing.Staleness;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * {@code sizing.fresh}: lets building begin only from a sizing that is not stale.
 *
 * <p>Inputs: {@code used_gb} (what the target was sized for), {@code sized_by} (step whose end is the sizing's moment).
 * A stale sizing parks the step: confirm it and retry, or make it again.
 */
public final class SizingFresh implements ControlAction {
    private final Steps steps;
    private final Judge judge;

    /** When a step of a run ended, or empty while it has not. */
    @FunctionalInterface
    public interface Steps {
        Optional<Instant> ended(MigrationId migration, String step);
    }

    /** Says whether a sizing of that moment and size is stale now. */
    @FunctionalInterface
    public interface Judge {
        Staleness of(String program, String database, Instant sized, double sizedGb);
    }

    public SizingFresh(Steps steps, Judge judge) {
        this.steps = steps;
        this.judge = judge;
    }

    @Override
    public String name() {
        return "sizing.fresh";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START -> look(call);
            case AWAIT, STOP, UNDO -> StepResult.done(Map.of(), "Looking at a sizing leaves nothing behind");
            case EVALUATE -> StepResult.done(Map.of(), "Would look whether the sizing still holds");
        };
    }

    private StepResult look(StepCall call) {
        if (!(call.inputs().get("used_gb") instanceof Number used)
                || !(call.inputs().get("sized_by") instanceof String step)) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "Step " + call.step() + " does not know what was sized, or by which step",
                    "Give used_gb and sized_by in the playbook"));
        }
        Instant sized = steps.ended(call.migration(), step)
                .orElseThrow(() -> new Refused(FailureCode.INPUT_INVALID.with(
                        "Step " + step + ", which sizes the target, has not ended in " + call.migration(),
                        "Let it end, or name the step that sizes in the playbook")));
        Staleness staleness = judge.of(call.program(), call.database(), sized, used.doubleValue());
        String told = String.join(". ", staleness.reasons());
        if (staleness.stale()) {
            throw new Refused(FailureCode.CHECK_FAILED.with(
                    "The sizing of " + call.database() + " is stale. " + told,
                    "A program manager or platform engineer confirms it with a reason on the database's sizing page"
                            + " (POST …/sizing/confirm); then retry the step. Or roll back and size again"));
        }
        return StepResult.done(Map.of("reasons", staleness.reasons()), told);
    }
}
