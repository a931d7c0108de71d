package io.gulliver.persistence.view;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The kept output of one remote job of a step.
 *
 * @param number from 1 within the step, in the order in which the jobs were first looked at
 * @param attempt of the step
 * @param system the host in the landscape
 * @param job its name there
 * @param bytes of the job's own output that are kept
 * @param lines of it
 * @param errors lines among them
 * @param warnings likewise
 * @param notes likewise
 * @param begunAt when its first piece came, wall clock
 * @param changedAt when its last piece came, wall clock
 * @param ended its end is kept; of one that is full: it prints no more
 * @param full the rest is on the host alone: the step has more than is kept
 * @param hostBytes length of its whole output on the host when somebody looked last, or null where nobody did
 */
public record StepLog(
        int number,
        int attempt,
        String system,
        String job,
        long bytes,
        long lines,
        long errors,
        long warnings,
        long notes,
        Instant begunAt,
        Instant changedAt,
        boolean ended,
        boolean full,
        @Nullable Long hostBytes) {
    /** Bytes that are on the host alone, as far as somebody looked; null where nobody did. */
    public @Nullable Long left() {
        if (!full) {
            return 0L;
        }
        return hostBytes == null ? null : Long.valueOf(Math.max(0, hostBytes - bytes));
    }

    /** The file that has all of it, on the host. */
    public String file() {
        return "~/.gulliver/jobs/" + job + "/log";
    }
}
