package io.gulliver.ui.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What shall be done to many tasks.
 *
 * @param tasks ids, each once, in the order in which they were given
 * @param reason typed by the person, or null; it is kept with a retry
 */
public record TaskOrder(
        TaskAction action, List<String> tasks, @Nullable String reason) {
    public TaskOrder {
        tasks = tasks.stream().distinct().toList();
        reason = reason == null || reason.isBlank() ? null : reason.strip();
    }
}
