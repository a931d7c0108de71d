package io.gulliver.persistence.playbook;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.domain.migration.Purpose;
import java.util.Optional;

/** Gives the plan that a playbook compiles to, by content hash; implementations cache, because every flush asks. */
public interface PlanSource {
    /** @throws io.gulliver.persistence.UnknownRowException when no approved playbook has this hash */
    CompiledPlan require(String playbookHash);

    /** The plan of a run of that purpose: steps of the other purpose alone are left out. */
    default CompiledPlan require(String playbookHash, Purpose purpose) {
        return require(playbookHash);
    }

    /**
     * The method by which a playbook carries a database across, as judged databases name theirs; empty when it carries none,
     * or can no longer be read.
     */
    default Optional<String> method(String playbookHash) {
        return Optional.empty();
    }

    /** What the action of a step does, for people; empty for a step without one. */
    default Optional<String> does(String playbookHash, String stepId) {
        return Optional.empty();
    }

    /** The step's title for people; its id when the playbook has none. */
    String title(String playbookHash, String stepId);
}
