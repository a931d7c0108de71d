package io.gulliver.persistence.view;

import io.gulliver.domain.migration.LogLevel;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line that a remote program printed.
 *
 * @param log number of its log within the step
 * @param number from 1 within its log; stays for ever
 * @param level how much it weighs
 * @param hostAt when it was there by the host's clock, to the second, or null when nobody noted it
 * @param readAt when it was read, wall clock
 * @param text without secrets and line end
 */
public record LogLine(
        int log, long number, LogLevel level, @Nullable Instant hostAt, Instant readAt, String text) {}
