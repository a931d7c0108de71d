package io.gulliver.ui.program;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Databases across over time, as steps: planned, actual and forecast, with freezes and today. Drawn on the server; all
 * horizontal places are percents of the width.
 *
 * @param planned path in a box of 1000 by 150, empty without a plan
 * @param actual path
 * @param forecast path
 * @param today place in percent
 * @param freezes shaded times
 * @param rows grid lines with their number of databases
 * @param months ticks of the date axis
 */
public record BurnChart(
        String planned,
        String actual,
        String forecast,
        String today,
        List<Band> freezes,
        List<Row> rows,
        List<Tick> months) {
    private static final double HEIGHT = 150;

    /** A shaded time, in percent. */
    public record Band(String from, String width, String title) {}

    /** A grid line: its height and what it stands for. */
    public record Row(String y, int databases) {}

    /** A mark on the date axis, in percent. */
    public record Tick(String at, Instant when) {}

    /** The chart, or null when there are too few points to draw. */
    public static @Nullable BurnChart of(ProgramOverview overview, Instant now) {
        List<ProgramOverview.ProgressPoint> points = overview.progress();
        if (points.size() < 2 || overview.databases() == 0) {
            return null;
        }
        double from = points.get(0).at().toEpochMilli();
        double to = points.get(points.size() - 1).at().toEpochMilli();
        if (to <= from) {
            return null;
        }
        Function<Instant, Double> share = at -> Math.max(0, Math.min(1, (at.toEpochMilli() - from) / (to - from)));
        List<Band> freezes = overview.freezes().stream()
                .filter(freeze ->
                        freeze.to().toEpochMilli() > from && freeze.from().toEpochMilli() < to)
                .map(freeze -> new Band(
                        percent(share.apply(freeze.from())),
                        percent(share.apply(freeze.to()) - share.apply(freeze.from())),
                        freeze.title()))
                .toList();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i <= 5; i++) {
            rows.add(new Row(number(HEIGHT - HEIGHT * i / 5), Math.round(overview.databases() * i / 5f)));
        }
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ticks.add(new Tick(percent(i / 6.0), Instant.ofEpochMilli((long) (from + (to - from) * i / 6))));
        }
        return new BurnChart(
                path(points, share, ProgramOverview.ProgressPoint::planned, overview.databases()),
                path(points, share, ProgramOverview.ProgressPoint::actual, overview.databases()),
                path(points, share, ProgramOverview.ProgressPoint::forecast, overview.databases()),
                percent(share.apply(now)),
                freezes,
                rows,
                ticks);
    }

    private static String path(
            List<ProgramOverview.ProgressPoint> points,
            Function<Instant, Double> share,
            Function<ProgramOverview.ProgressPoint, @Nullable Integer> value,
            int all) {
        StringBuilder path = new StringBuilder();
        for (ProgramOverview.ProgressPoint point : points) {
            Integer databases = value.apply(point);
            if (databases == null) {
                continue;
            }
            String x = number(1000 * share.apply(point.at()));
            String y = number(HEIGHT - HEIGHT * databases / all);
            path.append(path.isEmpty() ? "M" + x + " " + y : "H" + x + "V" + y);
        }
        return path.toString();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
