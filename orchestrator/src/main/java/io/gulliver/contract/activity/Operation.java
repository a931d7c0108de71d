package io.gulliver.contract.activity;

/** What the workflow asks of an action. */
public enum Operation {
    /** Look, act, look: does the whole of a short step. */
    RUN,
    /** Starts the remote job of a long step; idempotent, short, mutating. Answers with the job's name. */
    START,
    /** Watches the remote job for a while: pure observation, re-attachable; cancelling it never touches the job. */
    AWAIT,
    /** Stops the remote job and answers when it is seen ended. */
    STOP,
    /** Undoes what RUN or START did, from captured inputs and outputs; undoing nothing succeeds. */
    UNDO,
    /** Prechecks and renders through read-only interfaces; changes nothing. */
    EVALUATE;

    /** Whether the operation may change the outside world. */
    public boolean mutates() {
        return this == RUN || this == START || this == STOP || this == UNDO;
    }
}
