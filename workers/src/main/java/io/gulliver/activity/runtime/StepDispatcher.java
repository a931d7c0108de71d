package io.gulliver.activity.runtime;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.activity.Inputs;
import io.gulliver.activity.JobOutput;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.EvidenceSink;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepLogSink;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.engine.Heartbeats;
import io.gulliver.secret.SecretRegistry;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a step call from Temporal to the action it names, past the {@link StepFence}, and brings back a result or a
 * failure in words.
 *
 * <p>While an action works, a heartbeat goes out, so that a killed worker is noticed soon. Every
 * failure leaves as an {@code ApplicationFailure} that Temporal does not retry: the interpreter counts attempts.
 */
public final class StepDispatcher implements StepActivities, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StepDispatcher.class);
    /** How much of what was asked and answered a line of the call log keeps. */
    static final int OBJECT = 400;

    static final int MESSAGE = 2000;
    /** What a call keeps of its time to say how it ended. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final SortedMap<String, StepAction> actions = new TreeMap<>();
    private final EvidenceSink evidence;
    private final JobFollower follower;
    private final CallRecorder calls;
    private final SecretRegistry secrets;
    private final Clock clock;
    private final Heartbeats heartbeats = new Heartbeats();
    private final StepFence fence = new StepFence();

    /** @throws IllegalArgumentException when two actions have one name */
    public StepDispatcher(
            Collection<? extends StepAction> actions,
            EvidenceSink evidence,
            StepLogSink logs,
            CallRecorder calls,
            SecretRegistry secrets,
            Clock clock) {
        for (StepAction action : actions) {
            StepAction other = this.actions.put(action.name(), action);
            if (other != null) {
                throw new IllegalArgumentException("Two actions are called " + action.name() + ": "
                        + other.getClass().getName() + " and "
                        + action.getClass().getName());
            }
        }
        this.evidence = evidence;
        this.follower = new JobFollower(logs, secrets, clock);
        this.calls = calls;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** Names of the actions at hand, sorted. */
    public List<String> actionNames() {
        return List.copyOf(actions.keySet());
    }

    @Override
    public StepResult invoke(StepCall call) {
        ActivityExecutionContext activity = Activity.getExecutionContext();
        AtomicReference<@Nullable Progress> latest = new AtomicReference<>();
        long begun = System.nanoTime();
        try (Heartbeats.Beat beat = heartbeats.during(activity, latest::get)) {
            Running running = new Running(
                    call,
                    latest,
                    beat,
                    begun + activity.getInfo().getStartToCloseTimeout().toNanos());
            StepResult result = masked(dispatch(call, running)).answering(call);
            log.debug(
                    "Step call: migration={} step={} action={} operation={} finished={} ms={}",
                    call.migration(),
                    call.step(),
                    call.action(),
                    call.operation(),
                    result.finished(),
                    (System.nanoTime() - begun) / 1_000_000);
            return result;
        } catch (ActivityCompletionException | CanceledFailure e) {
            throw e; // called off by the workflow: Temporal's own word for it
        } catch (RuntimeException e) {
            StepFailure failure = describe(call, e);
            log.info(
                    "Step failed: migration={} step={} action={} operation={} attempt={} code={} message={}",
                    call.migration(),
                    call.step(),
                    call.action(),
                    call.operation(),
                    call.attempt(),
                    failure.code(),
                    failure.message());
            if (failure.code().equals(FailureCode.INTERNAL.name())) {
                log.error("A bug in action {}", call.action(), e);
            }
            // Without the cause: its message and stack would travel unmasked, and the log has them.
            throw ApplicationFailure.newNonRetryableFailure(
                    failure.message(), failure.code(), failure, call.identity());
        }
    }

    private StepResult dispatch(StepCall call, Running running) {
        StepAction action = actions.get(call.action());
        if (action == null) {
            throw new StepFailedException(
                    FailureCode.ACTION_UNKNOWN,
                    "Action " + call.action() + " of step " + call.step() + " is not known to this worker.",
                    "Install workers of the playbook's version, or correct the playbook.");
        }
        StepFence.Pass pass = fence.enter(call);
        try {
            return switch (call.operation()) {
                case RUN -> action.run(call, running);
                case START -> action.start(call, running);
                case AWAIT -> action.await(call, running);
                case STOP -> action.stop(call, running);
                case UNDO -> action.undo(call, running);
                case EVALUATE -> action.evaluate(call, running);
            };
        } finally {
            pass.close();
        }
    }

    private StepFailure describe(StepCall call, RuntimeException e) {
        StepFailure raw = FailureTranslation.described("Action " + call.action(), e);
        if (call.operation() == Operation.EVALUATE
                && raw.code().equals(FailureCode.INPUT_INVALID.name())
                && raw.message().contains(Inputs.UNKNOWN)) {
            // What an earlier step finds is no mistake of anybody's: the run will know it.
            raw = FailureCode.NOT_YET_KNOWN.with(
                    raw.message(), "Nothing: an earlier step finds it. The run itself will show this step in full.");
        }
        return new StepFailure(
                raw.code(),
                raw.kind(),
                secrets.mask(raw.message()),
                raw.advice() == null ? null : secrets.mask(raw.advice()),
                raw.system());
    }

    /** The call as it may be kept: under a step, without secrets, and blanked before it is cut, lest half a secret remain. */
    static OuterCall blanked(
            OuterCall made, @Nullable MigrationId migration, @Nullable StepKey step, SecretRegistry secrets) {
        String object = made.object();
        String message = made.message();
        return new OuterCall(
                made.at(),
                migration,
                step,
                made.system(),
                secrets.mask(made.operation()),
                object == null ? null : cut(secrets.mask(object), OBJECT),
                secrets.mask(made.status()),
                made.millis(),
                message == null ? null : cut(secrets.mask(message), MESSAGE));
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }

    private StepResult masked(StepResult result) {
        return new StepResult(
                result.finished(),
                maskedMap(result.outputs()),
                result.job(),
                result.progress(),
                result.evidence(),
                result.message() == null ? null : secrets.mask(result.message()));
    }

    private Map<String, Object> maskedMap(Map<String, Object> values) {
        Map<String, Object> masked = new LinkedHashMap<>();
        values.forEach((name, value) -> masked.put(name, maskedValue(value)));
        return masked;
    }

    private @Nullable Object maskedValue(@Nullable Object value) {
        if (value instanceof String text) {
            return secrets.mask(text);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(this::maskedValue).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> masked = new LinkedHashMap<>();
            map.forEach((name, inner) -> masked.put(String.valueOf(name), maskedValue(inner)));
            return masked;
        }
        return value;
    }

    @Override
    public void close() {
        heartbeats.close();
    }

    private final class Running implements StepContext {
        private final StepCall call;
        private final AtomicReference<@Nullable Progress> latest;
        private final Heartbeats.Beat beat;
        /** By this machine's running clock. */
        private final long end;

        Running(StepCall call, AtomicReference<@Nullable Progress> latest, Heartbeats.Beat beat, long end) {
            this.call = call;
            this.latest = latest;
            this.beat = beat;
            this.end = end;
        }

        @Override
        public void progress(Progress progress) {
            latest.set(progress);
        }

        @Override
        public EvidenceRef evidence(String name, String kind, String text) {
            return evidence(name, kind, secrets.mask(text).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public EvidenceRef evidence(String name, String kind, byte[] content) {
            try {
                return evidence.keep(name, kind, content);
            } catch (StepFailedException | ActivityCompletionException | CanceledFailure e) {
                throw e;
            } catch (RuntimeException e) {
                // No bug of the action: the same content again changes nothing, so the call is made again.
                throw new StepFailedException(
                        FailureCode.TEMPORARILY_UNAVAILABLE.with(
                                "Evidence '" + name + "' could not be kept: " + reason(e) + ".",
                                "See that the store answers and the directory of temporary files has room (df), then"
                                        + " retry: what the step did stays done."),
                        e);
            }
        }

        private static String reason(RuntimeException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return cause.getClass().getSimpleName() + ": " + cause.getMessage();
        }

        @Override
        public void watched(JobOutput output) {
            // What only starts, looks or takes back has its output in what it answers.
            if (call.operation() == Operation.AWAIT) {
                follower.follow(call, output, this::cancelled);
            }
        }

        @Override
        public void called(
                String system,
                String operation,
                @Nullable String object,
                String status,
                Duration took,
                @Nullable String message) {
            called(new OuterCall(
                    clock.instant().minus(took),
                    null,
                    null,
                    system,
                    operation,
                    object,
                    status,
                    took.toMillis(),
                    message));
        }

        @Override
        public void called(OuterCall made) {
            calls.record(blanked(made, call.migration(), call.step(), secrets));
        }

        @Override
        public boolean waitFor(BooleanSupplier condition, Duration period, Duration atMost) {
            long deadline = System.nanoTime() + atMost.toNanos();
            while (true) {
                if (condition.getAsBoolean()) {
                    return true;
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                try {
                    if (beat.awaitCallingOff(Duration.ofNanos(Math.min(left, period.toNanos())))) {
                        throw stopped();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw stopped();
                }
            }
        }

        private StepFailedException stopped() {
            return new StepFailedException(
                    FailureCode.WORKER_LOST,
                    "The watch over step " + call.step() + " was called off or this worker is stopping.",
                    null);
        }

        @Override
        public boolean cancelled() {
            return beat.isCalledOff() || Thread.currentThread().isInterrupted();
        }

        @Override
        public Duration timeLeft() {
            Duration left = Duration.ofNanos(end - System.nanoTime()).minus(LAST_WORDS);
            return left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left;
        }

        @Override
        public Runnable whenCalledOff(Runnable end) {
            return beat.whenCalledOff(end);
        }
    }
}
