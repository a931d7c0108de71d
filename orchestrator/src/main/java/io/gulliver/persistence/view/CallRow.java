package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One call to an outside system. Holds no secret.
 *
 * @param at when it began
 * @param migration or null
 * @param step or null
 * @param system its name in the landscape
 * @param operation for example {@code POST /api/partitions}
 * @param object what it was about, or null
 * @param status what came back
 * @param millis how long it took
 * @param message or null
 */
public record CallRow(
        Instant at,
        @Nullable MigrationId migration,
        @Nullable StepKey step,
        String system,
        String operation,
        @Nullable String object,
        String status,
        long millis,
        @Nullable String message) {}
