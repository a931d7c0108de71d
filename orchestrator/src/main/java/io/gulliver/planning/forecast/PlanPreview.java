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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
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

    /** Waves that the edit moves. */
    public List<Line> wavesMoved() {
        return moved(waves);
    }

    /** Databases that the edit moves. */
    public List<Line> moved() {
        return moved(databases);
    }

    /** Waves and databases that any edit would move as far. */
    public List<Line> drifted() {
        return Stream.concat(waves.stream(), databases.stream())
                .filter(Line::anyway)
                .toList();
    }

    private static List<Line> moved(List<Line> lines) {
        return lines.stream().filter(line -> !line.anyway()).toList();
    }

    /**
     * The dates of something that moves, now and then.
     *
     * @param anyway it moves as far without the edit: what is known of it has changed since the plan was made, and any edit makes
     *     the dates anew
     */
    public record Line(String name, Dates now, Dates then, boolean anyway) {
        static Line of(String name, Dates now, Dates still, Dates then) {
            return new Line(name, now, then, then.at(still));
        }

        /** How much later it is planned to end; less than zero is earlier, null where it has no date on one side. */
        public @Nullable Duration change() {
            return now.end() == null || then.end() == null ? null : Duration.between(now.end(), then.end());
        }

        boolean moves() {
            return !now.at(then);
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

        /** Whether they are the same dates, whatever they slip. */
        boolean at(Dates other) {
            return Objects.equals(end, other.end)
                    && Objects.equals(usersOut, other.usersOut)
                    && Objects.equals(usersIn, other.usersIn);
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
     * @param anyway it would be the same without the edit, once the dates are made anew
     */
    public record Conflict(String database, Kind kind, String words, boolean anyway) {
        private boolean is(Conflict other) {
            return database.equals(other.database) && kind == other.kind;
        }
    }

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
                    Slip.ofDatabase(six));
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
     * @param now as it is stored
     * @param still the same typed plan with its dates made anew by what is known now
     * @param then with the edit
     * @param windows agreed outages, by database
     */
    public static PlanPreview of(String version, Side now, Side still, Side then, Map<String, Duration> windows) {
        SortedSet<String> names = new TreeSet<>(now.databases());
        names.addAll(then.databases());
        List<Line> databases = names.stream()
                .map(name -> Line.of(name, now.dates(name), still.dates(name), then.dates(name)))
                .toList();
        SortedSet<Integer> numbers = new TreeSet<>();
        now.typed.waves().forEach(wave -> numbers.add(wave.number()));
        then.typed.waves().forEach(wave -> numbers.add(wave.number()));
        List<Line> waves = numbers.stream()
                .map(number -> Line.of("W" + number, now.wave(number), still.wave(number), then.wave(number)))
                .filter(Line::moves)
                .toList();
        List<Conflict> before = conflicts(now, windows);
        List<Conflict> after = conflicts(then, windows);
        List<Conflict> without = conflicts(still, windows);
        return new PlanPreview(
                version,
                Line.of(
                        "",
                        Dates.of(databases.stream().map(Line::now).toList()),
                        Dates.of(names.stream().map(still::dates).toList()),
                        Dates.of(databases.stream().map(Line::then).toList())),
                waves,
                databases.stream().filter(Line::moves).toList(),
                rest(after, before, without),
                rest(before, after, rest(before, without, List.of())));
    }

    /** Dates move and leave the words of what they break another; what is broken stays the same. */
    private static List<Conflict> rest(List<Conflict> all, List<Conflict> known, List<Conflict> anyway) {
        return all.stream()
                .filter(one -> known.stream().noneMatch(one::is))
                .map(one -> new Conflict(
                        one.database(), one.kind(), one.words(), anyway.stream().anyMatch(one::is)))
                .toList();
    }

    private static List<Conflict> conflicts(Side side, Map<String, Duration> windows) {
        List<Conflict> all = new ArrayList<>();
        SortedMap<String, CutoverDates> cutovers = new TreeMap<>(side.cutovers);
        cutovers.forEach((database, dates) -> {
            dates.broken().forEach(one -> all.add(new Conflict(database, Kind.of(one.kind()), one.words(), false)));
            Instant last = dates.lastStart(windows.get(database));
            if (last != null && last.isBefore(dates.usersOut())) {
                all.add(new Conflict(database, Kind.WINDOW, "", false));
            }
        });
        new TreeMap<>(side.undated)
                .forEach((database, why) -> all.add(new Conflict(database, Kind.UNDATED, why, false)));
        return all;
    }
}
