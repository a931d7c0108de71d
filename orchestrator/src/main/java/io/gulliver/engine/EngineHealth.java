package io.gulliver.engine;

import java.time.Instant;

/**
 * Whether Temporal can be reached, and since when.
 *
 * @param state now
 * @param since when it became so
 * @param message one line for people; empty when all is well
 */
public record EngineHealth(State state, Instant since, String message) {
    /** What the connection is doing. */
    public enum State {
        /** Not yet reached since this process started. */
        CONNECTING,
        /** Reached, and the workers poll. */
        CONNECTED,
        /** Was reached, and is not now; the workers go on trying. */
        UNREACHABLE,
        CLOSED
    }

    public boolean up() {
        return state == State.CONNECTED;
    }
}
