package io.gulliver.planning.method;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The method that a database takes: the preferred one, or what a person chose instead, with the reason.
 *
 * @param assessment that it rests on
 * @param method to take, or null while none is open and nobody chose
 * @param word who chose otherwise, or null
 */
public record MethodDecision(
        MethodAssessment assessment,
        @Nullable Method method,
        @Nullable ByPerson word) {
    private static final int LONGEST = 1000;

    /**
     * A person's word against the assessment.
     *
     * @param reason in the person's words
     * @param by who
     * @param at when
     * @param accepted blockers that stand against the chosen method and were accepted with the reason
     */
    public record ByPerson(String reason, String by, Instant at, List<String> accepted) {
        public ByPerson {
            accepted = List.copyOf(accepted);
        }
    }

    /** The preferred method. */
    public static MethodDecision of(MethodAssessment assessment) {
        return new MethodDecision(assessment, assessment.preferred(), null);
    }

    /**
     * Another method by a person's word.
     *
     * @throws IllegalArgumentException without a reason or a name
     */
    public MethodDecision overridden(Method chosen, String reason, String by, Instant at) {
        if (reason.isBlank() || reason.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "Taking " + chosen.key() + " against the assessment needs a reason of at most " + LONGEST
                            + " characters. Say what the rules do not know");
        }
        if (by.isBlank()) {
            throw new IllegalArgumentException("Nobody is named who takes " + chosen.key());
        }
        List<String> accepted = assessment.judged(chosen).blockers().stream()
                .map(blocker -> blocker.rule() + " (" + blocker.facts() + "): " + blocker.text())
                .toList();
        return new MethodDecision(assessment, chosen, new ByPerson(reason.strip(), by, at, accepted));
    }

    /** The same decision on a newer assessment: a person's word stands, with the blockers of today. */
    public MethodDecision on(MethodAssessment newer) {
        ByPerson said = word;
        if (said == null || method == null) {
            return of(newer);
        }
        return of(newer).overridden(method, said.reason(), said.by(), said.at());
    }
}
