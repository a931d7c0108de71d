package io.gulliver.domain.program;

import io.gulliver.domain.people.RuleViolation;
import java.util.Optional;

/** What a program allows while it is at work, and once it is archived. */
public final class ProgramRules {
    private ProgramRules() {}

    /** Why no run of a database starts. */
    public static Optional<RuleViolation> start(String program, String database, boolean archived) {
        return archived
                ? Optional.of(RuleViolation.notNow("No run of database " + database + " starts: program " + program
                        + " is archived. An administrator takes it up again first."))
                : Optional.empty();
    }

    /** Why a program is not archived. */
    public static Optional<RuleViolation> archive(String program, long openRuns) {
        return open(program, "archived", openRuns);
    }

    /** Why a program is not deleted. */
    public static Optional<RuleViolation> delete(String program, boolean archived, long openRuns) {
        return archived
                ? open(program, "deleted", openRuns)
                : Optional.of(RuleViolation.notNow(
                        "Program " + program + " is not deleted: it is at work. Archive it first."));
    }

    private static Optional<RuleViolation> open(String program, String what, long openRuns) {
        return openRuns > 0
                ? Optional.of(RuleViolation.notNow("Program " + program + " is not " + what + ": " + openRuns
                        + " of its runs are open. Let them end, or abort them first."))
                : Optional.empty();
    }
}
