package io.gulliver.persistence.view;

/**
 * How many tasks there are.
 *
 * @param tasks all of them, whatever a page holds
 * @param databases that they are of
 */
public record TaskCount(int tasks, int databases) {}
