package io.gulliver.domain.migration;

/** The state of one step (or one item of a fan-out) of a migration. */
public enum StepState {
    /** Not started; its needs are not met, or the migration is paused before it. */
    PENDING,
    /** Its condition, items and inputs are being resolved against the pinned facts. */
    PREPARING,
    /** Waits for its planned time or for the pause between two repeats. */
    WAITING_TIME,
    /** Waits for a scarce thing (array, link, team). On pages: waiting for …, n-th in line. */
    WAITING_SLOT,
    /** A task or gate is open; a person must act. */
    WAITING_PERSON,
    /** A fan-out whose items run as instances of their own. */
    FANNED_OUT,
    /** An activity is open that starts or does the work. */
    RUNNING,
    /** The remote job runs; we watch. */
    AWAITING,
    /** A transient failure; the next attempt has a time. */
    BACKING_OFF,
    /** Out of retries, or not retryable: a person chooses retry, skip or roll back. On pages: needs attention. */
    PARKED,
    DONE,
    /** Left out: its condition was false, or a person skipped it with a reason. */
    SKIPPED,
    /** The remote job is being stopped by an abort or before a roll back. */
    STOPPING,
    /** The job was stopped, or the step was cut off by an abort. */
    STOPPED,
    UNDOING,
    /** An undo failed; a person chooses retry or leave it. */
    UNDO_PARKED,
    UNDONE;

    /** Whether a step that needs this one may start. */
    public boolean satisfies() {
        return this == DONE || this == SKIPPED;
    }

    /** Whether nothing more happens to the step unless the whole migration is rolled back. */
    public boolean settled() {
        return this == DONE || this == SKIPPED || this == STOPPED || this == UNDONE;
    }
}
