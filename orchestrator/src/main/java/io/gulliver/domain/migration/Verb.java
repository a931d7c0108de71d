package io.gulliver.domain.migration;

/** What a person can say to a migration. Each is first a row in the store, then delivered. */
public enum Verb {
    /** Pause after a stage ({@code stage}), after a step ({@code step}), or now (neither). */
    PAUSE,
    RESUME,
    /** Try a step that needs attention again, or cut its back-off short. */
    RETRY,
    /** Leave a step out, with a reason. */
    SKIP,
    ABORT,
    ROLL_BACK,
    FALL_BACK,
    /** Complete a human task with an outcome. */
    COMPLETE,
    /** Decide a gate: approve or reject. */
    DECIDE;

    /** Whether it is said to one step, and not to the migration as a whole. */
    public boolean concernsStep() {
        return switch (this) {
            case RETRY, SKIP, COMPLETE, DECIDE -> true;
            case PAUSE, RESUME, ABORT, ROLL_BACK, FALL_BACK -> false;
        };
    }
}
