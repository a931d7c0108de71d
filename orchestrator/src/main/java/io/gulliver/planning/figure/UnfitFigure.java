package io.gulliver.planning.figure;

/**
 * A figure that cannot be.
 *
 * @param field JSON pointer to it within what was given: {@code /instances/0/sgaMb}
 * @param message what was seen and what is wanted
 */
public record UnfitFigure(String field, String message) {}
