package io.gulliver.adapter.oracle;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One row of an answer, with the columns that the catalogue declares: numbers as {@link BigDecimal}, text as
 * {@link String}, dates and timestamps as {@link LocalDateTime} in the database's own time.
 */
public final class OracleRow {

    private final SortedMap<String, @Nullable Object> values;

    OracleRow(SortedMap<String, @Nullable Object> values) {
        this.values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** Text of a column, or null; the name in any case. */
    public @Nullable String findText(String column) {
        return (String) value(column);
    }

    /** Text of a column that is never null. */
    public String text(String column) {
        return present(column, findText(column));
    }

    /** Number of a column, or null. */
    public @Nullable BigDecimal findNumber(String column) {
        return (BigDecimal) value(column);
    }

    /** Number of a column that is never null. */
    public BigDecimal number(String column) {
        return present(column, findNumber(column));
    }

    /** Date or timestamp of a column, or null. */
    public @Nullable LocalDateTime findTime(String column) {
        return (LocalDateTime) value(column);
    }

    /** All values by column name in capitals. */
    public SortedMap<String, @Nullable Object> values() {
        return values;
    }

    private @Nullable Object value(String column) {
        String name = column.toUpperCase(Locale.ROOT);
        if (!values.containsKey(name)) {
            throw new IllegalArgumentException("The answer has no column " + name + ", only " + values.keySet());
        }
        return values.get(name);
    }

    private static <T> T present(String column, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("Column " + column + " is null, and must not be");
        }
        return value;
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
