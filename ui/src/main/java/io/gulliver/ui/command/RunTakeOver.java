package io.gulliver.ui.command;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;

/** Takes over from the run log a migration that its engine closed, lost or reset. */
@FunctionalInterface
public interface RunTakeOver {
    /**
     * @param by the person, for the audit record
     * @param reason typed by the person
     * @throws io.gulliver.persistence.RefusedException when the engine carries the migration, or it has ended
     */
    Migration takeOver(MigrationId migration, String by, String reason);
}
