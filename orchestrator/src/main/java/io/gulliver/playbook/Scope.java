package io.gulliver.playbook;

import io.gulliver.playbook.expression.ValueType;
import io.gulliver.playbook.expression.Variables;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What each step of a playbook can see: declared facts and parameters, and the outputs of the steps before it. */
final class Scope {
    private final Playbook playbook;
    private final ActionCatalogue actions;
    private final Map<String, Step> steps = new LinkedHashMap<>();
    private final Map<String, Set<String>> ancestors = new HashMap<>();

    Scope(Playbook playbook, ActionCatalogue actions) {
        this.playbook = playbook;
        this.actions = actions;
        for (Step step : playbook.steps()) {
            steps.putIfAbsent(step.id(), step);
        }
    }

    @Nullable
    Step step(String id) {
        return steps.get(id);
    }

    @Nullable
    ActionDeclaration action(Step step) {
        String name = step.action();
        return name == null ? null : actions.find(name).orElse(null);
    }

    /** Ids of all steps before this one, also when needs form a ring. */
    Set<String> ancestors(String id) {
        Set<String> known = ancestors.get(id);
        if (known != null) {
            return known;
        }
        Set<String> found = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>();
        open.add(id);
        while (!open.isEmpty()) {
            Step step = steps.get(open.remove());
            for (String need : step == null ? java.util.List.<String>of() : step.needs()) {
                if (found.add(need)) {
                    open.add(need);
                }
            }
        }
        ancestors.put(id, found);
        return found;
    }

    /** Declared outputs of a step: the action's, or what a task's person gives. */
    SortedMap<String, ValueDeclaration> outputs(Step step) {
        ActionDeclaration action = action(step);
        return action == null ? step.outputs() : action.outputs();
    }

    /** Whether both steps run over the same items, so that each item sees its own outputs of the other. */
    static boolean sameItems(Step step, Step of) {
        Step.ForEach mine = step.forEach();
        Step.ForEach theirs = of.forEach();
        return mine != null
                && theirs != null
                && (mine.in().equals(theirs.in()) || mine.in().equals("${steps." + of.id() + ".items}"));
    }

    /** What a step's conditions may name. */
    Variables variables(Step step, boolean ownOutputs) {
        SortedMap<String, Variables.StepOutputs> before = new TreeMap<>();
        for (String id : ancestors(step.id())) {
            Step ancestor = steps.get(id);
            if (ancestor != null && !id.equals(step.id())) {
                before.put(id, new Variables.StepOutputs(types(outputs(ancestor)), ancestor.forEach() != null));
            }
        }
        SortedSet<String> optional = new TreeSet<>();
        playbook.facts().forEach((name, fact) -> {
            if (!fact.required()) {
                optional.add(name);
            }
        });
        return new Variables(
                types(playbook.facts()),
                optional,
                types(playbook.parameters()),
                before,
                ownOutputs ? types(outputs(step)) : null,
                false);
    }

    private static SortedMap<String, ValueType> types(SortedMap<String, ValueDeclaration> declarations) {
        SortedMap<String, ValueType> types = new TreeMap<>();
        declarations.forEach((name, declaration) -> types.put(name, declaration.type()));
        return types;
    }
}
