package io.gulliver.ui.plan;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How the plan is looked at, as its address keeps it.
 *
 * @param zoom how much of time is shown
 * @param from first day that is shown, or null for around today; not looked at for the whole program
 * @param by what stands together
 * @param folded groups of which only the line itself is shown
 */
record PlanLook(Zoom zoom, @Nullable LocalDate from, By by, SortedSet<String> folded) {
    /** How much of time is shown. */
    enum Zoom {
        PROGRAM(0, 0),
        QUARTER(91, 14),
        MONTH(31, 4),
        WEEK(7, 1);

        private final int days;
        private final int before;

        Zoom(int days, int before) {
            this.days = days;
            this.before = before;
        }
    }

    /** What stands together. */
    enum By {
        WAVE,
        APPLICATION,
        SERVER,
        OWNER
    }

    static final PlanLook WHOLE = new PlanLook(Zoom.PROGRAM, null, By.WAVE, new TreeSet<>());

    /** What an address says; words that are none of ours say nothing. */
    static PlanLook of(@Nullable String zoom, @Nullable LocalDate from, @Nullable String by, @Nullable String fold) {
        SortedSet<String> folded = new TreeSet<>();
        Arrays.stream((fold == null ? "" : fold).split(","))
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .forEach(folded::add);
        return new PlanLook(word(Zoom.values(), zoom, Zoom.PROGRAM), from, word(By.values(), by, By.WAVE), folded);
    }

    private static <E extends Enum<E>> E word(E[] values, @Nullable String word, E other) {
        return Arrays.stream(values)
                .filter(one -> one.name().equalsIgnoreCase(word))
                .findFirst()
                .orElse(other);
    }

    /** The first instant that is shown; null where all of the program is. */
    @Nullable
    Instant begin(Instant now, ZoneId zone) {
        return zoom == Zoom.PROGRAM ? null : day(now, zone).atStartOfDay(zone).toInstant();
    }

    /** The first instant that is not shown any more; null where all of the program is. */
    @Nullable
    Instant end(Instant now, ZoneId zone) {
        return zoom == Zoom.PROGRAM
                ? null
                : day(now, zone).plusDays(zoom.days).atStartOfDay(zone).toInstant();
    }

    private LocalDate day(Instant now, ZoneId zone) {
        return from != null ? from : LocalDate.ofInstant(now, zone).minusDays(zoom.before);
    }

    /** The same with another zoom, around today again. */
    public PlanLook zoomed(Zoom other) {
        return new PlanLook(other, null, by, folded);
    }

    /** The same in other groups, none of them folded. */
    public PlanLook grouped(By other) {
        return new PlanLook(zoom, from, other, new TreeSet<>());
    }

    /** The same so many lengths later, or earlier. */
    public PlanLook moved(int lengths, Instant now, ZoneId zone) {
        return new PlanLook(zoom, day(now, zone).plusDays((long) lengths * zoom.days), by, folded);
    }

    /** The same with a group folded that is not, or the other way round. */
    public PlanLook turned(String group) {
        SortedSet<String> other = new TreeSet<>(folded);
        if (!other.remove(group)) {
            other.add(group);
        }
        return new PlanLook(zoom, from, by, other);
    }

    /** The same with exactly these groups folded. */
    public PlanLook folding(List<String> groups) {
        return new PlanLook(zoom, from, by, new TreeSet<>(groups));
    }

    /** The same with nothing folded. */
    public PlanLook unfolded() {
        return folding(List.of());
    }

    /** What stands behind the address of the plan: empty, or {@code ?zoom=month&by=owner&fold=W1,W2}. */
    public String query() {
        List<String> parts = new ArrayList<>();
        if (zoom != Zoom.PROGRAM) {
            parts.add("zoom=" + zoom.name().toLowerCase(Locale.ROOT));
            if (from != null) {
                parts.add("from=" + from);
            }
        }
        if (by != By.WAVE) {
            parts.add("by=" + by.name().toLowerCase(Locale.ROOT));
        }
        if (!folded.isEmpty()) {
            parts.add("fold=" + URLEncoder.encode(String.join(",", folded), StandardCharsets.UTF_8));
        }
        return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }
}
