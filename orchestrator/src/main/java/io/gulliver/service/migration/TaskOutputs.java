package io.gulliver.service.migration;

import io.gulliver.assessment.network.AddressAnswer;
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

/** Whether a person gives for a task what its step declares. */
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
     * What is wrong, by the output's name; empty when nothing is. Where all parts of {@link AddressAnswer} are asked for, they
     * must fit together.
     *
     * @param playbookHash of the run
     * @param step its id in the playbook
     * @param done whether the task is said to be done: then each value that its step declares is wanted
     */
    public SortedMap<String, String> problems(
            String playbookHash, String step, Map<String, Object> outputs, boolean done) {
        SortedMap<String, String> problems = new TreeMap<>();
        declared(playbookHash, step).forEach(declaration -> {
            Object value = outputs.get(declaration.name());
            boolean given = value != null && !(value instanceof String text && text.isBlank());
            if (given) {
                mismatch(declaration, value).ifPresent(what -> problems.put(declaration.name(), what));
            } else if (done) {
                problems.put(declaration.name(), "missing" + wanted(declaration));
            }
        });
        if (problems.isEmpty() && outputs.keySet().containsAll(AddressAnswer.PARTS)) {
            problems.putAll(AddressAnswer.problems(outputs));
        }
        return problems;
    }

    private static String wanted(ValueDeclaration declaration) {
        String what = declaration.description();
        return ". Wanted is a " + declaration.type() + (what == null ? "" : ", " + what.replaceFirst("\\.$", ""))
                + ". Give it, or say that the task failed";
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

    /** What the playbook wants to be seen as evidence of it, in its words; nothing where the run's playbook is gone. */
    public List<String> evidence(String playbookHash, String step) {
        return step(playbookHash, step).map(Step::evidence).orElse(List.of());
    }

    /** Whether whoever decides a gate may have what it goes by looked at again. */
    public boolean looksAgain(String playbookHash, String step) {
        return step(playbookHash, step).map(Step::lookAgain).orElse(false);
    }

    private static Optional<String> mismatch(ValueDeclaration declaration, Object value) {
        try {
            declaration.type().coerce(value);
            return declaration.admits(value)
                    ? Optional.empty()
                    : Optional.of("no answer to what is asked" + wanted(declaration));
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
