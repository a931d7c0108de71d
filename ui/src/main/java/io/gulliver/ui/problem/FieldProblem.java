package io.gulliver.ui.problem;

/**
 * What is wrong with one part of what was sent.
 *
 * @param pointer JSON pointer to the part: {@code /owner}
 * @param message what is wrong with it and what is wanted
 */
public record FieldProblem(String pointer, String message) {}
