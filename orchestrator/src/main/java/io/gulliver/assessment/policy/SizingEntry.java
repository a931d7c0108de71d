package io.gulliver.assessment.policy;

import io.gulliver.planning.inputs.SizingPolicy;
import io.gulliver.planning.sizing.Staleness;
import io.gulliver.planning.sizing.VirtualCpus;
import org.jspecify.annotations.Nullable;

/** The entry {@code sizing} of a policy. */
final class SizingEntry {
    /** Two volumes of such a size were added for 360 GB in the one case that is written down. */
    private static final double ECKD_DISK_GB = 180;

    private SizingEntry() {}

    static SizingPolicy read(Entry sizing) {
        String link = sizing.text("link");
        SizingPolicy policy = new SizingPolicy(
                sizing.number("growthPercentYear", 0, 1000.0),
                sizing.number("months", 0, 240.0, 12),
                sizing.number("cpuGrowthPercentYear", 0, 1000.0, 0),
                sizing.number("cpuYears", 0, 20.0, 1),
                sizing.number("percentile", 50, 100.0),
                sizing.number("designPoint", 0.1, 1.0),
                sizing.number("smtFactor", 1, 1.56, 1),
                sizing.text("machine"),
                sizing.text("array"),
                link == null ? "10 GbE" : link,
                sizing.number("assumedUtilization", 0.01, 1.0, 0.5),
                sizing.number("agentsMb", 0, 1e7, 0),
                sizing.number("goldenGateCacheMb", 1, 1e7, 98_304),
                sizing.flag("upperBound", false),
                sizing.flag("addHeadroom", true),
                entitlement(sizing),
                sizing.number("sgaCapMb", 1, 1e8),
                sizing.flag("eckd", false),
                sizing.number("eckdDiskGb", 1, 1e6, ECKD_DISK_GB),
                stale(sizing));
        sizing.rest();
        return policy;
    }

    private static VirtualCpus.@Nullable Entitlement entitlement(Entry sizing) {
        Double high = sizing.number("verticalHigh", 0, 1000.0);
        Double medium = sizing.number("verticalMedium", 0, 1000.0);
        Double logical = sizing.number("logicalCpus", 1, 2000.0);
        if (high == null && medium == null) {
            return null;
        }
        int whole = high == null ? 0 : high.intValue();
        int part = medium == null ? 0 : medium.intValue();
        return new VirtualCpus.Entitlement(whole, part, logical == null ? whole + part : logical.intValue());
    }

    private static Staleness.Limits stale(Entry sizing) {
        Staleness.Limits usual = Staleness.Limits.DEFAULT;
        double days = any(sizing, "staleAfterDays", usual.days());
        double growth = any(sizing, "staleAfterGrowthPercent", usual.growthPercent());
        return sizing.made(() -> new Staleness.Limits(days, growth), usual);
    }

    private static double any(Entry sizing, String member, double usual) {
        Object value = sizing.value(member);
        if (value != null && !(value instanceof Number)) {
            sizing.wrong(member, ": '" + value + "' is no number");
        }
        return value instanceof Number number ? number.doubleValue() : usual;
    }
}
