package io.gulliver.testing;

import org.junit.jupiter.api.Assumptions;

/** What a test needs of the machine. In CI it must be there; elsewhere its absence skips the test. */
public final class Required {
    private Required() {}

    /**
     * Skips the test that needs it, or fails it where {@code CI=true}.
     *
     * @param what the missing thing and how to get it, a sentence
     */
    public static void here(boolean present, String what) {
        here(present, what, "true".equals(System.getenv("CI")));
    }

    static void here(boolean present, String what, boolean ci) {
        if (!present && ci) {
            throw new AssertionError("In CI this test may not be skipped: " + what);
        }
        Assumptions.assumeTrue(present, what);
    }
}
