package io.gulliver.service.migration;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.view.StepRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What backing out would do with one step of a run, by its plan and by what is done. */
public final class StepUndo {
    /** How a step is taken back. */
    public enum Kind {
        /** It changes nothing outside. */
        NOTHING,
        /** A person works or decides here. */
        PERSON,
        /** Once it has begun, nothing is backed out. */
        NEVER,
        /** By its own undo. */
        UNDO,
        /** What it made stays. */
        KEEPS
    }

    /**
     * What backing out would do.
     *
     * @param kind how
     * @param first steps that are done, need it, and are taken back before it, the last one first
     * @param rerun what a retry does with work of which the end is not known; null where there is none
     */
    public record Answer(Kind kind, List<StepRow> first, PlanStep.@Nullable Rerun rerun) {
        public Answer {
            first = List.copyOf(first);
        }
    }

    private final PlanSource plans;

    public StepUndo(PlanSource plans) {
        this.plans = plans;
    }

    /**
     * Looks at one step.
     *
     * @param step of the run
     * @param rows all steps of the run, in plan order
     */
    public Answer of(Migration migration, StepRow step, List<StepRow> rows) {
        Map<String, PlanStep> plan = new HashMap<>();
        plans.require(migration.playbookHash(), migration.purpose()).steps().forEach(one -> plan.put(one.id(), one));
        PlanStep planned = plan.get(step.run().key().step());
        if (step.kind() != StepKind.ACTION) {
            return new Answer(Kind.PERSON, doneBehind(step.run().key().step(), plan, rows), null);
        }
        if (planned == null || !planned.mutating()) {
            return new Answer(Kind.NOTHING, List.of(), null);
        }
        Kind kind = planned.pointOfNoReturn() ? Kind.NEVER : planned.undoable() ? Kind.UNDO : Kind.KEEPS;
        return new Answer(kind, doneBehind(planned.id(), plan, rows), planned.rerun());
    }

    /** What the step does and what its undo takes back, as the playbook's action says it; empty where it says nothing. */
    public Optional<String> told(Migration migration, StepRow step) {
        return plans.does(migration.playbookHash(), step.run().key().step());
    }

    /** Steps behind it that are done and are undone, the last one first. */
    private static List<StepRow> doneBehind(String id, Map<String, PlanStep> plan, List<StepRow> rows) {
        Set<String> behind = behind(id, plan);
        List<StepRow> first = new ArrayList<>();
        for (StepRow row : rows) {
            PlanStep one = plan.get(row.run().key().step());
            if (one != null
                    && behind.contains(one.id())
                    && one.undoable()
                    && row.run().state() == StepState.DONE) {
                first.add(row);
            }
        }
        Collections.reverse(first);
        return first;
    }

    /**
     * The step from whose begin on nothing is backed out: the first of those that is under way or done, else the first of
     * all; empty where the playbook has none.
     *
     * @param rows all steps of the run, in plan order
     */
    public Optional<StepRow> pointOfNoReturn(Migration migration, List<StepRow> rows) {
        Set<String> never = new HashSet<>();
        for (PlanStep step :
                plans.require(migration.playbookHash(), migration.purpose()).steps()) {
            if (step.pointOfNoReturn()) {
                never.add(step.id());
            }
        }
        List<StepRow> there = rows.stream()
                .filter(row -> never.contains(row.run().key().step()))
                .toList();
        return there.stream()
                .filter(row -> row.run().startedAt() != null)
                .findFirst()
                .or(() -> there.stream().findFirst());
    }

    /** Steps that need it, and those that need these. */
    private static Set<String> behind(String id, Map<String, PlanStep> plan) {
        Set<String> behind = new HashSet<>();
        Set<String> newest = Set.of(id);
        while (!newest.isEmpty()) {
            Set<String> next = new HashSet<>();
            for (PlanStep one : plan.values()) {
                if (!behind.contains(one.id()) && one.needs().stream().anyMatch(newest::contains)) {
                    next.add(one.id());
                }
            }
            behind.addAll(next);
            newest = next;
        }
        return behind;
    }
}
