package io.gulliver.testing;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreLane;
import java.sql.Connection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Connections of a store that others hold: each by a thread of its own, as the store gives one to a thread. */
public final class HeldConnections implements AutoCloseable {
    private final Deque<Holder> holders = new ArrayDeque<>();

    private record Holder(Thread thread, CountDownLatch release) {}

    /** Takes so many of a lane; returns when all are held. */
    public static HeldConnections of(StoreDatabase store, StoreLane lane, int count) {
        return of(store, lane, count, "select 1");
    }

    /** The same, each with a transaction in which a statement was run. */
    public static HeldConnections of(StoreDatabase store, StoreLane lane, int count, String sql) {
        HeldConnections held = new HeldConnections();
        try {
            for (int i = 0; i < count; i++) {
                held.hold(store, lane, sql);
            }
            return held;
        } catch (RuntimeException | Error e) {
            held.close();
            throw e;
        }
    }

    private void hold(StoreDatabase store, StoreLane lane, String sql) {
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread thread = new Thread(lane.around(() -> {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                connection.createStatement().execute(sql);
                taken.countDown();
                release.await();
                connection.rollback();
            } catch (Exception e) {
                throw new IllegalStateException("the connection was not held", e);
            }
        }));
        thread.setName("holder of a connection");
        thread.setDaemon(true);
        thread.start();
        holders.addLast(new Holder(thread, release));
        try {
            if (!taken.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("no connection to hold within a minute");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Gives one back, and returns when that is done. */
    public void releaseOne() {
        Holder holder = holders.removeFirst();
        holder.release().countDown();
        try {
            holder.thread().join(TimeUnit.MINUTES.toMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        while (!holders.isEmpty()) {
            releaseOne();
        }
    }
}
