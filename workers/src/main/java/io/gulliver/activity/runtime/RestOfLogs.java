package io.gulliver.activity.runtime;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.activity.JobOutput;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.ssh.DetachedJobs;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FetchedRest;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepLogActivities;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogRest;
import io.gulliver.contract.activity.StepLogSink;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches more of what a job printed than is kept by itself, from where the store ends: at most {@link #MOST} bytes a call,
 * in the pieces in which it would have come by itself, secrets blanked likewise. Reads the host, and changes nothing there.
 */
public final class RestOfLogs implements StepLogActivities {
    private static final Logger log = LoggerFactory.getLogger(RestOfLogs.class);
    private static final int PIECES = 32;
    /** Fetched at one call, in bytes. */
    static final int MOST = PIECES * LogPieces.PIECE;
    /** No piece is begun later than that: the call has 45 s in all. */
    private static final Duration ENOUGH = Duration.ofSeconds(25);

    private final Systems systems;
    private final StepLogSink sink;
    private final CallRecorder calls;
    private final SecretRegistry secrets;
    private final LogPieces pieces;
    private final Clock clock;

    public RestOfLogs(Systems systems, StepLogSink sink, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        this.systems = systems;
        this.sink = sink;
        this.calls = calls;
        this.secrets = secrets;
        this.pieces = new LogPieces(secrets, clock);
        this.clock = clock;
    }

    /** Notes the output of the job that was looked at. */
    private static final class Looking extends RecordingContext {
        private @Nullable JobOutput seen;

        Looking(CallRecorder calls, SecretRegistry secrets, Clock clock, StepLogRest wanted) {
            super(calls, secrets, clock, wanted.migration(), wanted.step());
        }

        @Override
        public void watched(JobOutput output) {
            seen = output;
        }
    }

    @Override
    public FetchedRest fetchRest(StepLogRest wanted) {
        try {
            LogPieces.Job job = new LogPieces.Job(wanted.migration(), wanted.step(), wanted.attempt());
            StepLogState kept = sink.keep(pieces.none(job, wanted.system(), wanted.job()));
            if (!kept.full()) {
                return new FetchedRest(0, 0, null);
            }
            Looking context = new Looking(calls, secrets, clock, wanted);
            return systems.during(context, () -> fetched(wanted, job, kept.next(), context));
        } catch (RuntimeException e) {
            return FetchedRest.failed(said(wanted, e));
        }
    }

    private FetchedRest fetched(StepLogRest wanted, LogPieces.Job job, long from, Looking context) {
        SshHost host = whoRan(wanted);
        String file = "~/" + DetachedJobs.logFile(wanted.job());
        if (systems.jobs().size(host, DetachedJobs.logFile(wanted.job())) < 0) {
            throw gone(wanted, file);
        }
        systems.jobs().status(host, wanted.job());
        JobOutput output = context.seen;
        if (output == null) {
            throw gone(wanted, file);
        }
        long size = output.size();
        if (size < from) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "The file " + file + " on " + wanted.system() + " has " + Math.max(0, size) + " bytes, and " + from
                            + " of it are kept: it was cut off or replaced since, so nothing was fetched.",
                    "What is kept stays. Ask the host's owner what became of the file.");
        }
        sink.keep(pieces.measured(job, output, size));
        systems.knowSecrets();
        long begun = System.nanoTime();
        Came came = pieces(job, output, from, size, begun);
        context.called(
                wanted.system(),
                "read-log",
                wanted.job() + " from byte " + from,
                came.bytes() + " bytes",
                Duration.ofNanos(System.nanoTime() - begun),
                came.failure() == null ? null : came.failure().message());
        return new FetchedRest(came.bytes(), Math.max(0, size - came.next()), came.failure());
    }

    /** The login below which the job's files lie: the owner of Oracle's software, or the one that builds servers. */
    private SshHost whoRan(StepLogRest wanted) {
        SshHost owner = systems.host(wanted.system());
        return systems.jobs().size(owner, DetachedJobs.logFile(wanted.job())) >= 0
                ? owner
                : systems.findPrivileged(wanted.system()).orElse(owner);
    }

    /**
     * What came.
     *
     * @param bytes that were kept
     * @param next where the store ends now
     * @param failure why no more came, or null
     */
    private record Came(long bytes, long next, @Nullable StepFailure failure) {}

    private Came pieces(LogPieces.Job job, JobOutput output, long from, long size, long begun) {
        long bytes = 0;
        long at = from;
        try {
            for (int i = 0; i < PIECES && System.nanoTime() - begun < ENOUGH.toNanos(); i++) {
                StepLogPiece piece = pieces.asked(job, output, at, size);
                if (piece == null) {
                    break;
                }
                StepLogState kept = sink.keep(piece);
                if (kept.next() == at && piece.to() > at) {
                    return new Came(
                            bytes,
                            at,
                            FailureCode.CAPACITY_EXHAUSTED.with(
                                    "No more of this step is kept: as much as may be was fetched.",
                                    "Read the rest on the host, or copy its file from there."));
                }
                // Where somebody else fetched at the same time, his pieces are kept, and ours go on behind them.
                bytes += kept.next() == piece.to() ? piece.to() - at : 0;
                boolean stands = kept.next() <= at;
                at = kept.next();
                if (stands || !kept.full()) {
                    break;
                }
            }
            return new Came(bytes, at, null);
        } catch (RuntimeException e) {
            return new Came(bytes, at, said(output.job(), output.system(), e));
        }
    }

    private static StepFailedException gone(StepLogRest wanted, String file) {
        return new StepFailedException(
                FailureCode.STATE_CONFLICT,
                "There is no file " + file + " on " + wanted.system()
                        + " any more: somebody cleaned it up, so nothing was" + " fetched.",
                "What is kept stays. If the host keeps copies, its owner may bring the file back; then fetch again.");
    }

    private StepFailure said(StepLogRest wanted, RuntimeException e) {
        return said(wanted.job(), wanted.system(), e);
    }

    private StepFailure said(String job, String system, RuntimeException e) {
        StepFailure failure = FailureTranslation.described("Fetching the log of job " + job + " from " + system, e);
        if (failure.code().equals(FailureCode.INTERNAL.name())) {
            log.error("A bug in fetching the log of job {} from {}", job, system, e);
        }
        return new StepFailure(
                failure.code(),
                failure.kind(),
                secrets.mask(failure.message()),
                failure.advice() == null ? null : secrets.mask(failure.advice()),
                failure.system());
    }
}
