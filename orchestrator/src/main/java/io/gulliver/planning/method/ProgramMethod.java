package io.gulliver.planning.method;

/**
 * The method that a program takes for all its databases, where no person chose another for one.
 *
 * @param method which
 * @param reason why, in the words of whoever wrote the policy
 */
public record ProgramMethod(Method method, String reason) {
    public ProgramMethod {
        if (reason.isBlank() || reason.length() > 1000) {
            throw new IllegalArgumentException(
                    "methods.forAll.reason is missing or too long: say in 1 to 1,000 characters why all databases take "
                            + method.key());
        }
        reason = reason.strip();
    }
}
