package io.gulliver.persistence;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A store refused, with a reason that a person can act on; its subclasses say which rule was broken. */
public class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** States by which a store that is well refuses a value that it was given. */
    private static final Set<String> VALUES = Set.of(
            "22001", // longer than the column
            "22003", // number out of range
            "22007", // not a date or time
            "22008", // date or time out of range
            "22021", // characters that the store's encoding has not: NUL
            "22P05"); // the same, while translating

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Whether the store is well, and what failed are the values that somebody sent. */
    public static boolean refusesValues(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof SQLException sql && sql.getSQLState() != null) {
                return VALUES.contains(sql.getSQLState());
            }
        }
        return false;
    }
}
