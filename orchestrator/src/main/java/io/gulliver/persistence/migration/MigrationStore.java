package io.gulliver.persistence.migration;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.StepRow;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Migrations and their steps, as pages and chores read them. */
public interface MigrationStore extends MigrationReader {
    /**
     * Makes the row of a migration with all its steps pending; the same request again answers the same row.
     *
     * @throws io.gulliver.persistence.IdempotencyConflictException same request id, other content
     * @throws io.gulliver.persistence.AlreadyRunningException the database has a running migration of this purpose
     *     (evaluations excepted)
     * @throws io.gulliver.persistence.UnknownRowException no such program or playbook
     */
    Migration create(NewMigration wanted);

    /** Migrations that ended at or after then, by id. */
    List<Migration> endedSince(Instant since);

    /** Databases of a program with a production run that goes on or reached its end; evaluations do not count. */
    Set<String> carried(String program);

    /**
     * Databases of a program whose DISCOVERY begins by then by the plan, and for which no run was ever made, by name;
     * evaluations do not count.
     *
     * @param by by the calendar of the program
     */
    List<String> unseen(String program, Instant by);

    /**
     * Steps of an action that ended in runs that were no evaluation, the newest run first.
     *
     * @param database null for every database of the program
     */
    List<EndedStep> ended(String program, @Nullable String database, String action);

    /** A step that ended, with whose run it was. */
    record EndedStep(String database, StepRow step) {}

    /**
     * Steps with one of these actions that have begun and were not undone, of the runs of a program that were no evaluations, by
     * run and in plan order.
     */
    List<BegunStep> begun(String program, Collection<String> actions);

    /**
     * One of them.
     *
     * @param database of its run
     * @param outcome of its run, or null while it goes on
     */
    record BegunStep(String database, @Nullable RunOutcome outcome, StepRow step) {}

    /** Steps of several migrations counted by stage and state, in that order. */
    List<StageCount> stageCounts(Collection<MigrationId> ids);

    /** Notes which engine carries the run now. */
    void carriedBy(MigrationId id, String engineCluster);

    /**
     * Raises the generation: from here on only the new one may write.
     *
     * @param expected the generation that the caller saw
     * @param reason for the audit record, or null
     * @param actsFrom see {@link Migration#actsFrom}; null leaves it as it is
     * @throws io.gulliver.persistence.StaleGenerationException when another resume was faster
     */
    Migration startNextGeneration(
            MigrationId id,
            int expected,
            String engineCluster,
            String by,
            @Nullable String reason,
            @Nullable Instant actsFrom);

    /** The same without a reason typed by a person. */
    default Migration startNextGeneration(MigrationId id, int expected, String engineCluster, String by) {
        return startNextGeneration(id, expected, engineCluster, by, null, null);
    }
}
