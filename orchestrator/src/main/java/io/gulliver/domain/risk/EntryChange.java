package io.gulliver.domain.risk;

import java.time.Instant;

/**
 * One field of an entry that somebody changed.
 *
 * @param at when, in the program's time
 * @param by person or rule
 * @param field as calls of the API name it: {@code owner}, {@code ifFalse}
 * @param before as it was, or empty
 * @param after as it is, or empty
 */
public record EntryChange(Instant at, String by, String field, String before, String after) {}
