package io.gulliver.evidence;

import java.util.Arrays;

/** Figures over time with the minutes each one stands for, in two primitive arrays: 16 bytes a figure. */
public final class Series {
    private double[] values = new double[256];
    private double[] minutes = new double[256];
    private int size;

    /**
     * @param value the average over the interval
     * @param durationMinutes the interval's length; not above zero counts as one
     */
    public void add(double value, double durationMinutes) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
            minutes = Arrays.copyOf(minutes, size * 2);
        }
        values[size] = value;
        minutes[size++] = durationMinutes > 0 ? durationMinutes : 1;
    }

    public int size() {
        return size;
    }

    /** @throws IllegalStateException when there is no figure */
    public Distribution distribution() {
        if (size == 0) {
            throw new IllegalStateException("a series without figures has no distribution");
        }
        double weighted = 0;
        double weight = 0;
        for (int i = 0; i < size; i++) {
            weighted += values[i] * minutes[i];
            weight += minutes[i];
        }
        double[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return new Distribution(
                weighted / weight,
                percentile(sorted, 50),
                percentile(sorted, 95),
                percentile(sorted, 99),
                sorted[size - 1]);
    }

    /** Linear interpolation between the closest ranks of sorted figures: rank p/100 × (n − 1), counted from 0. */
    public static double percentile(double[] sorted, double percent) {
        double rank = percent / 100 * (sorted.length - 1);
        int below = (int) Math.floor(rank);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
    }
}
