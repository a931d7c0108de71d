package io.gulliver.service.migration;

import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.EvaluationVerdict;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.view.StepRow;
import java.util.List;

/** What an evaluation of a playbook for a database says. */
public final class EvaluationService {
    private final MigrationStore migrations;

    public EvaluationService(MigrationStore migrations) {
        this.migrations = migrations;
    }

    /**
     * Would it run, what stops it, what is unknown.
     *
     * @throws RefusedException the run is no evaluation
     */
    public EvaluationVerdict of(MigrationId id) {
        Migration migration = migrations.require(id);
        if (!migration.evaluateOnly()) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_SO,
                    "Migration " + id + " is carried out, not evaluated: it has no verdict. Start one of this database"
                            + " that only evaluates.");
        }
        List<EvaluationVerdict.Seen> steps =
                migrations.steps(id).stream().map(EvaluationService::seen).toList();
        return EvaluationVerdict.of(steps);
    }

    private static EvaluationVerdict.Seen seen(StepRow row) {
        StepRun run = row.run();
        StepFailure failure = run.failure();
        return new EvaluationVerdict.Seen(
                run.key(),
                row.title(),
                row.kind(),
                run.state().settled() || run.state() == StepState.FANNED_OUT,
                run.state() == StepState.SKIPPED,
                run.inputs(),
                failure == null ? null : failure.code(),
                failure == null ? null : failure.message(),
                failure == null ? null : failure.advice());
    }
}
