package io.gulliver.ui.risks;

import io.gulliver.ui.command.BulkAnswer.Outcome;
import io.gulliver.ui.command.OutcomeCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an order would do or did, entry by entry: none is left out.
 *
 * @param preview whether nothing was done yet
 * @param changes how many would change
 * @param done how many changed
 * @param unchanged how many are already as they shall be
 * @param refused how many cannot be changed, or were not
 * @param entries those that were refused first, then as given
 */
public record RegisterAnswer(
        RegisterAction action, boolean preview, int changes, int done, int unchanged, int refused, List<Line> entries) {
    /**
     * One entry.
     *
     * @param entry its key
     * @param title of the entry, or null where there is none
     * @param now how it stands, in words
     * @param then how it would stand, in words; null where it cannot
     * @param why it was refused, or null
     * @param seen version of what was looked at: sent back, the change is refused when something else stands there by then
     */
    public record Line(
            String entry,
            @Nullable String title,
            Outcome outcome,
            @Nullable String now,
            @Nullable String then,
            @Nullable String why,
            @Nullable String seen)
            implements OutcomeCounts.Line {}

    static RegisterAnswer of(RegisterAction action, boolean preview, List<Line> lines) {
        OutcomeCounts<Line> counts = OutcomeCounts.of(lines);
        return new RegisterAnswer(
                action, preview, counts.changes(), counts.done(), counts.unchanged(), counts.refused(), counts.lines());
    }
}
