package io.gulliver.domain.access;

import org.jspecify.annotations.Nullable;

/**
 * What was seen of one thing that access to a database needs.
 *
 * @param item what
 * @param state how it stands
 * @param seen in words; no secret
 * @param action what must be done, or null when nothing
 * @param role key of the role that does it, or null when nothing is to be done
 */
public record AccessFinding(
        AccessItem item,
        AccessState state,
        String seen,
        @Nullable String action,
        @Nullable String role) {
    /** It works. */
    public static AccessFinding good(AccessItem item, String seen) {
        return new AccessFinding(item, AccessState.GOOD, seen, null, null);
    }

    /** It does not, and the usual role must act. */
    public static AccessFinding bad(AccessItem item, String seen, String action) {
        return new AccessFinding(item, AccessState.BAD, seen, action, item.role());
    }

    /** It was not tried. */
    public static AccessFinding unknown(AccessItem item, String seen) {
        return new AccessFinding(item, AccessState.UNKNOWN, seen, null, null);
    }

    /** It is not needed. */
    public static AccessFinding needless(AccessItem item, String seen) {
        return new AccessFinding(item, AccessState.NEEDLESS, seen, null, null);
    }

    /** The same, for another role to put right. */
    public AccessFinding by(String other) {
        return new AccessFinding(item, state, seen, action, other);
    }
}
