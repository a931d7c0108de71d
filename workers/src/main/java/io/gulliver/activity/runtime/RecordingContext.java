package io.gulliver.activity.runtime;

import io.gulliver.activity.StepContext;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.Progress;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Keeps calls and nothing else: a test of a system is no step, and neither is what somebody reads. */
public class RecordingContext implements StepContext {
    private final CallRecorder calls;
    private final SecretRegistry secrets;
    private final Clock clock;
    private final @Nullable MigrationId migration;
    private final @Nullable StepKey step;

    /** Under no migration. */
    public RecordingContext(CallRecorder calls, SecretRegistry secrets, Clock clock) {
        this(calls, secrets, clock, null, null);
    }

    /** Under a step that may have ended long ago. */
    RecordingContext(
            CallRecorder calls,
            SecretRegistry secrets,
            Clock clock,
            @Nullable MigrationId migration,
            @Nullable StepKey step) {
        this.calls = calls;
        this.secrets = secrets;
        this.clock = clock;
        this.migration = migration;
        this.step = step;
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
        calls.record(StepDispatcher.blanked(call, migration, step, secrets));
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
