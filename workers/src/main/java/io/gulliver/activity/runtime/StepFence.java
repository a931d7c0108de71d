package io.gulliver.activity.runtime;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.migration.MigrationId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Which calls of a step may act in this process. A call of an engine that was taken over may not, once this process has
 * seen a newer generation of its migration. And of one step only one call acts at a time: when Temporal was away, calls
 * that still work are counted as lost and given out again beside themselves. Each call acts once: whoever reaches the
 * engine can have a recorded one given out again, and a run never gives the same one out twice.
 */
final class StepFence {
    /** So long a call waits for the one before it, which is told by its heartbeat that nobody wants it any more. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Calls that are remembered; more than a worker takes in months. */
    private static final int REMEMBERED = 50_000;

    private final Map<MigrationId, Integer> generations = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> acting = new ConcurrentHashMap<>();
    private final Duration patience;
    private final Map<String, Boolean> begun = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    StepFence() {
        this(PATIENCE);
    }

    StepFence(Duration patience) {
        this.patience = patience;
    }

    /** Held while a call acts. */
    interface Pass {
        void close();
    }

    /**
     * Lets a call act.
     *
     * @throws StepFailedException GENERATION_SUPERSEDED for a call of an older generation, TEMPORARILY_UNAVAILABLE when
     *     another call of the step still acts here, or this very call was begun before
     */
    Pass enter(StepCall call) {
        requireNewest(call);
        if (call.operation() == Operation.AWAIT || call.operation() == Operation.EVALUATE) {
            return () -> {}; // they only look: any number may
        }
        if (call.operation() == Operation.STOP) {
            requireFirst(call);
            return () -> {}; // it ends what acts, and waits for nobody
        }
        String step = call.migration().value() + " " + call.step();
        CountDownLatch mine = new CountDownLatch(1);
        long deadline = System.nanoTime() + patience.toNanos();
        CountDownLatch other;
        while ((other = acting.putIfAbsent(step, mine)) != null) {
            if (!ends(other, deadline - System.nanoTime())) {
                throw new StepFailedException(
                        FailureCode.TEMPORARILY_UNAVAILABLE,
                        "Step " + call.step() + ": an earlier call of it still works in this process after "
                                + patience.toSeconds() + " s; two must not act at once.",
                        "It is tried again. A call that never ends is found in the thread dump of the worker.");
            }
        }
        Pass pass = () -> {
            acting.remove(step, mine);
            mine.countDown();
        };
        try {
            // The one before may have been of a newer generation.
            requireNewest(call);
            requireFirst(call);
        } catch (StepFailedException e) {
            pass.close();
            throw e;
        }
        return pass;
    }

    /** As something transient: should the engine have lost its memory of a call, the run gives out another one. */
    private void requireFirst(StepCall call) {
        boolean first;
        synchronized (begun) {
            first = begun.putIfAbsent(call.migration().value() + " " + call.identity(), true) == null;
        }
        if (!first) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Call " + call.identity() + " of " + call.migration() + " was begun before in this process, so it"
                            + " is not begun again.",
                    "It is tried again as a call of its own. If this repeats, look who else can reach the engine.");
        }
    }

    private void requireNewest(StepCall call) {
        int newest = generations.merge(call.migration(), call.generation(), Math::max);
        if (call.generation() < newest) {
            throw new StepFailedException(
                    FailureCode.GENERATION_SUPERSEDED,
                    "Step " + call.step() + " of " + call.migration() + ": generation " + newest
                            + " acts now, so generation " + call.generation() + " must not any more.",
                    "Nothing: the newer engine goes on.");
        }
    }

    private static boolean ends(CountDownLatch other, long nanos) {
        try {
            return other.await(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
