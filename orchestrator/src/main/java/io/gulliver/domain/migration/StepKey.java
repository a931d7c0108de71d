package io.gulliver.domain.migration;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names one step of a migration, or one item of a fanned-out step: {@code build-volume} or {@code build-volume[data1]}.
 * Never made from an attempt, so that a repeated call carries the same key.
 *
 * @param step the step's id in the playbook
 * @param item the fan-out item, or null for the step itself
 */
public record StepKey(String step, @Nullable String item) implements Comparable<StepKey> {
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    public StepKey {
        Objects.requireNonNull(step, "step");
        if (!ID.matcher(step).matches()) {
            throw new IllegalArgumentException("Step id '" + step + "': wanted [a-z0-9-], at most 63 characters");
        }
        if (item != null
                && (item.isEmpty() || item.length() > 100 || item.indexOf('[') >= 0 || item.indexOf(']') >= 0)) {
            throw new IllegalArgumentException(
                    "Item '" + item + "' of step " + step + ": wanted 1 to 100 characters without [ ]");
        }
    }

    public static StepKey of(String step) {
        return new StepKey(step, null);
    }

    /** Reads {@code step} or {@code step[item]}. */
    @JsonCreator
    public static StepKey parse(String text) {
        int open = text.indexOf('[');
        if (open < 0) {
            return new StepKey(text, null);
        }
        if (!text.endsWith("]")) {
            throw new IllegalArgumentException("Step key '" + text + "': wanted step or step[item]");
        }
        return new StepKey(text.substring(0, open), text.substring(open + 1, text.length() - 1));
    }

    @JsonValue
    @Override
    public String toString() {
        return item == null ? step : step + "[" + item + "]";
    }

    @Override
    public int compareTo(StepKey other) {
        return toString().compareTo(other.toString());
    }
}
