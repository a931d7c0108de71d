package io.gulliver.interpreter;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A compiled plan with its edges at hand. */
final class PlanGraph {
    private final Map<String, PlanStep> steps = new LinkedHashMap<>();
    private final Map<String, Set<String>> ancestors = new LinkedHashMap<>();

    PlanGraph(CompiledPlan plan) {
        for (PlanStep step : plan.steps()) {
            Set<String> up = new LinkedHashSet<>();
            for (String need : step.needs()) {
                Set<String> upper = ancestors.get(need);
                if (upper == null) {
                    throw new IllegalArgumentException("Plan of playbook " + plan.playbook() + " v" + plan.version()
                            + ": step " + step.id() + " needs " + need + ", which does not come before it");
                }
                up.add(need);
                up.addAll(upper);
            }
            if (steps.put(step.id(), step) != null) {
                throw new IllegalArgumentException("Plan of playbook " + plan.playbook() + " v" + plan.version()
                        + ": step " + step.id() + " appears twice");
            }
            ancestors.put(step.id(), up);
        }
    }

    Iterable<PlanStep> steps() {
        return steps.values();
    }

    @Nullable
    PlanStep find(String id) {
        return steps.get(id);
    }

    PlanStep require(String id) {
        PlanStep step = steps.get(id);
        if (step == null) {
            throw new IllegalStateException("Step " + id + " is not in the plan");
        }
        return step;
    }

    boolean isAncestor(String candidate, String of) {
        Set<String> up = ancestors.get(of);
        return up != null && up.contains(candidate);
    }
}
