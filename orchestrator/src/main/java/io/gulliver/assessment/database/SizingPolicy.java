package io.gulliver.assessment.database;

import io.gulliver.planning.sizing.AlignedLoad;
import io.gulliver.planning.sizing.CpuNeeds;
import io.gulliver.planning.sizing.Staleness;
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
 * @param designPoint how full processors may be planned
 * @param smtFactor what SMT adds
 * @param machine of the capacity table, null for its first
 * @param array of the table of arrays, null for its first
 * @param link kind of network link
 * @param assumedUtilization busy share of the cores where nobody measured
 * @param agentsMb memory of agents
 * @param goldenGateCacheMb CACHESIZE of one GoldenGate process
 * @param upperBound whether busy threads are read as the most cores they can keep busy
 * @param addHeadroom whether low confidence adds 20 %
 * @param stale limits after which a sizing is stale
 */
public record SizingPolicy(
        @Nullable Double growthPercentYear,
        double months,
        double cpuGrowthPercentYear,
        double cpuYears,
        @Nullable Double percentile,
        double designPoint,
        double smtFactor,
        @Nullable String machine,
        @Nullable String array,
        String link,
        double assumedUtilization,
        double agentsMb,
        double goldenGateCacheMb,
        boolean upperBound,
        boolean addHeadroom,
        Staleness.Limits stale) {
    /** Name of the policy's entry. */
    public static final String ENTRY = "sizing";

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
                or(number(sizing, "designPoint", 0.1, 1), CpuNeeds.SATURATION),
                or(number(sizing, "smtFactor", 1, 1.56), 1),
                text(sizing, "machine"),
                text(sizing, "array"),
                sizing.get("link") == null ? "10 GbE" : String.valueOf(sizing.get("link")),
                or(number(sizing, "assumedUtilization", 0.01, 1), 0.5),
                or(number(sizing, "agentsMb", 0, 1e7), 0),
                or(number(sizing, "goldenGateCacheMb", 1, 1e7), 98_304),
                bool(sizing, "upperBound"),
                bool(sizing, "addHeadroom"),
                Staleness.Limits.of(policy));
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
