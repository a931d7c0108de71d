package io.gulliver.playbook;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.StepKind;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;

/**
 * The steps that a gate can have looked at again: actions before it that change nothing, and on which nothing else rests that was
 * done before the gate, so that no step has gone by an older look.
 */
final class LooksBefore {
    private LooksBefore() {}

    /**
     * Ids in the order of the plan.
     *
     * @param plan compiled steps, each after those that it needs
     */
    static List<String> gate(List<PlanStep> plan, PlanStep gate) {
        Set<String> before = new HashSet<>(gate.needs());
        Set<String> after = new HashSet<>(List.of(gate.id()));
        for (PlanStep step : plan) {
            if (step.needs().stream().anyMatch(after::contains)) {
                after.add(step.id());
            }
        }
        LinkedList<String> again = new LinkedList<>();
        Set<String> free = new HashSet<>(after);
        for (int i = plan.size() - 1; i >= 0; i--) {
            PlanStep step = plan.get(i);
            if (!before.contains(step.id()) || !onlyLooks(step)) {
                continue;
            }
            boolean othersRestOnIt = plan.stream()
                    .filter(other -> other.needs().contains(step.id())
                            || other.outputsFrom().contains(step.id()))
                    .anyMatch(other -> !free.contains(other.id()));
            if (!othersRestOnIt) {
                again.addFirst(step.id());
                free.add(step.id());
                before.addAll(step.needs());
            }
        }
        return again;
    }

    private static boolean onlyLooks(PlanStep step) {
        return step.kind() == StepKind.ACTION
                && !step.mutating()
                && !step.fanOut()
                && step.repeat() == null
                && !step.pointOfNoReturn();
    }
}
