package io.gulliver.persistence.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param rows in the order of the list
 * @param next cursor of the next page, opaque, or null when this is the last
 * @param <T> what is listed
 */
public record Page<T>(List<T> rows, @Nullable String next) {
    public Page {
        rows = List.copyOf(rows);
    }
}
