package io.gulliver.planning.method;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a database can cross: every method judged, best first, with reasons.
 *
 * @param preferred the method to take, or null when none is open
 * @param row of the decision table that named it, 1 to 9
 * @param afterRemedy whether blockers of the preferred method must be removed first
 * @param methods all methods, eligible ones by falling score, then the others
 * @param reasons sentences with fact, value and threshold
 * @param missing facts that would sharpen the estimates
 * @param questions facts without which rules cannot be judged, those that could close a method first
 */
public record MethodAssessment(
        @Nullable Method preferred,
        int row,
        boolean afterRemedy,
        List<Judged> methods,
        List<String> reasons,
        List<String> missing,
        List<Question> questions) {
    public MethodAssessment {
        methods = List.copyOf(methods);
        reasons = List.copyOf(reasons);
        missing = List.copyOf(missing);
        questions = List.copyOf(questions);
    }

    /** The rule that warns of an outage which fixed times alone make longer than the window. */
    public static final String FIXED_TIMES = "OUTAGE-FIXED";

    /** How the sentences begin, behind the method's key, that say why a method was not taken. */
    static final String CLOSED = " is closed by ";

    static final String NO_ESTIMATE = " has no estimate until ";
    static final String TAKES = " takes ";

    /** The reasons without those against a method that was not taken, which {@link Judged} tells of each. */
    public List<String> forChoice() {
        return reasons.stream()
                .filter(reason -> Stream.of(Method.values())
                        .flatMap(method -> Stream.of(CLOSED, NO_ESTIMATE, TAKES).map(end -> method.key() + end))
                        .noneMatch(reason::startsWith))
                .toList();
    }

    /** Methods that are open though none is proposed: each takes nearly all of the window, or fits with fixed times trimmed. */
    public List<Judged> open() {
        return preferred != null
                ? List.of()
                : methods.stream().filter(Judged::eligible).toList();
    }

    /** The same with more sentences before the others. */
    public MethodAssessment with(List<String> first) {
        List<String> all = new java.util.ArrayList<>(first);
        all.addAll(reasons);
        return new MethodAssessment(preferred, row, afterRemedy, methods, all, missing, questions);
    }

    /**
     * A fact that nobody knows, or not exactly enough, and that rules ask for.
     *
     * @param fact its name
     * @param seen what is known of it, or null
     * @param rules that cannot be judged without it
     * @param couldClose keys of the methods that one of them may close
     * @param how to get to know it
     */
    public record Question(
            String fact, @Nullable String seen, List<String> rules, List<String> couldClose, String how) {
        public Question {
            rules = List.copyOf(rules);
            couldClose = List.copyOf(couldClose);
        }
    }

    /** How one method was judged. */
    public Judged judged(Method method) {
        return methods.stream()
                .filter(one -> one.method() == method)
                .findFirst()
                .orElseThrow();
    }

    /**
     * One method.
     *
     * @param method which
     * @param variant of it, or null
     * @param eligible nothing blocks it, and it fits the window, if need be with fixed times trimmed
     * @param score for the ranking, higher is better
     * @param blockers what stands against it
     * @param warnings what needs care
     * @param outage how long users are out, or null while facts for it are missing
     * @param rank 1 for the best, in the order shown
     * @param elapsed from the first copy to the end of the outage, or null while facts for it are missing
     * @param licences that it needs beyond those of the databases themselves
     * @param space that it needs beside the source's own
     * @param assumptions behind the outage and the space
     * @param unjudged rules that may close it and cannot be judged while facts are missing
     * @param lacking facts without which it has no estimate
     */
    public record Judged(
            Method method,
            @Nullable String variant,
            boolean eligible,
            double score,
            List<Reason> blockers,
            List<Reason> warnings,
            @Nullable Outage outage,
            int rank,
            @Nullable Duration elapsed,
            List<String> licences,
            List<Space> space,
            List<String> assumptions,
            List<String> unjudged,
            List<String> lacking) {
        public Judged {
            blockers = List.copyOf(blockers);
            warnings = List.copyOf(warnings);
            licences = List.copyOf(licences);
            space = List.copyOf(space);
            assumptions = List.copyOf(assumptions);
            unjudged = List.copyOf(unjudged);
            lacking = List.copyOf(lacking);
        }

        Judged ranked(int place) {
            return new Judged(
                    method,
                    variant,
                    eligible,
                    score,
                    blockers,
                    warnings,
                    outage,
                    place,
                    elapsed,
                    licences,
                    space,
                    assumptions,
                    unjudged,
                    lacking);
        }

        /** What brings its outage into the window, or well into it; empty where it is. */
        public List<String> shortening() {
            return warnings.stream()
                    .filter(reason ->
                            reason.rule().equals(FIXED_TIMES) || reason.rule().equals("OUTAGE"))
                    .map(Reason::remedy)
                    .toList();
        }

        /** Whether it fits the window once fixed times are trimmed, and not before. */
        public boolean fitsTrimmed() {
            return warnings.stream().anyMatch(reason -> reason.rule().equals(FIXED_TIMES));
        }

        /** What must be done before this method is open, of all blockers that can be removed. */
        public List<String> remedies() {
            return blockers.stream()
                    .filter(Reason::remediable)
                    .map(reason -> reason.rule() + ": " + reason.remedy())
                    .toList();
        }
    }

    /**
     * Room that a method needs.
     *
     * @param where staging, source or target
     * @param gigabytes decimal
     * @param formula how it was computed
     */
    public record Space(String where, double gigabytes, String formula) {}

    /**
     * Why a rule speaks.
     *
     * @param rule its id
     * @param facts which facts, their values and thresholds
     * @param text what is wrong
     * @param remedy what to do
     * @param remediable whether the remedy opens the method
     * @param days of work for it
     */
    public record Reason(String rule, String facts, String text, String remedy, boolean remediable, double days) {}

    /**
     * An estimated outage.
     *
     * @param shortest with rates 1.3 times as high, and fixed times at the lower end of their range
     * @param likely with the rates given
     * @param longest with rates 0.6 times as high, and fixed times at the upper end
     * @param terms of the formula, in order
     */
    public record Outage(Duration shortest, Duration likely, Duration longest, List<Term> terms) {
        public Outage {
            terms = List.copyOf(terms);
        }
    }

    /**
     * A term of the formula.
     *
     * @param name what takes the time
     * @param seconds how long, unrounded
     * @param least lower end of its range, in seconds
     * @param most upper end
     * @param trimmed what people can bring it down to by their own decision; the same as {@code seconds} where they cannot
     * @param formula how it was computed
     * @param fixed whether it does not depend on a rate
     */
    public record Term(
            String name, double seconds, double least, double most, double trimmed, String formula, boolean fixed) {}
}
