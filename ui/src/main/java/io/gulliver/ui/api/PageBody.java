package io.gulliver.ui.api;

import io.gulliver.ui.problem.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param items in the order of the list
 * @param next cursor of the next page, or null when this is the last
 * @param <T> what is listed
 */
record PageBody<T>(List<T> items, @Nullable String next) {
    PageBody {
        items = List.copyOf(items);
    }

    /**
     * The row at which a page begins, of lists whose cursor is that.
     *
     * @throws Refusal 400 when the cursor is none of ours
     */
    static int row(String cursor) {
        try {
            return Math.max(0, Integer.parseInt(cursor));
        } catch (NumberFormatException foreign) {
            throw Refusal.bad("problem.cursor");
        }
    }
}
