package io.gulliver.evidence;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Figures of one measure with the moment each one ends at: what charts draw and what sizing aligns over hosts.
 *
 * <p>Three primitive arrays: 24 bytes a figure, at most {@value #MOST} figures, so that a long file cannot fill the
 * memory.
 */
public final class TimeSeries {
    /** Three years by the ten minutes, or 138 days by the minute. */
    public static final int MOST = 200_000;

    private final String name;
    private final String unit;
    private long[] seconds = new long[64];
    private double[] minutes = new double[64];
    private double[] values = new double[64];
    private int size;
    private boolean sorted = true;

    /**
     * @param name of the fact that its percentiles become
     * @param unit of every figure
     */
    public TimeSeries(String name, String unit) {
        this.name = name;
        this.unit = unit;
    }

    /**
     * Adds a figure in any order of time.
     *
     * @param second of the epoch at which the interval ends
     * @param durationMinutes the interval's length
     * @return false when there are too many already, and the figure was left out
     */
    public boolean add(long second, double durationMinutes, double value) {
        if (size == MOST) {
            return false;
        }
        if (size == seconds.length) {
            int length = Math.min(MOST, size * 2);
            seconds = Arrays.copyOf(seconds, length);
            minutes = Arrays.copyOf(minutes, length);
            values = Arrays.copyOf(values, length);
        }
        sorted &= size == 0 || seconds[size - 1] < second;
        seconds[size] = second;
        minutes[size] = durationMinutes;
        values[size++] = value;
        return true;
    }

    /**
     * Gives every figure its true time, and every interval its true length, where they were kept on some other clock.
     *
     * @param clock second of the epoch of a second on the clock under which figures were added
     */
    public void retime(LongUnaryOperator clock) {
        sorted = true;
        for (int i = 0; i < size; i++) {
            long from = clock.applyAsLong(seconds[i] - Math.round(minutes[i] * 60));
            seconds[i] = clock.applyAsLong(seconds[i]);
            minutes[i] = (seconds[i] - from) / 60.0;
            sorted &= i == 0 || seconds[i - 1] < seconds[i];
        }
    }

    /** Brings the figures into the order of time and keeps the first of those at one time; answers how many went. */
    public int sort() {
        if (sorted) {
            return 0;
        }
        Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(seconds[a], seconds[b]));
        long[] newSeconds = new long[size];
        double[] newMinutes = new double[size];
        double[] newValues = new double[size];
        int kept = 0;
        for (int from : order) {
            if (kept == 0 || newSeconds[kept - 1] != seconds[from]) {
                newSeconds[kept] = seconds[from];
                newMinutes[kept] = minutes[from];
                newValues[kept++] = values[from];
            }
        }
        int gone = size - kept;
        seconds = newSeconds;
        minutes = newMinutes;
        values = newValues;
        size = kept;
        sorted = true;
        return gone;
    }

    public String name() {
        return name;
    }

    public String unit() {
        return unit;
    }

    public int size() {
        return size;
    }

    /** End of an interval in seconds of the epoch. */
    public long second(int at) {
        return seconds[at];
    }

    /** Length of an interval in minutes. */
    public double minutes(int at) {
        return minutes[at];
    }

    public double value(int at) {
        return values[at];
    }

    /** The figures without their times. */
    public Series series() {
        Series series = new Series();
        for (int i = 0; i < size; i++) {
            series.add(values[i], minutes[i]);
        }
        return series;
    }
}
