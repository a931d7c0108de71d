package io.gulliver.persistence.playbook;

import io.gulliver.contract.workflow.CompiledPlan;

/** Gives the plan that a playbook compiles to, by content hash; implementations cache, because every flush asks. */
public interface PlanSource {
    /** @throws io.gulliver.persistence.UnknownRowException when no approved playbook has this hash */
    CompiledPlan require(String playbookHash);

    /** The step's title for people; its id when the playbook has none. */
    String title(String playbookHash, String stepId);
}
