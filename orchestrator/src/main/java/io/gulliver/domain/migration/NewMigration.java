package io.gulliver.domain.migration;

import org.jspecify.annotations.Nullable;

/**
 * What a person asks for when starting a migration.
 *
 * @param requestId idempotency key
 * @param program the program's key
 * @param database the source database's name
 * @param purpose rehearsal or production
 * @param playbookHash of an approved playbook
 * @param wave number of the wave, or null
 * @param evaluateOnly evaluate every step, run none
 * @param pauseAfterStage or null
 * @param pauseAfterStep or null
 * @param by who
 */
public record NewMigration(
        String requestId,
        String program,
        String database,
        Purpose purpose,
        String playbookHash,
        @Nullable Integer wave,
        boolean evaluateOnly,
        @Nullable Stage pauseAfterStage,
        @Nullable String pauseAfterStep,
        String by) {}
