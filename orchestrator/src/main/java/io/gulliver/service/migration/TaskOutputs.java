package io.gulliver.service.migration;

import io.gulliver.persistence.UnknownRowException;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.Step;
import io.gulliver.playbook.ValueDeclaration;
import io.gulliver.playbook.expression.ValueType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Whether what a person gives for a task is of the types that its step declares. */
public final class TaskOutputs {
    private final LibraryPlans plans;

    public TaskOutputs(LibraryPlans plans) {
        this.plans = plans;
    }

    /**
     * What is wrong, by the output's name; empty when nothing is.
     *
     * @param playbookHash of the run
     * @param step its id in the playbook
     */
    public SortedMap<String, String> problems(String playbookHash, String step, Map<String, Object> outputs) {
        SortedMap<String, String> problems = new TreeMap<>();
        declared(playbookHash, step).forEach(declaration -> {
            Object value = outputs.get(declaration.name());
            if (value != null) {
                mismatch(declaration, value).ifPresent(what -> problems.put(declaration.name(), what));
            }
        });
        return problems;
    }

    /** What a person is asked to give when the task of a step is completed; nothing where the run's playbook is gone. */
    public List<ValueDeclaration> declared(String playbookHash, String step) {
        return step(playbookHash, step)
                .map(one -> List.copyOf(one.outputs().values()))
                .orElse(List.of());
    }

    private static Optional<String> mismatch(ValueDeclaration declaration, Object value) {
        try {
            declaration.type().coerce(value);
            return Optional.empty();
        } catch (ValueType.Mismatch e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<Step> step(String playbookHash, String step) {
        try {
            Playbook playbook = plans.playbook(playbookHash);
            return playbook.steps().stream()
                    .filter(one -> one.id().equals(step))
                    .findFirst();
        } catch (UnknownRowException gone) {
            // the run's own history has it; the interpreter says what is wrong
            return Optional.empty();
        }
    }
}
