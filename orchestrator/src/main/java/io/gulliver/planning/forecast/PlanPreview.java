package io.gulliver.planning.forecast;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.Slip;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.WaveMember;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an edit does to the dates of a plan, before it is saved: <i>now, then, change</i>. Pure.
 *
 * @param version of the plan and of what the edit makes of it; saving with it is refused when one of them has changed
 * @param program the program's end, moved or not
 * @param waves that move, by number
 * @param databases that move, by name
 * @param made what does not hold any more
 * @param solved what does not hold now, and holds then
 */
public record PlanPreview(
        String version,
        Line program,
        List<Line> waves,
        List<Line> databases,
        List<Conflict> made,
        List<Conflict> solved) {
    public PlanPreview {
        waves = List.copyOf(waves);
        databases = List.copyOf(databases);
        made = List.copyOf(made);
        solved = List.copyOf(solved);
    }

    /** Whether nothing moves and no conflict comes or goes. */
    public boolean nothing() {
        return waves.isEmpty() && databases.isEmpty() && made.isEmpty() && solved.isEmpty();
    }

    /** The dates of something that moves, now and then. */
    public record Line(String name, Dates now, Dates then) {
        /** How much later it is planned to end; less than zero is earlier, null where it has no date on one side. */
        public @Nullable Duration change() {
            return now.end() == null || then.end() == null ? null : Duration.between(now.end(), then.end());
        }

        boolean moves() {
            return !Objects.equals(now.end(), then.end())
                    || !Objects.equals(now.usersOut(), then.usersOut())
                    || !Objects.equals(now.usersIn(), then.usersIn());
        }
    }

    /**
     * Dates, each null while unknown.
     *
     * @param usersOut planned, the first of several
     * @param usersIn planned, the last of several
     * @param end planned end, the last of several
     * @param slip against the baseline in force, the worst of several
     */
    public record Dates(
            @Nullable Instant usersOut,
            @Nullable Instant usersIn,
            @Nullable Instant end,
            @Nullable Duration slip) {
        static final Dates NONE = new Dates(null, null, null, null);

        static Dates of(Collection<Dates> all) {
            return new Dates(
                    all.stream()
                            .map(Dates::usersOut)
                            .filter(Objects::nonNull)
                            .min(Comparator.naturalOrder())
                            .orElse(null),
                    last(all.stream().map(Dates::usersIn).toList()),
                    last(all.stream().map(Dates::end).toList()),
                    Slip.worst(all.stream().map(Dates::slip).toList()));
        }

        private static @Nullable Instant last(Collection<? extends @Nullable Instant> all) {
            return all.stream()
                    .filter(Objects::nonNull)
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }
    }

    /** Kinds of conflicts: what a date breaks, and what leaves a database without one. */
    public enum Kind {
        LATEST,
        EARLIEST,
        MOVE_GROUP,
        NOT_READY,
        LEAD_TIME,
        FREEZE,
        WORKING_HOURS,
        /** The outage is longer than its agreed window. */
        WINDOW,
        /** It has no date, as its wave has none or waits for one that has none. */
        UNDATED;

        static Kind of(PlanBreak.Kind kind) {
            return valueOf(kind.name());
        }
    }

    /**
     * What does not hold.
     *
     * @param database of which
     * @param words in one sentence, or empty where the kind says it all
     */
    public record Conflict(String database, Kind kind, String words) {}

    /**
     * A plan with its dates.
     *
     * @param typed what people typed
     * @param times of all databases, with baseline and actual times
     * @param cutovers users out and in, by database
     * @param undated why databases that stand in a wave have no date, by name
     */
    public record Side(
            TypedPlan typed,
            Map<String, List<StageTimes>> times,
            Map<String, CutoverDates> cutovers,
            Map<String, String> undated) {
        private Dates dates(String database) {
            List<StageTimes> six = times.getOrDefault(database, List.of());
            if (six.size() <= Stage.CUTOVER.ordinal()) {
                return Dates.NONE;
            }
            StageTimes cutover = six.get(Stage.CUTOVER.ordinal());
            CutoverDates dates = cutovers.get(database);
            return new Dates(
                    dates == null ? null : dates.usersOut(),
                    dates == null ? null : dates.usersIn(),
                    cutover.plannedEnd(),
                    Slip.of(cutover));
        }

        private SortedSet<String> databases() {
            SortedSet<String> names = new TreeSet<>(cutovers.keySet());
            typed.members().forEach(member -> names.add(member.database()));
            return names;
        }

        private Dates wave(int number) {
            return Dates.of(typed.members().stream()
                    .filter(member -> member.wave() == number)
                    .map(WaveMember::database)
                    .map(this::dates)
                    .toList());
        }
    }

    /**
     * Compares a plan with what an edit makes of it.
     *
     * @param windows agreed outages, by database
     */
    public static PlanPreview of(String version, Side now, Side then, Map<String, Duration> windows) {
        SortedSet<String> names = new TreeSet<>(now.databases());
        names.addAll(then.databases());
        List<Line> databases = names.stream()
                .map(name -> new Line(name, now.dates(name), then.dates(name)))
                .toList();
        SortedSet<Integer> numbers = new TreeSet<>();
        now.typed.waves().forEach(wave -> numbers.add(wave.number()));
        then.typed.waves().forEach(wave -> numbers.add(wave.number()));
        List<Line> waves = numbers.stream()
                .map(number -> new Line("W" + number, now.wave(number), then.wave(number)))
                .filter(Line::moves)
                .toList();
        List<Conflict> before = conflicts(now, windows);
        List<Conflict> after = conflicts(then, windows);
        return new PlanPreview(
                version,
                new Line(
                        "",
                        Dates.of(databases.stream().map(Line::now).toList()),
                        Dates.of(databases.stream().map(Line::then).toList())),
                waves,
                databases.stream().filter(Line::moves).toList(),
                rest(after, before),
                rest(before, after));
    }

    /** Dates move and leave the words of what they break another; what is broken stays the same. */
    private static List<Conflict> rest(List<Conflict> all, List<Conflict> known) {
        Set<List<Object>> same = new HashSet<>();
        known.forEach(one -> same.add(List.of(one.database(), one.kind())));
        return all.stream()
                .filter(one -> !same.contains(List.of(one.database(), one.kind())))
                .toList();
    }

    private static List<Conflict> conflicts(Side side, Map<String, Duration> windows) {
        List<Conflict> all = new ArrayList<>();
        SortedMap<String, CutoverDates> cutovers = new TreeMap<>(side.cutovers);
        cutovers.forEach((database, dates) -> {
            dates.broken().forEach(one -> all.add(new Conflict(database, Kind.of(one.kind()), one.words())));
            Instant last = dates.lastStart(windows.get(database));
            if (last != null && last.isBefore(dates.usersOut())) {
                all.add(new Conflict(database, Kind.WINDOW, ""));
            }
        });
        new TreeMap<>(side.undated).forEach((database, why) -> all.add(new Conflict(database, Kind.UNDATED, why)));
        return all;
    }
}
