package io.gulliver.ui.problem;

import java.sql.SQLException;
import java.util.Set;

/** Which refusals of a store that is well are about the values that a reader sent. */
final class SentValues {
    private static final Set<String> STATES = Set.of(
            "22001", // longer than the column
            "22003", // number out of range
            "22007", // not a date or time
            "22008", // date or time out of range
            "22021", // characters that the store's encoding has not: NUL
            "22P05"); // the same, while translating

    private SentValues() {}

    static boolean refused(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof SQLException sql && sql.getSQLState() != null) {
                return STATES.contains(sql.getSQLState());
            }
        }
        return false;
    }
}
