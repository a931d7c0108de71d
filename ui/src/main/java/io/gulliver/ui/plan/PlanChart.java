package io.gulliver.ui.plan;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.Slip;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.ui.program.ProgramOverview.Freeze;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plan on a date axis: one row a wave or database, all on the same axis. Solid happened, outline is expected, thin
 * grey was agreed.
 *
 * @param ticks marks of the axis
 * @param freezes shaded times
 * @param today place of today in percent, or null when it lies outside
 * @param rows in order
 * @param left dependencies of rows in sight that are not drawn, as they are too many
 * @param days how many days the axis is long
 */
record PlanChart(
        List<Tick> ticks, List<Band> freezes, @Nullable String today, List<Row> rows, int left, double days) {
    /** A mark of the axis, in percent. */
    record Tick(String at, Instant when) {}

    /** A shaded time, in percent. */
    record Band(String from, String width, String title) {}

    /** A bar, in percent. */
    record Bar(String from, String width) {}

    /**
     * A date on the axis.
     *
     * @param at its place in percent
     * @param when the date
     * @param left whether its words stand before it, where there is no room behind it
     */
    record Mark(String at, Instant when, boolean left) {}

    /**
     * What is known of databases beside their times.
     *
     * @param usersOut planned start of their outage, by name
     * @param critical those that decide when the program ends
     * @param dependencies of waves and databases, named as {@link Row#name()}
     * @param moves what can be moved by its bar, by the same name
     */
    record Known(
            Map<String, Instant> usersOut,
            Set<String> critical,
            List<PlanLines.Dependency> dependencies,
            Map<String, Move> moves) {
        static final Known NOTHING = new Known(Map.of(), Set.of(), List.of(), Map.of());
    }

    /**
     * How the bar of a wave or a database is moved: by what is sent to the form that changes the same.
     *
     * @param to where that form is sent to
     * @param fields of it that stay, as a query
     * @param dates of it that move, as a query of local times of the program
     * @param words what moves, with its date
     */
    record Move(String to, String fields, String dates, String words) {}

    /**
     * One row.
     *
     * @param wave the wave when it is a wave's row, else null
     * @param item the database when it is a database's row, else null
     * @param stage the stage when it is a row of a single database, else null
     * @param times the four times
     * @param baseline thin bar, or null
     * @param actual solid bar, or null
     * @param forecast outlined bar, or null
     * @param slip of the cutover, of a stage its own end, against what was agreed; or null
     * @param cutovers when users go out, of the database or of all of the group
     * @param end where it ends, or null when that is not shown
     * @param critical whether it decides when the program ends
     * @param folded whether its databases are not shown
     * @param lines parts of lines of what depends on another, which cross it
     * @param move how it is moved, or null when nobody moves it by its bar
     */
    record Row(
            PlanView.@Nullable Wave wave,
            PlanView.@Nullable Item item,
            @Nullable Stage stage,
            PlanView.Times times,
            @Nullable Bar baseline,
            @Nullable Bar actual,
            @Nullable Bar forecast,
            @Nullable Duration slip,
            List<Mark> cutovers,
            @Nullable Mark end,
            boolean critical,
            boolean folded,
            List<PlanLines.Part> lines,
            @Nullable Move move) {
        Row {
            cutovers = List.copyOf(cutovers);
            lines = List.copyOf(lines);
        }

        /** {@code wave/W1}, {@code database/ORDERS}, or null for a stage. */
        @Nullable
        String name() {
            return wave != null ? waveName(wave.key()) : item != null ? databaseName(item.name()) : null;
        }

        private Row with(List<PlanLines.Part> crossing, @Nullable Move moved) {
            return new Row(
                    wave, item, stage, times, baseline, actual, forecast, slip, cutovers, end, critical, folded,
                    crossing, moved);
        }
    }

    static String waveName(String key) {
        return "wave/" + key;
    }

    static String databaseName(String name) {
        return "database/" + name;
    }

    static PlanChart of(PlanView plan, Instant now) {
        return of(plan, Known.NOTHING, PlanLook.WHOLE, now, ZoneOffset.UTC);
    }

    /** @param zone in which its days begin */
    static PlanChart of(PlanView plan, Known known, PlanLook look, Instant now, ZoneId zone) {
        List<PlanView.Times> all = plan.waves().stream()
                .flatMap(wave -> Stream.concat(
                        Stream.of(wave.times()), wave.databases().stream().map(PlanView.Item::times)))
                .toList();
        Instant begin = look.begin(now, zone);
        Instant until = look.end(now, zone);
        Axis axis = begin == null || until == null ? axis(all, now) : new Axis(begin, until);
        List<Row> rows = new ArrayList<>();
        for (PlanView.Wave wave : plan.waves()) {
            boolean folded = look.folded().contains(wave.key());
            List<String> names =
                    wave.databases().stream().map(PlanView.Item::name).toList();
            rows.add(row(wave, null, null, wave.times(), wave.slip(), axis, now, known, names, folded));
            if (folded) {
                continue;
            }
            for (PlanView.Item item : wave.databases()) {
                rows.add(row(
                        null, item, null, item.times(), item.slip(), axis, now, known, List.of(item.name()), false));
            }
        }
        boolean waves = look.by() == PlanLook.By.WAVE;
        PlanLines lines = PlanLines.of(
                rows.stream().map(row -> place(row, axis, known, waves)).toList(), known.dependencies());
        List<Row> drawn = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            // what is over stays where it was, and a group of another kind is no wave
            boolean moves = row.forecast() != null && (waves || row.wave() == null);
            drawn.add(row.with(lines.rows().get(i), moves ? known.moves().get(row.name()) : null));
        }
        return chart(axis, plan.freezes(), drawn, lines.left(), now);
    }

    private static PlanLines.Place place(Row row, Axis axis, Known known, boolean waves) {
        PlanView.Item item = row.item();
        return new PlanLines.Place(
                row.wave() != null && !waves ? null : row.name(),
                axis.seen(row.times().start()),
                axis.seen(row.times().end()),
                item == null ? null : axis.seen(known.usersOut().get(item.name())));
    }

    /** The stages of one database, a row each. */
    static PlanChart of(
            List<PlanEditController.StageLine> stages, List<io.gulliver.domain.plan.Freeze> closed, Instant now) {
        List<PlanView.Times> all =
                stages.stream().map(stage -> times(stage.times())).toList();
        Axis axis = axis(all, now);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < stages.size(); i++) {
            rows.add(row(
                    null,
                    null,
                    stages.get(i).times().stage(),
                    all.get(i),
                    Slip.of(stages.get(i).times()),
                    axis,
                    now,
                    Known.NOTHING,
                    List.of(),
                    false));
        }
        return chart(
                axis,
                closed.stream()
                        .map(freeze -> new Freeze(freeze.from(), freeze.to(), freeze.reason()))
                        .toList(),
                rows,
                0,
                now);
    }

    private static PlanView.Times times(StageTimes times) {
        return new PlanView.Times(
                times.baselineStart(),
                times.baselineEnd(),
                times.actualStart() == null && times.forecastStart() != null
                        ? times.forecastStart()
                        : times.plannedStart(),
                times.plannedEnd(),
                times.forecastEnd(),
                times.actualStart(),
                times.actualEnd());
    }

    private static Axis axis(List<PlanView.Times> all, Instant now) {
        Instant first = all.stream()
                .flatMap(times -> Stream.of(times.baselineStart(), times.plannedStart(), times.actualStart()))
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(now);
        Instant last = all.stream()
                .flatMap(times -> Stream.of(times.baselineEnd(), times.plannedEnd(), times.end()))
                .filter(Objects::nonNull)
                .max(Instant::compareTo)
                .orElse(first);
        if (!last.isAfter(first)) {
            last = first.plusSeconds(60);
        }
        return new Axis(
                first,
                last.plusSeconds(Math.max(1, Duration.between(first, last).toSeconds() / 20)));
    }

    private static PlanChart chart(Axis axis, List<Freeze> closed, List<Row> rows, int left, Instant now) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Instant at = axis.at(i / 6.0);
            ticks.add(new Tick(axis.place(at), at));
        }
        List<Band> freezes = new ArrayList<>();
        for (Freeze freeze : closed) {
            Bar bar = axis.bar(freeze.from(), freeze.to());
            if (bar != null) {
                freezes.add(new Band(bar.from(), bar.width(), freeze.title()));
            }
        }
        return new PlanChart(
                ticks,
                freezes,
                axis.holds(now) ? axis.place(now) : null,
                rows,
                left,
                Duration.between(axis.from(), axis.to()).toMinutes() / 1440.0);
    }

    private static Row row(
            PlanView.@Nullable Wave wave,
            PlanView.@Nullable Item item,
            @Nullable Stage stage,
            PlanView.Times times,
            @Nullable Duration slip,
            Axis axis,
            Instant now,
            Known known,
            List<String> databases,
            boolean folded) {
        Instant started = times.actualStart();
        Instant reached = times.actualEnd() != null ? times.actualEnd() : now;
        Instant wanted = times.plannedStart();
        // what has not begun can only begin from now on
        Instant open = started != null || wanted != null && wanted.isBefore(now) ? now : wanted;
        Instant end = times.end();
        return new Row(
                wave,
                item,
                stage,
                times,
                axis.bar(times.baselineStart(), times.baselineEnd()),
                started == null ? null : axis.bar(started, reached),
                times.actualEnd() == null ? axis.bar(open, end) : null,
                slip,
                databases.stream()
                        .map(known.usersOut()::get)
                        .filter(Objects::nonNull)
                        .distinct()
                        .sorted()
                        .filter(axis::holds)
                        .map(axis::mark)
                        .toList(),
                wave == null || end == null || !axis.holds(end) ? null : axis.mark(end),
                databases.stream().anyMatch(known.critical()::contains),
                folded,
                List.of(),
                null);
    }

    private record Axis(Instant from, Instant to) {
        double share(Instant at) {
            return (at.toEpochMilli() - from.toEpochMilli()) / (double) (to.toEpochMilli() - from.toEpochMilli());
        }

        boolean holds(Instant at) {
            return !at.isBefore(from) && !at.isAfter(to);
        }

        Instant at(double share) {
            return from.plusMillis((long) (share * Duration.between(from, to).toMillis()));
        }

        Mark mark(Instant at) {
            return new Mark(place(at), at, share(at) > 0.8);
        }

        @Nullable
        Double seen(@Nullable Instant at) {
            return at == null || !holds(at) ? null : (Double) share(at);
        }

        String place(Instant at) {
            return percent(Math.max(0, Math.min(1, share(at))));
        }

        @Nullable
        Bar bar(@Nullable Instant start, @Nullable Instant end) {
            if (start == null || end == null || !end.isAfter(start)) {
                return null;
            }
            double left = Math.max(0, share(start));
            double right = Math.min(1, share(end));
            return right <= left ? null : new Bar(percent(left), percent(Math.max(0.003, right - left)));
        }
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }
}
