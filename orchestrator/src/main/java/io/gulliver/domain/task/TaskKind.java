package io.gulliver.domain.task;

/** Why a person is asked. */
public enum TaskKind {
    /** Work of a person. */
    TASK,
    /** A decision. */
    GATE,
    /** Something failed or disagrees; a person chooses what next. On pages: needs attention. */
    ATTENTION
}
