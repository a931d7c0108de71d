package io.gulliver.persistence.view;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One decision of a person about a database; never changed, only followed by another.
 *
 * @param program the program's key
 * @param database its name
 * @param kind what is decided
 * @param number counts the decisions of a kind from 1; the highest holds
 * @param decided what, or null when the one before was taken back
 * @param reason in the person's words
 * @param by who
 * @param at when
 * @param factsVersion of the facts that were known
 * @param basis SHA-256 of what the person saw
 * @param content small values beside it
 */
public record DecisionRow(
        String program,
        String database,
        Kind kind,
        long number,
        @Nullable String decided,
        String reason,
        String by,
        Instant at,
        long factsVersion,
        String basis,
        Map<String, Object> content) {
    /** What is decided. */
    public enum Kind {
        /** The way across. */
        METHOD,
        /** That a sizing still holds. */
        SIZING,
        /** To start in production although too little is known. */
        COMPLETENESS,
        /** Whether work of no database on the source hosts moves too. */
        OTHER_WORK,
        /** Which SGA an instance gets. */
        SGA,
        /** A production start against what stands against it: asked for, and agreed to by a second person. */
        START
    }
}
