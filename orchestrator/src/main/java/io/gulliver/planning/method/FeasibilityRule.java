package io.gulliver.planning.method;

import io.gulliver.domain.plan.Feasibility;
import org.jspecify.annotations.Nullable;

/**
 * Whether a database can cross as things stand, by its judged methods and the one that it takes.
 *
 * <p>Without a method to take, one that fits once it is shortened is a remedy, and one that nothing closes but whose outage
 * nobody can compute is unknown.
 */
public final class FeasibilityRule {
    private FeasibilityRule() {}

    /** @param taken the method that the database takes, or null while there is none */
    public static Feasibility of(MethodAssessment assessment, @Nullable Method taken) {
        if (taken == null) {
            if (!assessment.open().isEmpty()) {
                return Feasibility.AFTER_REMEDY;
            }
            boolean unjudged =
                    assessment.methods().stream().anyMatch(one -> one.blockers().isEmpty() && one.outage() == null);
            return unjudged ? Feasibility.UNKNOWN : Feasibility.NO;
        }
        MethodAssessment.Judged judged = assessment.judged(taken);
        if (judged.blockers().isEmpty()) {
            return judged.fitsTrimmed()
                    ? Feasibility.AFTER_REMEDY
                    : judged.outage() == null ? Feasibility.UNKNOWN : Feasibility.YES;
        }
        return judged.blockers().stream().allMatch(MethodAssessment.Reason::remediable)
                ? Feasibility.AFTER_REMEDY
                : Feasibility.NO;
    }
}
