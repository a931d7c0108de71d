package io.gulliver.ui.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an order would do or did, database by database: none is left out.
 *
 * @param preview whether nothing was done yet
 * @param changes how many would change
 * @param done how many changed
 * @param unchanged how many are already as they shall be
 * @param refused how many cannot be changed, or were not
 * @param databases those that were refused first, then by name as given
 */
public record BulkAnswer(
        BulkAction action, boolean preview, int changes, int done, int unchanged, int refused, List<Line> databases) {
    /** What becomes of one database. */
    public enum Outcome {
        /** Cannot be changed, or was not: why says the reason. */
        REFUSED,
        /** Would change. */
        CHANGES,
        /** Was changed. */
        DONE,
        /** Is already as it shall be. */
        UNCHANGED
    }

    /**
     * One database.
     *
     * @param now how it stands, in words
     * @param then how it would stand, in words; null where it cannot
     * @param why it was refused, or null
     * @param seen version of what was looked at: sent back, the change is refused when something else stands there by then
     */
    public record Line(
            String database,
            Outcome outcome,
            @Nullable String now,
            @Nullable String then,
            @Nullable String why,
            @Nullable String seen)
            implements OutcomeCounts.Line {}

    static BulkAnswer of(BulkAction action, boolean preview, List<Line> lines) {
        OutcomeCounts<Line> counts = OutcomeCounts.of(lines);
        return new BulkAnswer(
                action, preview, counts.changes(), counts.done(), counts.unchanged(), counts.refused(), counts.lines());
    }
}
