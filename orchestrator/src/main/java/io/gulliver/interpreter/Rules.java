package io.gulliver.interpreter;

/**
 * What differs between the rules that runs under way follow, by interpreter version. A run changes its version only at
 * continue-as-new or on a fresh engine, and at most two versions live at once: when a third one comes, the oldest goes,
 * with its predicates and its histories.
 */
record Rules(int version) {
    /** The oldest version that a run may still follow. */
    static final int OLDEST = 1;
    /** The version that every new run follows. */
    static final int NEWEST = 2;

    Rules {
        if (!known(version)) {
            throw new IllegalStateException("Interpreter version " + version + " is not known here, wanted " + OLDEST
                    + " to " + NEWEST + ": start the Gulliver that this run was carried by");
        }
    }

    static boolean known(int version) {
        return version >= OLDEST && version <= NEWEST;
    }

    /** Abort and roll back reach a call that is under way; version 1 waits for its end. */
    boolean stopsRunningCalls() {
        return version >= 2;
    }

    /** The third loss of a worker in a row, and each that follows, counts as a try; version 1 counts none. */
    boolean countsLosses() {
        return version >= 2;
    }

    /** A parked step whose job may run holds its slots; version 1 gives them back and watches the job without them. */
    boolean holdsSlotsOfParkedJobs() {
        return version >= 2;
    }

    /** Roll back undoes a step that began and waits to begin again; version 1 leaves behind what it did. */
    boolean undoesWhatWaitsToBeginAgain() {
        return version >= 2;
    }

    /** The run log tells of a step that is held; version 1 leaves it in the state of which it told last. */
    boolean tellsOfHeldSteps() {
        return version >= 2;
    }

    /** Stopping a job has a limit of its own, so that abort acts within a minute; version 1 gives it the step's. */
    boolean limitsStops() {
        return version >= 2;
    }

    /** A job that is awaited for longer than its step's limit is a matter for a person; version 1 waits for ever. */
    boolean limitsAwaiting() {
        return version >= 2;
    }

    /** A call that was open when the engine was lost is as unknown as one of a lost worker; version 1 only repeats it. */
    boolean distrustsCallsOfLostEngines() {
        return version >= 2;
    }
}
