package io.gulliver.ui.problem;

/**
 * One field that two people changed at once.
 *
 * @param field its label
 * @param yours what you sent
 * @param theirs what is stored now
 */
public record Difference(String field, String yours, String theirs) {}
