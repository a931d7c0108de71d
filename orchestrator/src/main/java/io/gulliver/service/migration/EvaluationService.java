package io.gulliver.service.migration;

import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.EvaluationVerdict;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.view.StepRow;
import java.util.List;

/** What an evaluation of a playbook for a database says. */
public final class EvaluationService {
    private final MigrationStore migrations;
    private final DatabaseStore databases;
    private final Starts starts;

    /** What a start of what was evaluated would be refused for. */
    @FunctionalInterface
    public interface Starts {
        /** Throws IllegalArgumentException as {@code AssessmentReports.database}. */
        List<EvaluationVerdict.Stop> against(Migration evaluation);
    }

    public EvaluationService(MigrationStore migrations, DatabaseStore databases, Starts starts) {
        this.migrations = migrations;
        this.databases = databases;
        this.starts = starts;
    }

    /**
     * Would it run, what stops it, what is unknown: by what the steps found then, and by what a start with the same playbook
     * and purpose would be refused for now.
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
        return EvaluationVerdict.of(standing(migration), steps, migration.mode() == RunMode.ENDED);
    }

    private List<EvaluationVerdict.Stop> standing(Migration migration) {
        if (databases.find(migration.program(), migration.database()).isEmpty()) {
            return List.of(); // the run of a shared server is of no database, and follows no method
        }
        try {
            return starts.against(migration);
        } catch (IllegalArgumentException e) {
            return List.of(new EvaluationVerdict.Stop(
                    "Whether it may start cannot be judged: " + e.getMessage(),
                    "Correct what it names, then look again.",
                    List.of()));
        }
    }

    private static EvaluationVerdict.Seen seen(StepRow row) {
        StepRun run = row.run();
        StepFailure failure = run.failure();
        return new EvaluationVerdict.Seen(
                run.key(),
                row.title(),
                row.kind(),
                run.state().satisfies() || run.state() == StepState.FANNED_OUT,
                run.state() == StepState.SKIPPED,
                run.inputs(),
                failure == null ? null : failure.code(),
                failure == null ? null : failure.message(),
                failure == null ? null : failure.advice(),
                row.kind() == StepKind.GATE ? unmet(run) : List.of());
    }

    private static List<EvaluationVerdict.Unmet> unmet(StepRun gate) {
        return GateCriterion.of(gate.inputs()).stream()
                .filter(one -> !one.met())
                .map(one -> new EvaluationVerdict.Unmet(
                        one.id(), one.title(), one.verdict().equals(GateCriterion.NOT_MET), one.why()))
                .toList();
    }
}
