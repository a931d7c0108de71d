package io.gulliver.persistence.journal;

import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.view.JournalReader;
import java.util.Optional;

/** Writes the journal and every projection of it in one transaction, and reads a run's state back. */
public interface JournalStore extends JournalReader {
    /**
     * Writes a batch: the entries, the steps' rows, tasks, requests for scarce things, links to evidence. Writing the
     * same batch again changes nothing. Other events under numbers that the journal holds mean that the engine's history
     * never had those: they and all behind them are kept, marked replaced, and every projection is made again from what
     * remains.
     *
     * @throws io.gulliver.persistence.StaleGenerationException when the store has a newer generation
     * @throws io.gulliver.persistence.UnknownRowException no such migration
     */
    void flush(JournalBatch batch);

    /** @throws io.gulliver.persistence.StaleGenerationException when the store has a newer generation */
    void admit(MigrationId migration, int generation);

    /**
     * Makes the run what the engine says that it is: rows behind the state's last event are kept, marked replaced, and
     * steps, tasks, requests for scarce things and the run itself are written from the state. Changes nothing when the
     * journal has moved on since it was compared, or is of a newer generation.
     *
     * @param state the engine's, with as many or fewer events than the journal
     * @param lastSeq of the journal when it was compared
     * @return whether it was rewritten
     */
    boolean rewrite(MigrationId migration, MigrationState state, long lastSeq);

    /** What the journal says became of a command, or empty when it does not know it. */
    Optional<CommandOutcome> outcome(MigrationId migration, String commandId);

    /**
     * The state that the journal holds: control with the last seq, the store's generation and the commands that were
     * applied or refused, steps in plan order.
     */
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
}
