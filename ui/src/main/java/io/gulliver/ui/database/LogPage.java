package io.gulliver.ui.database;

import io.gulliver.persistence.view.JournalRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some lines of a run log, oldest first.
 *
 * @param lines those that are shown
 * @param earlier seq of the line around which the lines before these are found, or null when there are none
 * @param later the same of the lines after these
 */
public record LogPage(
        List<JournalRow> lines,
        @Nullable Long earlier,
        @Nullable Long later) {
    public LogPage {
        lines = List.copyOf(lines);
    }

    /**
     * @param before lines up to where the reader looks, one more than fits where there are more
     * @param from lines from there on, likewise
     * @param fit how many of each are shown
     */
    static LogPage of(List<JournalRow> before, List<JournalRow> from, int fit) {
        List<JournalRow> lines = new ArrayList<>(before.subList(Math.max(0, before.size() - fit), before.size()));
        lines.addAll(from.subList(0, Math.min(fit, from.size())));
        return new LogPage(
                lines,
                before.size() > fit ? lines.get(0).seq() : null,
                from.size() > fit ? lines.get(lines.size() - 1).seq() : null);
    }
}
