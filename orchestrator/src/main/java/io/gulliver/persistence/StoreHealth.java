package io.gulliver.persistence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store takes writes: a heartbeat row is written and read again, every five seconds and whenever a request
 * failed at the store. {@code Connection.isValid} is not asked: a store that is full, read-only or closed inside says yes.
 */
public final class StoreHealth implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StoreHealth.class);
    private static final Duration PERIOD = Duration.ofSeconds(5);
    /** Younger than this an answer is good for the next one who asks. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final StoreDatabase db;
    private final Path directory;
    private final long leastFreeBytes;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor(StoreHealth::thread);
    private final ExecutorService prober = Executors.newSingleThreadExecutor(StoreHealth::thread);
    private volatile @Nullable StoreTrouble trouble;
    private volatile long checkedAt = System.nanoTime() - FRESH.toNanos();
    private @Nullable Future<?> hanging;

    /**
     * @param directory whose file system must have space left
     * @param leastFreeBytes below this no new step starts; 0 for no limit
     */
    public StoreHealth(StoreDatabase db, Path directory, long leastFreeBytes) {
        this(db, directory, leastFreeBytes, Duration.ofSeconds(5));
    }

    /** @param patience how long the heartbeat may take */
    StoreHealth(StoreDatabase db, Path directory, long leastFreeBytes, Duration patience) {
        this.db = db;
        this.directory = directory;
        this.leastFreeBytes = leastFreeBytes;
        this.patience = patience;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "store-health");
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to look by itself. */
    public StoreHealth start() {
        schedule.scheduleWithFixedDelay(this::check, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    /** Whether the store's PostgreSQL is a child of this process. */
    public boolean embedded() {
        return db.embedded();
    }

    /** What was wrong at the last look; empty when all is well. */
    public Optional<StoreTrouble> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** Whether nothing could be saved at the last look. */
    public Optional<StoreTrouble> unsaved() {
        return trouble().filter(StoreTrouble::unsaved);
    }

    /** Looks now, unless somebody did in the last second; takes as long as the heartbeat may, never longer. */
    public Optional<StoreTrouble> check() {
        lock.lock();
        try {
            if (System.nanoTime() - checkedAt >= FRESH.toNanos()) {
                note(look());
                checkedAt = System.nanoTime();
            }
            return trouble();
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #check}, of this very moment. */
    Optional<StoreTrouble> checkAgain() {
        checkedAt = System.nanoTime() - FRESH.toNanos();
        return check();
    }

    /** Whether there is space for new work; asks the file system, not the store. */
    public boolean hasSpace() {
        return free() >= leastFreeBytes;
    }

    /** Bytes that are free for the data directory; {@link Long#MAX_VALUE} when that cannot be known. */
    public long free() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            log.warn("The free space of {} cannot be read: {}", directory, e.getMessage());
            return Long.MAX_VALUE;
        }
    }

    private record Seen(StoreTrouble.Kind kind, String cause) {}

    private @Nullable Seen look() {
        Future<?> before = hanging;
        if (before != null && !before.isDone()) {
            return new Seen(StoreTrouble.Kind.AWAY, "the heartbeat before this one has not been answered");
        }
        Future<?> beat = prober.submit(this::beat);
        try {
            beat.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            hanging = null;
        } catch (TimeoutException e) {
            hanging = beat;
            return new Seen(StoreTrouble.Kind.AWAY, "no answer to the heartbeat within " + patience.toMillis() + " ms");
        } catch (ExecutionException e) {
            return new Seen(kind(e), String.valueOf(root(e).getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Seen(StoreTrouble.Kind.AWAY, "stopping");
        }
        long free = free();
        return free >= leastFreeBytes
                ? null
                : new Seen(
                        StoreTrouble.Kind.SPACE,
                        free / 1024 / 1024 + " MiB are free at " + directory + ", " + leastFreeBytes / 1024 / 1024
                                + " MiB are wanted");
    }

    private void beat() {
        int rows = db.jdbc()
                .sql("update store_heartbeats set beats = beats + 1, beat_at = :now where beat = 'store'")
                .param("now", RowValues.at(db.clock().instant()))
                .update();
        long beats = db.jdbc()
                .sql("select beats from store_heartbeats where beat = 'store'")
                .query(Long.class)
                .single();
        if (rows != 1 || beats < 1) {
            throw new IllegalStateException("the heartbeat was not written: " + rows + " rows");
        }
    }

    private void note(@Nullable Seen seen) {
        StoreTrouble before = trouble;
        if (seen == null) {
            if (before != null) {
                log.info("The store is well again: {} since {}", before.kind(), before.since());
            }
            trouble = null;
            return;
        }
        boolean unsaved = seen.kind() != StoreTrouble.Kind.SPACE;
        Instant since = before != null && before.unsaved() == unsaved
                ? before.since()
                : db.clock().instant();
        StoreTrouble now = new StoreTrouble(seen.kind(), since, seen.cause());
        if (before == null || before.kind() != now.kind()) {
            log.error("The store is in trouble: {} ({})", now.kind(), now.cause());
        }
        trouble = now;
    }

    private static StoreTrouble.Kind kind(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof SQLException sql && sql.getSQLState() != null) {
                String state = sql.getSQLState();
                if (state.equals("53100") || String.valueOf(sql.getMessage()).contains("No space left")) {
                    return StoreTrouble.Kind.FULL;
                }
                // Class 08: connection; 57P0x: shut down or starting.
                return state.startsWith("08") || state.startsWith("57P")
                        ? StoreTrouble.Kind.AWAY
                        : StoreTrouble.Kind.REFUSING;
            }
        }
        return StoreTrouble.Kind.AWAY;
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    @Override
    public void close() {
        schedule.shutdownNow();
        prober.shutdownNow();
    }
}
