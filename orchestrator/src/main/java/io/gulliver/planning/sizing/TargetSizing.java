package io.gulliver.planning.sizing;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Memory, IFLs and storage of one target database, each with its inputs, formula and rounding.
 *
 * <p>Formulas: domain document on sizing, sections 1.1 (formula T with the values proposed for LinuxONE), 1.4, 2.1, and
 * the space gates of the methods document, section 1.4. Units are in the figures.
 */
public record TargetSizing(
        Figure memory, Figure hugePages, Figure ifls, Figure data, Figure redo, Figure recovery, Figure staging) {

    /**
     * What sizing starts from.
     *
     * @param sgaMb SGA in MiB
     * @param pgaMb PGA in MiB
     * @param connections most sessions at once
     * @param cores x86 cores of the source
     * @param utilization busy share of them at peak, 0 to 1
     * @param coresPerIfl busy x86 cores that one IFL carries
     * @param usedGb used part of the data files, decimal GB
     * @param redoPeakGbHour most redo of one hour, decimal GB
     * @param growthPercentYear growth of the data
     * @param years to plan for
     * @param production whether overhead is that of production
     */
    public record Needs(
            double sgaMb,
            double pgaMb,
            double connections,
            double cores,
            double utilization,
            double coresPerIfl,
            double usedGb,
            double redoPeakGbHour,
            double growthPercentYear,
            double years,
            boolean production) {
        public Needs {
            if (sgaMb < 0 || pgaMb < 0 || connections < 0 || cores <= 0 || usedGb < 0 || redoPeakGbHour < 0) {
                throw new IllegalArgumentException("Sizing: nothing may be negative, and the source has a core: sga "
                        + sgaMb + ", pga " + pgaMb + ", connections " + connections + ", cores " + cores + ", used "
                        + usedGb + ", redo " + redoPeakGbHour);
            }
            if (!(utilization > 0 && utilization <= 1) || !(coresPerIfl > 0) || growthPercentYear < 0 || years < 0) {
                throw new IllegalArgumentException(
                        "Sizing: utilization is within 0 to 1, cores per IFL above 0, growth and"
                                + " years not negative: " + utilization + ", " + coresPerIfl + ", " + growthPercentYear
                                + ", "
                                + years);
            }
        }
    }

    /**
     * One figure.
     *
     * @param value rounded
     * @param unit of it
     * @param inputs by name
     * @param formula in words and signs
     * @param rounding how the value was rounded
     */
    public record Figure(long value, String unit, Map<String, Double> inputs, String formula, String rounding) {}

    private static final double SLACK_MB = 64;
    private static final double KERNEL_MB = 512;
    private static final double SESSION_MB = 4.5;
    private static final double PAGE_STRUCTURES = 0.016;
    private static final double SATURATION = 0.9;
    private static final double LEAST_ROOM = 1.3;
    private static final double STAGING_ROOM = 1.2;
    private static final int LOG_GROUPS = 4;

    /** Sizes one target. */
    public static TargetSizing of(Needs needs) {
        double pages = Math.ceil(needs.sgaMb()) + SLACK_MB;
        double overhead = needs.production() ? 1.10 : 1.05;
        double committed = pages + needs.pgaMb() + needs.connections() * SESSION_MB + KERNEL_MB;
        double memory = committed * overhead / (1 - PAGE_STRUCTURES);
        double ifls = needs.cores() * needs.utilization() / needs.coresPerIfl() / SATURATION;
        double grown = needs.usedGb() * Math.pow(1 + needs.growthPercentYear() / 100, needs.years());
        // A redo log switches every 15 to 20 minutes at the peak.
        double logGb = Math.max(1, needs.redoPeakGbHour() / 3);
        return new TargetSizing(
                figure(
                        Math.ceil(memory / 1024) * 1024,
                        "MB",
                        "(huge pages + PGA + connections x 4.5 + kernel 512) x overhead / (1 - page structures)",
                        "up to whole GiB",
                        "huge pages",
                        pages,
                        "PGA",
                        needs.pgaMb(),
                        "connections",
                        needs.connections(),
                        "overhead",
                        overhead,
                        "page structures",
                        PAGE_STRUCTURES),
                figure(
                        pages,
                        "pages of 1 MB",
                        "SGA + slack",
                        "SGA up to whole MB",
                        "SGA",
                        needs.sgaMb(),
                        "slack",
                        SLACK_MB),
                figure(
                        Math.max(1, Math.ceil(ifls)),
                        "IFL",
                        "cores x utilization / cores per IFL / saturation design point",
                        "up, at least 1",
                        "cores",
                        needs.cores(),
                        "utilization",
                        needs.utilization(),
                        "cores per IFL",
                        needs.coresPerIfl(),
                        "saturation design point",
                        SATURATION),
                figure(
                        Math.ceil(Math.max(grown, needs.usedGb() * LEAST_ROOM)),
                        "GB",
                        "the larger of used x (1 + growth) ^ years and used x 1.3",
                        "up",
                        "used",
                        needs.usedGb(),
                        "growth percent a year",
                        needs.growthPercentYear(),
                        "years",
                        needs.years()),
                figure(
                        Math.ceil(logGb) * LOG_GROUPS * 2,
                        "GB",
                        "4 groups x 2 members x a third of the peak hour's redo, at least 1 GB a log",
                        "log up",
                        "redo of the peak hour",
                        needs.redoPeakGbHour()),
                figure(
                        Math.ceil(Math.max(needs.usedGb(), 0) + needs.redoPeakGbHour() * 24 * 2),
                        "GB",
                        "one backup of the used data + a day of redo at the peak rate, twice for flashback",
                        "up",
                        "used",
                        needs.usedGb(),
                        "redo of the peak hour",
                        needs.redoPeakGbHour()),
                figure(Math.ceil(needs.usedGb() * STAGING_ROOM), "GB", "used x 1.2", "up", "used", needs.usedGb()));
    }

    private static Figure figure(double value, String unit, String formula, String rounding, Object... inputs) {
        Map<String, Double> named = new LinkedHashMap<>();
        for (int i = 0; i < inputs.length; i += 2) {
            named.put((String) inputs[i], (Double) inputs[i + 1]);
        }
        return new Figure((long) value, unit, named, formula, rounding);
    }
}
