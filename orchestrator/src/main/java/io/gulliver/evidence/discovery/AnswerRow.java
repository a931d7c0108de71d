package io.gulliver.evidence.discovery;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of an answer, all of it text: numbers in digits with a point, times as {@code 2026-11-21T10:40:00} in the
 * database's own time; a null is absent.
 *
 * @param values by column name in capitals
 */
public record AnswerRow(Map<String, String> values) {
    private static final double GIGA = 1e9;

    public AnswerRow {
        values = Map.copyOf(values);
    }

    /** Text of a column, or null. */
    public @Nullable String find(String column) {
        return values.get(column);
    }

    /** Text of a column, empty when it is null. */
    public String text(String column) {
        return values.getOrDefault(column, "");
    }

    /** Whether a column holds this text, whatever its case and the blanks around it. */
    public boolean is(String column, String wanted) {
        return text(column).strip().equalsIgnoreCase(wanted);
    }

    /** Number of a column; 0 when it is null or no number. */
    public double number(String column) {
        String text = text(column).strip();
        if (text.isEmpty()) {
            return 0;
        }
        try {
            double number = Double.parseDouble(text);
            return Double.isFinite(number) ? number : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Bytes of a column in decimal gigabytes. */
    public double gigabytes(String column) {
        return number(column) / GIGA;
    }

    /** Some columns as a person reads them. */
    public String words(String... columns) {
        StringBuilder words = new StringBuilder();
        for (String column : columns) {
            if (!text(column).isBlank()) {
                words.append(words.length() == 0 ? "" : " ").append(text(column).strip());
            }
        }
        return words.toString();
    }

    /** Text of a column in capitals, without blanks around it. */
    String upper(String column) {
        return text(column).strip().toUpperCase(Locale.ROOT);
    }
}
