package io.gulliver.domain.plan;

/** How a stage of a database stands, in the nine words that pages use. */
public enum StageStatus {
    NONE,
    READY,
    RUNNING,
    WAITING,
    BLOCKED,
    FAILED,
    DONE,
    SKIPPED,
    ROLLED
}
