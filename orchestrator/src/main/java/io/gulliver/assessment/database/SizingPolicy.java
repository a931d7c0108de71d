package io.gulliver.assessment.database;

import io.gulliver.planning.sizing.AlignedLoad;
import io.gulliver.planning.sizing.Staleness;
import io.gulliver.planning.sizing.VirtualCpus;
import java.util.Map;
import java.util.Set;
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
    /** Name of the policy's entry. */
    public static final String ENTRY = "sizing";

    /** Two volumes of such a size were added for 360 GB in the one case that is written down. */
    private static final double ECKD_DISK_GB = 180;

    private static final Set<String> NAMES = Set.of(
            "growthPercentYear",
            "months",
            "cpuGrowthPercentYear",
            "cpuYears",
            "percentile",
            "designPoint",
            "smtFactor",
            "machine",
            "array",
            "link",
            "assumedUtilization",
            "agentsMb",
            "goldenGateCacheMb",
            "upperBound",
            "addHeadroom",
            "verticalHigh",
            "verticalMedium",
            "logicalCpus",
            "sgaCapMb",
            "eckd",
            "eckdDiskGb",
            "staleAfterDays",
            "staleAfterGrowthPercent");

    /**
     * Of a program's policy.
     *
     * @throws IllegalArgumentException naming the entry and what is wrong
     */
    public static SizingPolicy of(Map<String, Object> policy) {
        Object entry = policy.get(ENTRY);
        if (entry != null && !(entry instanceof Map<?, ?>)) {
            throw new IllegalArgumentException("sizing is no object: " + entry);
        }
        Map<?, ?> sizing = entry instanceof Map<?, ?> map ? map : Map.of();
        sizing.keySet().forEach(name -> {
            if (!NAMES.contains(String.valueOf(name))) {
                throw new IllegalArgumentException("sizing." + name + " is unknown; known are "
                        + String.join(", ", NAMES.stream().sorted().toList()));
            }
        });
        return new SizingPolicy(
                number(sizing, "growthPercentYear", 0, 1000),
                or(number(sizing, "months", 0, 240), 12),
                or(number(sizing, "cpuGrowthPercentYear", 0, 1000), 0),
                or(number(sizing, "cpuYears", 0, 20), 1),
                number(sizing, "percentile", 50, 100),
                number(sizing, "designPoint", 0.1, 1),
                or(number(sizing, "smtFactor", 1, 1.56), 1),
                text(sizing, "machine"),
                text(sizing, "array"),
                sizing.get("link") == null ? "10 GbE" : String.valueOf(sizing.get("link")),
                or(number(sizing, "assumedUtilization", 0.01, 1), 0.5),
                or(number(sizing, "agentsMb", 0, 1e7), 0),
                or(number(sizing, "goldenGateCacheMb", 1, 1e7), 98_304),
                bool(sizing, "upperBound"),
                sizing.get("addHeadroom") == null || bool(sizing, "addHeadroom"),
                entitlement(sizing),
                number(sizing, "sgaCapMb", 1, 1e8),
                bool(sizing, "eckd"),
                or(number(sizing, "eckdDiskGb", 1, 1e6), ECKD_DISK_GB),
                Staleness.Limits.of(policy));
    }

    private static VirtualCpus.@Nullable Entitlement entitlement(Map<?, ?> sizing) {
        Double high = number(sizing, "verticalHigh", 0, 1000);
        Double medium = number(sizing, "verticalMedium", 0, 1000);
        Double logical = number(sizing, "logicalCpus", 1, 2000);
        if (high == null && medium == null) {
            return null;
        }
        int entitled = (int) or(high, 0) + (int) or(medium, 0);
        return new VirtualCpus.Entitlement((int) or(high, 0), (int) or(medium, 0), (int) or(logical, entitled));
    }

    AlignedLoad.Reading reading() {
        return upperBound ? AlignedLoad.Reading.UPPER_BOUND : AlignedLoad.Reading.PROPORTIONAL;
    }

    private static double or(@Nullable Double given, double usual) {
        return given == null ? usual : given;
    }

    private static @Nullable Double number(Map<?, ?> sizing, String name, double least, double most) {
        Object value = sizing.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Number number && number.doubleValue() >= least && number.doubleValue() <= most) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(
                "sizing." + name + " is '" + value + "', wanted a number from " + least + " to " + most);
    }

    private static @Nullable String text(Map<?, ?> sizing, String name) {
        Object value = sizing.get(name);
        return value == null ? null : String.valueOf(value);
    }

    private static boolean bool(Map<?, ?> sizing, String name) {
        Object value = sizing.get(name);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw new IllegalArgumentException("sizing." + name + " is '" + value + "', wanted true or false");
    }
}
