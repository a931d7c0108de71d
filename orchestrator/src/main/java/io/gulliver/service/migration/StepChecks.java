package io.gulliver.service.migration;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.view.StepRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The checks around one step of a run, by its plan: the nearest steps on each way that only look, and gates. Past a step
 * that changes something there is none, because what it found before that is no longer said of this step.
 */
public final class StepChecks {
    private final PlanSource plans;

    public StepChecks(PlanSource plans) {
        this.plans = plans;
    }

    /**
     * What is looked at around a step.
     *
     * @param before it, in plan order
     * @param after it, in plan order
     */
    public record Around(List<StepRow> before, List<StepRow> after) {
        public Around {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }
    }

    /**
     * Looks at one step.
     *
     * @param step of the run
     * @param rows all steps of the run, in plan order
     */
    public Around of(Migration migration, StepRow step, List<StepRow> rows) {
        Map<String, PlanStep> plan = new TreeMap<>();
        Map<String, List<String>> followers = new TreeMap<>();
        for (PlanStep one :
                plans.require(migration.playbookHash(), migration.purpose()).steps()) {
            plan.put(one.id(), one);
            one.needs()
                    .forEach(need -> followers
                            .computeIfAbsent(need, key -> new ArrayList<>())
                            .add(one.id()));
        }
        String id = step.run().key().step();
        return new Around(
                rows(
                        nearest(
                                id,
                                plan,
                                one -> plan.containsKey(one) ? plan.get(one).needs() : List.of()),
                        rows),
                rows(nearest(id, plan, one -> followers.getOrDefault(one, List.of())), rows));
    }

    private static Set<String> nearest(
            String id, Map<String, PlanStep> plan, Function<String, List<String>> neighbours) {
        Set<String> checks = new HashSet<>();
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(neighbours.apply(id));
        while (!open.isEmpty()) {
            PlanStep one = plan.get(open.remove());
            if (one == null || !seen.add(one.id())) {
                continue;
            }
            if (looks(one)) {
                checks.add(one.id());
            } else if (one.kind() != StepKind.ACTION) {
                open.addAll(neighbours.apply(one.id()));
            }
        }
        return checks;
    }

    private static boolean looks(PlanStep step) {
        return step.kind() == StepKind.GATE || step.kind() == StepKind.ACTION && !step.mutating();
    }

    /** One row for each step: a step of several items is told as a whole where its whole has a row. */
    private static List<StepRow> rows(Set<String> ids, List<StepRow> rows) {
        Set<String> whole = new HashSet<>();
        rows.stream()
                .filter(row -> row.run().key().item() == null)
                .forEach(row -> whole.add(row.run().key().step()));
        return rows.stream()
                .filter(row -> ids.contains(row.run().key().step())
                        && (row.run().key().item() == null
                                || !whole.contains(row.run().key().step())))
                .toList();
    }
}
