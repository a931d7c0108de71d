package io.gulliver.domain.check;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One look at one thing by all rules of a moment.
 *
 * @param id of its row, 0 before there is one
 * @param at in the program's time
 * @param by a person, or the run whose step looked
 * @param migration that run's id, or null
 * @param rules which rules they were, 12 hex digits
 * @param findings of the rules; kept as those judged them, before any waiver
 */
public record CheckRun(
        long id,
        String program,
        CheckSubject subject,
        CheckMoment moment,
        Instant at,
        String by,
        @Nullable String migration,
        String rules,
        List<CheckFinding> findings) {
    public CheckRun {
        findings = List.copyOf(findings);
    }

    /** The same with other findings. */
    public CheckRun with(List<CheckFinding> others) {
        return new CheckRun(id, program, subject, moment, at, by, migration, rules, others);
    }
}
