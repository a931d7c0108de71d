package io.gulliver.domain.plan;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * When people work. Their work goes on within these hours alone, and no outage touches them.
 *
 * @param days of the week, at least one
 * @param from first moment of a working day
 * @param to first moment after it, later than {@code from}
 * @param zone of the program
 */
public record WorkingHours(SortedSet<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) {
    /** Farther ahead nobody looks for a gap between two working days. */
    private static final int DAYS_AHEAD = 60;

    public WorkingHours {
        days = Collections.unmodifiableSortedSet(new TreeSet<>(days));
        if (days.isEmpty() || !to.isAfter(from)) {
            throw new IllegalArgumentException("Working hours on " + days + " from " + from + " to " + to
                    + ": wanted at least one day, and an end after the begin");
        }
    }

    /** When work that may begin at an instant is done, if it goes on within these hours alone. */
    public Instant done(Instant begin, Duration work) {
        if (work.isZero()) {
            return begin;
        }
        Duration left = work;
        LocalDate day = LocalDate.ofInstant(begin, zone);
        while (true) {
            if (days.contains(day.getDayOfWeek())) {
                Instant opens = opens(day).isBefore(begin) ? begin : opens(day);
                Instant closes = closes(day);
                if (opens.isBefore(closes)) {
                    Duration free = Duration.between(opens, closes);
                    if (left.compareTo(free) <= 0) {
                        return opens.plus(left);
                    }
                    left = left.minus(free);
                }
            }
            day = day.plusDays(1);
        }
    }

    /** The first instant from which a stretch lies outside of these hours; empty when none is as long within two months. */
    public Optional<Instant> outside(Instant begin, Duration length) {
        Instant at = begin;
        LocalDate first = LocalDate.ofInstant(begin, zone);
        for (LocalDate day = first; !day.isAfter(first.plusDays(DAYS_AHEAD)); day = day.plusDays(1)) {
            if (!days.contains(day.getDayOfWeek()) || !closes(day).isAfter(at)) {
                continue;
            }
            if (!at.plus(length).isAfter(opens(day))) {
                return Optional.of(at);
            }
            at = closes(day);
        }
        return Optional.empty();
    }

    private Instant opens(LocalDate day) {
        return day.atTime(from).atZone(zone).toInstant();
    }

    private Instant closes(LocalDate day) {
        return day.atTime(to).atZone(zone).toInstant();
    }
}
