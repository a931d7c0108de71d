package io.gulliver.ui.database;

import io.gulliver.domain.program.CalendarYears;
import io.gulliver.ui.problem.Refusal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which piece of time the charts show, and the addresses of the pieces beside it. An address names its file too, so that what it
 * shows stays the same when another file comes.
 *
 * @param from first second that is shown
 * @param to end of what is shown
 * @param first of everything that was measured
 * @param last of it
 * @param page address of the charts of the file, without a piece
 */
record ChartRange(Instant from, Instant to, Instant first, Instant last, String page) {
    /** No button leads to less. */
    private static final Duration LEAST = Duration.ofMinutes(10);

    /**
     * What an address asks for.
     *
     * @param from such as {@code 2026-03-01T10:00:00Z}, or null for the first
     * @param to such as that, or null for the last
     * @throws Refusal 400 for what is no moment, and for an end that does not lie after the beginning
     */
    static ChartRange of(@Nullable String from, @Nullable String to, Instant first, Instant last, String page) {
        ChartRange range =
                new ChartRange(from == null ? first : moment(from), to == null ? last : moment(to), first, last, page);
        if (!range.from.isBefore(range.to)) {
            throw Refusal.bad("problem.charts.order", range.from, range.to);
        }
        return range;
    }

    private static Instant moment(String text) {
        try {
            Instant moment = Instant.parse(text).truncatedTo(ChronoUnit.SECONDS);
            if (CalendarYears.hold(moment)) {
                return moment;
            }
        } catch (DateTimeException unfit) {
            // refused below, in words
        }
        throw Refusal.bad("problem.charts.moment", text);
    }

    /** Whether everything is shown. */
    boolean whole() {
        return from.equals(first) && to.equals(last);
    }

    /** The address of a piece. */
    public String href(Instant begin, Instant end) {
        return page + "&from=" + begin + "&to=" + end;
    }

    /** Half a length earlier, or null where nothing lies before. */
    public @Nullable String earlier() {
        return from.isAfter(first) ? moved(half().negated()) : null;
    }

    /** Half a length later, or null where nothing lies after. */
    public @Nullable String later() {
        return to.isBefore(last) ? moved(half()) : null;
    }

    /** The middle half, or null where it would be too short. */
    public @Nullable String closer() {
        Duration quarter = half().dividedBy(2);
        return half().compareTo(LEAST) < 0
                ? null
                : href(seconds(from.plus(quarter)), seconds(from.plus(quarter).plus(half())));
    }

    /** Twice as much with the same middle and no more than there is, or null where everything is shown. */
    public @Nullable String wider() {
        if (!from.isAfter(first) && !to.isBefore(last)) {
            return null;
        }
        Instant begin = from.minus(half());
        Instant end = to.plus(half());
        begin = begin.isBefore(first) ? first : begin;
        end = end.isAfter(last) ? last : end;
        return begin.isBefore(end) && !(begin.equals(first) && end.equals(last)) ? href(begin, end) : page;
    }

    private Duration half() {
        return Duration.ofSeconds(Duration.between(from, to).toSeconds() / 2);
    }

    private String moved(Duration by) {
        return href(from.plus(by), to.plus(by));
    }

    private static Instant seconds(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS);
    }
}
