package io.gulliver.planning.method;

import io.gulliver.domain.plan.Feasibility;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a database can cross, and how it shall: the judgement, the proposed target and the word of a person.
 *
 * @param database its name
 * @param factsVersion of the collected facts it rests on
 * @param basis SHA-256 of the assessment: its version
 * @param assessment every method judged, best first
 * @param target release, edition and shape
 * @param method to take, a person's, or else the program's for all, or else the preferred one; null while none is open or
 *     the choice does not hold
 * @param choice what a person decided, or null
 * @param forAll what the program takes for all databases without such a word, or null
 * @param decisions counts what persons said, for If-Match; 0 before the first word
 * @param outage of that method by the rates that the plan counts by, or null while none is known
 */
public record MethodReport(
        String database,
        long factsVersion,
        String basis,
        MethodAssessment assessment,
        TargetProposal target,
        @Nullable Method method,
        @Nullable Choice choice,
        @Nullable ProgramMethod forAll,
        long decisions,
        MethodAssessment.@Nullable Outage outage) {
    /** With the rates that methods are judged by for the plan's. */
    public MethodReport(
            String database,
            long factsVersion,
            String basis,
            MethodAssessment assessment,
            TargetProposal target,
            @Nullable Method method,
            @Nullable Choice choice,
            @Nullable ProgramMethod forAll,
            long decisions) {
        this(
                database,
                factsVersion,
                basis,
                assessment,
                target,
                method,
                choice,
                forAll,
                decisions,
                method == null ? null : assessment.judged(method).outage());
    }

    /**
     * A person's word.
     *
     * @param method that was chosen
     * @param reason in the person's words
     * @param by who
     * @param at when
     * @param factsVersion that was known then
     * @param basis SHA-256 of the assessment that the person saw
     * @param moved whether the assessment is another one by now
     * @param accepted blockers that stand against the method today and were accepted with the reason
     * @param since blockers that came up later and that nobody accepted: the choice does not hold until somebody does
     */
    public record Choice(
            Method method,
            String reason,
            String by,
            Instant at,
            long factsVersion,
            String basis,
            boolean moved,
            List<String> accepted,
            List<String> since) {
        public Choice {
            accepted = List.copyOf(accepted);
            since = List.copyOf(since);
        }

        /** Whether it still decides. */
        public boolean holds() {
            return since.isEmpty();
        }
    }

    /** The same with another assessment to show. */
    public MethodReport with(MethodAssessment shown) {
        return new MethodReport(
                database, factsVersion, basis, shown, target, method, choice, forAll, decisions, outage);
    }

    /** Whether the database can cross. */
    public Feasibility feasible() {
        return FeasibilityRule.of(assessment, method);
    }

    /** The method to take, or the one that a person chose and that something closes by now; null while there is none. */
    public @Nullable Method meant() {
        return choice == null ? method : choice.method();
    }

    /** The decision as the rules know it. */
    public MethodDecision decision() {
        MethodDecision preferred = MethodDecision.of(assessment);
        return choice == null
                ? preferred
                : preferred.overridden(choice.method(), choice.reason(), choice.by(), choice.at());
    }
}
