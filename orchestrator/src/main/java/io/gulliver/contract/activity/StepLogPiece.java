package io.gulliver.contract.activity;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job of a step printed since it was looked at last: whole lines, without secrets.
 *
 * @param migration the run
 * @param step the step
 * @param attempt of the step, from 1; the first that looked counts
 * @param system the host in the landscape
 * @param job the job's name there
 * @param from where the piece begins, in bytes of the job's own output
 * @param to where the next one begins; the same as from asks only how far the store is
 * @param text the lines, at most {@link #MOST} characters
 * @param readAt when they were read, wall clock of the worker
 * @param marks host times of the lines, oldest first
 * @param ended the job prints no more, and this is its last piece
 * @param hostBytes length of the job's whole output on its host when it was read, or null where nobody looked
 * @param asked TRUE: a person asked for it, so it is kept though the step is full; else FALSE or null
 */
public record StepLogPiece(
        MigrationId migration,
        StepKey step,
        int attempt,
        String system,
        String job,
        long from,
        long to,
        String text,
        Instant readAt,
        List<HostTime> marks,
        boolean ended,
        @Nullable Long hostBytes,
        @Nullable Boolean asked) {
    /** Longest text of a piece, in characters. */
    public static final int MOST = 512 * 1024;

    /** A piece that came by itself while its job was watched. */
    public StepLogPiece(
            MigrationId migration,
            StepKey step,
            int attempt,
            String system,
            String job,
            long from,
            long to,
            String text,
            Instant readAt,
            List<HostTime> marks,
            boolean ended) {
        this(migration, step, attempt, system, job, from, to, text, readAt, marks, ended, null, null);
    }

    /** Whether a person asked for it. */
    public boolean wanted() {
        return Boolean.TRUE.equals(asked);
    }

    /**
     * From which line on a host time holds.
     *
     * @param line of the piece, from 0
     * @param at by the host's clock, to the second
     */
    public record HostTime(int line, Instant at) {}

    public StepLogPiece {
        marks = List.copyOf(marks);
        if (from < 0 || to < from || text.length() > MOST) {
            throw new IllegalArgumentException("A piece of the output of job " + job + " from byte " + from + " to "
                    + to + " with " + text.length() + " characters is none");
        }
    }
}
