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
 * @param arrays how many, for the load and for the capacity; null while one of both is not known of the array
 * @param arraysForLoad how many carry requests and throughput; null without a sheet of the array
 * @param arraysForCapacity how many hold the capacity; null while nobody said what one array holds
 * @param iopsShare percent of one array's random reads that are used; null without a sheet
 * @param throughputShare percent of one array's sequential reads that are used; null without a sheet
 * @param volumes how many, in all; for the load alone where the arrays for the capacity are not known; null without a
 *     sheet
 * @param ports to carry the throughput
 * @param portsWithFabricLost the same when one of two fabrics fails
 * @param aliases PAV aliases, null for SCSI volumes
 * @param hyperAliases HyperPAV aliases instead, null for SCSI volumes
 * @param unknown what is not in the table of arrays, and what to bring
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
        @Nullable Derivation arrays,
        @Nullable Derivation arraysForLoad,
        @Nullable Derivation arraysForCapacity,
        @Nullable Derivation iopsShare,
        @Nullable Derivation throughputShare,
        @Nullable Derivation volumes,
        Derivation ports,
        Derivation portsWithFabricLost,
        @Nullable Derivation aliases,
        @Nullable Derivation hyperAliases,
        List<String> unknown,
        List<String> warnings) {
    public StorageSizing {
        unknown = List.copyOf(unknown);
        warnings = List.copyOf(warnings);
    }
}
