package io.gulliver.ui.problem;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, ready to be shown.
 *
 * @param status HTTP status
 * @param what in a few words
 * @param why the cause, as far as it is known
 * @param advice what to do now
 * @param requestId under which the log has the details
 * @param fields parts of the request that are wrong
 * @param differences fields that somebody else changed meanwhile
 * @param retryAfter when it may be tried again, or null
 * @param more a record whose parts a program is told beside these, or null
 */
public record Problem(
        int status,
        String what,
        String why,
        String advice,
        String requestId,
        List<FieldProblem> fields,
        List<Difference> differences,
        @Nullable Duration retryAfter,
        @Nullable Object more) {
    public Problem {
        fields = List.copyOf(fields);
        differences = List.copyOf(differences);
    }

    /** One that tells a program nothing more. */
    public Problem(
            int status,
            String what,
            String why,
            String advice,
            String requestId,
            List<FieldProblem> fields,
            List<Difference> differences,
            @Nullable Duration retryAfter) {
        this(status, what, why, advice, requestId, fields, differences, retryAfter, null);
    }
}
