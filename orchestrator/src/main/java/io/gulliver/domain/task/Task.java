package io.gulliver.domain.task;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing that waits for a person.
 *
 * @param id made by the store
 * @param program the program's key
 * @param migration the run
 * @param database the source database's name
 * @param step the step, or null when the migration as a whole needs attention
 * @param stage of the step, or null
 * @param kind task, gate or attention
 * @param role whose queue it is in
 * @param title for people
 * @param detail for attention: what went wrong and what to do; else null
 * @param fourEyes two persons must approve
 * @param blocks how many later steps wait for it
 * @param claimedBy subject of the person who took it, or null
 * @param claimedName that person's name, or null
 * @param claimedAt or null
 * @param snoozedUntil hidden from queues until then, or null
 * @param openedAt since when
 * @param closedAt or null
 * @param outcome how it was closed, or null
 * @param version counts changes from 1
 */
public record Task(
        String id,
        String program,
        MigrationId migration,
        String database,
        @Nullable StepKey step,
        @Nullable Stage stage,
        TaskKind kind,
        String role,
        String title,
        @Nullable String detail,
        boolean fourEyes,
        int blocks,
        @Nullable String claimedBy,
        @Nullable String claimedName,
        @Nullable Instant claimedAt,
        @Nullable Instant snoozedUntil,
        Instant openedAt,
        @Nullable Instant closedAt,
        @Nullable String outcome,
        long version) {}
