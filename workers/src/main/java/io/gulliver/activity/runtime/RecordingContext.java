package io.gulliver.activity.runtime;

import io.gulliver.activity.StepContext;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.Progress;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Keeps calls, under no migration, and nothing else: a test of a system is no step. */
public final class RecordingContext implements StepContext {
    private final CallRecorder calls;
    private final SecretRegistry secrets;
    private final Clock clock;

    public RecordingContext(CallRecorder calls, SecretRegistry secrets, Clock clock) {
        this.calls = calls;
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public void progress(Progress progress) {
        throw noStep();
    }

    @Override
    public EvidenceRef evidence(String name, String kind, String text) {
        throw noStep();
    }

    @Override
    public EvidenceRef evidence(String name, String kind, byte[] content) {
        throw noStep();
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
                clock.instant().minus(took), null, null, system, operation, object, status, took.toMillis(), message));
    }

    @Override
    public void called(OuterCall call) {
        calls.record(StepDispatcher.blanked(call, null, null, secrets));
    }

    @Override
    public boolean waitFor(BooleanSupplier condition, Duration period, Duration atMost) {
        throw noStep();
    }

    @Override
    public Duration timeLeft() {
        return Duration.ofMinutes(1);
    }

    @Override
    public Runnable whenCalledOff(Runnable end) {
        return () -> {};
    }

    @Override
    public boolean cancelled() {
        return Thread.currentThread().isInterrupted();
    }

    private static UnsupportedOperationException noStep() {
        return new UnsupportedOperationException("A test of a system is no step");
    }
}
