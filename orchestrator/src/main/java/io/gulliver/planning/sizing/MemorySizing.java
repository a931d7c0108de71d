package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory of one guest, each figure with its derivation.
 *
 * @param sga of all instances
 * @param hugePages number of large pages on the target
 * @param hugePagesOnSource the same memory in pages of the source
 * @param largePages memory of the pool
 * @param idleLargePages what of the pool no SGA uses
 * @param smallPages memory in pages of 4 KB: PGA, ASM, sessions, replication at its ceiling, agents
 * @param total pool and small pages
 * @param planned total with overhead, as the planning table has it
 * @param committed pool and what the small pages really hold
 * @param ceiling pool and every maximum
 * @param guest memory to give the guest
 * @param simple the older formula beside it
 * @param overPlan how far the guest's profile lies above the plan, null without a profile
 * @param warnings what needs care
 */
public record MemorySizing(
        Derivation sga,
        Derivation hugePages,
        Derivation hugePagesOnSource,
        Derivation largePages,
        Derivation idleLargePages,
        Derivation smallPages,
        Derivation total,
        Derivation planned,
        Derivation committed,
        Derivation ceiling,
        Derivation guest,
        Simple simple,
        @Nullable Derivation overPlan,
        List<String> warnings) {
    public MemorySizing {
        warnings = List.copyOf(warnings);
    }

    /**
     * The formula that knows neither sessions nor replication.
     *
     * @param starting for the first provisioning: SGA, PGA, Linux and ASM
     * @param sum starting size and agents
     * @param planned sum with 5 % added
     * @param conservative sum as 95 % of the whole
     */
    public record Simple(Derivation starting, Derivation sum, Derivation planned, Derivation conservative) {}
}
