package io.gulliver.persistence.view;

/**
 * A step that needs attention in several runs.
 *
 * @param title of its tasks
 * @param tasks how many there are
 */
public record FailedAlike(String title, int tasks) {}
