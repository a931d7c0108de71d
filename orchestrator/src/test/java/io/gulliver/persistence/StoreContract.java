package io.gulliver.persistence;

import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** What every store's contract starts from: one fresh store for the class. */
@Tag("store")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StoreContract {
    protected final MovableClock clock = new MovableClock();
    protected StoreDatabase database;
    protected Stores stores;

    @BeforeAll
    void openStore() {
        database = TestStore.open(clock);
        stores = Atlas.stores(database);
        Atlas.program(stores);
    }

    @AfterAll
    void closeStore() {
        database.close();
    }

    /** Starts all at one moment; answers each result or throws the first failure. */
    protected static <T> List<T> atOnce(List<Callable<T>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            CyclicBarrier start = new CyclicBarrier(work.size());
            List<Future<T>> running = new ArrayList<>();
            for (Callable<T> one : work) {
                running.add(threads.submit(() -> {
                    start.await(10, TimeUnit.SECONDS);
                    return one.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get(30, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
