package io.gulliver.planning.build;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a line of a design comes from.
 *
 * @param origin kind of source
 * @param said which one, in words within a sentence; empty where the kind says all
 * @param databases whose sizing pages show how it came about
 * @param by who decided it, or null for no person
 * @param at when, or null
 */
public record Whence(
        Origin origin,
        String said,
        List<String> databases,
        @Nullable String by,
        @Nullable Instant at) {
    /** Kinds of sources. */
    public enum Origin {
        /** The sum over those who land there. */
        SIZING,
        /** What the program's policy says of the server. */
        POLICY,
        /** A parameter of the program. */
        PARAMETER,
        /** What the playbook says where nobody says otherwise. */
        PLAYBOOK,
        /** What was collected. */
        FACT,
        /** What an installation says of its networks. */
        LANDSCAPE,
        /** What a person decided. */
        PERSON,
        /** A rule over other lines. */
        RULE,
        /** Nobody says it yet, or it is chosen when it is made. */
        LATER
    }

    public Whence {
        databases = List.copyOf(databases);
    }

    /** From something that is no person. */
    public static Whence of(Origin origin, String said) {
        return new Whence(origin, said, List.of(), null, null);
    }
}
