package io.gulliver.domain.plan;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A database's place in a wave.
 *
 * @param program the program's key
 * @param wave number of the wave
 * @param database its name
 * @param cutover T of this database as people typed it, before that of its wave; or null
 */
public record WaveMember(
        String program, int wave, String database, @Nullable Instant cutover) {}
