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

    /** Whether a person must act before the step goes on. */
    public boolean asksAPerson() {
        return this == WAITING_PERSON || this == PARKED || this == UNDO_PARKED;
    }

    /** Whether a step in this state has no scarce things, whatever it had before; a parked one may have them. */
    public boolean withoutSlots() {
        return switch (this) {
            case PENDING, WAITING_SLOT, DONE, SKIPPED, STOPPED, UNDONE, UNDO_PARKED -> true;
            case PREPARING,
                    WAITING_TIME,
                    WAITING_PERSON,
                    FANNED_OUT,
                    RUNNING,
                    AWAITING,
                    BACKING_OFF,
                    PARKED,
                    STOPPING,
                    UNDOING -> false;
        };
    }

    /**
     * Whether a step that comes to this state gives its scarce things back.
     *
     * @param held of a parked step: its job may run, so it keeps them, and nobody else is let in beside the job
     */
    public boolean givesSlotsBack(boolean held) {
        return this == PARKED ? !held : this != WAITING_SLOT && withoutSlots();
    }
}
