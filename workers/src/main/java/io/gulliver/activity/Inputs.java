package io.gulliver.activity;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The inputs of one step call, typed; what is missing or wrong ends the step with INPUT_INVALID.
 *
 * <p>While a run is only evaluated, values that a real run would know are texts such as {@code «uid of volumes[boot]»};
 * {@link #known} tells them apart.
 */
public final class Inputs {
    /** Begins what stands for a value that only a real run will know. */
    public static final String UNKNOWN = "«";

    private final StepCall call;

    private Inputs(StepCall call) {
        this.call = call;
    }

    /** The inputs of this call. */
    public static Inputs of(StepCall call) {
        return new Inputs(call);
    }

    /** A text that must be there. */
    public String text(String name) {
        return findText(name).orElseThrow(() -> missing(name));
    }

    /** A text that may be missing; an empty one counts as missing. */
    public Optional<String> findText(String name) {
        Object value = call.inputs().get(name);
        return value == null || value.toString().isEmpty() ? Optional.empty() : Optional.of(value.toString());
    }

    /** A whole number that must be there. */
    public int whole(String name) {
        double value = number(name);
        if (value != Math.rint(value) || Math.abs(value) > Integer.MAX_VALUE) {
            throw wrong(name, "a whole number");
        }
        return (int) value;
    }

    /** A whole number that may be missing. */
    public Optional<Integer> findWhole(String name) {
        return call.inputs().get(name) == null ? Optional.empty() : Optional.of(whole(name));
    }

    /** Yes or no; the other when it is missing. */
    public boolean flag(String name, boolean orElse) {
        Object value = call.inputs().get(name);
        if (value == null) {
            return orElse;
        }
        if (!(value instanceof Boolean flag)) {
            throw wrong(name, "true or false");
        }
        return flag;
    }

    /** A number that must be there. */
    public double number(String name) {
        Object value = call.inputs().get(name);
        if (value == null) {
            throw missing(name);
        }
        if (!(value instanceof Number number)) {
            throw wrong(name, "a number");
        }
        return number.doubleValue();
    }

    /** Texts that must be there, at least one. */
    public List<String> texts(String name) {
        if (!(call.inputs().get(name) instanceof List<?> list) || list.isEmpty()) {
            throw call.inputs().get(name) == null ? missing(name) : wrong(name, "a list with at least one entry");
        }
        List<String> texts = new ArrayList<>();
        list.forEach(element -> texts.add(String.valueOf(element)));
        return List.copyOf(texts);
    }

    /** Texts, none when the input is missing. */
    public List<String> findTexts(String name) {
        return given(name) ? texts(name) : List.of();
    }

    /** Texts by name, none when the input is missing. */
    public SortedMap<String, String> findTextsByName(String name) {
        return given(name) ? textsByName(name) : new TreeMap<>();
    }

    /** Texts by name that must be there, at least one. */
    public SortedMap<String, String> textsByName(String name) {
        if (!(call.inputs().get(name) instanceof java.util.Map<?, ?> map) || map.isEmpty()) {
            throw call.inputs().get(name) == null ? missing(name) : wrong(name, "a map with at least one entry");
        }
        SortedMap<String, String> texts = new TreeMap<>();
        map.forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
        return texts;
    }

    /** Numbers by name that must be there, at least one. */
    public SortedMap<String, Double> numbers(String name) {
        if (!(call.inputs().get(name) instanceof java.util.Map<?, ?> map) || map.isEmpty()) {
            throw call.inputs().get(name) == null ? missing(name) : wrong(name, "a map with at least one entry");
        }
        SortedMap<String, Double> numbers = new TreeMap<>();
        map.forEach((key, value) -> {
            if (!(value instanceof Number number)) {
                throw wrong(name + "[" + key + "]", "a number");
            }
            numbers.put(String.valueOf(key), number.doubleValue());
        });
        return numbers;
    }

    /** Whether it is there, and not an empty list or map. */
    public boolean given(String name) {
        Object value = call.inputs().get(name);
        return value != null
                && !(value instanceof List<?> list && list.isEmpty())
                && !(value instanceof java.util.Map<?, ?> map && map.isEmpty());
    }

    /** Whether all these are there and hold nothing that only a real run will know. */
    public boolean known(String... names) {
        for (String name : names) {
            Object value = call.inputs().get(name);
            if (value == null || value.toString().contains(UNKNOWN)) {
                return false;
            }
        }
        return true;
    }

    private StepFailedException missing(String name) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                "Step " + call.step() + " (" + call.action() + "): the input '" + name + "' is missing.",
                "Correct the collected data or the playbook, then retry the step.");
    }

    private StepFailedException wrong(String name, String wanted) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                "Step " + call.step() + " (" + call.action() + "): the input '" + name + "' is "
                        + call.inputs().get(name) + ", wanted " + wanted + ".",
                "Correct the collected data or the playbook, then retry the step.");
    }
}
