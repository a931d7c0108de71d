package io.gulliver.engine;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Beats for activities while they work, whatever they are stuck in, so that a call that is silent for ten seconds is one
 * whose process is gone; and notices when the engine calls one off. One for a process; safe for many threads.
 */
public final class Heartbeats implements AutoCloseable {
    /** How often an activity that works is heard of. */
    public static final Duration EVERY = Duration.ofSeconds(3);

    private static final Logger log = LoggerFactory.getLogger(Heartbeats.class);

    private final ScheduledExecutorService heart = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "activity-heartbeat");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Beats for an activity from now on until the answer is closed.
     *
     * @param details what each beat tells of the work so far, or null
     */
    public Beat during(ActivityExecutionContext activity, Supplier<? extends @Nullable Object> details) {
        Beat beat = new Beat(activity, details);
        beat.begin(heart);
        return beat;
    }

    @Override
    public void close() {
        heart.shutdownNow();
    }

    /** The heartbeat of one activity. */
    public static final class Beat implements AutoCloseable {
        private final ActivityExecutionContext activity;
        private final Supplier<? extends @Nullable Object> details;
        private final CountDownLatch calledOff = new CountDownLatch(1);
        private final Set<Runnable> ends = ConcurrentHashMap.newKeySet();
        private volatile @Nullable ScheduledFuture<?> beating;

        private Beat(ActivityExecutionContext activity, Supplier<? extends @Nullable Object> details) {
            this.activity = activity;
            this.details = details;
        }

        private void begin(ScheduledExecutorService heart) {
            beating = heart.scheduleAtFixedRate(this::beat, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void beat() {
            try {
                activity.heartbeat(details.get());
            } catch (ActivityCompletionException e) {
                callOff();
            } catch (RuntimeException e) {
                log.debug("Heartbeat not sent: {}", e.getMessage());
            }
        }

        private void callOff() {
            calledOff.countDown();
            stop();
            for (Runnable end : ends) {
                if (ends.remove(end)) {
                    // Ending a call may wait for a far end, and others are to be heard of meanwhile.
                    Thread thread = new Thread(end, "activity-called-off");
                    thread.setDaemon(true);
                    thread.start();
                }
            }
        }

        /** Whether the engine has called the activity off. */
        public boolean isCalledOff() {
            return calledOff.getCount() == 0;
        }

        /** Waits; answers at once, and true, when the engine calls the activity off. */
        public boolean awaitCallingOff(Duration atMost) throws InterruptedException {
            return calledOff.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
        }

        /**
         * Has this done once, on a thread of its own, when the engine calls the activity off.
         *
         * @return takes it back
         */
        public Runnable whenCalledOff(Runnable end) {
            ends.add(end);
            if (isCalledOff() && ends.remove(end)) {
                end.run();
            }
            return () -> ends.remove(end);
        }

        private void stop() {
            ScheduledFuture<?> running = beating;
            if (running != null) {
                running.cancel(false);
            }
        }

        @Override
        public void close() {
            stop();
            ends.clear();
        }
    }
}
