package io.gulliver.evidence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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

    private static final long HOUR = 3_600;
    private static final long DAY = 24 * HOUR;
    /** Lengths of rows below a day, each a part of the next. */
    private static final long[] PARTS = {60, 300, 900, 1_800, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR};

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
     * A whole number of days; of a piece shorter than three days, a part of one.
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
        return drawn(series, buckets, from, to, days(from, to));
    }

    /**
     * Makes a trace of a piece of time: of the figures whose interval ends in it, so that pieces side by side share none. It
     * begins and ends where the piece does.
     *
     * @param series in the order of time
     * @param buckets as above
     * @param from start of the piece, seconds of the epoch
     * @param to its end, later than the start
     * @return empty where no interval ends in it
     */
    public static Optional<Trace> of(TimeSeries series, int buckets, long from, long to) {
        if (to <= from || buckets < 1) {
            throw new IllegalArgumentException("Wanted " + buckets + " buckets between " + from + " and " + to);
        }
        TimeSeries piece = new TimeSeries(series.name(), series.unit());
        for (int at = 0; at < series.size(); at++) {
            if (series.second(at) > from && series.second(at) <= to) {
                double most = (series.second(at) - from) / 60.0;
                piece.add(series.second(at), Math.min(series.minutes(at), most), series.value(at));
            }
        }
        return piece.size() == 0 ? Optional.empty() : Optional.of(drawn(piece, buckets, from, to, row(from, to)));
    }

    private static Trace drawn(TimeSeries series, int buckets, long from, long to, long row) {
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
                spans(series, from, row));
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

    private static List<Span> spans(TimeSeries series, long from, long length) {
        long edge = Math.min(length, DAY);
        long begin = Math.floorDiv(from, edge) * edge;
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

    /** What a piece is read in: parts of a day where it is shorter than three. */
    private static long row(long from, long to) {
        if (to - from < 3 * DAY) {
            for (long part : PARTS) {
                if (Math.floorDiv(to - 1, part) - Math.floorDiv(from, part) < MOST_SPANS) {
                    return part;
                }
            }
        }
        return days(from, to);
    }

    private static long days(long from, long to) {
        long days = Math.floorDiv(to - 1, DAY) - Math.floorDiv(from, DAY) + 1;
        return DAY * Math.floorDiv(days + MOST_SPANS - 1, MOST_SPANS);
    }
}
