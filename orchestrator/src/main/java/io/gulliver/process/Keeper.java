package io.gulliver.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a process again when it dies: after 0.2 s, then doubling to 10 s. A process that lived for a minute counts as
 * well, so its next death begins at 0.2 s again.
 */
public final class Keeper implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Keeper.class);
    private static final long FIRST_MILLIS = 200;
    private static final long LONGEST_MILLIS = 10_000;
    private static final long WELL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final Supplier<ProcessMark> launch;
    private final ScheduledThreadPoolExecutor thread;
    private volatile boolean closing;
    private int failures;
    private long startedAt;

    /**
     * @param name of what is kept, for the log
     * @param launch starts it and answers when it serves; throws when it cannot
     */
    public Keeper(String name, Supplier<ProcessMark> launch) {
        this.name = name;
        this.launch = launch;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread keeper = new Thread(task, name + "-keeper");
            keeper.setDaemon(true);
            return keeper;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Looks after a process that serves now. */
    public void watch(ProcessMark process) {
        synchronized (this) {
            startedAt = System.nanoTime();
        }
        ProcessHandle.of(process.pid())
                .filter(handle -> process.alive())
                .map(ProcessHandle::onExit)
                .orElseGet(() -> CompletableFuture.completedFuture(null))
                .whenComplete((handle, failure) -> died(process));
    }

    /** Runs a task on the keeper's thread now and then again, until it is closed. */
    public void every(Duration period, Runnable task) {
        thread.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        log.warn("{}: {}", name, e.getMessage());
                    }
                },
                0,
                period.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void died(ProcessMark process) {
        if (closing) {
            return;
        }
        long delay;
        synchronized (this) {
            failures = System.nanoTime() - startedAt > WELL_NANOS ? 0 : failures;
            delay = delay();
        }
        log.warn("{} is gone: pid={}; starting it again in {} ms", name, process.pid(), delay);
        again(delay);
    }

    private long delay() {
        return Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(failures++, 6));
    }

    private void again(long delay) {
        try {
            thread.schedule(this::start, delay, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            log.debug("Closing: {} is not started again", name);
        }
    }

    private void start() {
        if (closing) {
            return;
        }
        try {
            watch(launch.get());
        } catch (RuntimeException e) {
            long delay;
            synchronized (this) {
                delay = delay();
            }
            log.error("{} cannot be started again, next try in {} ms: {}", name, delay, e.getMessage());
            again(delay);
        }
    }

    /** Stops looking after it; a start under way is waited for, so that its process is the one that the caller stops. */
    @Override
    public void close() {
        closing = true;
        thread.shutdown();
        try {
            if (!thread.awaitTermination(90, TimeUnit.SECONDS)) {
                log.warn("{}: a start under way did not end in 90 s", name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
