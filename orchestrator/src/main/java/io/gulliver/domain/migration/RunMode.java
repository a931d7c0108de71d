package io.gulliver.domain.migration;

/** What the migration as a whole is doing. */
public enum RunMode {
    RUNNING,
    /** No step starts; open ones are let to end. */
    PAUSING,
    PAUSED,
    /** Jobs are being stopped; then the migration ends. */
    ABORTING,
    /** Stop, then undo newest first. */
    ROLLING_BACK,
    ENDED
}
