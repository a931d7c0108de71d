package io.gulliver.persistence.journal;

import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the journal and every projection of it in one transaction, and reads a run's state back. */
public interface JournalStore {
    /**
     * Writes a batch: the entries, the steps' rows, tasks, requests for scarce things, command outcomes, links to
     * evidence. Writing the same batch again replaces and changes nothing else.
     *
     * @throws io.gulliver.persistence.StaleGenerationException when the store has a newer generation
     * @throws io.gulliver.persistence.UnknownRowException no such migration
     */
    void flush(JournalBatch batch);

    /** The state that the journal holds: control with the last seq and the store's generation, steps in plan order. */
    MigrationState loadState(MigrationId migration);

    /**
     * The hash of the {@link io.gulliver.contract.workflow.JournalChain} over what one generation wrote.
     *
     * @param afterSeq begins behind this event
     * @param upToSeq ends with this event
     */
    String chain(MigrationId migration, int generation, long afterSeq, long upToSeq);

    /** Keeps a state too large to carry; answers its SHA-256. */
    String saveCarried(MigrationId migration, MigrationState state);

    /** @throws io.gulliver.persistence.UnknownRowException when none is kept under this hash */
    MigrationState loadCarried(MigrationId migration, String hash);

    /**
     * Lines of the run log in order of seq.
     *
     * @param step only of this step, or null
     * @param afterSeq only later ones; 0 from the start
     */
    List<JournalRow> entries(MigrationId migration, @Nullable StepKey step, long afterSeq, int limit);

    /** The calls of a step, oldest first; lines before its first call belong to none. */
    List<Attempt> attempts(MigrationId migration, StepKey step);
}
