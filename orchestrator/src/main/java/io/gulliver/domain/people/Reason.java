package io.gulliver.domain.people;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reason that a person types for what others will ask about. */
public final class Reason {
    /** Characters at most. */
    public static final int LONGEST = 1000;

    private Reason() {}

    /** @param what is not done without it, as the beginning of a sentence */
    public static Optional<RuleViolation> violation(String what, @Nullable String reason) {
        String text = reason == null ? "" : reason.strip();
        return text.isEmpty() || text.length() > LONGEST
                ? Optional.of(RuleViolation.notSo(what + " without a reason. Say why, in 1 to " + LONGEST
                        + " characters, not " + text.length() + ": others will ask."))
                : Optional.empty();
    }
}
