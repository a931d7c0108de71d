package io.gulliver.activity.runtime;

import io.gulliver.activity.JobOutput;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogPiece.HostTime;
import io.gulliver.contract.activity.StepLogSink;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.evidence.intake.Blanking;
import io.gulliver.secret.SecretRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what remote jobs print to the store of logs, in pieces of whole lines without secrets.
 *
 * <p>Where to go on the store says, so that a call that is tried again, another worker or another process repeats nothing
 * and leaves nothing out. What cannot be read or kept now is at the next look; no step fails for its log.
 */
final class JobFollower {
    /** Read at once. */
    static final int PIECE = 128 * 1024;
    /** A line that is longer is kept in parts. */
    static final int LONGEST_LINE = 64 * 1024;

    private static final Logger log = LoggerFactory.getLogger(JobFollower.class);
    /** How often a running job's output is looked at, however often its state is. */
    private static final Duration PERIOD = Duration.ofSeconds(2);
    /** Most pieces at one look at a running job. */
    private static final int PIECES = 32;

    private static final int REMEMBERED = 2_000;

    private final StepLogSink sink;
    private final SecretRegistry secrets;
    private final Clock clock;
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
        this.clock = clock;
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
        if (before != null
                && (before.state().full()
                        || before.state().ended()
                        || !output.ended() && System.nanoTime() - before.looked() < period.toNanos())) {
            return;
        }
        try {
            StepLogState state =
                    before == null ? sink.keep(piece(call, output, 0, 0, "", List.of(), false)) : before.state();
            for (int i = 0; (i < PIECES || output.ended()) && !stopped.getAsBoolean(); i++) {
                StepLogState next = state.full() || state.ended() ? null : next(call, output, state.next());
                if (next == null || next.equals(state)) {
                    break;
                }
                state = next;
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

    /** Keeps one piece; null when there is none yet. */
    private @Nullable StepLogState next(StepCall call, JobOutput output, long from) {
        byte[] bytes = output.read(from, PIECE);
        boolean whole = output.ended() && bytes.length < PIECE;
        int cut = cut(bytes, whole);
        if (cut == 0) {
            return whole ? sink.keep(piece(call, output, from, from, "", List.of(), true)) : null;
        }
        String text = blanked(new String(bytes, 0, cut, StandardCharsets.UTF_8));
        return sink.keep(piece(
                call,
                output,
                from,
                from + cut,
                text,
                times(bytes, cut, from, output.marks(from)),
                whole && cut == bytes.length));
    }

    /** Behind the last whole line that does not cut a secret; 0 when more must be known. */
    private int cut(byte[] bytes, boolean whole) {
        int wanted = whole ? bytes.length : lineEnd(bytes, bytes.length);
        while (wanted > 0) {
            int safe = secrets.cut(bytes, bytes.length, wanted, whole);
            if (safe == wanted) {
                return safe;
            }
            wanted = lineEnd(bytes, safe);
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
            StepCall call, JobOutput output, long from, long to, String text, List<HostTime> times, boolean ended) {
        return new StepLogPiece(
                call.migration(),
                call.step(),
                Math.max(1, call.attempt()),
                output.system(),
                output.job(),
                from,
                to,
                text,
                clock.instant(),
                times,
                ended);
    }
}
