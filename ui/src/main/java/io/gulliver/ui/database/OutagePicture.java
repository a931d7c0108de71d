package io.gulliver.ui.database;

import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodAssessment.Judged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long users are out by each way across, on one logarithmic axis with the agreed window in it: what fits and by how much
 * is seen before anything is read.
 *
 * @param window where the agreed outage ends, in percent of the width, or null while none is agreed
 * @param ticks times of the axis, from left to right
 * @param rows the ways that have a figure, in the order of the assessment
 * @param unknown the others
 */
record OutagePicture(@Nullable Double window, List<Tick> ticks, List<Row> rows, List<Method> unknown) {
    /** Shorter than this is drawn as long as this: a logarithm has no zero. */
    private static final Duration SHORTEST = Duration.ofSeconds(10);

    /** What stays free left and right of what is drawn, as a factor of time. */
    private static final double MARGIN = 1.6;

    /** Each about three times as long as the one before, and a round number of its unit. */
    private static final List<Duration> ROUND = List.of(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(3),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(3),
            Duration.ofHours(10),
            Duration.ofDays(1),
            Duration.ofDays(3),
            Duration.ofDays(10),
            Duration.ofDays(30),
            Duration.ofDays(100));

    /** Nearer to the line of the window, or to an edge, in percent, a tick's words would run into other words. */
    private static final double NEAR = 6;

    private static final int ROW_HEIGHT = 44;
    private static final int TOP = 24;

    OutagePicture {
        ticks = List.copyOf(ticks);
        rows = List.copyOf(rows);
        unknown = List.copyOf(unknown);
    }

    /** How a way stands. */
    enum State {
        /** The one to take. */
        CHOSEN("s-done"),
        /** Nothing closes it. */
        OPEN("s-ready"),
        CLOSED("s-blocked");

        private final String css;

        State(String css) {
            this.css = css;
        }

        public String css() {
            return css;
        }
    }

    /**
     * @param x in percent of the width
     * @param length that it stands for
     */
    record Tick(double x, Duration length) {}

    /**
     * A way across.
     *
     * @param method which
     * @param state how it stands
     * @param outage the figures drawn
     * @param least where the shortest stands, in percent of the width
     * @param likely where the likely one stands
     * @param most where the longest stands
     * @param y upper edge of the row
     */
    record Row(
            Method method,
            State state,
            MethodAssessment.Outage outage,
            double least,
            double likely,
            double most,
            int y) {
        /** Whether its words stand left of the right end of its bar, for right of its left end there is no room. */
        public boolean ends() {
            return least > 45;
        }

        /** How wide its bar is; something is seen of a figure that has no range. */
        public double width() {
            return round(Math.max(0.5, most - least));
        }
    }

    /** Height of the rows, in points. */
    public int height() {
        return TOP + ROW_HEIGHT * rows.size();
    }

    /**
     * @param ways as judged
     * @param taken the one to take, or null while there is none
     * @param agreed the outage that users agreed to, or null
     * @return null while no way has a figure
     */
    static @Nullable OutagePicture of(List<Judged> ways, @Nullable Method taken, @Nullable Duration agreed) {
        List<Judged> known = ways.stream().filter(way -> way.outage() != null).toList();
        List<Method> unknown = ways.stream()
                .filter(way -> way.outage() == null)
                .map(Judged::method)
                .toList();
        if (known.isEmpty()) {
            return null;
        }
        double low = Double.MAX_VALUE;
        double high = 0;
        for (Judged way : known) {
            low = Math.min(low, seconds(outage(way).shortest()));
            high = Math.max(high, seconds(outage(way).longest()));
        }
        if (agreed != null) {
            low = Math.min(low, seconds(agreed));
            high = Math.max(high, seconds(agreed));
        }
        Axis axis = new Axis(low / MARGIN, high * MARGIN);
        Double window = agreed == null ? null : axis.at(agreed);
        List<Row> rows = new ArrayList<>();
        for (Judged way : known) {
            MethodAssessment.Outage outage = outage(way);
            State state = way.method() == taken ? State.CHOSEN : way.eligible() ? State.OPEN : State.CLOSED;
            rows.add(new Row(
                    way.method(),
                    state,
                    outage,
                    axis.at(outage.shortest()),
                    axis.at(outage.likely()),
                    axis.at(outage.longest()),
                    TOP + ROW_HEIGHT * rows.size()));
        }
        return new OutagePicture(window, axis.ticks(window), rows, unknown);
    }

    private static MethodAssessment.Outage outage(Judged way) {
        MethodAssessment.Outage outage = way.outage();
        if (outage == null) {
            throw new IllegalStateException(way.method() + " has no outage to draw");
        }
        return outage;
    }

    private static double seconds(Duration length) {
        return Math.max(SHORTEST.toSeconds(), length.toSeconds());
    }

    private static double round(double percent) {
        return Math.round(percent * 100) / 100.0;
    }

    private record Axis(double low, double high) {
        double at(Duration length) {
            return round(100 * Math.log(seconds(length) / low) / Math.log(high / low));
        }

        List<Tick> ticks(@Nullable Double window) {
            List<Tick> ticks = new ArrayList<>();
            for (Duration one : ROUND) {
                double x = at(one);
                boolean inside = one.toSeconds() > low && x >= NEAR / 2 && x <= 100 - NEAR / 2;
                boolean free = (window == null || Math.abs(x - window) >= NEAR)
                        && (ticks.isEmpty() || x - ticks.get(ticks.size() - 1).x() >= NEAR);
                if (inside && free) {
                    ticks.add(new Tick(x, one));
                }
            }
            return ticks;
        }
    }
}
