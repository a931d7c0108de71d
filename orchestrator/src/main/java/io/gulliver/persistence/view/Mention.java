package io.gulliver.persistence.view;

import io.gulliver.domain.task.TaskComment;

/**
 * A comment that calls somebody, with the task that it is about.
 *
 * @param title of the task
 * @param database of its run
 */
public record Mention(TaskComment comment, String title, String database) {}
