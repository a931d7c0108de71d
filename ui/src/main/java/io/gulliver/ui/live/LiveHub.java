package io.gulliver.ui.live;

import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.StoreLane;
import io.gulliver.persistence.view.JournalListener;
import io.gulliver.persistence.view.LogGrowth;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.StepLogReader;
import jakarta.annotation.PreDestroy;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Finds out what changed and tells every reader. The store is the source: the numbers of each run's last event are
 * compared, at once when this process wrote a batch, else every second, so that it works in a process that only serves
 * pages too. Nobody reading costs nothing.
 *
 * <p>Each reader has a bounded queue; one that does not keep up is cut off and comes back with the id it saw last. The
 * last changes are remembered; who comes back later than that, or to a server that was restarted, is told to read the
 * whole page again. Changes carry no state, so nothing can be missed by it.
 */
@Component
class LiveHub implements JournalListener {
    static final int REMEMBERED = 4096;
    static final int QUEUE = 256;
    static final int READERS = 300;
    private static final Logger log = LoggerFactory.getLogger(LiveHub.class);
    private static final long PERIOD_MILLIS = 1000;

    private final MigrationReader migrations;
    private final StepLogReader logs;
    private final String epoch =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wake = lock.newCondition();
    private final Deque<Change> recent = new ArrayDeque<>();
    private final List<Reader> readers = new ArrayList<>();
    private final Map<String, Long> seen = new HashMap<>();
    private long lastId;
    private Instant printed = Instant.EPOCH;
    private boolean primed;
    private boolean woken;
    private boolean closed;
    private @Nullable Thread watcher;

    LiveHub(MigrationReader migrations, StepLogReader logs) {
        this.migrations = migrations;
        this.logs = logs;
    }

    /** One open page. */
    final class Reader implements AutoCloseable {
        private final String program;
        private final BlockingQueue<Change> queue = new ArrayBlockingQueue<>(QUEUE);
        private volatile boolean overrun;

        private Reader(String program) {
            this.program = program;
        }

        /** The next change, or null when there is none for so long. */
        @Nullable
        Change next(long millis) throws InterruptedException {
            return queue.poll(millis, TimeUnit.MILLISECONDS);
        }

        /** It did not keep up: what is in the queue is still good, then it must come back. */
        boolean overrun() {
            return overrun;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                readers.remove(this);
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * What a reader missed.
     *
     * @param resync it was away too long: read the whole page again
     * @param changes since the id it saw last
     * @param last id to come back with
     */
    record Missed(boolean resync, List<Change> changes, String last) {}

    /** The id of a change as readers keep it: only good for this server's run. */
    String id(long number) {
        return epoch + "-" + number;
    }

    /** Starts to listen; empty when there are too many readers already. */
    Optional<Reader> open(String program) {
        lock.lock();
        try {
            if (closed || readers.size() >= READERS) {
                return Optional.empty();
            }
            Reader reader = new Reader(program);
            readers.add(reader);
            watch();
            return Optional.of(reader);
        } finally {
            lock.unlock();
        }
    }

    /** Changes of the program after the given id; null means a page that was just made. */
    Missed since(String program, @Nullable String after) {
        look();
        lock.lock();
        try {
            String last = id(lastId);
            if (after == null) {
                return new Missed(false, List.of(), last);
            }
            long number = number(after);
            long oldest = recent.isEmpty() ? lastId : recent.getFirst().id() - 1;
            if (number < oldest || number > lastId) {
                return new Missed(true, List.of(), last);
            }
            return new Missed(
                    false,
                    recent.stream()
                            .filter(change ->
                                    change.id() > number && change.program().equals(program))
                            .toList(),
                    last);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void flushed(JournalBatch batch) {
        lock.lock();
        try {
            woken = true;
            wake.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @PreDestroy
    void close() {
        lock.lock();
        try {
            closed = true;
            wake.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private long number(String after) {
        int dash = after.indexOf('-');
        if (dash < 0 || !after.substring(0, dash).equals(epoch)) {
            return -1;
        }
        try {
            return Long.parseLong(after.substring(dash + 1));
        } catch (NumberFormatException notOurs) {
            return -1;
        }
    }

    private void watch() {
        if (watcher == null || !watcher.isAlive()) {
            watcher = new Thread(StoreLane.PAGES.around(this::watchUntilNobodyReads), "live-hub");
            watcher.setDaemon(true);
            watcher.start();
        }
    }

    private void watchUntilNobodyReads() {
        while (true) {
            lock.lock();
            try {
                if (!woken && !closed) {
                    wake.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS);
                }
                woken = false;
                if (closed || readers.isEmpty()) {
                    watcher = null;
                    return;
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            } finally {
                lock.unlock();
            }
            look();
        }
    }

    /** Compares what the store has with what was seen, and tells the readers. */
    void look() {
        List<Migration> now;
        List<LogGrowth> grown;
        try {
            grown = logs.grown(printed);
            now = new ArrayList<>(migrations.running());
            for (String gone : gone(now)) {
                migrations.find(new MigrationId(gone)).ifPresent(now::add);
            }
        } catch (RuntimeException storeDown) {
            log.warn("Live pages cannot read the store; they keep what they show: {}", storeDown.getMessage());
            return;
        }
        lock.lock();
        try {
            for (Migration migration : now) {
                Long before = seen.put(migration.id().value(), migration.lastSeq());
                boolean changed = before == null ? primed : before < migration.lastSeq();
                if (migration.endedAt() != null) {
                    seen.remove(migration.id().value());
                    changed = before != null;
                }
                if (changed) {
                    tell(new Change(
                            ++lastId,
                            migration.program(),
                            migration.database(),
                            migration.id().value(),
                            migration.lastSeq(),
                            false));
                }
            }
            for (LogGrowth log : grown) {
                if (primed) {
                    tell(new Change(
                            ++lastId,
                            log.program(),
                            log.database(),
                            log.migration().value(),
                            0,
                            true));
                }
                printed = log.at().isAfter(printed) ? log.at() : printed;
            }
            primed = true;
        } finally {
            lock.unlock();
        }
    }

    private List<String> gone(List<Migration> now) {
        lock.lock();
        try {
            Set<String> gone = new LinkedHashSet<>(seen.keySet());
            now.forEach(migration -> gone.remove(migration.id().value()));
            return List.copyOf(gone);
        } finally {
            lock.unlock();
        }
    }

    private void tell(Change change) {
        recent.addLast(change);
        if (recent.size() > REMEMBERED) {
            recent.removeFirst();
        }
        for (Reader reader : readers) {
            if (reader.program.equals(change.program()) && !reader.queue.offer(change)) {
                reader.overrun = true;
            }
        }
    }
}
