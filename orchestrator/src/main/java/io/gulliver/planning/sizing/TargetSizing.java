package io.gulliver.planning.sizing;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.FigureCheck;
import io.gulliver.planning.figure.Rounding;
import java.util.List;
import java.util.Map;

/**
 * Memory, IFLs and storage of one target database from what discovery found, by the same planners that size from captures:
 * one database alone in its guest, its data files in file systems.
 *
 * @param memory of the guest
 * @param cpu IFLs by busy x86 cores
 * @param data GB with growth
 * @param redo GB of redo logs
 * @param recovery GB of the recovery area
 * @param staging GB of staging
 */
public record TargetSizing(
        MemorySizing memory, CpuSizing cpu, Derivation data, Derivation redo, Derivation recovery, Derivation staging) {
    private static final String GB = "GB";
    private static final double STAGING_ROOM = 1.2;
    private static final int LOG_GROUPS = 4;
    private static final int LOG_MEMBERS = 2;

    /**
     * What sizing starts from.
     *
     * @param sgaMb SGA in MiB
     * @param pgaMb PGA in MiB
     * @param connections most sessions at once
     * @param cores x86 cores of the source
     * @param utilization busy share of them at peak, 0 to 1
     * @param coresPerIfl busy x86 cores that one IFL carries
     * @param overheadPercent CPU of the hypervisor: 3 for z/VM, 0 native
     * @param usedGb used part of the data files, decimal GB
     * @param redoPeakGbHour most redo of one hour, decimal GB
     * @param growthPercentYear growth of the data
     * @param years to plan for
     * @param production whether overhead is that of production
     * @param source where the figures come from
     */
    public record Needs(
            double sgaMb,
            double pgaMb,
            double connections,
            double cores,
            double utilization,
            double coresPerIfl,
            double overheadPercent,
            double usedGb,
            double redoPeakGbHour,
            double growthPercentYear,
            double years,
            boolean production,
            String source) {}

    /**
     * Sizes one target.
     *
     * @throws io.gulliver.planning.figure.UnfitFiguresException naming every figure that cannot be
     */
    public static TargetSizing of(Needs needs) {
        new FigureCheck()
                .positive("/cores", needs.cores())
                .share("/utilization", needs.utilization())
                .positive("/cores_per_ifl", needs.coresPerIfl())
                .notNegative("/used_gb", needs.usedGb())
                .notNegative("/redo_peak_gb_hour", needs.redoPeakGbHour())
                .within("/years", needs.years(), 0, 20)
                .within("/growth_percent_year", needs.growthPercentYear(), 0, 1000)
                .done();
        Derivation used = given("used", needs.usedGb(), GB, needs.source());
        Derivation redoPeak = given("redo of the peak hour", needs.redoPeakGbHour(), GB, needs.source());
        return new TargetSizing(
                memory(needs),
                cpu(needs),
                StoragePlanner.capacity(
                        used,
                        given("growth a year", needs.growthPercentYear(), "%", "policy"),
                        given("months", needs.years() * 12, "", "policy")),
                redo(redoPeak),
                computed(
                        "recovery area",
                        GB,
                        "one backup of the used data + a day of redo at the peak rate, twice for flashback",
                        needs.usedGb() + needs.redoPeakGbHour() * 24 * 2,
                        Rounding.UP,
                        used,
                        redoPeak),
                computed("staging", GB, "used x 1.2", needs.usedGb() * STAGING_ROOM, Rounding.UP, used));
    }

    private static MemorySizing memory(Needs needs) {
        return MemoryPlanner.plan(new MemoryNeeds(
                List.of(new MemoryNeeds.Instance(
                        "the database", needs.sgaMb(), needs.pgaMb(), needs.connections(), MemoryNeeds.SESSION_MB)),
                0,
                List.of(),
                0,
                MemoryNeeds.KERNEL_MB,
                needs.production(),
                null,
                MemoryNeeds.SLACK_MB,
                1,
                2,
                0,
                null,
                needs.source(),
                Map.of("ASM", "data files lie in file systems", "agents", "not measured")));
    }

    private static CpuSizing cpu(Needs needs) {
        Derivation busy = computed(
                "busy cores",
                "busy cores",
                "cores x utilization",
                needs.cores() * needs.utilization(),
                Rounding.NONE,
                given("cores", needs.cores(), "", needs.source()),
                given("utilization", needs.utilization(), "", "policy"));
        return CpuPlanner.plan(new CpuNeeds(
                busy,
                1,
                needs.overheadPercent(),
                0,
                1,
                CpuNeeds.SATURATION,
                1,
                CapacityTable.Target.flat(needs.coresPerIfl(), "policy: busy cores that one IFL carries"),
                false,
                Grade.LOW,
                false));
    }

    /** A redo log switches every 15 to 20 minutes at the peak. */
    private static Derivation redo(Derivation peak) {
        Derivation log = computed(
                "one redo log",
                GB,
                "a third of the peak hour's redo, at least 1",
                Math.max(1, peak.value() / 3),
                Rounding.UP,
                peak);
        return computed(
                "redo logs",
                GB,
                "4 groups x 2 members x one redo log",
                log.value() * LOG_GROUPS * LOG_MEMBERS,
                Rounding.NONE,
                log);
    }
}
