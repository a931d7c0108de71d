package io.gulliver.ui.plan;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.ui.program.ProgramOverview.Freeze;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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
 */
record PlanChart(
        List<Tick> ticks, List<Band> freezes, @Nullable String today, List<Row> rows) {
    /** A mark of the axis, in percent. */
    record Tick(String at, Instant when) {}

    /** A shaded time, in percent. */
    record Band(String from, String width, String title) {}

    /** A bar, in percent. */
    record Bar(String from, String width) {}

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
     * @param slip of the end against what was agreed, or null
     */
    record Row(
            PlanView.@Nullable Wave wave,
            PlanView.@Nullable Item item,
            @Nullable Stage stage,
            PlanView.Times times,
            @Nullable Bar baseline,
            @Nullable Bar actual,
            @Nullable Bar forecast,
            @Nullable Duration slip) {}

    static PlanChart of(PlanView plan, Instant now) {
        List<PlanView.Times> all = plan.waves().stream()
                .flatMap(wave -> Stream.concat(
                        Stream.of(wave.times()), wave.databases().stream().map(PlanView.Item::times)))
                .toList();
        Axis axis = axis(all, now);
        List<Row> rows = new ArrayList<>();
        for (PlanView.Wave wave : plan.waves()) {
            rows.add(row(wave, null, null, wave.times(), axis, now));
            for (PlanView.Item item : wave.databases()) {
                rows.add(row(null, item, null, item.times(), axis, now));
            }
        }
        return chart(axis, plan.freezes(), rows, now);
    }

    /** The stages of one database, a row each. */
    static PlanChart of(
            List<PlanEditController.StageLine> stages, List<io.gulliver.domain.plan.Freeze> closed, Instant now) {
        List<PlanView.Times> all =
                stages.stream().map(stage -> times(stage.times())).toList();
        Axis axis = axis(all, now);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < stages.size(); i++) {
            rows.add(row(null, null, stages.get(i).times().stage(), all.get(i), axis, now));
        }
        return chart(
                axis,
                closed.stream()
                        .map(freeze -> new Freeze(freeze.from(), freeze.to(), freeze.reason()))
                        .toList(),
                rows,
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

    private static PlanChart chart(Axis axis, List<Freeze> closed, List<Row> rows, Instant now) {
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
        return new PlanChart(ticks, freezes, axis.holds(now) ? axis.place(now) : null, rows);
    }

    private static Row row(
            PlanView.@Nullable Wave wave,
            PlanView.@Nullable Item item,
            @Nullable Stage stage,
            PlanView.Times times,
            Axis axis,
            Instant now) {
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
                wave == null ? times.slip() : wave.slip());
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
