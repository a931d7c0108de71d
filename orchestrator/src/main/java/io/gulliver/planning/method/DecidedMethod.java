package io.gulliver.planning.method;

import org.jspecify.annotations.Nullable;

/**
 * Which method a database takes: a person's word on it, else the program's word for all, else the one that the rules
 * propose.
 *
 * @param method to take, or null while nothing decides: none is open, or what the person chose is closed by now
 * @param source whose word it is
 */
public record DecidedMethod(@Nullable Method method, Source source) {
    /** Who decides. */
    public enum Source {
        PERSON,
        PROGRAM,
        RULES
    }

    /**
     * Decides.
     *
     * @param chosen by a person, or null
     * @param holds whether nothing closes it but what was accepted with it
     * @param forAll the program's word, or null
     */
    public static DecidedMethod of(
            @Nullable Method chosen, boolean holds, @Nullable ProgramMethod forAll, MethodAssessment assessment) {
        if (chosen != null) {
            return new DecidedMethod(holds ? chosen : null, Source.PERSON);
        }
        return forAll != null
                ? new DecidedMethod(forAll.method(), Source.PROGRAM)
                : new DecidedMethod(assessment.preferred(), Source.RULES);
    }
}
