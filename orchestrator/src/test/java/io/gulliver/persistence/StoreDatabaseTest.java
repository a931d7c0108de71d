package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.persistence.embedded.EmbeddedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening the store, transactions that meet, and plain words when it cannot be opened. */
@Tag("store")
class StoreDatabaseTest {
    private static StoreDatabase db;

    @TempDir
    static Path data;

    @BeforeAll
    static void open() {
        db = EmbeddedStore.open(data, Clock.systemUTC());
        db.jdbc()
                .sql("create table counted (name varchar(20) primary key, n bigint not null)")
                .update();
    }

    @AfterAll
    static void close() {
        db.close();
    }

    @BeforeEach
    void twoRows() {
        db.jdbc().sql("delete from counted").update();
        db.jdbc().sql("insert into counted values ('a', 0), ('b', 0)").update();
    }

    @Test
    void notesWhichSchemaTheDataHas() throws Exception {
        assertThat(db.embedded()).isTrue();
        assertThat(Files.readString(data.resolve("store/postgres.json")))
                .contains("\"schema\":\"" + StoreDatabase.newestMigration() + "\"");
        assertThat(db.jdbc()
                        .sql("select max(version) from flyway_schema_history")
                        .query(String.class)
                        .single())
                .isEqualTo(StoreDatabase.newestMigration());
    }

    @Test
    void sessionsReckonInUtc() {
        assertThat(db.jdbc().sql("show timezone").query(String.class).single()).isEqualTo("UTC");
    }

    @Test
    void anAcknowledgedChangeSurvivesWhatIsRolledBackBesideIt() throws Exception {
        int editors = 6;
        int edits = 100;
        ExecutorService threads = Executors.newFixedThreadPool(editors);
        try {
            CyclicBarrier start = new CyclicBarrier(editors);
            List<Future<?>> running = new ArrayList<>();
            for (int editor = 0; editor < editors; editor++) {
                running.add(threads.submit(() -> {
                    start.await(10, TimeUnit.SECONDS);
                    for (int done = 0; done < edits; ) {
                        done += counted("a") ? 1 : 0;
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get(60, TimeUnit.SECONDS);
            }
            assertThat(read("a")).isEqualTo(editors * edits);
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean counted(String name) {
        long before = read(name);
        try {
            db.inTransaction(() -> {
                int changed = db.jdbc()
                        .sql("update counted set n = n + 1 where name = :name and n = :before")
                        .param("name", name)
                        .param("before", before)
                        .update();
                if (changed == 0) {
                    throw new StaleVersionException("another was faster", 0);
                }
            });
            return true;
        } catch (StaleVersionException another) {
            return false;
        }
    }

    private static long read(String name) {
        return db.jdbc()
                .sql("select n from counted where name = :name")
                .param("name", name)
                .query(Long.class)
                .single();
    }

    private static void add(String name) {
        db.jdbc()
                .sql("update counted set n = n + 1 where name = :name")
                .param("name", name)
                .update();
    }

    @Test
    void aReaderNeverWaitsForAWriter() {
        db.inTransaction(() -> {
            add("a");
            assertThat(CompletableFuture.supplyAsync(() -> read("a"))
                            .orTimeout(10, TimeUnit.SECONDS)
                            .join())
                    .isZero();
        });
        assertThat(read("a")).isEqualTo(1);
    }

    /** PostgreSQL ends one of two that wait for each other; it is run again, once the other has what it wanted. */
    @Test
    void aTransactionThatLostToAnotherIsRunAgain() throws Exception {
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        AtomicInteger runs = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (List<String> order : List.of(List.of("a", "b"), List.of("b", "a"))) {
                AtomicInteger mine = new AtomicInteger();
                running.add(threads.submit(() -> db.inTransaction(() -> {
                    runs.incrementAndGet();
                    add(order.get(0));
                    if (mine.incrementAndGet() == 1) {
                        meet(bothHoldOne);
                    }
                    // within another one: only the outermost may be run again
                    db.inTransaction(() -> add(order.get(1)));
                })));
            }
            for (Future<?> one : running) {
                one.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(runs).hasValueGreaterThanOrEqualTo(3);
        assertThat(read("a")).isEqualTo(2);
        assertThat(read("b")).isEqualTo(2);
    }

    @Test
    void aTransactionThatAlwaysLosesFailsInTheEnd() {
        AtomicInteger runs = new AtomicInteger();
        assertThatThrownBy(() -> db.inTransaction(() -> {
                    runs.incrementAndGet();
                    add("a");
                    db.jdbc()
                            .sql("do $$ begin raise exception 'lost' using errcode = '40001'; end $$")
                            .update();
                }))
                .hasMessageContaining("lost");
        assertThat(runs).hasValue(6);
        assertThat(read("a")).isZero();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void saysThatTheDirectoryCannotBeMade(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> EmbeddedStore.open(file.resolve("data"), Clock.systemUTC()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot be used");
    }

    @Test
    void saysThatPostgresDoesNotAnswer() {
        assertThatThrownBy(() -> StoreDatabase.openPostgres(
                        "jdbc:postgresql://127.0.0.1:1/none", "gulliver", "secret-word", Clock.systemUTC()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Check that it runs")
                .hasMessageNotContaining("secret-word");
    }

    @Test
    void refusesAStoreOfANewerVersion(@TempDir Path directory) {
        try (StoreDatabase newer = EmbeddedStore.open(directory, Clock.systemUTC())) {
            newer.jdbc().sql("""
                    insert into flyway_schema_history (installed_rank, version, description, type, script, checksum,
                        installed_by, execution_time, success)
                    values (99, '29990101.0000', 'later', 'SQL', 'V29990101_0000__later.sql', 1, 'later', 1, true)
                    """).update();
        }
        assertThatThrownBy(() -> EmbeddedStore.open(directory, Clock.systemUTC()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("newer Gulliver");
    }
}
