package io.gulliver.persistence;

import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.program.CalendarYears;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Values to columns and back, alike on both engines: instants in UTC and microseconds, text cut to its column. */
public final class RowValues {
    private RowValues() {}

    /**
     * @throws RefusedException it lies beyond the years that every reader knows; whoever takes it from a caller has named
     *     its field before
     */
    public static @Nullable OffsetDateTime at(@Nullable Instant instant) {
        if (instant != null && !CalendarYears.hold(instant)) {
            throw new RefusedException(
                    RuleViolation.notSo("The time " + instant + " cannot be kept: times lie in the years "
                            + CalendarYears.FIRST + " to " + CalendarYears.LAST + "."));
        }
        return instant == null ? null : instant.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
    }

    public static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    public static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    public static @Nullable Integer integerOrNull(ResultSet row, String column) throws SQLException {
        int value = row.getInt(column);
        return row.wasNull() ? null : value;
    }

    public static <E extends Enum<E>> @Nullable E enumOrNull(ResultSet row, String column, Class<E> type)
            throws SQLException {
        String value = row.getString(column);
        return value == null ? null : Enum.valueOf(type, value);
    }

    public static @Nullable StepKey stepOrNull(ResultSet row, String column) throws SQLException {
        String value = row.getString(column);
        return value == null || value.isEmpty() ? null : StepKey.parse(value);
    }

    public static @Nullable String name(@Nullable Enum<?> value) {
        return value == null ? null : value.name();
    }

    public static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    /** Cuts to a column's length and drops NUL, which PostgreSQL refuses. */
    public static @Nullable String cut(@Nullable String text, int length) {
        if (text == null) {
            return null;
        }
        String clean = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
        if (clean.length() <= length) {
            return clean;
        }
        // never between the two halves of a character outside the basic plane
        int end = Character.isHighSurrogate(clean.charAt(length - 2)) ? length - 2 : length - 1;
        return clean.substring(0, end) + "…";
    }
}
