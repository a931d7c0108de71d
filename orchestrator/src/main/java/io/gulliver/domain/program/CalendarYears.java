package io.gulliver.domain.program;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/**
 * Years that days and moments may lie in: 1 to 9999. RFC 3339 and ISO 8601 write four digits, other readers than Java know no
 * more of them, and Java's own reach further than any store.
 */
public final class CalendarYears {
    public static final int FIRST = 1;
    public static final int LAST = 9999;

    private static final Instant FROM =
            LocalDate.of(FIRST, 1, 1).atStartOfDay(ZoneOffset.UTC).toInstant();
    private static final Instant UNTIL =
            LocalDate.of(LAST + 1, 1, 1).atStartOfDay(ZoneOffset.UTC).toInstant();

    private CalendarYears() {}

    /** Whether a moment lies in them, in UTC. */
    public static boolean hold(Instant moment) {
        return !moment.isBefore(FROM) && moment.isBefore(UNTIL);
    }

    /** Whether a day lies in them; with a day between at both ends, so that it does in every zone. */
    public static boolean hold(LocalDate day) {
        return day.isAfter(LocalDate.of(FIRST, 1, 1)) && day.isBefore(LocalDate.of(LAST, 12, 31));
    }

    /**
     * Reads a day, as {@code 2026-03-31}.
     *
     * @throws DateTimeParseException it is none, or does not lie in them
     */
    public static LocalDate day(String text) {
        LocalDate day = LocalDate.parse(text);
        if (!hold(day)) {
            throw new DateTimeParseException("Wanted a year from " + FIRST + " to " + LAST, text, 0);
        }
        return day;
    }

    /** As {@link #hold(LocalDate)}. */
    public static boolean hold(LocalDateTime moment) {
        return hold(moment.toLocalDate());
    }
}
