package io.gulliver.domain.people;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A person who may log in. The name stands in the audit for ever: an account is closed and never removed, and a name is
 * never given again.
 *
 * @param name log-in name; one whatever its case
 * @param title shown to people
 * @param email or null
 * @param issuer who knows the person: {@link #LOCAL}, {@link #LAB}, or the address of an identity provider
 * @param subject of the person there; issuer and subject together are one person, and four eyes compare that
 * @param administrator makes programs and people
 * @param disabledAt since when nobody logs in as this person, or null
 * @param endsAt from when on, or null
 * @param rights in programs
 * @param functions in programs
 * @param deputies who acts for this person
 * @param version counts edits from 1
 */
public record Account(
        String name,
        String title,
        @Nullable String email,
        String issuer,
        String subject,
        boolean administrator,
        @Nullable Instant disabledAt,
        @Nullable Instant endsAt,
        List<HeldRight> rights,
        List<HeldFunction> functions,
        List<Deputy> deputies,
        long version) {
    /** In place of a program: all there are and will be. */
    public static final String EVERY = "*";
    /** Has a password here. */
    public static final String LOCAL = "local";
    /** Belongs to the lab: logs in as long as the lab's people may. */
    public static final String LAB = "lab";
    /** Characters of a title at most. */
    public static final int LONGEST_TITLE = 200;
    /** Characters of an e-mail address at most. */
    public static final int LONGEST_EMAIL = 320;

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._@ -]{0,98}[\\p{L}\\p{N}]");

    public Account {
        if (name.isBlank() || name.length() > 200 || name.indexOf(':') >= 0 || !name.equals(name.strip())) {
            throw new IllegalArgumentException("Log-in name '" + name
                    + "': wanted 1 to 200 characters without a colon and without space at its ends");
        }
        rights = List.copyOf(rights);
        functions = List.copyOf(functions);
        deputies = List.copyOf(deputies);
    }

    /** Whether a new person may have the name: letters, digits and a few signs. */
    public static boolean wellNamed(String name) {
        return NAME.matcher(name).matches();
    }

    /** Why nobody can be called so, before such an account is made: the store holds no longer ones. */
    public static Optional<RuleViolation> violation(String name, String title, @Nullable String email) {
        if (!wellNamed(name)) {
            return Optional.of(RuleViolation.notSo(
                    "A log-in name has 2 to 100 letters, digits, dots, dashes, underscores, @ or spaces, and begins"
                            + " and ends with a letter or digit; '" + name + "' is none."));
        }
        if (title.isBlank() || title.length() > LONGEST_TITLE) {
            return Optional.of(
                    RuleViolation.notSo("A title has 1 to " + LONGEST_TITLE + " characters: the name as it is shown."));
        }
        return email == null || email.length() <= LONGEST_EMAIL
                ? Optional.empty()
                : Optional.of(RuleViolation.notSo("An e-mail address has at most " + LONGEST_EMAIL + " characters."));
    }

    /** Whether an identity provider knows the person. */
    public boolean ofIssuer() {
        return !issuer.equals(LOCAL) && !issuer.equals(LAB);
    }

    /** Whether somebody may log in as this person. */
    public boolean opens(Instant now) {
        return disabledAt == null && holds(endsAt, now);
    }

    /** Whether what ends then is still on. */
    static boolean holds(@Nullable Instant endsAt, Instant now) {
        return endsAt == null || now.isBefore(endsAt);
    }

    /** A log-in name as it is compared. */
    public static String folded(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    /**
     * A right.
     *
     * @param program key, or {@link #EVERY}
     * @param right what may be done there
     * @param endsAt or null
     */
    public record HeldRight(
            String program, Right right, @Nullable Instant endsAt) {}

    /**
     * A function.
     *
     * @param program key, or {@link #EVERY}
     * @param function what the person answers for there
     * @param endsAt or null
     */
    public record HeldFunction(
            String program, Function function, @Nullable Instant endsAt) {}

    /**
     * Somebody who acts for the person.
     *
     * @param name of the deputy
     * @param startsAt from
     * @param endsAt until
     */
    public record Deputy(String name, Instant startsAt, Instant endsAt) {}
}
