package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Storage of a target, each figure with its derivation.
 *
 * @param capacity GB with growth
 * @param iops reads and writes a second
 * @param throughput MB a second of everything that runs at once
 * @param density I/O a second and GB, binary TB as sheets count
 * @param reads read requests a second
 * @param writes write requests a second
 * @param readThroughput MB a second read, with backup
 * @param writeThroughput MB a second written, with redo
 * @param arrays how many
 * @param iopsShare percent of one array's random reads that are used
 * @param throughputShare percent of one array's sequential reads that are used
 * @param volumes how many, in all
 * @param ports to carry the throughput
 * @param portsWithFabricLost the same when one of two fabrics fails
 * @param aliases PAV aliases, null for SCSI volumes
 * @param hyperAliases HyperPAV aliases instead, null for SCSI volumes
 * @param warnings what needs care
 */
public record StorageSizing(
        Derivation capacity,
        Derivation iops,
        Derivation throughput,
        Derivation density,
        Derivation reads,
        Derivation writes,
        Derivation readThroughput,
        Derivation writeThroughput,
        Derivation arrays,
        Derivation iopsShare,
        Derivation throughputShare,
        Derivation volumes,
        Derivation ports,
        Derivation portsWithFabricLost,
        @Nullable Derivation aliases,
        @Nullable Derivation hyperAliases,
        List<String> warnings) {
    public StorageSizing {
        warnings = List.copyOf(warnings);
    }
}
