package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.MigrationId;
import java.util.List;

/**
 * What one flush writes, in one transaction.
 *
 * @param migration the run
 * @param generation of the engine that writes; a lower one than the store's is refused
 * @param entries in order of seq
 */
public record JournalBatch(MigrationId migration, int generation, List<JournalEntry> entries) {
    public JournalBatch {
        entries = List.copyOf(entries);
    }
}
