package io.gulliver.persistence.journal;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.StepRun;
import java.util.List;

/** Says which scarce things a step takes: the kinds of its plan, or the very array or link that its inputs name. */
@FunctionalInterface
public interface SlotNames {
    List<String> of(PlanStep step, StepRun run);

    /** The kinds as the plan lists them. */
    static SlotNames asPlanned() {
        return (step, run) -> step.slots();
    }
}
