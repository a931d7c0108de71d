package io.gulliver.ui.api;

import io.gulliver.domain.migration.Migration;

/** Carries a migration that the store has just made over to the engine; the same again changes nothing. */
@FunctionalInterface
public interface MigrationStarter {
    /** Hands it over, or leaves it to the engine's own sweep when the engine cannot be reached now. Must not wait long. */
    void start(Migration migration);
}
