package io.gulliver.playbook;

import io.gulliver.domain.migration.StepKind;
import io.gulliver.playbook.expression.Condition;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Finds what a step names. */
final class StepReferences {
    private StepReferences() {}

    /** Calls back for every text in a value, with its pointer below {@code at}. */
    static void texts(@Nullable Object value, String at, BiConsumer<String, String> visitor) {
        if (value instanceof String text) {
            visitor.accept(at, text);
        } else if (value instanceof Iterable<?> list) {
            int i = 0;
            for (Object element : list) {
                texts(element, at + "/" + i++, visitor);
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, element) -> texts(element, YamlDocument.pointer(at, String.valueOf(key)), visitor));
        }
    }

    /** Calls back for every text of a step that may hold references. */
    static void texts(Step step, BiConsumer<String, String> visitor) {
        texts(step.inputs(), "/inputs", visitor);
        Step.ForEach forEach = step.forEach();
        if (forEach != null) {
            texts(forEach.in(), "/forEach/in", visitor);
        }
        Step.DoneCheck doneCheck = step.doneCheck();
        if (doneCheck != null) {
            texts(doneCheck.inputs(), "/doneCheck/inputs", visitor);
        }
        Step.Observe observe = step.observe();
        if (observe != null) {
            texts(observe.total(), "/observe/total", visitor);
            texts(observe.rate(), "/observe/rate", visitor);
        }
        texts(step.instructions(), "/instructions", visitor);
    }

    /** Ids of the steps whose outputs a step names, its own among them when it repeats until a condition. */
    static SortedSet<String> steps(Step step, @Nullable ActionDeclaration action) {
        SortedSet<String> steps = new TreeSet<>();
        BiConsumer<String, String> collect = (at, text) -> {
            try {
                for (Template.Reference reference : Template.parse(text).references()) {
                    if (reference.root() == Template.Root.STEP_OUTPUT || reference.root() == Template.Root.STEP_ITEMS) {
                        steps.add(reference.name());
                    }
                }
            } catch (Template.Unreadable e) {
                // the check of the same text says why
            }
        };
        texts(step, collect);
        if (step.when() != null) {
            steps.addAll(Condition.stepsIn(step.when()));
        }
        step.criteria().forEach(criterion -> steps.addAll(Condition.stepsIn(criterion.holds())));
        Step.Repeat repeat = step.repeat();
        if (repeat != null && repeat.until() != null) {
            steps.addAll(Condition.stepsIn(repeat.until()));
            if (step.kind() == StepKind.ACTION
                    && action != null
                    && !action.outputs().isEmpty()) {
                steps.add(step.id());
            }
        }
        return steps;
    }
}
