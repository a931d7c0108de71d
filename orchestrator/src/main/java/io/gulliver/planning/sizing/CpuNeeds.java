package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.FigureCheck;
import org.jspecify.annotations.Nullable;

/**
 * What the CPU chain starts from.
 *
 * @param demand of all members at their design percentiles, in the table's unit
 * @param concurrency how far their peaks fall together, above 0 and at most 1
 * @param overheadPercent of the hypervisor: 3 for z/VM, 0 native
 * @param growthPercentYear of the demand
 * @param years to plan for
 * @param designPoint saturation design point: 0.90, or 0.80 for a single large database
 * @param smtFactor what SMT adds: 1 by default, 1.25 after a pilot, never above what was measured, 1.56
 * @param target whose IFLs are counted
 * @param wholeUnits whether figures of the unit are rounded to whole ones
 * @param grade of the evidence
 * @param addHeadroom whether low confidence adds 20 % to the requirement
 * @param entitlement logical processors of the LPAR that caps the guest's virtual ones, null while no LPAR is known
 */
public record CpuNeeds(
        Derivation demand,
        double concurrency,
        double overheadPercent,
        double growthPercentYear,
        double years,
        double designPoint,
        double smtFactor,
        CapacityTable.Target target,
        boolean wholeUnits,
        Grade grade,
        boolean addHeadroom,
        VirtualCpus.@Nullable Entitlement entitlement) {
    /** Needs of a guest whose LPAR is not known. */
    public CpuNeeds(
            Derivation demand,
            double concurrency,
            double overheadPercent,
            double growthPercentYear,
            double years,
            double designPoint,
            double smtFactor,
            CapacityTable.Target target,
            boolean wholeUnits,
            Grade grade,
            boolean addHeadroom) {
        this(
                demand,
                concurrency,
                overheadPercent,
                growthPercentYear,
                years,
                designPoint,
                smtFactor,
                target,
                wholeUnits,
                grade,
                addHeadroom,
                null);
    }

    /** CPU of z/VM. */
    public static final double ZVM_OVERHEAD_PERCENT = 3;

    /** How full processors may be planned. */
    public static final double SATURATION = 0.9;

    /** The same for a single large database. */
    public static final double SATURATION_OF_ONE = 0.8;

    private static final double MOST_SMT = 1.56;

    /** Whether it lands in a guest of z/VM; an LPAR of its own has no overhead of a hypervisor. */
    boolean guest() {
        return overheadPercent > 0;
    }

    void check() {
        new FigureCheck()
                // A database that idles was measured at 0: it gets the least, one IFL.
                .within("/demand", demand.value(), 0, 1e12)
                .share("/concurrency", concurrency)
                .within("/overheadPercent", overheadPercent, 0, 100)
                .within("/growthPercentYear", growthPercentYear, 0, 1000)
                .within("/years", years, 0, 20)
                .within("/designPoint", designPoint, 0.1, 1)
                .within("/smtFactor", smtFactor, 1, MOST_SMT)
                .done();
    }
}
