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
    /**
     * Name of the output of a task that holds who recorded it: a task that declares it takes down what somebody without an
     * account said. Nobody types it, and every other value of such a task must be given.
     */
    public static final String RECORDED_BY = "recorded_by";

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

    /** What is missing of what somebody without an account said, by the output's name; of other tasks nothing is demanded. */
    public SortedMap<String, String> missing(String playbookHash, String step, Map<String, Object> outputs) {
        SortedMap<String, String> missing = new TreeMap<>();
        if (records(playbookHash, step)) {
            declared(playbookHash, step).forEach(declaration -> {
                Object value = outputs.get(declaration.name());
                if (value == null || value.toString().isBlank()) {
                    missing.put(
                            declaration.name(),
                            "missing: whose word is recorded, and how it was heard, is told in full");
                }
            });
        }
        return missing;
    }

    /**
     * What was given, with who recorded it where the task takes down the word of somebody else.
     *
     * @param by name of the account that completes it, whatever was typed
     */
    public Map<String, Object> recorded(String playbookHash, String step, Map<String, Object> outputs, String by) {
        if (!records(playbookHash, step)) {
            return outputs;
        }
        Map<String, Object> recorded = new TreeMap<>(outputs);
        recorded.put(RECORDED_BY, by);
        return recorded;
    }

    private boolean records(String playbookHash, String step) {
        return step(playbookHash, step)
                .filter(one -> one.outputs().containsKey(RECORDED_BY))
                .isPresent();
    }

    /** What a person is asked to give when the task of a step is completed; nothing where the run's playbook is gone. */
    public List<ValueDeclaration> declared(String playbookHash, String step) {
        return step(playbookHash, step)
                .map(one -> one.outputs().values().stream()
                        .filter(declaration -> !declaration.name().equals(RECORDED_BY))
                        .toList())
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
