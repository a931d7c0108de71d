package io.gulliver.contract.workflow;

import java.util.List;

/**
 * A playbook made ready to run: history holds it whole, so that replay needs nothing else. At most 64 KiB as JSON,
 * refused at load above.
 *
 * @param playbook name
 * @param version of the playbook file
 * @param hash SHA-256 of the playbook's content, lower-case hex
 * @param steps in an order in which every step comes after its needs
 */
public record CompiledPlan(String playbook, int version, String hash, List<PlanStep> steps) {
    /** Largest size of a plan as JSON, in bytes. */
    public static final int MAX_BYTES = 64 * 1024;

    public CompiledPlan {
        steps = List.copyOf(steps);
    }
}
