package io.gulliver.planning.inputs;

import java.time.Instant;

/**
 * What a person decided about a figure.
 *
 * @param decided what
 * @param reason in the person's words
 * @param by who
 * @param at when
 */
public record SizingDecision(String decided, String reason, String by, Instant at) {
    /** Other work on the database's hosts moves with it. */
    public static final String MOVES = "MOVES";

    /** Other work on the database's hosts stays behind, or ends. */
    public static final String STAYS = "STAYS";

    /** The SGA of today is kept. */
    public static final String CURRENT = "CURRENT";

    /** The SGA that the advice proposes is taken. */
    public static final String ADVICE = "ADVICE";

    String told() {
        return by + ": " + reason;
    }
}
