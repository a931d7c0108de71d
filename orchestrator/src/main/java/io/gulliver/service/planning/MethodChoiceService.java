package io.gulliver.service.planning;

import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodDecision;
import io.gulliver.planning.method.MethodReport;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps which method a person takes for a database, and lets the plan follow. */
public final class MethodChoiceService {
    private final DecisionStore decisions;
    private final AssessmentService assessments;
    private final PlanService planning;

    public MethodChoiceService(DecisionStore decisions, AssessmentService assessments, PlanService planning) {
        this.decisions = decisions;
        this.assessments = assessments;
        this.planning = planning;
    }

    /**
     * Takes a method by a person's word, the preferred one too; kept with who, when, why and the assessment's version.
     *
     * <p>Whoever takes a method that is closed accepts with the reason what closes it; so the assessment that the person saw
     * must be the one of today.
     *
     * @param expected number of the last word that the person saw, 0 for none
     * @param seen {@link MethodReport#basis} of what the person saw, or null to accept whatever stands today
     * @throws io.gulliver.persistence.StaleVersionException when somebody decided meanwhile
     * @throws RefusedException when the method is closed by what the person did not see
     * @throws IllegalArgumentException without a reason
     */
    public MethodReport choose(
            String program,
            String database,
            Method method,
            String reason,
            long expected,
            @Nullable String seen,
            String by) {
        planning.replanAfter(program, () -> {
            keep(program, database, method, reason, expected, seen, by);
            return program;
        });
        return assessments.methods(program, database);
    }

    /** The same of one of many: the plan does not follow before {@link PlanEditService#follow}. */
    public void keep(
            String program,
            String database,
            Method method,
            String reason,
            long expected,
            @Nullable String seen,
            String by) {
        MethodReport report = assessments.methods(program, database);
        List<MethodAssessment.Reason> blockers =
                report.assessment().judged(method).blockers();
        if (seen != null && !seen.equals(report.basis()) && !blockers.isEmpty()) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_NOW,
                    "What is known of " + report.database() + " changed since you looked, and " + method.key()
                            + " is closed by "
                            + blockers.stream()
                                    .map(blocker -> blocker.rule() + " (" + blocker.facts() + ")")
                                    .collect(Collectors.joining(", "))
                            + ". Look at the methods again, and choose then.");
        }
        MethodDecision decision =
                MethodDecision.of(report.assessment()).overridden(method, reason, by, assessments.now(program));
        MethodDecision.ByPerson word = decision.word();
        decisions.add(
                new DecisionStore.NewDecision(
                        program,
                        report.database(),
                        DecisionRow.Kind.METHOD,
                        method.name(),
                        reason.strip(),
                        by,
                        report.factsVersion(),
                        report.basis(),
                        Map.of(
                                "preferred",
                                String.valueOf(report.assessment().preferred()),
                                "accepted",
                                word == null ? List.of() : word.accepted())),
                expected);
    }

    /**
     * Takes a choice back: the preferred method holds again.
     *
     * @throws io.gulliver.persistence.RefusedException when nobody chose
     * @throws io.gulliver.persistence.StaleVersionException when somebody decided meanwhile
     */
    public MethodReport withdraw(String program, String database, String reason, long expected, String by) {
        MethodReport report = assessments.methods(program, database);
        if (report.choice() == null) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_NOW,
                    "Nobody chose a method for " + report.database() + ": there is nothing to take back.");
        }
        planning.replanAfter(
                program,
                () -> decisions.add(
                        new DecisionStore.NewDecision(
                                program,
                                report.database(),
                                DecisionRow.Kind.METHOD,
                                null,
                                AssessmentService.reasoned(reason),
                                by,
                                report.factsVersion(),
                                report.basis(),
                                Map.of(
                                        "preferred",
                                        String.valueOf(report.assessment().preferred()))),
                        expected));
        return assessments.methods(program, database);
    }
}
