package io.gulliver.evidence.awrminer;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rows of several instances added up by snapshot, one figure of each measure a snapshot.
 *
 * <p>Memory grows with the snapshots (8 bytes a measure and about 100 of index), not with the file, and stops at
 * {@value #MOST}: more than eleven years of hourly snapshots.
 */
final class Snapshots {
    static final int MOST = 100_000;

    /** What happened to a row. */
    enum Added {
        TAKEN,
        /** This instance has a row for this snapshot already. */
        TWICE,
        /** One snapshot more than {@link Snapshots#MOST}. */
        TOO_MANY
    }

    private final Map<Long, Integer> index = new HashMap<>();
    private final Map<Long, Integer> instances = new HashMap<>();
    private final double[][] sums;
    private double[] minutes = new double[64];
    private long[] ids = new long[64];
    private long[] present = new long[64];
    private long[] ends = new long[64];

    /** @param measures how many figures a row has */
    Snapshots(int measures) {
        sums = new double[measures][64];
    }

    /**
     * Adds a row.
     *
     * @param figures NaN where unknown: the sum of a measure is unknown while no instance knows it
     * @param end epoch minutes of its end, or {@link Long#MIN_VALUE}
     */
    Added add(long snapshot, long instance, double durationMinutes, long end, double... figures) {
        Integer known = index.get(snapshot);
        if (known == null && index.size() >= MOST) {
            return Added.TOO_MANY;
        }
        Integer bit = instances.get(instance);
        if (bit == null) {
            // Oracle runs at most 128 instances of a database and nobody 64; a file with more is broken
            if (instances.size() >= Long.SIZE) {
                return Added.TOO_MANY;
            }
            bit = instances.size();
            instances.put(instance, bit);
        }
        int at = known == null ? open(snapshot) : known;
        if ((present[at] & 1L << bit) != 0) {
            return Added.TWICE;
        }
        present[at] |= 1L << bit;
        minutes[at] = Math.max(minutes[at], durationMinutes);
        ends[at] = Math.max(ends[at], end);
        for (int i = 0; i < figures.length; i++) {
            if (!Double.isNaN(figures[i])) {
                sums[i][at] = Double.isNaN(sums[i][at]) ? figures[i] : sums[i][at] + figures[i];
            }
        }
        return Added.TAKEN;
    }

    private int open(long snapshot) {
        int at = index.size();
        if (at == ids.length) {
            int length = at * 2;
            ids = Arrays.copyOf(ids, length);
            present = Arrays.copyOf(present, length);
            ends = Arrays.copyOf(ends, length);
            minutes = Arrays.copyOf(minutes, length);
            for (int i = 0; i < sums.length; i++) {
                sums[i] = Arrays.copyOf(sums[i], length);
            }
        }
        index.put(snapshot, at);
        ids[at] = snapshot;
        ends[at] = Long.MIN_VALUE;
        for (double[] measure : sums) {
            measure[at] = Double.NaN;
        }
        return at;
    }

    int size() {
        return index.size();
    }

    /** Place of a snapshot, or -1. */
    int place(long snapshot) {
        return index.getOrDefault(snapshot, -1);
    }

    double sum(int measure, int at) {
        return sums[measure][at];
    }

    double minutes(int at) {
        return minutes[at];
    }

    /** Epoch minutes, or {@link Long#MIN_VALUE}. */
    long end(int at) {
        return ends[at];
    }

    /** How many instances have a row for it. */
    int instances(int at) {
        return Long.bitCount(present[at]);
    }

    long id(int at) {
        return ids[at];
    }

    /** Rows of each instance, by its number. */
    SortedMap<Long, Integer> rows() {
        SortedMap<Long, Integer> rows = new TreeMap<>();
        instances.forEach((instance, bit) -> {
            int count = 0;
            for (int at = 0; at < size(); at++) {
                count += (present[at] >>> bit) & 1;
            }
            rows.put(instance, count);
        });
        return rows;
    }
}
