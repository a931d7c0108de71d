package io.gulliver.activity.runtime;

import io.gulliver.activity.JobOutput;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogPiece.HostTime;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.evidence.intake.Blanking;
import io.gulliver.secret.SecretRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a remote job printed into pieces of whole lines without secrets, whether they come by themselves or because
 * somebody asked: no part of a secret stands at either side of a cut.
 */
final class LogPieces {
    /** Read at once. */
    static final int PIECE = 128 * 1024;
    /** A line that is longer is kept in parts. */
    static final int LONGEST_LINE = 64 * 1024;

    private final SecretRegistry secrets;
    private final Clock clock;

    /** Whose output it is. */
    record Job(MigrationId migration, StepKey step, int attempt) {}

    LogPieces(SecretRegistry secrets, Clock clock) {
        this.secrets = secrets;
        this.clock = clock;
    }

    /** The next piece; null when there is none yet. */
    @Nullable
    StepLogPiece next(Job job, JobOutput output, long from) {
        return next(job, output, from, null);
    }

    /** The same of what a person asked for. */
    @Nullable
    StepLogPiece asked(Job job, JobOutput output, long from, long hostBytes) {
        return next(job, output, from, hostBytes);
    }

    /** Asks only how far the store is. */
    StepLogPiece none(Job job, JobOutput output) {
        return none(job, output.system(), output.job());
    }

    /** The same of a job that nobody has looked at. */
    StepLogPiece none(Job job, String system, String name) {
        return piece(job, system, name, 0, 0, "", List.of(), false, null, false);
    }

    /** Says how long the whole output is by now. */
    StepLogPiece measured(Job job, JobOutput output, long hostBytes) {
        return piece(job, output.system(), output.job(), 0, 0, "", List.of(), output.ended(), hostBytes, false);
    }

    /** @param asked length of the whole output where a person asked for the piece, else null */
    private @Nullable StepLogPiece next(Job job, JobOutput output, long from, @Nullable Long asked) {
        byte[] bytes = output.read(from, PIECE);
        long end = from + bytes.length;
        // A file that was cut off while it is read has not ended.
        boolean whole = output.ended() && bytes.length < PIECE && (asked == null || end >= asked);
        int cut = cut(bytes, whole);
        if (cut == 0 && !whole) {
            return null;
        }
        return piece(
                job,
                output.system(),
                output.job(),
                from,
                from + cut,
                blanked(new String(bytes, 0, cut, StandardCharsets.UTF_8)),
                cut == 0 ? List.of() : times(bytes, cut, from, output.marks(from)),
                whole && cut == bytes.length,
                whole ? Long.valueOf(end) : asked == null ? null : Long.valueOf(Math.max(asked, end)),
                asked != null);
    }

    /** Behind the last whole line that does not cut a secret; 0 when more must be known. */
    private int cut(byte[] bytes, boolean whole) {
        int wanted = whole ? bytes.length : lineEnd(bytes, bytes.length);
        while (wanted > 0) {
            int safe = secrets.cut(bytes, bytes.length, wanted, whole);
            int key = safe == wanted && !whole ? Blanking.openKey(bytes, safe) : -1;
            if (safe == wanted && (key < 0 || key == 0 && bytes.length >= LONGEST_LINE)) {
                return safe;
            }
            wanted = key < 0 ? lineEnd(bytes, safe) : key;
        }
        if (bytes.length < LONGEST_LINE) {
            return 0;
        }
        int part = LONGEST_LINE;
        while (part > 0 && part < bytes.length && (bytes[part] & 0xC0) == 0x80) {
            part--;
        }
        return secrets.cut(bytes, bytes.length, part, whole);
    }

    private static int lineEnd(byte[] bytes, int before) {
        int end = before;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** By value, for those that are known, then by the word before it. */
    private String blanked(String text) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try {
            Blanking.copy(new ByteArrayInputStream(secrets.mask(text).getBytes(StandardCharsets.UTF_8)), plain, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return plain.toString(StandardCharsets.UTF_8);
    }

    /** A line has the time of the first mark by which it was there. */
    private static List<HostTime> times(byte[] bytes, int cut, long from, List<JobOutput.Mark> marks) {
        List<HostTime> times = new ArrayList<>();
        int mark = 0;
        int line = 0;
        for (int i = 0; i < cut; i++) {
            if (bytes[i] == '\n' || i == cut - 1) {
                int before = mark;
                while (mark < marks.size() && marks.get(mark).offset() < from + i + 1) {
                    mark++;
                }
                if (mark < marks.size() && (mark != before || line == 0)) {
                    times.add(new HostTime(line, marks.get(mark).at()));
                }
                line++;
            }
        }
        return times;
    }

    private StepLogPiece piece(
            Job job,
            String system,
            String name,
            long from,
            long to,
            String text,
            List<HostTime> times,
            boolean ended,
            @Nullable Long hostBytes,
            boolean asked) {
        return new StepLogPiece(
                job.migration(),
                job.step(),
                Math.max(1, job.attempt()),
                system,
                name,
                from,
                to,
                text,
                clock.instant(),
                times,
                ended,
                hostBytes,
                asked ? true : null);
    }
}
