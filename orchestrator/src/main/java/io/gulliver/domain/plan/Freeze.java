package io.gulliver.domain.plan;

import java.time.Instant;

/**
 * A time in which no cutover may happen.
 *
 * @param id made by the store, 0 before
 * @param program the program's key
 * @param from first instant
 * @param to first instant after it
 * @param reason why, for people
 */
public record Freeze(long id, String program, Instant from, Instant to, String reason) {
    public Freeze {
        if (!to.isAfter(from)) {
            throw new IllegalArgumentException("Freeze '" + reason + "': its end " + to + " must lie after " + from);
        }
        if (reason.isBlank() || reason.length() > 400) {
            throw new IllegalArgumentException("A freeze needs a reason of 1 to 400 characters");
        }
    }

    /** Whether a stretch of time touches it. */
    public boolean touches(Instant begin, Instant end) {
        return begin.isBefore(to) && end.isAfter(from);
    }
}
