package io.gulliver.domain.plan;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A database's place in a wave.
 *
 * @param program the program's key
 * @param wave number of the wave
 * @param database its name
 * @param cutover earliest start of its cutover as people typed it, or null for as soon as the stages before are through
 */
public record WaveMember(
        String program, int wave, String database, @Nullable Instant cutover) {}
