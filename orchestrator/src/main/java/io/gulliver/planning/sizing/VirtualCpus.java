package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import org.jspecify.annotations.Nullable;

/**
 * Virtual CPUs of a guest.
 *
 * @param wanted by its demand, at least 2
 * @param allowed by the LPAR: full-time and medium entitled logical CPUs, and never more than its logical CPUs; null while
 *     no LPAR is known
 * @param fits whether the LPAR, as far as it is known, and the published limits of guest, z/VM and machine allow what is
 *     wanted; if not, the guest belongs on another LPAR, or the work into several
 */
public record VirtualCpus(Derivation wanted, @Nullable Derivation allowed, boolean fits) {
    private static final double FILL = 0.85;
    private static final double LEAST = 2;

    /**
     * Logical CPUs of an LPAR.
     *
     * @param verticalHigh with a whole processor each
     * @param verticalMedium with a part of one
     * @param logical all of them, its threads with SMT
     */
    public record Entitlement(int verticalHigh, int verticalMedium, int logical) {}

    /** Of a guest on an LPAR, by its demand at the design percentile, in IFLs. */
    public static VirtualCpus of(double designIfls, int verticalHigh, int verticalMedium, int logical) {
        return of(
                Derivation.given("design demand", designIfls, "IFL", "percentile of the guest's demand"),
                new Entitlement(verticalHigh, verticalMedium, logical));
    }

    static VirtualCpus of(Derivation designIfls, @Nullable Entitlement lpar) {
        Derivation wanted = wanted(designIfls);
        if (lpar == null) {
            return new VirtualCpus(wanted, null, true);
        }
        Derivation allowed = Derivation.computed(
                "virtual CPUs allowed",
                "",
                "the smaller of vertical high + vertical medium and logical CPUs",
                Math.min(lpar.verticalHigh() + lpar.verticalMedium(), lpar.logical()),
                Rounding.NONE,
                Derivation.given("vertical high", lpar.verticalHigh(), "", "LPAR"),
                Derivation.given("vertical medium", lpar.verticalMedium(), "", "LPAR"),
                Derivation.given("logical CPUs", lpar.logical(), "", "LPAR"));
        return new VirtualCpus(wanted, allowed, wanted.value() <= allowed.value());
    }

    VirtualCpus refused() {
        return new VirtualCpus(wanted, allowed, false);
    }

    /** What a guest wants, before any LPAR is known. */
    public static Derivation wanted(double designIfls) {
        return wanted(Derivation.given("design demand", designIfls, "IFL", "percentile of the guest's demand"));
    }

    private static Derivation wanted(Derivation designIfls) {
        return Derivation.computed(
                "virtual CPUs",
                "",
                "the larger of 2 and design demand / 0.85",
                Math.max(LEAST, designIfls.value() / FILL),
                Rounding.UP,
                designIfls);
    }
}
