package io.gulliver.planning.sizing;

import static io.gulliver.planning.figure.Derivation.shown;

import java.util.ArrayList;
import java.util.List;

/** How many processors a guest, z/VM and a machine can have, as their vendor prints it: beyond, nothing fits. */
public final class CpuLimits {
    /** The addresses of virtual processors go from 0 to 3F. */
    public static final Limit GUEST = new Limit(64, "IBM Documentation, z/VM 7.4, DEFINE CPU");

    /** Newest z/VM without SMT, and with two threads a core. */
    private static final String CONTROL_PROGRAMS =
            "IBM Documentation, LinuxONE 9176-ML2, Control program support: z/VM 7.3 and 7.4";

    private static final Limit ZVM = new Limit(80, CONTROL_PROGRAMS);
    private static final Limit ZVM_SMT = new Limit(40, CONTROL_PROGRAMS);

    private static final String OLDER = "IBM, z/VM Performance Report, z/VM 6.4, Performance Considerations";
    private static final Limit ZVM_OLDER = new Limit(64, OLDER);
    private static final Limit ZVM_OLDER_SMT = new Limit(32, OLDER);

    private CpuLimits() {}

    /**
     * A limit.
     *
     * @param most of them
     * @param source who prints it
     */
    public record Limit(int most, String source) {}

    /** Everything that is beyond a limit: what, the limit, who prints it, what to do. */
    static List<String> refusals(CpuNeeds needs, int ifls, double virtualCpus) {
        return refusals(needs.target(), needs.guest(), needs.smtFactor(), ifls, virtualCpus);
    }

    /**
     * What of the processors of one partition or guest is beyond a limit: what, the limit, who prints it, what to do. Each
     * IFL of a guest needs one virtual CPU at least, with SMT two.
     *
     * @param guest whether it is a guest of z/VM
     * @param smtFactor above 1 with SMT
     */
    public static List<String> refusals(CapacityTable.Target target, boolean guest, double smtFactor, int ifls) {
        return refusals(target, guest, smtFactor, ifls, ifls);
    }

    private static List<String> refusals(
            CapacityTable.Target target, boolean guest, double smtFactor, int ifls, double virtualCpus) {
        List<String> refusals = new ArrayList<>();
        Limit machine = target.most();
        if (machine != null && ifls > machine.most()) {
            refusals.add(beyond(shown(ifls) + " IFLs", "a machine of this model (and so one LPAR of it)", machine)
                    + ". Share the databases among machines, or bring the vendor's figures of a larger one");
        }
        Limit zvm = smtFactor > 1 ? ZVM_SMT : ZVM;
        if (guest && ifls > zvm.most()) {
            refusals.add(beyond(
                            shown(ifls) + " IFLs",
                            "z/VM in one LPAR " + (smtFactor > 1 ? "with SMT" : "without SMT"),
                            zvm)
                    + ". Share the databases among LPARs");
        }
        if (guest && virtualCpus > GUEST.most()) {
            refusals.add(beyond(shown(virtualCpus) + " virtual CPUs", "a guest of z/VM", GUEST)
                    + ". Share the databases among guests, or plan an LPAR of its own (native, overhead 0)");
        }
        return refusals;
    }

    /** What an older z/VM cannot carry, which nobody knows here. */
    static List<String> warnings(CpuNeeds needs, int ifls) {
        Limit newest = needs.smtFactor() > 1 ? ZVM_SMT : ZVM;
        Limit older = needs.smtFactor() > 1 ? ZVM_OLDER_SMT : ZVM_OLDER;
        return needs.guest() && ifls > older.most() && ifls <= newest.most()
                ? List.of(beyond(shown(ifls) + " IFLs", "z/VM 6.4 in one LPAR", older) + ". Check the level of z/VM")
                : List.of();
    }

    private static String beyond(String wanted, String where, Limit limit) {
        return wanted + " do not fit: " + where + " has at most " + shown(limit.most()) + " (" + limit.source() + ")";
    }
}
