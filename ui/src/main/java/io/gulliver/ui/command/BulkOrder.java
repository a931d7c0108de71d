package io.gulliver.ui.command;

import io.gulliver.planning.method.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What shall be done to many databases.
 *
 * @param databases names, each once, in the order in which they were given
 * @param wave number of the wave to put them into, or null
 * @param method to take for them, or null
 * @param reason typed by the person, or null
 */
public record BulkOrder(
        BulkAction action,
        List<String> databases,
        @Nullable Integer wave,
        @Nullable Method method,
        @Nullable String reason) {
    public BulkOrder {
        databases = databases.stream().distinct().toList();
        reason = reason == null || reason.isBlank() ? null : reason.strip();
    }
}
