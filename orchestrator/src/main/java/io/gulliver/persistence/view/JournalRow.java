package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a run log.
 *
 * @param migration the run
 * @param generation that wrote it
 * @param seq number of the event
 * @param at when the workflow saw it
 * @param event for people
 * @param step or null
 * @param state of the step after it, or null
 * @param message or null
 */
public record JournalRow(
        MigrationId migration,
        int generation,
        long seq,
        Instant at,
        String event,
        @Nullable StepKey step,
        @Nullable StepState state,
        @Nullable String message) {}
