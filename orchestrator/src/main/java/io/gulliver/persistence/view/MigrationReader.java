package io.gulliver.persistence.view;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Migrations and their steps, as pages read them. */
public interface MigrationReader {

    Optional<Migration> find(MigrationId id);

    /** @throws io.gulliver.persistence.UnknownRowException when there is none */
    Migration require(MigrationId id);

    /** Newest first. */
    Page<Migration> list(MigrationQuery query);

    /** Every migration that has not ended, by id. */
    List<Migration> running();

    /** Every step and item in plan order, items behind their step. */
    List<StepRow> steps(MigrationId id);

    Optional<StepRow> step(MigrationId id, StepKey key);

    /**
     * Steps in a state in which a step may wait, of the runs of these databases that have not ended and are no evaluations, by
     * run and in plan order.
     */
    List<WaitingStep> waiting(String program, Collection<String> databases);

    /** The same of one run. */
    List<WaitingStep> waiting(Migration run);

    /**
     * How long each step usually takes: the median of the time worked in earlier runs of the same playbook in the same
     * program, the newest few of them. Steps that no earlier run finished are left out.
     */
    Map<StepKey, Duration> usual(Migration migration);
}
