package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import java.time.Instant;

/**
 * A run of which a step printed something.
 *
 * @param program its program's key
 * @param database its database
 * @param migration the run
 * @param at when the last of it was kept, wall clock
 */
public record LogGrowth(String program, String database, MigrationId migration, Instant at) {}
