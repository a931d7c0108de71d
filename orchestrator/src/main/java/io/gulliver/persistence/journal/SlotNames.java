package io.gulliver.persistence.journal;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.lease.SlotKind;
import java.util.List;

/** Says which scarce things a step takes: the kinds of its plan, or the very array or link that its inputs name. */
@FunctionalInterface
public interface SlotNames {
    List<String> of(String program, PlanStep step, StepRun run);

    /** The kinds as the plan lists them, one for all programs. */
    static SlotNames asPlanned() {
        return (program, step, run) -> step.slots();
    }

    /** The kinds as the plan lists them, each the program's own, as its policy limits them. */
    static SlotNames ofProgram() {
        return (program, step, run) ->
                step.slots().stream().map(kind -> SlotKind.of(program, kind)).toList();
    }
}
