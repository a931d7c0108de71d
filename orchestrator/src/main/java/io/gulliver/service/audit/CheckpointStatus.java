package io.gulliver.service.audit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest checkpoint, to compare with what stands outside, and the places to which this process gives them.
 *
 * @param number of it, 0 while there is none
 * @param at when it was made, or null
 * @param sha256 of what it signs, or null
 * @param sinks the places
 */
public record CheckpointStatus(
        long number, @Nullable Instant at, @Nullable String sha256, List<SinkState> sinks) {
    public CheckpointStatus {
        sinks = List.copyOf(sinks);
    }
}
