package io.gulliver.domain.people;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a password must be: long, and none that is tried first. No rule about kinds of characters: they make worse ones. */
public final class PasswordRules {
    /** Characters at least. */
    public static final int SHORTEST = 12;
    /** Bytes at most: what the digest reads. */
    public static final int LONGEST = 72;

    private final Set<String> common;

    /** @param common passwords that are tried first, in lower case */
    public PasswordRules(Set<String> common) {
        this.common = Collections.unmodifiableSet(new TreeSet<>(common));
    }

    /** Why this person cannot have this password, and what to do. */
    public Optional<RuleViolation> violation(String name, String password) {
        if (password.codePointCount(0, password.length()) < SHORTEST
                || password.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            return Optional.of(RuleViolation.notSo("The password has " + password.codePointCount(0, password.length())
                    + " characters; wanted at least " + SHORTEST + ", and at most " + LONGEST
                    + " bytes. Take several words that do not belong together."));
        }
        String folded = password.toLowerCase(Locale.ROOT);
        if (common.contains(folded)
                || folded.chars().distinct().count() < 5
                || folded.contains(Account.folded(name)) && Account.folded(name).length() > 2) {
            return Optional.of(
                    RuleViolation.notSo("This password is one of those that are tried first: it is on a list of"
                            + " common ones, repeats a few characters, or holds the log-in name. Take several words that do not"
                            + " belong together."));
        }
        return Optional.empty();
    }
}
