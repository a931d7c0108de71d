package io.gulliver.ui.database;

import io.gulliver.evidence.Distribution;
import io.gulliver.evidence.Trace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A trace as an SVG, drawn on the server. Horizontal places are percents of the width, vertical ones pixels of
 * {@value #HEIGHT}; the curve's box is 1000 wide.
 *
 * @param trace that is drawn
 * @param id on the page
 * @param heights grid lines with what they stand for
 * @param times ticks of the time axis
 * @param curves one path a run; between them nothing is known
 * @param levels percentiles and maximum as lines over the whole width
 * @param points of the curve for who asks for one: seconds after the start and figure with a space between, points with a
 *     semicolon
 * @param rows of the table beside it
 */
record TraceChart(
        Trace trace,
        String id,
        List<Height> heights,
        List<Time> times,
        List<String> curves,
        List<Level> levels,
        String points,
        List<Row> rows) {
    static final int HEIGHT = 160;

    private static final int WIDTH = 1000;
    private static final long DAY = 86_400;
    private static final int LABEL = 13;

    /** A grid line. */
    record Height(String y, String text) {}

    /** A tick, in percent. */
    record Time(String at, Instant when) {}

    /**
     * A line over the whole width.
     *
     * @param key p50, p95 or max
     * @param y place of the line
     * @param label place of its words, moved where lines are close
     * @param value in words
     */
    record Level(String key, String y, String label, String value) {}

    /**
     * Some days, or a part of one, in figures.
     *
     * @param from its start
     * @param to its last second
     * @param days whether it is of whole days
     */
    record Row(Instant from, Instant to, boolean days, int figures, String least, String mean, String most) {
        /** The first instant after it. */
        public Instant end() {
            return to.plusSeconds(1);
        }
    }

    static TraceChart of(Trace trace) {
        double low = Math.min(0, lowest(trace));
        double high = nice(Math.max(trace.distribution().max(), low + 1e-9) - low) + low;
        List<Height> heights = new ArrayList<>();
        for (int i = 0; i <= 4; i++) {
            double value = low + (high - low) * i / 4;
            heights.add(new Height(px(y(value, low, high)), figure(value)));
        }
        List<Time> times = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            times.add(new Time(
                    String.format(Locale.ROOT, "%.2f%%", 100 * i / 6.0),
                    Instant.ofEpochSecond(trace.from() + (trace.to() - trace.from()) * i / 6)));
        }
        return new TraceChart(
                trace,
                "trace-" + trace.name().replace('.', '-'),
                heights,
                times,
                trace.runs().stream().map(run -> path(trace, run, low, high)).toList(),
                levels(trace.distribution(), low, high),
                trace.runs().stream()
                        .flatMap(run -> run.points().stream())
                        .map(point -> point.second() - trace.from() + " " + figure(point.value()))
                        .collect(Collectors.joining(";")),
                trace.spans().stream()
                        .map(span -> new Row(
                                Instant.ofEpochSecond(span.from()),
                                Instant.ofEpochSecond(span.to() - 1),
                                span.to() - span.from() >= DAY,
                                span.figures(),
                                figure(span.least()),
                                figure(span.mean()),
                                figure(span.most())))
                        .toList());
    }

    private static double lowest(Trace trace) {
        return trace.spans().stream().mapToDouble(Trace.Span::least).min().orElse(0);
    }

    /** The next of 1, 2, 4, 6, 8 and 10 times a power of ten, so that quarters are short numbers. */
    static double nice(double span) {
        double power = Math.pow(10, Math.floor(Math.log10(span)));
        for (double step : new double[] {1, 2, 4, 6, 8, 10}) {
            if (span <= step * power * (1 + 1e-9)) {
                return step * power;
            }
        }
        return 10 * power;
    }

    private static String path(Trace trace, Trace.Run run, double low, double high) {
        StringBuilder path = new StringBuilder();
        // a figure stands for its interval: the first one begins where the run does
        path.append('M')
                .append(x(trace, run.from()))
                .append(' ')
                .append(px(y(run.points().get(0).value(), low, high)));
        for (Trace.Point point : run.points()) {
            path.append('L').append(x(trace, point.second())).append(' ').append(px(y(point.value(), low, high)));
        }
        return path.toString();
    }

    /** Labels at least a line apart, from the top down. */
    private static List<Level> levels(Distribution all, double low, double high) {
        double[] values = {all.max(), all.p95(), all.p50()};
        String[] keys = {"max", "p95", "p50"};
        double[] labels = new double[values.length];
        double last = -LABEL;
        for (int i = 0; i < values.length; i++) {
            labels[i] = Math.max(y(values[i], low, high) + 4, last + LABEL);
            last = labels[i];
        }
        double over = Math.max(0, last - HEIGHT);
        List<Level> levels = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            levels.add(new Level(keys[i], px(y(values[i], low, high)), px(labels[i] - over), figure(values[i])));
        }
        return levels;
    }

    private static double y(double value, double low, double high) {
        return HEIGHT - HEIGHT * (value - low) / (high - low);
    }

    private static String x(Trace trace, long second) {
        return px(WIDTH * (double) (second - trace.from()) / Math.max(1, trace.to() - trace.from()));
    }

    private static String px(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Three figures are enough to read a chart by. */
    static String figure(double value) {
        double size = Math.abs(value);
        String form = size >= 100 || value == Math.rint(value) ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, form, value);
    }
}
