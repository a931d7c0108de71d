package io.gulliver.planning.build;

/**
 * A value with where it comes from.
 *
 * @param value text, number, truth value, or list of texts
 */
public record Told(Object value, Whence whence) {}
