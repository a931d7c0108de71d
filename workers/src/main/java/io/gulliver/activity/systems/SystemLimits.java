package io.gulliver.activity.systems;

import java.time.Duration;

/**
 * How long calls to outside systems may take.
 *
 * @param connect until a connection stands
 * @param read an answer to a question
 * @param change an answer to a change
 */
public record SystemLimits(Duration connect, Duration read, Duration change) {
    /** 10 s, 30 s, 60 s: what public clients of these systems use, below the time limit of a step's call. */
    public static SystemLimits defaults() {
        return new SystemLimits(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60));
    }
}
