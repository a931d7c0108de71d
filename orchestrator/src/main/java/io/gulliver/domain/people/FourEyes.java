package io.gulliver.domain.people;

import java.util.Optional;

/** What one person has made or approved, another one must approve. */
public final class FourEyes {
    private FourEyes() {}

    /**
     * @param what names the thing and what the first person did with it, as the beginning of a sentence
     * @param first subject of who did it
     * @param second subject of who is to approve it
     */
    public static Optional<RuleViolation> violation(String what, String first, String second) {
        return first.equals(second)
                ? Optional.of(RuleViolation.notYou(what + ": a second person must approve it."))
                : Optional.empty();
    }
}
