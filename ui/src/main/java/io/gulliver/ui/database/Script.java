package io.gulliver.ui.database;

/**
 * A script of a step, as it was rendered and run.
 *
 * @param name of its file
 * @param text content; secrets were never in it
 */
public record Script(String name, String text) {}
