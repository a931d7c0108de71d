package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.MigrationId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one flush writes, in one transaction.
 *
 * @param migration the run
 * @param generation of the engine that writes; a lower one than the store's is refused
 * @param entries in order of seq
 * @param engineRun id of the engine's run that writes: another one of the same generation may go on where the last one
 *     stood, as continue-as-new does, and not write again what is written; null where no engine writes
 * @param task of that run: once a later one has written, it must not; null where no engine writes
 */
public record JournalBatch(
        MigrationId migration,
        int generation,
        List<JournalEntry> entries,
        @Nullable String engineRun,
        @Nullable EngineTask task) {
    public JournalBatch {
        entries = List.copyOf(entries);
    }

    /** What is written without an engine: by tests and repairs. */
    public JournalBatch(MigrationId migration, int generation, List<JournalEntry> entries) {
        this(migration, generation, entries, null, null);
    }
}
