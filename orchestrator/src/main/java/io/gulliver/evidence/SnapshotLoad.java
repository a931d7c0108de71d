package io.gulliver.evidence;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How busy the hosts of one piece of evidence were, snapshot by snapshot, and what the database used of them.
 *
 * <p>A moment is the second of the epoch at which a snapshot ends; it is the same for all hosts of a cluster.
 *
 * @param kind of the evidence
 * @param source the file, or what else it comes from, for people
 * @param cores of one host, or null while unknown
 * @param coresOf by host where hosts differ; empty where all are alike
 * @param threadsPerCore 1 without hyper-threading, or while unknown
 * @param minutes length of each snapshot by moment
 * @param busyPercent by host and moment, 0 to 100; a missing moment is unknown
 * @param ownCores CPU of the database itself by host and moment, in cores of the host; empty when nobody measured it
 * @param ownFrom how the database's own CPU was found, empty where it was not
 */
public record SnapshotLoad(
        Kind kind,
        String source,
        @Nullable Double cores,
        SortedMap<String, Double> coresOf,
        int threadsPerCore,
        SortedMap<Long, Double> minutes,
        SortedMap<String, SortedMap<Long, Double>> busyPercent,
        SortedMap<String, SortedMap<Long, Double>> ownCores,
        String ownFrom) {
    /** Evidence of load, the better first: where two tell of the same time the first one counts. */
    public enum Kind {
        /** A capture of the AWR Miner script. */
        CAPTURE,
        /** AWR or STATSPACK as discovery read it. */
        DISCOVERY,
        /** sysstat of one host, which knows nothing of databases. */
        SAR
    }

    public SnapshotLoad {
        coresOf = Collections.unmodifiableSortedMap(new TreeMap<>(coresOf));
        minutes = Collections.unmodifiableSortedMap(new TreeMap<>(minutes));
        busyPercent = copied(busyPercent);
        ownCores = copied(ownCores);
    }

    /** Of hosts that are all alike. */
    public SnapshotLoad(
            Kind kind,
            String source,
            @Nullable Double cores,
            int threadsPerCore,
            SortedMap<Long, Double> minutes,
            SortedMap<String, SortedMap<Long, Double>> busyPercent,
            SortedMap<String, SortedMap<Long, Double>> ownCores,
            String ownFrom) {
        this(kind, source, cores, new TreeMap<>(), threadsPerCore, minutes, busyPercent, ownCores, ownFrom);
    }

    /** Cores of a host, or null while unknown. */
    public @Nullable Double cores(String host) {
        return coresOf.getOrDefault(host, cores);
    }

    /** Part of the time from the first snapshot's begin to the last one's end that snapshots cover, 0 to 1. */
    public double covered() {
        if (minutes.isEmpty()) {
            return 0;
        }
        double span = (minutes.lastKey() - minutes.firstKey()) / 60.0 + minutes.get(minutes.firstKey());
        double sum = minutes.values().stream().mapToDouble(Double::doubleValue).sum();
        return span <= 0 ? 1 : Math.min(1, sum / span);
    }

    private static SortedMap<String, SortedMap<Long, Double>> copied(SortedMap<String, SortedMap<Long, Double>> from) {
        SortedMap<String, SortedMap<Long, Double>> copy = new TreeMap<>();
        from.forEach((host, values) -> copy.put(host, Collections.unmodifiableSortedMap(new TreeMap<>(values))));
        return Collections.unmodifiableSortedMap(copy);
    }
}
