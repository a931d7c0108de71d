package io.gulliver.planning.sizing;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How busy one source host was over time.
 *
 * @param host its name: a host counts once, however many databases of it were captured
 * @param model of its processors, as the capacity table knows it
 * @param cores of the host
 * @param threadsPerCore 1 without hyper-threading
 * @param busyPercent 100 - idle - iowait, 0 to 100, by snapshot; a snapshot that is missing is unknown
 */
public record HostUtilization(
        String host, String model, double cores, int threadsPerCore, SortedMap<Long, Double> busyPercent) {
    public HostUtilization {
        busyPercent = Collections.unmodifiableSortedMap(new TreeMap<>(busyPercent));
    }

    /** Busy cores at a share of busy threads. */
    double busyCores(double percent) {
        return cores * percent / 100;
    }

    /**
     * The most cores that can be busy at that share: with two threads a core, half of the threads may be all of the
     * cores.
     */
    double mostBusyCores(double percent) {
        return threadsPerCore > 1 ? cores * Math.min(1, 2 * percent / 100) : busyCores(percent);
    }
}
