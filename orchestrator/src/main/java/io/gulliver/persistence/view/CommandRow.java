package io.gulliver.persistence.view;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.MigrationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A human command as stored.
 *
 * @param migration to whom
 * @param order what
 * @param evidenceHash on which evidence, or null
 * @param subject the person
 * @param state how far it is
 * @param recordedAt when it was said
 * @param deliveredAt or null
 * @param settledAt when it was applied, refused or returned, or null
 * @param attempts deliveries tried
 * @param nextAttemptAt not to be tried before, or null
 * @param message what happened, why it was refused, or why it could not be delivered yet; null before
 */
public record CommandRow(
        MigrationId migration,
        CommandOrder order,
        @Nullable String evidenceHash,
        String subject,
        CommandState state,
        Instant recordedAt,
        @Nullable Instant deliveredAt,
        @Nullable Instant settledAt,
        int attempts,
        @Nullable Instant nextAttemptAt,
        @Nullable String message) {}
