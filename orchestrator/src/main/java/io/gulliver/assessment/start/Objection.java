package io.gulliver.assessment.start;

/**
 * What stands against a production start, unless two people agree to it.
 *
 * @param code names it, the same as long as it is the same thing: {@code closed:R27}, {@code instead-of:XTTS_INCREMENTAL}
 * @param text why, in one sentence
 */
public record Objection(String code, String text) {}
