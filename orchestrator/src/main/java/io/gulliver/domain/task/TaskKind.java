package io.gulliver.domain.task;

import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;

/** Why a person is asked. */
public enum TaskKind {
    /** Work of a person. */
    TASK,
    /** A decision. */
    GATE,
    /** Something failed or disagrees; a person chooses what next. On pages: needs attention. */
    ATTENTION;

    /** What a step of this kind asks of a person in this state, one that {@linkplain StepState#asksAPerson asks}. */
    public static TaskKind of(StepState state, StepKind kind) {
        if (state != StepState.WAITING_PERSON) {
            return ATTENTION;
        }
        return kind == StepKind.GATE ? GATE : TASK;
    }
}
