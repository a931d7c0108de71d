package io.gulliver.activity.runtime;

import io.gulliver.activity.JobOutput;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogSink;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what remote jobs print to the store of logs, in pieces of whole lines without secrets.
 *
 * <p>Where to go on the store says, so that a call that is tried again, another worker or another process repeats nothing
 * and leaves nothing out. What cannot be read or kept now is at the next look; no step fails for its log.
 */
final class JobFollower {
    private static final Logger log = LoggerFactory.getLogger(JobFollower.class);
    /** How often a running job's output is looked at, however often its state is. */
    private static final Duration PERIOD = Duration.ofSeconds(2);
    /** Most pieces at one look at a running job. */
    private static final int PIECES = 32;

    /** Where no more is kept, so many times more seldom it is looked how long the output is. */
    private static final int SELDOM = 15;

    private static final int REMEMBERED = 2_000;

    private final StepLogSink sink;
    private final SecretRegistry secrets;
    private final LogPieces pieces;
    private final Duration period;
    private final Map<String, Known> known = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > REMEMBERED;
        }
    });

    /** @param looked by this machine's running clock */
    private record Known(StepLogState state, long looked) {}

    JobFollower(StepLogSink sink, SecretRegistry secrets, Clock clock) {
        this(sink, secrets, clock, PERIOD);
    }

    JobFollower(StepLogSink sink, SecretRegistry secrets, Clock clock, Duration period) {
        this.sink = sink;
        this.secrets = secrets;
        this.pieces = new LogPieces(secrets, clock);
        this.period = period;
    }

    /**
     * Keeps what is new.
     *
     * @param stopped whether the step's watch was called off: then the next one goes on
     */
    void follow(StepCall call, JobOutput output, BooleanSupplier stopped) {
        String name = call.migration() + " " + call.step() + " " + output.system() + " " + output.job();
        Known before = known.get(name);
        if (before != null && settled(before, output)) {
            return;
        }
        try {
            LogPieces.Job job = new LogPieces.Job(call.migration(), call.step(), call.attempt());
            StepLogState state = before == null ? sink.keep(pieces.none(job, output)) : before.state();
            for (int i = 0; (i < PIECES || output.ended()) && !stopped.getAsBoolean(); i++) {
                StepLogPiece piece = state.full() || state.ended() ? null : pieces.next(job, output, state.next());
                StepLogState next = piece == null ? state : sink.keep(piece);
                if (next.equals(state)) {
                    break;
                }
                state = next;
            }
            if (state.full() && !state.ended()) {
                state = sink.keep(pieces.measured(job, output, output.size()));
            }
            known.put(name, new Known(state, System.nanoTime()));
        } catch (RuntimeException e) {
            known.remove(name);
            log.info(
                    "The output of job {} on {} cannot be kept now: {}",
                    output.job(),
                    output.system(),
                    secrets.mask(String.valueOf(e.getMessage())));
        }
    }

    private boolean settled(Known known, JobOutput output) {
        StepLogState state = known.state();
        Duration pause = state.full() ? period.multipliedBy(SELDOM) : period;
        return state.ended() || !output.ended() && System.nanoTime() - known.looked() < pause.toNanos();
    }
}
