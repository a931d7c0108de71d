package io.gulliver.assessment.crossing;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the password of an account is kept in a way by which servers of 12.2 and later let it in: R43 of {@code
 * docs/domain/methods.md}. Pure.
 */
public final class PasswordVersions {
    private static final Set<String> ACCEPTED = Set.of("11G", "12C");

    private PasswordVersions() {}

    /**
     * Whether one of the versions is newer than 10G.
     *
     * @param versions as PASSWORD_VERSIONS of DBA_USERS has them, such as {@code 10G 11G}; null before 11.1, which kept 10G alone
     */
    public static boolean accepted(@Nullable String versions) {
        return versions != null && Arrays.stream(versions.strip().split("\\s+")).anyMatch(ACCEPTED::contains);
    }

    /**
     * Whether an account logs on by a password of the database.
     *
     * @param authentication as AUTHENTICATION_TYPE of DBA_USERS has it; null before 11.2, which does not tell
     */
    public static boolean byPassword(@Nullable String authentication) {
        return authentication == null || authentication.equals("PASSWORD");
    }
}
