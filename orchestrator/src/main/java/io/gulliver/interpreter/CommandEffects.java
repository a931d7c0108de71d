package io.gulliver.interpreter;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells what a command would set going if it were applied now, without applying it. */
public final class CommandEffects {
    private final Interpreter interpreter;
    private final Map<String, PlanStep> steps = new LinkedHashMap<>();

    public CommandEffects(Interpreter interpreter, CompiledPlan plan) {
        this.interpreter = interpreter;
        plan.steps().forEach(step -> steps.put(step.id(), step));
    }

    /**
     * Why a command that an engine lost must not be applied without asking its person again: it would begin the outage
     * or pass the point of no return. Empty for any other.
     */
    public Optional<String> grave(MigrationState state, CommandOrder order, Instant now) {
        boolean outage = state.steps().stream()
                .anyMatch(run -> run.state() != StepState.PENDING
                        && run.state() != StepState.SKIPPED
                        && inOutage(steps.get(run.key().step())));
        for (Effect effect :
                interpreter.apply(state, new Event.Commanded(order), now).effects()) {
            StepKey key = started(effect);
            PlanStep step = key == null ? null : steps.get(key.step());
            if (step != null && step.pointOfNoReturn()) {
                return Optional.of("It would start step " + key + ", the point of no return.");
            }
            if (!outage && inOutage(step)) {
                return Optional.of("It would begin the outage with step " + key + ".");
            }
        }
        return Optional.empty();
    }

    /** A gate or a wait of the outage keeps nobody from working. */
    private static boolean inOutage(@Nullable PlanStep step) {
        return step != null
                && step.phase() == Phase.OUTAGE
                && step.kind() != StepKind.GATE
                && step.kind() != StepKind.WAIT;
    }

    private static @Nullable StepKey started(Effect effect) {
        if (effect instanceof Effect.Prepare prepare) {
            return prepare.step();
        }
        if (effect instanceof Effect.Invoke call
                && (call.operation() == Operation.RUN || call.operation() == Operation.START)) {
            return call.step();
        }
        return null;
    }
}
