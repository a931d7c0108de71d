package io.gulliver.evidence;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How busy the hosts of one capture were, hour by hour: what aligns captures of different databases and hosts.
 *
 * @param source the capture
 * @param cores of one host, or null while unknown
 * @param threadsPerCore 1 without hyper-threading, or while unknown
 * @param busyPercent by host and hour of the epoch, 0 to 100; a missing hour is unknown
 * @param ownCores CPU of the database itself by host and hour, in cores; empty when the capture does not tell
 */
public record HourlyLoad(
        String source,
        @Nullable Double cores,
        int threadsPerCore,
        SortedMap<String, SortedMap<Long, Double>> busyPercent,
        SortedMap<String, SortedMap<Long, Double>> ownCores) {
    public HourlyLoad {
        busyPercent = copied(busyPercent);
        ownCores = copied(ownCores);
    }

    private static SortedMap<String, SortedMap<Long, Double>> copied(SortedMap<String, SortedMap<Long, Double>> from) {
        SortedMap<String, SortedMap<Long, Double>> copy = new TreeMap<>();
        from.forEach((host, values) -> copy.put(host, Collections.unmodifiableSortedMap(new TreeMap<>(values))));
        return Collections.unmodifiableSortedMap(copy);
    }
}
