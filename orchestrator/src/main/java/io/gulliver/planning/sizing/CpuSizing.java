package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CPU of a guest or a consolidation group. What is required and what the chosen processors can do have different names.
 *
 * @param demand of the work alone
 * @param overhead of the hypervisor
 * @param required demand at its concurrency, with overhead and growth
 * @param requiredAtDesignPoint capacity to look for so that the processors are no fuller than planned
 * @param ifls how many
 * @param capacityOfIfls what they can do together
 * @param utilizationPercent required of that
 * @param virtualCpus of the one guest that carries all of it
 * @param grade how far to trust it
 * @param iflsWithHeadroom IFLs with the 20 % that low confidence asks for, null unless that stands beside
 * @param refusals limits that it is beyond: what, the limit, who prints it, what to do; empty where it can be built
 * @param warnings what needs care
 */
public record CpuSizing(
        Derivation demand,
        Derivation overhead,
        Derivation required,
        Derivation requiredAtDesignPoint,
        Derivation ifls,
        Derivation capacityOfIfls,
        Derivation utilizationPercent,
        VirtualCpus virtualCpus,
        Grade grade,
        @Nullable Derivation iflsWithHeadroom,
        List<String> refusals,
        List<String> warnings) {
    public CpuSizing {
        refusals = List.copyOf(refusals);
        warnings = List.copyOf(warnings);
    }
}
