package io.gulliver.domain.proof;

import org.jspecify.annotations.Nullable;

/**
 * Releases of Oracle that a part is for.
 *
 * @param from first release, such as 11.2.0.4
 * @param to last one, each update of it included; null when the part still works
 * @param side of which databases
 */
public record ReleaseSpan(String from, @Nullable String to, Side side) {
    /** Whose release counts. */
    public enum Side {
        /** The database that moves. */
        SOURCE,
        /** The database that it moves to. */
        TARGET,
        /** Either of them. */
        BOTH
    }
}
