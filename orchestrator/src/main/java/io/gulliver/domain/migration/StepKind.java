package io.gulliver.domain.migration;

/** What a step is: work of a machine, work of a person, a decision, or a wait. */
public enum StepKind {
    ACTION,
    TASK,
    GATE,
    WAIT
}
