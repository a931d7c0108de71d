package io.gulliver.domain.migration;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One run of a playbook for one database, as the store lists it.
 *
 * @param id made by the store
 * @param program the program's key
 * @param number counts a program's migrations from 1
 * @param database the source database's name in the program
 * @param purpose rehearsal or production
 * @param playbook name of the playbook
 * @param playbookVersion its version
 * @param playbookHash SHA-256 of its content
 * @param generation of the engine that may write, 1 for the first
 * @param wave number of its wave, or null
 * @param evaluateOnly everything is evaluated, nothing is run
 * @param pauseAfterStage from the start, or null
 * @param pauseAfterStep from the start, or null
 * @param mode what it does now
 * @param outcome how it ended, or null
 * @param lastSeq number of the last journaled event, 0 before the first
 * @param engine cluster id of the engine that carries it, or null before it was started
 * @param createdBy who started it
 * @param createdAt when the row was made
 * @param startedAt first event, or null
 * @param endedAt or null
 * @param actsFrom of a run that was taken over from another engine: until then a worker could still begin that engine's
 *     calls, and none of this run's begins; or null
 * @param source what a rehearsal copies from; null for production, and for rehearsals that an earlier version began
 */
public record Migration(
        MigrationId id,
        String program,
        int number,
        String database,
        Purpose purpose,
        String playbook,
        int playbookVersion,
        String playbookHash,
        int generation,
        @Nullable Integer wave,
        boolean evaluateOnly,
        @Nullable Stage pauseAfterStage,
        @Nullable String pauseAfterStep,
        RunMode mode,
        @Nullable RunOutcome outcome,
        long lastSeq,
        @Nullable String engine,
        String createdBy,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Instant actsFrom,
        @Nullable RehearsalSource source) {}
