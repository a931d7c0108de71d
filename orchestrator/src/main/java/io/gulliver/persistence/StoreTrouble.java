package io.gulliver.persistence;

import java.time.Instant;

/**
 * Why the store is not as it should be.
 *
 * @param kind what is wrong
 * @param since when it was first seen
 * @param cause technical words for the log and for health, never for a page
 */
public record StoreTrouble(Kind kind, Instant since, String cause) {
    /** What is wrong, worst first. */
    public enum Kind {
        /** Nothing can be saved: the store's disk is full. */
        FULL,
        /** Nothing can be saved: the store does not answer. */
        AWAY,
        /** Nothing can be saved: the store answers and refuses writes. */
        REFUSING,
        /** Everything is saved, but little space is left: no new step starts. */
        SPACE
    }

    /** Whether nothing can be saved. */
    public boolean unsaved() {
        return kind != Kind.SPACE;
    }
}
