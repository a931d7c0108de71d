package io.gulliver.ui.command;

import io.gulliver.ui.command.BulkAnswer.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an order would do or did, task by task: none is left out.
 *
 * @param preview whether nothing was done yet
 * @param changes how many would change
 * @param done how many changed
 * @param unchanged how many are already as they shall be
 * @param refused how many cannot be changed, or were not
 * @param tasks those that were refused first, then as given
 */
public record TaskAnswer(
        TaskAction action, boolean preview, int changes, int done, int unchanged, int refused, List<Line> tasks) {
    /**
     * One task.
     *
     * @param task its id
     * @param title of the task, or null where there is none for the person
     * @param database of its run, or null
     * @param now how it stands, in words
     * @param then how it would stand, in words; null where it cannot
     * @param why it was refused, or null
     * @param seen version of what was looked at: sent back, the change is refused when something else stands there by then
     */
    public record Line(
            String task,
            @Nullable String title,
            @Nullable String database,
            Outcome outcome,
            @Nullable String now,
            @Nullable String then,
            @Nullable String why,
            @Nullable String seen)
            implements OutcomeCounts.Line {}

    static TaskAnswer of(TaskAction action, boolean preview, List<Line> lines) {
        OutcomeCounts<Line> counts = OutcomeCounts.of(lines);
        return new TaskAnswer(
                action, preview, counts.changes(), counts.done(), counts.unchanged(), counts.refused(), counts.lines());
    }
}
