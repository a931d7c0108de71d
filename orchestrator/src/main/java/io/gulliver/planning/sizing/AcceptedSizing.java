package io.gulliver.planning.sizing;

import java.time.Instant;

/**
 * A sizing that a person accepted: what is built from then on.
 *
 * @param sizes its figures
 * @param by who
 * @param at when
 * @param reason in their words
 */
public record AcceptedSizing(BuildSizes sizes, String by, Instant at, String reason) {}
