package io.gulliver.planning.sizing;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the busy cores of one host divide among its databases at one moment.
 *
 * @param cores by database: its own CPU, scaled down where all together exceed what the host shows
 * @param other busy cores of no database: a person decides whether that work moves too
 * @param scale by which the databases' own figures were multiplied, 1 for not at all
 */
public record HostShare(SortedMap<String, Double> cores, double other, double scale) {
    public HostShare {
        cores = Collections.unmodifiableSortedMap(new TreeMap<>(cores));
    }

    /**
     * Divides.
     *
     * @param busy cores of the host, which count once
     * @param own cores that each database says it used, background included
     */
    public static HostShare of(double busy, SortedMap<String, Double> own) {
        double sum = 0;
        for (double one : own.values()) {
            if (!(one >= 0)) {
                throw new IllegalArgumentException("CPU of a database is " + one + " cores, wanted 0 or more: " + own);
            }
            sum += one;
        }
        if (!(busy >= 0)) {
            throw new IllegalArgumentException("busy cores of the host are " + busy + ", wanted 0 or more");
        }
        double scale = sum > busy ? busy / sum : 1;
        SortedMap<String, Double> cores = new TreeMap<>();
        own.forEach((database, used) -> cores.put(database, used * scale));
        return new HostShare(cores, Math.max(0, busy - sum * scale), scale);
    }
}
