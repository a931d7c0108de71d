package io.gulliver.service.audit;

import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives checkpoints to the places outside of the store, each in order and at its own pace: one that takes none is tried
 * again for as long as it lasts, and holds back nothing else. How far each has come stands in the store.
 */
public final class CheckpointDelivery implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CheckpointDelivery.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    /** After so long a checkpoint's line goes from the store, and its digest stays. */
    private static final Duration KEEP_LINES = Duration.ofDays(30);

    private static final int AT_ONCE = 200;

    private final StoreDatabase db;
    private final FileSink own;
    private final List<CheckpointSink> outside;
    private @Nullable ScheduledExecutorService threads;

    /**
     * @param own the file of the data directory, which is given each checkpoint at once
     * @param outside the other places, each with a thread of its own
     */
    CheckpointDelivery(StoreDatabase db, FileSink own, List<CheckpointSink> outside) {
        this.db = db;
        this.own = own;
        this.outside = List.copyOf(outside);
    }

    private record Waiting(long number, String line) {}

    private record Due(long last, int failures, @Nullable Instant nextTry) {}

    FileSink own() {
        return own;
    }

    List<CheckpointSink> sinks() {
        List<CheckpointSink> all = new ArrayList<>(outside);
        all.add(0, own);
        return all;
    }

    /** Begins to serve the places outside. */
    public synchronized void start() {
        if (threads != null || outside.isEmpty()) {
            return;
        }
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(outside.size(), work -> {
            Thread thread = new Thread(work, "audit-outside");
            thread.setDaemon(true);
            return thread;
        });
        for (CheckpointSink sink : outside) {
            made.scheduleWithFixedDelay(() -> tryGiving(sink), 1, 5, TimeUnit.SECONDS);
        }
        threads = made;
    }

    private void tryGiving(CheckpointSink sink) {
        try {
            give(sink, false);
        } catch (RuntimeException e) {
            log.warn("checkpoints for {} could not be looked up: {}", sink.name(), e.getMessage());
        }
    }

    /** Gives the data directory's file what it has not, now. */
    void giveOwn() {
        give(own, true);
    }

    /** Gives a place what it has not; of several processes one does it at a time. */
    void give(CheckpointSink sink, boolean now) {
        boolean more = true;
        while (more) {
            more = db.inTransaction(() -> {
                Optional<Due> due = db.jdbc()
                        .sql("""
                        select last_number, failures, next_try_at from audit_sinks where sink = :sink
                        for update skip locked
                        """)
                        .param("sink", sink.name())
                        .query((row, n) -> new Due(
                                row.getLong("last_number"),
                                row.getInt("failures"),
                                RowValues.instantOrNull(row, "next_try_at")))
                        .optional();
                Instant at = db.clock().instant();
                if (due.isEmpty()
                        || !now
                                && due.get().nextTry() != null
                                && at.isBefore(due.get().nextTry())) {
                    return false;
                }
                return give(sink, due.get());
            });
        }
    }

    /** Whether there may be more. */
    private boolean give(CheckpointSink sink, Due due) {
        List<Waiting> waiting = db.jdbc()
                .sql("""
                select number, line from audit_checkpoints where number > :last and line is not null
                order by number limit :most
                """)
                .param("last", due.last())
                .param("most", AT_ONCE)
                .query((row, n) -> new Waiting(row.getLong("number"), row.getString("line")))
                .list();
        long given = due.last();
        String trouble = null;
        for (Waiting one : waiting) {
            try {
                sink.deliver(one.number(), one.line());
                given = one.number();
            } catch (IOException | RuntimeException e) {
                trouble = e.getClass().getSimpleName() + ": " + e.getMessage();
                break;
            }
        }
        if (trouble != null) {
            failed(sink, due, given, trouble);
            return false;
        }
        if (given > due.last() || due.failures() > 0) {
            if (due.failures() > 0 && !waiting.isEmpty()) {
                log.info("{} takes checkpoints of the audit record again, up to number {}", sink.name(), given);
            }
            if (due.failures() == 0 || !waiting.isEmpty()) {
                db.jdbc()
                        .sql("""
                        update audit_sinks set last_number = :given, delivered_at = :at, failures = 0, next_try_at = null,
                            trouble = null, trouble_since = null
                        where sink = :sink
                        """)
                        .param("given", given)
                        .param("at", RowValues.at(db.clock().instant()))
                        .param("sink", sink.name())
                        .update();
            }
        }
        return waiting.size() == AT_ONCE;
    }

    private void failed(CheckpointSink sink, Due due, long given, String trouble) {
        int failures = given > due.last() ? 1 : due.failures() + 1;
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
        if (pause.compareTo(LONGEST_PAUSE) > 0) {
            pause = LONGEST_PAUSE;
        }
        Instant at = db.clock().instant();
        String words = trouble + ". Checkpoints wait in the store and are tried again; see that it takes them.";
        db.jdbc()
                .sql("""
                update audit_sinks set last_number = :given, failures = :failures, next_try_at = :next,
                    trouble = :trouble, trouble_since = coalesce(trouble_since, :at)
                where sink = :sink
                """)
                .param("given", given)
                .param("failures", failures)
                .param("next", RowValues.at(at.plus(pause)))
                .param("trouble", RowValues.cut(words, 1000))
                .param("at", RowValues.at(at))
                .param("sink", sink.name())
                .update();
        if (failures == 1) {
            log.warn("{} does not take checkpoints of the audit record: {}", sink.name(), words);
        }
    }

    /**
     * Makes a row for each place that has none, which then gets checkpoints from this number on.
     *
     * @return whether there was one
     */
    boolean open(long number) {
        boolean opened = false;
        for (CheckpointSink sink : sinks()) {
            opened |= db.jdbc()
                            .sql("""
                            insert into audit_sinks (sink, from_number, last_number, failures)
                            values (:sink, :number, :before, 0) on conflict do nothing
                            """)
                            .param("sink", sink.name())
                            .param("number", number)
                            .param("before", number - 1)
                            .update()
                    > 0;
        }
        return opened;
    }

    /** Whether a place of this process has no row yet. */
    boolean hasNew() {
        List<String> known = db.jdbc()
                .sql("select sink from audit_sinks")
                .query(String.class)
                .list();
        return sinks().stream().anyMatch(sink -> !known.contains(sink.name()));
    }

    /** Old lines go; digests stay. */
    void trim() {
        db.jdbc()
                .sql("update audit_checkpoints set line = null where line is not null and made_at < :before")
                .param("before", RowValues.at(db.clock().instant().minus(KEEP_LINES)))
                .update();
    }

    /** The newest checkpoint, and how far the places of this process have come. */
    public CheckpointStatus status() {
        List<SinkState> states = new ArrayList<>();
        CheckpointStatus newest = db.jdbc()
                .sql("select number, made_at, hash from audit_checkpoints order by number desc limit 1")
                .query((row, n) -> new CheckpointStatus(
                        row.getLong("number"), RowValues.instant(row, "made_at"), row.getString("hash"), List.of()))
                .optional()
                .orElseGet(() -> new CheckpointStatus(0, null, null, List.of()));
        for (CheckpointSink sink : sinks()) {
            states.add(db.jdbc()
                    .sql("select last_number, delivered_at, trouble, trouble_since from audit_sinks where sink = :sink")
                    .param("sink", sink.name())
                    .query((row, n) -> new SinkState(
                            sink.name(),
                            row.getLong("last_number"),
                            Math.max(0, newest.number() - row.getLong("last_number")),
                            RowValues.instantOrNull(row, "delivered_at"),
                            row.getString("trouble"),
                            RowValues.instantOrNull(row, "trouble_since")))
                    .optional()
                    .orElseGet(() -> new SinkState(sink.name(), 0, newest.number(), null, null, null)));
        }
        return new CheckpointStatus(newest.number(), newest.at(), newest.sha256(), states);
    }

    /** Words for whoever looks at the health: places that take nothing since ten minutes. */
    public Optional<String> trouble() {
        Instant before = db.clock().instant().minus(Duration.ofMinutes(10));
        return status().sinks().stream()
                .filter(state -> state.troubleSince() != null
                        && Objects.requireNonNull(state.troubleSince()).isBefore(before))
                .map(state -> state.sink() + " takes no checkpoint of the audit record since " + state.troubleSince()
                        + ": " + state.trouble())
                .findFirst();
    }

    @Override
    public synchronized void close() {
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
