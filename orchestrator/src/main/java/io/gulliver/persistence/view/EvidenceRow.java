package io.gulliver.persistence.view;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Evidence as attached to a migration or one of its steps.
 *
 * @param migration the run
 * @param step the step, or null
 * @param ref name, kind, hash and size
 * @param at when it was attached
 * @param by person, or null when a step attached it
 * @param kept whether the content has arrived
 */
public record EvidenceRow(
        MigrationId migration,
        @Nullable StepKey step,
        EvidenceRef ref,
        Instant at,
        @Nullable String by,
        boolean kept) {}
