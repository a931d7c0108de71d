package io.gulliver.ui.frame;

import io.gulliver.domain.migration.StepState;
import java.util.Locale;

/** How a stage, step or database stands, in the nine words used everywhere; mark and colour hang on the word. */
public enum Status {
    NONE,
    READY,
    RUNNING,
    WAITING,
    BLOCKED,
    FAILED,
    DONE,
    SKIPPED,
    ROLLED;

    /** CSS class that sets the colours: {@code s-done}. Also the id of the mark. */
    public String css() {
        return "s-" + key();
    }

    /** Key of the word in {@code messages.properties} below {@code status.}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a person should look: these cells are tinted. */
    public boolean tinted() {
        return this == WAITING || this == BLOCKED || this == FAILED || this == ROLLED;
    }

    /** Whether nothing more happens: done, or left out. */
    public boolean through() {
        return this == DONE || this == SKIPPED;
    }

    /** What people are shown for a step's state. */
    public static Status of(StepState state) {
        return switch (state) {
            case PENDING -> NONE;
            case PREPARING, WAITING_TIME -> READY;
            case WAITING_SLOT -> BLOCKED;
            case WAITING_PERSON -> WAITING;
            case FANNED_OUT, RUNNING, AWAITING, BACKING_OFF, STOPPING, UNDOING -> RUNNING;
            case PARKED, UNDO_PARKED -> FAILED;
            case DONE -> DONE;
            case SKIPPED -> SKIPPED;
            case STOPPED, UNDONE -> ROLLED;
        };
    }
}
