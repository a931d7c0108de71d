package io.gulliver.assessment.policy;

import java.util.List;

/**
 * What is wrong with one part of a policy.
 *
 * @param pointer JSON pointer to the part, within the policy: {@code /rates/link}, empty for the whole
 * @param code what is wrong, a name for the words of {@code form.policy.<code>}
 * @param arguments of these words
 */
public record PolicyProblem(String pointer, String code, List<Object> arguments) {
    public PolicyProblem {
        arguments = List.copyOf(arguments);
    }
}
