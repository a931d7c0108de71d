package io.gulliver.domain.estate;

import org.jspecify.annotations.Nullable;

/**
 * A z/VM guest or DPM partition on which databases land.
 *
 * @param program the program's key
 * @param name unique in the program
 * @param kind what it is, or null while the capacity plan has not chosen
 */
public record TargetServer(
        String program, String name, @Nullable TargetKind kind) {}
