package io.gulliver.activity.systems;

import java.time.Duration;

/**
 * How long calls to outside systems may take.
 *
 * @param connect until a connection stands
 * @param read an answer to a question
 * @param change an answer to a change
 * @param copy a change that copies an image within the call
 */
public record SystemLimits(Duration connect, Duration read, Duration change, Duration copy) {
    /** With an hour for copies. */
    public SystemLimits(Duration connect, Duration read, Duration change) {
        this(connect, read, change, Duration.ofHours(1));
    }

    /** 10 s, 30 s, 60 s: what public clients of these systems use, below the time limit of a step's call. */
    public static SystemLimits defaults() {
        return new SystemLimits(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60));
    }
}
