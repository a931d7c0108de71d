package io.gulliver.adapter.ssh;

import java.time.Instant;

/**
 * Says by when a job had written a part of its output: everything before {@code offset} was there at {@code hostTime}.
 *
 * @param offset bytes from the start of the output
 * @param hostTime the host's clock, to the second
 */
public record LogTime(long offset, Instant hostTime) {}
