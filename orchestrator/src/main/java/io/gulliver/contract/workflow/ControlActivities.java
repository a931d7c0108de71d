package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.temporal.activity.ActivityInterface;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The store's side of a migration, run as local activities in the process that owns the store. */
@ActivityInterface(namePrefix = "Control_")
public interface ControlActivities {
    /**
     * The plan that the playbook of this hash compiles to.
     *
     * @param purpose whose steps it has; null for all, as earlier versions asked
     */
    CompiledPlan loadPlan(String playbookHash, @Nullable Purpose purpose);

    /** The state that the journal holds, for a run on a fresh engine. */
    MigrationState loadState(MigrationId migration);

    /** Keeps a state too large to carry; answers its hash. */
    String saveCarried(MigrationId migration, MigrationState state);

    /** Reads a state kept by {@link #saveCarried}. */
    MigrationState loadCarried(MigrationId migration, String hash);

    /** Resolves conditions, items, inputs, names and planned times. One result per request, in order. */
    List<PrepareResult> prepare(List<PrepareRequest> requests);

    /**
     * Writes journal entries and every projection of them in one transaction.
     *
     * @throws io.temporal.failure.ApplicationFailure GENERATION_SUPERSEDED (not retryable) when the store has a newer
     *     generation
     */
    void flush(JournalBatch batch);

    /**
     * Says whether a generation may still act: asked before a call that never began is given out again.
     *
     * @throws io.temporal.failure.ApplicationFailure GENERATION_SUPERSEDED (not retryable) when the store has a newer
     *     generation
     */
    void admit(MigrationId migration, int generation);

    /**
     * Reads a human command for one hearing of it.
     *
     * @param hearing names the workflow task in which the command arrived: another one means that the engine lost it
     * @throws io.temporal.failure.ApplicationFailure INPUT_INVALID (not retryable) when the store has no such row
     */
    CommandOrder readCommand(String commandId, String hearing);

    /**
     * What became of a command that the run remembers by its id alone.
     *
     * @throws io.temporal.failure.ApplicationFailure INPUT_INVALID (not retryable) when the journal does not say
     */
    CommandOutcome readOutcome(MigrationId migration, String commandId);

    /**
     * Steps of the migration that hold all the slots they asked for.
     *
     * @throws io.temporal.failure.ApplicationFailure GENERATION_SUPERSEDED (not retryable) when a newer generation goes
     *     on: its slots are not this run's
     */
    List<StepKey> granted(MigrationId migration, int generation);
}
