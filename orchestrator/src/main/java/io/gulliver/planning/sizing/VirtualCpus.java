package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;

/**
 * Virtual CPUs of a guest.
 *
 * @param wanted by its demand, at least 2
 * @param allowed by the LPAR: full-time and medium entitled logical CPUs, and never more than its logical CPUs
 * @param fits whether the LPAR allows what is wanted; if not, the guest belongs on another LPAR
 */
public record VirtualCpus(Derivation wanted, Derivation allowed, boolean fits) {
    private static final double FILL = 0.85;
    private static final double LEAST = 2;

    /**
     * Of a guest on an LPAR.
     *
     * @param designIfls demand of the guest at its design percentile, in IFLs
     * @param verticalHigh logical CPUs of the LPAR with a whole processor each
     * @param verticalMedium logical CPUs with a part of one
     * @param logical logical CPUs of the LPAR, its threads with SMT
     */
    public static VirtualCpus of(double designIfls, int verticalHigh, int verticalMedium, int logical) {
        Derivation wanted = wanted(designIfls);
        Derivation allowed = Derivation.computed(
                "virtual CPUs allowed",
                "",
                "the smaller of vertical high + vertical medium and logical CPUs",
                Math.min(verticalHigh + verticalMedium, logical),
                Rounding.NONE,
                Derivation.given("vertical high", verticalHigh, "", "LPAR"),
                Derivation.given("vertical medium", verticalMedium, "", "LPAR"),
                Derivation.given("logical CPUs", logical, "", "LPAR"));
        return new VirtualCpus(wanted, allowed, wanted.value() <= allowed.value());
    }

    /** What a guest wants, before any LPAR is known. */
    public static Derivation wanted(double designIfls) {
        return Derivation.computed(
                "virtual CPUs",
                "",
                "the larger of 2 and design demand / 0.85",
                Math.max(LEAST, designIfls / FILL),
                Rounding.UP,
                Derivation.given("design demand", designIfls, "IFL", "percentile of the guest's demand"));
    }
}
