package io.gulliver.planning.inputs;

import io.gulliver.planning.sizing.AlignedLoad;
import io.gulliver.planning.sizing.Staleness;
import io.gulliver.planning.sizing.VirtualCpus;
import org.jspecify.annotations.Nullable;

/**
 * What a program decides about sizing, its policy entry {@code sizing}.
 *
 * @param growthPercentYear of the data, null to take what was measured
 * @param months that storage is planned for
 * @param cpuGrowthPercentYear of the demand
 * @param cpuYears that CPU is planned for
 * @param percentile of the demand, null for 99 at criticality 1 and 2 in production and 95 elsewhere
 * @param designPoint how full processors may be planned, null for 0.90, and 0.80 for a single large database
 * @param smtFactor what SMT adds
 * @param machine of the capacity table, null for its first
 * @param array of the table of arrays, null for its first
 * @param link kind of network link
 * @param assumedUtilization busy share of the cores where nobody measured
 * @param agentsMb memory of agents
 * @param goldenGateCacheMb CACHESIZE of one GoldenGate process
 * @param upperBound whether busy threads are read as the most cores they can keep busy
 * @param addHeadroom whether low confidence adds 20 %, true unless said otherwise
 * @param entitlement logical CPUs of the LPARs, null while not known
 * @param sgaCapMb most that the SGA of one instance may take by the advice, null for no cap
 * @param eckd whether volumes are ECKD disks instead of SCSI volumes
 * @param eckdDiskGb size of one of them
 * @param stale limits after which a sizing is stale
 */
public record SizingPolicy(
        @Nullable Double growthPercentYear,
        double months,
        double cpuGrowthPercentYear,
        double cpuYears,
        @Nullable Double percentile,
        @Nullable Double designPoint,
        double smtFactor,
        @Nullable String machine,
        @Nullable String array,
        String link,
        double assumedUtilization,
        double agentsMb,
        double goldenGateCacheMb,
        boolean upperBound,
        boolean addHeadroom,
        VirtualCpus.@Nullable Entitlement entitlement,
        @Nullable Double sgaCapMb,
        boolean eckd,
        double eckdDiskGb,
        Staleness.Limits stale) {
    AlignedLoad.Reading reading() {
        return upperBound ? AlignedLoad.Reading.UPPER_BOUND : AlignedLoad.Reading.PROPORTIONAL;
    }
}
