package io.gulliver.service.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a place outside of the store has come.
 *
 * @param sink its kind and address
 * @param lastNumber last checkpoint that it has, 0 for none
 * @param waiting how many it has not
 * @param deliveredAt when it was given the last one, or null
 * @param trouble why it takes none, or null
 * @param troubleSince since when, or null
 */
public record SinkState(
        String sink,
        long lastNumber,
        long waiting,
        @Nullable Instant deliveredAt,
        @Nullable String trouble,
        @Nullable Instant troubleSince) {}
