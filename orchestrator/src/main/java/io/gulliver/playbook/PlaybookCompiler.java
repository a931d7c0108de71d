package io.gulliver.playbook;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a checked playbook ready to run: an order, edges, kinds and limits; no prose and no templates. */
public final class PlaybookCompiler {
    /** Zone of every step where the installation has one zone only. */
    public static final String DEFAULT_ZONE = "default";

    private final Map<Step.Side, String> zones = new EnumMap<>(Step.Side.class);

    /** Compiles for an installation with one zone. */
    public PlaybookCompiler() {
        this(Map.of());
    }

    /** Compiles for an installation whose sides stand in these zones; a side not named stands in the default zone. */
    public PlaybookCompiler(Map<Step.Side, String> zones) {
        this.zones.putAll(zones);
    }

    /**
     * Compiles for production, see {@link #compile(Playbook, ActionCatalogue, Purpose)}.
     *
     * @throws IllegalArgumentException when the playbook was not checked: a ring of needs, an unknown step or action
     */
    public CompiledPlan compile(Playbook playbook, ActionCatalogue actions) {
        return compile(playbook, actions, Purpose.PRODUCTION);
    }

    /**
     * Compiles what a run of a purpose has. The order is that of the file wherever needs allow it, so that equal files give
     * equal plans. A step of the other purpose is left out, and whoever needs it needs what it needs.
     *
     * @throws IllegalArgumentException when the playbook was not checked: a ring of needs, an unknown step or action
     */
    public CompiledPlan compile(Playbook playbook, ActionCatalogue actions, Purpose purpose) {
        List<PlanStep> compiled = new ArrayList<>();
        Set<String> placed = new LinkedHashSet<>();
        List<Step> open = new ArrayList<>(playbook.steps());
        Map<String, List<String>> needs = new HashMap<>();
        while (!open.isEmpty()) {
            Step next = null;
            for (Step step : open) {
                if (placed.containsAll(step.needs())) {
                    next = step;
                    break;
                }
            }
            if (next == null) {
                throw new IllegalArgumentException("Playbook " + playbook.name() + " v" + playbook.version() + ": step "
                        + open.get(0).id() + " waits for itself or for a step that does not exist");
            }
            open.remove(next);
            placed.add(next.id());
            Set<String> there = new LinkedHashSet<>();
            for (String need : next.needs()) {
                there.addAll(needs.getOrDefault(need, List.of(need)));
            }
            if (next.in(purpose)) {
                compiled.add(compile(next, List.copyOf(there), actions));
            } else {
                needs.put(next.id(), List.copyOf(there));
            }
        }
        for (int i = 0; i < compiled.size(); i++) {
            PlanStep gate = compiled.get(i);
            if (playbook.steps().stream().anyMatch(step -> step.id().equals(gate.id()) && step.lookAgain())) {
                compiled.set(i, gate.looksAgain(LooksBefore.gate(compiled, gate)));
            }
        }
        return new CompiledPlan(playbook.name(), playbook.version(), playbook.hash(), compiled);
    }

    private PlanStep compile(Step step, List<String> needs, ActionCatalogue actions) {
        ActionDeclaration action =
                step.kind() == StepKind.ACTION ? actions.require(String.valueOf(step.action())) : null;
        boolean mutating = action != null && action.mutating();
        Step.Repeat repeat = step.repeat();
        Step.ForEach forEach = step.forEach();
        return new PlanStep(
                step.id(),
                step.stage(),
                step.phase(),
                step.kind(),
                action == null ? null : action.name(),
                needs,
                new ArrayList<>(StepReferences.steps(step, action)),
                step.when() != null,
                forEach != null,
                forEach == null ? 1 : forEach.maxParallel(),
                repeat == null
                        ? null
                        : new PlanStep.Repeat(seconds(repeat.every()), repeat.max(), repeat.until() != null),
                mutating,
                action != null && action.detached(),
                action == null ? "control" : action.queue(),
                zones.getOrDefault(step.side(), DEFAULT_ZONE),
                mutating && step.undo() && action.undo(),
                step.rerun(),
                seconds(step.callTimeout()),
                step.retry().attempts(),
                seconds(step.retry().backoffCap()),
                step.notBefore() != null,
                step.slots(),
                step.role(),
                step.fourEyes(),
                step.pointOfNoReturn(),
                secondsOrNull(step.estimate()),
                secondsOrNull(step.stateTimeout()),
                List.of());
    }

    private static int seconds(Duration duration) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, duration.toSeconds()));
    }

    private static @Nullable Integer secondsOrNull(@Nullable Duration duration) {
        return duration == null ? null : Integer.valueOf(seconds(duration));
    }
}
