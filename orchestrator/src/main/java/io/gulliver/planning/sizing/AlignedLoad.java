package io.gulliver.planning.sizing;

import io.gulliver.evidence.Series;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import io.gulliver.planning.figure.UnfitFigure;
import io.gulliver.planning.figure.UnfitFiguresException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * CPU of several hosts at the same moments: the value at a snapshot is the sum over the hosts that have it.
 *
 * @param unit of the values: busy cores, or a unit of capacity
 * @param values by snapshot
 * @param coverage part of all host snapshots that are there, 0 to 1
 * @param gaps hosts with missing snapshots, in words
 */
public record AlignedLoad(String unit, SortedMap<Long, Double> values, double coverage, List<String> gaps) {
    private static final double LEAST_COVERAGE = 0.8;

    public AlignedLoad {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        gaps = List.copyOf(gaps);
    }

    /** How busy threads are read as busy cores. */
    public enum Reading {
        /** In proportion: half of the threads busy is half of the cores. */
        PROPORTIONAL,
        /** The upper bound on a host with hyper-threading: half of the threads busy may be all of the cores. */
        UPPER_BOUND
    }

    /**
     * Busy cores of all hosts.
     *
     * @throws UnfitFiguresException when less than 80 % of the intervals are there, or a figure cannot be
     */
    public static AlignedLoad cores(Collection<HostUtilization> hosts, Reading reading) {
        return align("busy cores", hosts, reading, null);
    }

    /** The same in units of capacity: each host's busy cores at the capacity of its model. */
    public static AlignedLoad units(Collection<HostUtilization> hosts, Reading reading, CapacityTable table) {
        return align(table.unit(), hosts, reading, table);
    }

    private static AlignedLoad align(
            String unit,
            Collection<HostUtilization> given,
            Reading reading,
            @org.jspecify.annotations.Nullable CapacityTable table) {
        List<HostUtilization> hosts = List.copyOf(once(given).values());
        TreeSet<Long> snapshots = new TreeSet<>();
        hosts.forEach(host -> snapshots.addAll(host.busyPercent().keySet()));
        if (snapshots.isEmpty()) {
            throw unfit("/hosts", "there is no snapshot at all");
        }
        SortedMap<Long, Double> values = new TreeMap<>();
        List<String> gaps = new ArrayList<>();
        long there = 0;
        for (HostUtilization host : hosts) {
            double factor = table == null ? 1 : table.source(host.model()).unitsPerBusyCore();
            host.busyPercent()
                    .forEach((snapshot, percent) -> values.merge(
                            snapshot,
                            factor
                                    * (reading == Reading.UPPER_BOUND
                                            ? host.mostBusyCores(percent)
                                            : host.busyCores(percent)),
                            Double::sum));
            int rows = host.busyPercent().size();
            there += rows;
            if (rows < snapshots.size()) {
                gaps.add(host.host() + " has " + rows + " of " + snapshots.size() + " snapshots");
            }
        }
        double coverage = (double) there / ((long) snapshots.size() * hosts.size());
        if (coverage < LEAST_COVERAGE) {
            throw unfit(
                    "/hosts",
                    String.format(
                                    java.util.Locale.ROOT,
                                    "only %.0f %% of the intervals are there, wanted 80 %%: ",
                                    coverage * 100)
                            + String.join(", ", gaps));
        }
        return new AlignedLoad(unit, values, coverage, gaps);
    }

    /** One load a host: where two captures measured the same one, the higher reading at each snapshot. */
    private static SortedMap<String, HostUtilization> once(Collection<HostUtilization> given) {
        SortedMap<String, HostUtilization> hosts = new TreeMap<>();
        for (HostUtilization one : given) {
            if (!(one.cores() > 0) || one.threadsPerCore() < 1) {
                throw unfit(
                        "/hosts",
                        one.host() + " has " + one.cores() + " cores of " + one.threadsPerCore()
                                + " threads: ask for its number of cores");
            }
            one.busyPercent().forEach((snapshot, percent) -> {
                if (!(percent >= 0 && percent <= 100)) {
                    throw unfit(
                            "/hosts",
                            one.host() + " is " + percent + " % busy at snapshot " + snapshot + ", wanted 0 to 100");
                }
            });
            hosts.merge(one.host(), one, (first, second) -> {
                if (first.cores() != second.cores() || !first.model().equals(second.model())) {
                    throw unfit(
                            "/hosts",
                            "two captures of " + one.host() + " disagree: " + first.cores() + " cores of "
                                    + first.model() + ", " + second.cores() + " cores of " + second.model());
                }
                SortedMap<Long, Double> both = new TreeMap<>(first.busyPercent());
                second.busyPercent().forEach((snapshot, percent) -> both.merge(snapshot, percent, Math::max));
                return new HostUtilization(first.host(), first.model(), first.cores(), first.threadsPerCore(), both);
            });
        }
        return hosts;
    }

    private static UnfitFiguresException unfit(String field, String message) {
        return new UnfitFiguresException(List.of(new UnfitFigure(field, message)));
    }

    /** A percentile, 0 to 100, over snapshots; each counts once. */
    public double percentile(double percent) {
        return Series.percentile(
                values.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sorted()
                        .toArray(),
                percent);
    }

    /** A percentile with how it was found; 100 is the maximum. */
    public Derivation derived(String name, double percent, String source) {
        Derivation derived = Derivation.computed(
                name,
                unit,
                (percent == 100 ? "maximum" : "percentile " + Derivation.shown(percent))
                        + " over snapshots, linear between closest ranks; at each the sum over hosts",
                percentile(percent),
                Rounding.NONE,
                Derivation.given("snapshots", values.size(), "", source),
                Derivation.given("intervals that are there", coverage * 100, "%", source));
        for (String gap : gaps) {
            derived = derived.noted(gap);
        }
        return derived;
    }
}
