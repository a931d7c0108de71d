package io.gulliver.ui.database;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a run on one axis of time, from its first start to now or to the end that estimates promise.
 *
 * @param from left edge
 * @param to right edge
 * @param now where now is in percent of the width, or null where it lies outside
 * @param bars of the steps that began, by their key
 */
record StepBars(Instant from, Instant to, @Nullable Double now, Map<String, List<Bar>> bars) {
    /** Narrower than this nobody would see it. */
    private static final double NARROWEST = 0.6;

    StepBars {
        bars = Map.copyOf(bars);
    }

    /**
     * A stretch of time.
     *
     * @param css how it is drawn
     * @param x left edge in percent
     * @param width in percent
     */
    record Bar(String css, double x, double width) {}

    /** Empty while no step of the run began. */
    static @Nullable StepBars of(RunView run, Instant now) {
        List<RunView.StepLine> begun = run.groups().stream()
                .flatMap(group -> group.steps().stream())
                .filter(step -> step.row().run().startedAt() != null)
                .toList();
        if (begun.isEmpty()) {
            return null;
        }
        Instant from =
                begun.stream().map(StepBars::start).min(Instant::compareTo).orElseThrow();
        boolean open = run.open();
        Instant to = begun.stream()
                .map(step -> later(end(step, now, open), open ? promised(step) : null))
                .max(Instant::compareTo)
                .orElseThrow();
        to = open ? later(to, now) : to;
        double length = Math.max(1, Duration.between(from, to).toSeconds());
        Map<String, List<Bar>> bars = new HashMap<>();
        for (RunView.StepLine step : begun) {
            List<Bar> drawn = new ArrayList<>();
            Instant start = start(step);
            Instant end = end(step, now, open);
            Instant promised = open ? promised(step) : null;
            if (promised != null && promised.isAfter(end)) {
                drawn.add(bar("fc", start, promised, from, length));
            }
            Instant waits = step.row().run().waitedSince();
            boolean stands = open && waits != null && waits.isBefore(end);
            String css = step.status().through() ? "act" : step.failed() ? "late" : "run";
            if (!stands) {
                drawn.add(bar(css, start, end, from, length));
            } else {
                if (waits.isAfter(start)) {
                    drawn.add(bar(step.failed() ? "late" : "run", start, waits, from, length));
                }
                drawn.add(bar(step.failed() ? "late" : "wt", later(waits, start), end, from, length));
            }
            bars.put(step.key(), List.copyOf(drawn));
        }
        Double at = open ? 100 * Duration.between(from, now).toSeconds() / length : null;
        return new StepBars(from, to, at, bars);
    }

    private static Bar bar(String css, Instant start, Instant end, Instant from, double length) {
        double width = Math.max(NARROWEST, 100 * Duration.between(start, end).toSeconds() / length);
        double x = Math.min(100 - NARROWEST, 100 * Duration.between(from, start).toSeconds() / length);
        return new Bar(css, round(x), round(Math.min(width, 100 - x)));
    }

    private static double round(double percent) {
        return Math.round(percent * 100) / 100.0;
    }

    private static Instant start(RunView.StepLine step) {
        Instant started = step.row().run().startedAt();
        if (started == null) {
            throw new IllegalStateException("Step " + step.key() + " has not begun");
        }
        return started;
    }

    /** Of a step that is not through: now, or of a run that ended where it was left. */
    private static Instant end(RunView.StepLine step, Instant now, boolean open) {
        Instant ended = step.row().run().endedAt();
        return ended != null ? ended : open ? later(now, start(step)) : start(step);
    }

    /** When a step that works ends by its estimate; what waited before is no part of that. */
    private static @Nullable Instant promised(RunView.StepLine step) {
        Duration estimate = step.estimate();
        return step.row().run().endedAt() != null || estimate == null
                ? null
                : start(step).plus(step.waited()).plus(estimate);
    }

    private static Instant later(Instant one, @Nullable Instant other) {
        return other == null || one.isAfter(other) ? one : other;
    }
}
