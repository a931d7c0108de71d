package io.gulliver.assessment.window;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The days over which the load of a database must be seen before it is sized, and how many of them were seen.
 *
 * <p>A window opens on a day and lasts as many days as the program wants; where a month-end is wanted and none lies
 * within, it lasts until the next one. Days before the opening that evidence happens to cover (AWR keeps some, captures
 * tell of more) count too: evidence is not worse for being older, as long as it lies within so many days of today.
 *
 * @param opened first day on which collecting was wanted
 * @param days how many days are wanted
 * @param monthEnd whether the last day of a month must be among them
 */
public record CollectionWindow(LocalDate opened, int days, boolean monthEnd) {
    public CollectionWindow {
        if (days < 1) {
            throw new IllegalArgumentException("A collection window of " + days + " days is none");
        }
    }

    /** The window that opens on this day by the program's policy. */
    public static CollectionWindow of(LocalDate opened, CollectionPolicy policy) {
        return new CollectionWindow(opened, policy.days(), policy.monthEnd());
    }

    /** Its last day when somebody extended it; never earlier than its own. */
    public LocalDate closes(@Nullable LocalDate extendedTo) {
        LocalDate own = closes();
        return extendedTo != null && extendedTo.isAfter(own) ? extendedTo : own;
    }

    /** Its last day when nothing was known before it opened. */
    public LocalDate closes() {
        LocalDate last = opened.plusDays(days - 1L);
        LocalDate end = opened.with(TemporalAdjusters.lastDayOfMonth());
        return monthEnd && end.isAfter(last) ? end : last;
    }

    /**
     * From one day to another, both seen whole or in part.
     *
     * @param from first day
     * @param to last day, not before the first
     */
    public record Span(LocalDate from, LocalDate to) {
        public Span {
            if (to.isBefore(from)) {
                throw new IllegalArgumentException("Evidence from " + from + " to " + to + " ends before it begins");
            }
        }
    }

    /**
     * How much of what is wanted was seen.
     *
     * @param seen days of which there is evidence, at most as many as are wanted
     * @param wanted days
     * @param monthEnd the latest month-end that was seen, or null
     * @param monthEndWanted whether one must be
     * @param missing days without evidence between the first and the last that count, at most 400 and in order
     * @param nextMonthEnd the next month-end that collecting will reach, where one is wanted and none was seen; else null
     * @param readyOn the first day on which all is seen if collecting goes on without a gap, or null when all was seen
     */
    public record Coverage(
            int seen,
            int wanted,
            @Nullable LocalDate monthEnd,
            boolean monthEndWanted,
            List<LocalDate> missing,
            @Nullable LocalDate nextMonthEnd,
            @Nullable LocalDate readyOn) {
        public Coverage {
            missing = List.copyOf(missing);
        }

        /** Whether enough was seen to size by. */
        public boolean complete() {
            return readyOn == null;
        }
    }

    /**
     * How much of it the evidence covers.
     *
     * @param evidence spans in any order; they may overlap, and days after today do not count
     * @param today the day on which it is asked
     */
    public Coverage coverage(Collection<Span> evidence, LocalDate today) {
        // evidence older than twice the window speaks of another load
        LocalDate oldest = today.minusDays(2L * days - 1);
        TreeSet<LocalDate> covered = new TreeSet<>();
        for (Span span : evidence) {
            LocalDate from = span.from().isBefore(oldest) ? oldest : span.from();
            LocalDate to = span.to().isAfter(today) ? today : span.to();
            for (LocalDate day = from; !day.isAfter(to); day = day.plusDays(1)) {
                covered.add(day);
            }
        }
        LocalDate end = covered.descendingSet().stream()
                .filter(CollectionWindow::isMonthEnd)
                .findFirst()
                .orElse(null);
        int seen = Math.min(days, covered.size());
        boolean enoughDays = seen >= days;
        boolean enoughEnds = !monthEnd || end != null;
        LocalDate next = enoughEnds ? null : nextMonthEnd(today, covered.contains(today));
        LocalDate ready = null;
        if (!enoughDays || !enoughEnds) {
            LocalDate full = today.plusDays(days - seen);
            ready = enoughDays ? today : covered.contains(today) ? full : full.minusDays(1);
            ready = next != null && next.isAfter(ready) ? next : ready;
        }
        return new Coverage(seen, days, end, monthEnd, gaps(covered), next, ready);
    }

    private static boolean isMonthEnd(LocalDate day) {
        return day.getDayOfMonth() == day.lengthOfMonth();
    }

    /** The next one that can still be seen: today's own, unless today was seen and is none. */
    private static LocalDate nextMonthEnd(LocalDate today, boolean todaySeen) {
        LocalDate from = todaySeen ? today.plusDays(1) : today;
        return from.with(TemporalAdjusters.lastDayOfMonth());
    }

    private static List<LocalDate> gaps(TreeSet<LocalDate> covered) {
        if (covered.isEmpty()) {
            return List.of();
        }
        LocalDate first = covered.first();
        long span = ChronoUnit.DAYS.between(first, covered.last());
        return java.util.stream.LongStream.range(0, span)
                .mapToObj(first::plusDays)
                .filter(day -> !covered.contains(day))
                .limit(400)
                .toList();
    }
}
