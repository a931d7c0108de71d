package io.gulliver.activity.build;

import io.gulliver.activity.StepContext;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.Progress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Keeps what an action says while it works. */
final class KeptContext implements StepContext {
    final List<OuterCall> calls = new CopyOnWriteArrayList<>();
    final Map<String, String> evidence = new ConcurrentHashMap<>();

    @Override
    public void progress(Progress progress) {
        // shown while it runs; nobody looks here
    }

    @Override
    public EvidenceRef evidence(String name, String kind, String text) {
        return evidence(name, kind, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public EvidenceRef evidence(String name, String kind, byte[] content) {
        evidence.put(name, new String(content, StandardCharsets.UTF_8));
        return new EvidenceRef(name, kind, "0", content.length);
    }

    @Override
    public void called(
            String system,
            String operation,
            @Nullable String object,
            String status,
            Duration took,
            @Nullable String message) {
        called(new OuterCall(Instant.EPOCH, null, null, system, operation, object, status, took.toMillis(), message));
    }

    @Override
    public void called(OuterCall call) {
        calls.add(call);
    }

    @Override
    public boolean waitFor(BooleanSupplier condition, Duration period, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(Math.min(period.toNanos(), 50_000_000));
        }
        return true;
    }

    @Override
    public Duration timeLeft() {
        return Duration.ofMinutes(10);
    }

    @Override
    public Runnable whenCalledOff(Runnable end) {
        return () -> {};
    }

    @Override
    public boolean cancelled() {
        return false;
    }
}
