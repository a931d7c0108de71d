package io.gulliver.domain.migration;

import org.jspecify.annotations.Nullable;

/**
 * What a person asks for when starting a migration.
 *
 * @param requestId idempotency key
 * @param program the program's key
 * @param database the source database's name
 * @param purpose discovery, rehearsal or production
 * @param playbookHash of an approved playbook
 * @param wave number of the wave, or null
 * @param evaluateOnly evaluate every step, run none
 * @param pauseAfterStage or null
 * @param pauseAfterStep or null
 * @param source what a rehearsal copies from, or null
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
        @Nullable RehearsalSource source,
        String by) {
    /** Without a named source: of production, of what is shared, of an evaluation. */
    public NewMigration(
            String requestId,
            String program,
            String database,
            Purpose purpose,
            String playbookHash,
            @Nullable Integer wave,
            boolean evaluateOnly,
            @Nullable Stage pauseAfterStage,
            @Nullable String pauseAfterStep,
            String by) {
        this(
                requestId,
                program,
                database,
                purpose,
                playbookHash,
                wave,
                evaluateOnly,
                pauseAfterStage,
                pauseAfterStep,
                null,
                by);
    }
}
