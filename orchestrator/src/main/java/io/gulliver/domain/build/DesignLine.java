package io.gulliver.domain.build;

/**
 * A line of a design that was approved.
 *
 * @param key tells it from every other line of the design
 * @param words what it is, as they were then
 * @param value in one form whatever it was written like
 * @param unit of a number, empty for none
 */
public record DesignLine(String key, String words, String value, String unit) {}
