package io.gulliver.evidence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A series as a chart draws it: few enough points, with every peak and every trough of note still there.
 *
 * <p>Time is cut into buckets of one length; of each bucket the lowest and the highest figure stay, at the moment each
 * stood. So the curve can be wider than the truth by one bucket, and never lower or flatter. Percentiles are of all
 * figures, by linear interpolation between closest ranks.
 *
 * @param name of the fact that its percentiles become
 * @param unit of every figure
 * @param from start of the first interval, seconds of the epoch
 * @param to end of the last
 * @param figures how many there were
 * @param distribution of all of them
 * @param runs without a gap inside, in the order of time
 * @param missingSeconds length of all gaps together
 * @param spans the same in rows of a table
 */
public record Trace(
        String name,
        String unit,
        long from,
        long to,
        int figures,
        Distribution distribution,
        List<Run> runs,
        long missingSeconds,
        List<Span> spans) {
    /** Rows of the table beside a chart. */
    private static final int MOST_SPANS = 31;

    private static final long DAY = 86_400;

    public Trace {
        runs = List.copyOf(runs);
        spans = List.copyOf(spans);
    }

    /**
     * A figure that stayed.
     *
     * @param second at which its interval ends
     * @param value of it
     */
    public record Point(long second, double value) {}

    /**
     * Points without a gap between them.
     *
     * @param from start of its first interval
     * @param to end of its last
     * @param points in the order of time
     */
    public record Run(long from, long to, List<Point> points) {
        public Run {
            points = List.copyOf(points);
        }
    }

    /**
     * A whole number of days.
     *
     * @param from its start
     * @param to its end
     * @param figures in it
     * @param least lowest figure
     * @param mean of them, each counted once
     * @param most highest figure
     */
    public record Span(long from, long to, int figures, double least, double mean, double most) {}

    /**
     * Makes a trace.
     *
     * @param series with at least one figure, in the order of time
     * @param buckets most pieces of time; at most twice as many points stay, and two for each run
     */
    public static Trace of(TimeSeries series, int buckets) {
        if (series.size() == 0 || buckets < 1) {
            throw new IllegalArgumentException(
                    "The series " + series.name() + " has " + series.size() + " figures for " + buckets + " buckets");
        }
        long from = start(series, 0);
        long to = Math.max(series.second(series.size() - 1), from + 1);
        long width = Math.max(1, Math.floorDiv(to - from + buckets - 1, buckets));
        long unusual = Math.max(width, Math.round(usualSeconds(series) / 2));
        List<Run> runs = new ArrayList<>();
        long missing = 0;
        int first = 0;
        for (int at = 1; at <= series.size(); at++) {
            boolean end = at == series.size();
            long gap = end ? 0 : start(series, at) - series.second(at - 1);
            if (end || gap > unusual) {
                runs.add(run(series, first, at, from, width));
                first = at;
                missing += gap;
            }
        }
        return new Trace(
                series.name(),
                series.unit(),
                from,
                to,
                series.size(),
                series.series().distribution(),
                runs,
                missing,
                spans(series, from, to));
    }

    private static long start(TimeSeries series, int at) {
        return series.second(at) - Math.max(0, Math.round(series.minutes(at) * 60));
    }

    private static double usualSeconds(TimeSeries series) {
        double[] minutes = new double[series.size()];
        Arrays.setAll(minutes, series::minutes);
        Arrays.sort(minutes);
        return 60 * Math.max(0, minutes[minutes.length / 2]);
    }

    private static Run run(TimeSeries series, int first, int end, long from, long width) {
        List<Point> points = new ArrayList<>();
        int at = first;
        while (at < end) {
            long bucket = Math.floorDiv(series.second(at) - 1 - from, width);
            int least = at;
            int most = at;
            int next = at;
            while (next < end && Math.floorDiv(series.second(next) - 1 - from, width) == bucket) {
                least = series.value(next) < series.value(least) ? next : least;
                most = series.value(next) > series.value(most) ? next : most;
                next++;
            }
            points.add(point(series, Math.min(least, most)));
            if (least != most) {
                points.add(point(series, Math.max(least, most)));
            }
            at = next;
        }
        return new Run(start(series, first), series.second(end - 1), points);
    }

    private static Point point(TimeSeries series, int at) {
        return new Point(series.second(at), series.value(at));
    }

    private static List<Span> spans(TimeSeries series, long from, long to) {
        long days = Math.floorDiv(to - 1, DAY) - Math.floorDiv(from, DAY) + 1;
        long length = DAY * Math.floorDiv(days + MOST_SPANS - 1, MOST_SPANS);
        long begin = Math.floorDiv(from, DAY) * DAY;
        List<Span> spans = new ArrayList<>();
        int at = 0;
        while (at < series.size()) {
            long row = Math.floorDiv(series.second(at) - 1 - begin, length);
            int next = at;
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            double sum = 0;
            while (next < series.size() && Math.floorDiv(series.second(next) - 1 - begin, length) == row) {
                least = Math.min(least, series.value(next));
                most = Math.max(most, series.value(next));
                sum += series.value(next++);
            }
            spans.add(new Span(
                    begin + row * length, begin + (row + 1) * length, next - at, least, sum / (next - at), most));
            at = next;
        }
        return spans;
    }
}
