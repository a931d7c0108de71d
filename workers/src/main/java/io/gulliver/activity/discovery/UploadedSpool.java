package io.gulliver.activity.discovery;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.DiscoveryScript;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.EvidenceSource;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.discovery.SpoolQueryResults;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The output of the discovery script that somebody uploaded for a database, as the inputs {@code spool}, {@code spool_at}
 * and {@code spool_days} tell of it.
 *
 * @param sha256 of the file, or null while none was given
 * @param at when the script ran, or null
 * @param days a run does not take one that is older
 */
record UploadedSpool(@Nullable String sha256, @Nullable Instant at, int days) {
    static final int DAYS = 7;

    /** A clock that goes ahead, or a database in another zone, is no reason to refuse what was just written. */
    private static final Duration AHEAD = Duration.ofDays(1);

    static UploadedSpool of(StepCall call) {
        Inputs inputs = Inputs.of(call);
        int days = inputs.findWhole("spool_days").orElse(DAYS);
        if (days < 1) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Discovery: spool_days is " + days + ", wanted 1 or more.",
                    "Correct the parameter of the run or the policy, then retry the step.");
        }
        String told = inputs.findText("spool_at").orElse("");
        try {
            return new UploadedSpool(
                    inputs.findText("spool").orElse(null), told.isEmpty() ? null : Instant.parse(told), days);
        } catch (DateTimeParseException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Discovery: spool_at is '" + told + "', which is no moment such as 2027-05-01T20:00:00Z.",
                    "Upload the script's output once more, then retry the step.");
        }
    }

    /** Whether there is one that is young enough to stand for looking now. */
    boolean usable(Instant now) {
        return sha256 != null
                && at != null
                && !at.isBefore(now.minus(Duration.ofDays(days)))
                && at.isBefore(now.plus(AHEAD));
    }

    /** Why there is none to go on with, as a clause. */
    String lack(Instant now) {
        if (sha256 == null || at == null) {
            return "no output of the discovery script was uploaded for it";
        }
        return at.isBefore(now)
                ? "the output of the discovery script that was uploaded is of " + at + ", older than the " + days
                        + " days that the program allows (spool_days)"
                : "the output of the discovery script that was uploaded is of " + at + ", which lies ahead";
    }

    /** What was answered, with the file it stands in. */
    record Read(SpoolQueryResults spool, EvidenceRef ref) {}

    /** Reads it. */
    Read read(EvidenceSource evidence) {
        String hash = Optional.ofNullable(sha256).orElseThrow();
        try (Counted in = new Counted(evidence.open(hash))) {
            SpoolQueryResults spool = SpoolQueryResults.read(in);
            in.transferTo(java.io.OutputStream.nullOutputStream());
            return new Read(
                    spool, new EvidenceRef(DiscoveryScript.SPOOL, EvidenceKind.DISCOVERY_SPOOL.word(), hash, in.bytes));
        } catch (IOException e) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE.with(
                            "The uploaded output of the discovery script (sha256 " + hash.substring(0, 12)
                                    + ") could not be read: " + e.getMessage(),
                            "It is tried again. If it stays so, upload the file once more."),
                    e);
        }
    }

    private static final class Counted extends FilterInputStream {
        private long bytes;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            bytes += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int some = super.read(into, from, length);
            bytes += Math.max(0, some);
            return some;
        }
    }
}
