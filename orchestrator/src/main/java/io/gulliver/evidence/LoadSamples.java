package io.gulliver.evidence;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Load of hosts and of one database by snapshot and instance, out of one piece of evidence.
 *
 * @param cores of one host, null while unknown
 * @param cpus logical CPUs of one host, null while unknown
 * @param hosts names of the hosts; empty where the evidence hides them
 * @param hostOf host by number of the instance, where the evidence says it
 * @param coresOf cores by number of the instance where hosts differ; empty where all are alike
 * @param ownFrom how the database's own CPU was found, empty where it was not
 * @param samples in any order
 */
public record LoadSamples(
        @Nullable Double cores,
        @Nullable Double cpus,
        List<String> hosts,
        SortedMap<Long, String> hostOf,
        SortedMap<Long, Double> coresOf,
        String ownFrom,
        List<LoadSample> samples) {
    /** Most samples of one file: eleven years of hourly snapshots of two instances. */
    public static final int MOST = 200_000;

    /** How a host is called that the evidence does not name; nobody can tell whom it is shared with. */
    public static final String UNNAMED = "host of instance ";

    public LoadSamples {
        hosts = List.copyOf(hosts);
        hostOf = Collections.unmodifiableSortedMap(new TreeMap<>(hostOf));
        coresOf = Collections.unmodifiableSortedMap(new TreeMap<>(coresOf));
        samples = List.copyOf(samples);
    }

    /** Of hosts that are all alike. */
    public LoadSamples(
            @Nullable Double cores,
            @Nullable Double cpus,
            List<String> hosts,
            SortedMap<Long, String> hostOf,
            String ownFrom,
            List<LoadSample> samples) {
        this(cores, cpus, hosts, hostOf, new TreeMap<>(), ownFrom, samples);
    }

    /** The same with ends that were a wall clock's, written as seconds of UTC, moved to the zone of that clock. */
    public LoadSamples inZone(ZoneId zone) {
        return new LoadSamples(
                cores,
                cpus,
                hosts,
                hostOf,
                coresOf,
                ownFrom,
                samples.stream()
                        .map(one -> new LoadSample(
                                one.snapshot(),
                                one.instance(),
                                LocalDateTime.ofEpochSecond(one.second(), 0, ZoneOffset.UTC)
                                        .atZone(zone)
                                        .toEpochSecond(),
                                one.minutes(),
                                one.busyPercent(),
                                one.ownCpus()))
                        .toList());
    }

    /**
     * The same by host. A snapshot is one moment for all its instances: the last of their ends, for their clocks differ by
     * a minute. Instances of one host all report that host's load, which counts once; their own CPU adds up.
     *
     * @param kind of the evidence
     * @param source of it, for people
     * @param told host of a database of one instance as the inventory has it, for evidence that hides names; or null
     */
    public SnapshotLoad byHost(SnapshotLoad.Kind kind, String source, @Nullable String told) {
        SortedMap<Long, Long> ends = new TreeMap<>();
        SortedMap<Long, Double> lengths = new TreeMap<>();
        for (LoadSample sample : samples) {
            ends.merge(sample.snapshot(), sample.second(), Math::max);
            lengths.merge(sample.snapshot(), sample.minutes(), Math::max);
        }
        SortedMap<Long, Double> minutes = new TreeMap<>();
        long before = Long.MIN_VALUE;
        for (Map.Entry<Long, Long> end : ends.entrySet()) {
            double length = lengths.getOrDefault(end.getKey(), 0.0);
            if (end.getValue() <= before) {
                // the hour that a wall clock shows twice in autumn
                end.setValue(before + Math.max(1, Math.round(length * 60)));
            }
            before = end.getValue();
            minutes.put(before, length);
        }
        SortedMap<Long, String> names = names(told);
        double threads = cores == null || cpus == null || cores <= 0 ? 1 : Math.max(1, cpus / cores);
        SortedMap<String, SortedMap<Long, double[]>> sums = new TreeMap<>();
        SortedMap<String, SortedMap<Long, Double>> own = new TreeMap<>();
        for (LoadSample sample : samples) {
            String host = names.getOrDefault(sample.instance(), "");
            long end = ends.getOrDefault(sample.snapshot(), sample.second());
            if (!Double.isNaN(sample.busyPercent())) {
                double[] sum = sums.computeIfAbsent(host, name -> new TreeMap<>())
                        .computeIfAbsent(end, moment -> new double[2]);
                sum[0] += sample.busyPercent();
                sum[1]++;
            }
            if (!Double.isNaN(sample.ownCpus())) {
                own.computeIfAbsent(host, name -> new TreeMap<>()).merge(end, sample.ownCpus() / threads, Double::sum);
            }
        }
        SortedMap<String, SortedMap<Long, Double>> busy = new TreeMap<>();
        sums.forEach((host, values) -> {
            SortedMap<Long, Double> percents = new TreeMap<>();
            values.forEach((moment, sum) -> percents.put(moment, Math.min(100, sum[0] / sum[1])));
            busy.put(host, percents);
        });
        SortedMap<String, Double> coresByHost = new TreeMap<>();
        coresOf.forEach((instance, number) -> {
            String host = names.get(instance);
            if (host != null) {
                coresByHost.merge(host, number, Math::max);
            }
        });
        return new SnapshotLoad(
                kind, source, cores, coresByHost, (int) Math.round(threads), minutes, busy, own, ownFrom);
    }

    /**
     * Host of each instance. Where the evidence does not say it, an instance's number is its place among the hosts in the
     * order of their names, as clusters are built; where numbers do not fit, instances are hosts of their own that nobody
     * shares.
     */
    private SortedMap<Long, String> names(@Nullable String told) {
        SortedSet<Long> instances = new TreeSet<>();
        samples.forEach(sample -> instances.add(sample.instance()));
        List<String> inOrder = new ArrayList<>(new TreeSet<>(hosts));
        boolean byNumber = instances.stream().allMatch(number -> number >= 1 && number <= inOrder.size());
        SortedMap<Long, String> names = new TreeMap<>();
        int place = 0;
        for (Long instance : instances) {
            String said = hostOf.get(instance);
            if (said != null) {
                names.put(instance, said);
            } else if (inOrder.size() == 1) {
                names.put(instance, inOrder.get(0));
            } else if (byNumber && inOrder.size() >= instances.size()) {
                names.put(instance, inOrder.get((int) (instance - 1)));
            } else if (inOrder.size() == instances.size()) {
                names.put(instance, inOrder.get(place));
            } else if (inOrder.isEmpty() && instances.size() == 1 && told != null) {
                names.put(instance, told);
            } else {
                names.put(instance, UNNAMED + instance);
            }
            place++;
        }
        return names;
    }
}
