package io.gulliver.contract.activity;

/** Who must act on a failure, and whether trying again helps. */
public enum FailureKind {
    /** Our request was wrong: do not retry, mend the input. */
    REQUEST,
    /** Somebody else holds or made it: look again, then a person decides. */
    CONFLICT,
    /** Passing: retry. */
    TRANSIENT,
    /** Something is full: wait or ask for more. */
    CAPACITY,
    /** The other system is at fault: tell its owner. */
    EXTERNAL,
    /** Ours: a programming error. */
    BUG;

    /** Whether the engine tries again by itself. */
    public boolean retryable() {
        return this == TRANSIENT;
    }
}
