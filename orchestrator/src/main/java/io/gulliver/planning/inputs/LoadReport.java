package io.gulliver.planning.inputs;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.sizing.AlignedLoad;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the CPU of a database was sized from.
 *
 * @param hosts of the database
 * @param shared those on which other databases of the program stand
 * @param snapshots that count, 0 where only percentiles are known
 * @param rowsPercent part of snapshots times hosts that have a row
 * @param coveredPercent part of the time that snapshots cover
 * @param completeSnapshots snapshots at which every host has a row
 * @param gaps hosts that lack rows, in words
 * @param percentiles busy cores that count: p50, p95, p99 and the maximum, whatever the design percentile is
 * @param hostCores busy cores of all its hosts, whoever used them, at the same places; empty where they are the same
 * @param ownFrom how the database's own CPU was found, empty where nobody measured it
 * @param other work on its hosts that no database does, null where it is not told apart
 */
public record LoadReport(
        List<String> hosts,
        List<String> shared,
        int snapshots,
        double rowsPercent,
        double coveredPercent,
        int completeSnapshots,
        List<String> gaps,
        List<Derivation> percentiles,
        List<Derivation> hostCores,
        String ownFrom,
        @Nullable OtherWork other) {
    public LoadReport {
        hosts = List.copyOf(hosts);
        shared = List.copyOf(shared);
        gaps = List.copyOf(gaps);
        percentiles = List.copyOf(percentiles);
        hostCores = List.copyOf(hostCores);
    }

    static LoadReport of(SourceHosts hosts, AlignedLoad cores, double percent, @Nullable OtherWork other) {
        return new LoadReport(
                hosts.hosts(),
                hosts.shared(),
                hosts.moments(),
                Math.floor(hosts.rows() * 1000) / 10,
                Math.floor(hosts.covered() * 1000) / 10,
                hosts.complete().size(),
                hosts.gaps(),
                places(cores, "busy cores", hosts.source()),
                cores.values().equals(hosts.busy())
                        ? List.of()
                        : places(hosts.whole(), "busy cores of the hosts", hosts.source()),
                hosts.ownFrom(),
                other);
    }

    static LoadReport of(List<String> shared, OtherWork other) {
        return new LoadReport(shared, shared, 0, 0, 0, 0, List.of(), List.of(), List.of(), "", other);
    }

    private static List<Derivation> places(AlignedLoad load, String name, String source) {
        return List.of(
                load.derived(name + ", p50", 50, source),
                load.derived(name + ", p95", 95, source),
                load.derived(name + ", p99", 99, source),
                load.derived(name + ", max", 100, source));
    }
}
