package io.gulliver.domain.estate;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One thing known of a database, with where it came from and how old it is.
 *
 * @param name for example {@code size_gb}: a letter, then letters, digits, underscores and dots, at most 100
 * @param value text, whole number (Long), number (Double), Boolean, or a list of texts
 * @param unit of a number, or null
 * @param source which capture, query or file said so
 * @param at when it was true
 * @param confidence how far to trust it
 */
public record Fact(String name, Object value, @Nullable String unit, String source, Instant at, Confidence confidence) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.]{0,99}");

    public Fact {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "Fact '" + name + "': wanted a letter, then letters, digits, underscores and dots, at most 100");
        }
        value = normal(name, value);
    }

    /**
     * Whether this word takes the place of another on the same fact, by the same rules whichever came first. An assumption is no
     * evidence: whatever its time, it gives way to what was measured or declared. Times are compared as stored, in microseconds. Of
     * two of one time the source that stands first in the alphabet holds, as where decisions choose among words; only what the same
     * source tells anew of the same time replaces what it told, as when a file is read once more.
     */
    public boolean holdsOver(Fact there) {
        boolean guess = confidence == Confidence.ASSUMED;
        if (guess != (there.confidence == Confidence.ASSUMED)) {
            return !guess;
        }
        int time = at.truncatedTo(ChronoUnit.MICROS).compareTo(there.at.truncatedTo(ChronoUnit.MICROS));
        if (time != 0) {
            return time > 0;
        }
        int first = source.compareTo(there.source);
        return first < 0 || first == 0 && !value.equals(there.value);
    }

    private static Object normal(String name, Object value) {
        if (value instanceof Integer whole) {
            return whole.longValue();
        }
        if (value instanceof Double number && (number.isNaN() || number.isInfinite())) {
            throw new IllegalArgumentException("Fact " + name + ": " + number + " is no number");
        }
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        if (value instanceof String || value instanceof Long || value instanceof Double || value instanceof Boolean) {
            return value;
        }
        throw new IllegalArgumentException("Fact " + name + ": a value of type "
                + value.getClass().getSimpleName()
                + " cannot be kept. Give a text, number, yes or no, or a list of texts");
    }
}
