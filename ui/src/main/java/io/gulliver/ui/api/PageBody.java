package io.gulliver.ui.api;

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
}
