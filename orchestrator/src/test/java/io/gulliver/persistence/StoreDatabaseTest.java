package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Opening the store: private, durable, and plain words when it cannot be. */
@Tag("store")
class StoreDatabaseTest {
    @Test
    void theFileIsForItsOwnerAlone(@TempDir Path directory) throws Exception {
        try (StoreDatabase db = StoreDatabase.openFile(directory, Clock.systemUTC())) {
            assertThat(db.embedded()).isTrue();
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(directory.resolve("gulliver.mv.db"))))
                    .isEqualTo("rw-------");
        }
    }

    /** H2 by itself puts an old row back when one transaction rolls back while another commits: about one round in fifty. */
    @Test
    void anAcknowledgedChangeSurvivesWhatIsRolledBackBesideIt(@TempDir Path directory) throws Exception {
        int editors = 6;
        int edits = 10;
        ExecutorService threads = Executors.newFixedThreadPool(editors);
        try (StoreDatabase db = StoreDatabase.openFile(directory, Clock.systemUTC())) {
            db.jdbc()
                    .sql("create table counted (name varchar(20) primary key, n bigint)")
                    .update();
            for (int round = 0; round < 120; round++) {
                String name = "round-" + round;
                db.jdbc()
                        .sql("insert into counted values (:name, 0)")
                        .param("name", name)
                        .update();
                CyclicBarrier start = new CyclicBarrier(editors);
                List<Future<?>> running = new ArrayList<>();
                for (int editor = 0; editor < editors; editor++) {
                    running.add(threads.submit(() -> {
                        start.await(10, TimeUnit.SECONDS);
                        for (int done = 0; done < edits; ) {
                            done += counted(db, name) ? 1 : 0;
                        }
                        return null;
                    }));
                }
                for (Future<?> one : running) {
                    one.get(60, TimeUnit.SECONDS);
                }
                assertThat(read(db, name)).as(name).isEqualTo(editors * edits);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean counted(StoreDatabase db, String name) {
        long before = read(db, name);
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

    private static long read(StoreDatabase db, String name) {
        return db.jdbc()
                .sql("select n from counted where name = :name")
                .param("name", name)
                .query(Long.class)
                .single();
    }

    @Test
    void aReaderNeverWaitsForAWriter(@TempDir Path directory) throws Exception {
        try (StoreDatabase db = StoreDatabase.openFile(directory, Clock.systemUTC())) {
            db.jdbc()
                    .sql("create table counted (name varchar(20) primary key, n bigint)")
                    .update();
            db.jdbc().sql("insert into counted values ('a', 1)").update();
            db.inTransaction(() -> {
                db.jdbc().sql("update counted set n = 2 where name = 'a'").update();
                assertThat(CompletableFuture.supplyAsync(() -> read(db, "a"))
                                .orTimeout(10, TimeUnit.SECONDS)
                                .join())
                        .isEqualTo(1);
            });
            assertThat(read(db, "a")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select n from counted | false",
                "  SELECT n from counted | false",
                "with a as (select 1) select * from a | false",
                "values (1) | false",
                "select n from counted for update | true",
                "select n from final table (update counted set n = 1) | true",
                "update counted set n = 1 | true",
                "insert into counted select * from counted | true",
                "merge into counted values (1) | true",
                "delete from counted | true",
                "create table x (n int) | true",
                "call something() | true"
            })
    void tellsWhatChangesRowsFromWhatReadsThem(String sql, boolean changes) {
        assertThat(OneWriter.changes(sql)).isEqualTo(changes);
    }

    @Test
    void saysThatAnotherProcessHoldsTheFile(@TempDir Path directory) throws Exception {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CommittingWriter.class.getName(),
                        directory.toString(),
                        "0")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(holder.inputReader()
                            .lines()
                            .filter(line -> line.startsWith("have "))
                            .findFirst())
                    .as("the holder opened the store")
                    .isPresent();
            assertThatThrownBy(() -> StoreDatabase.openFile(directory, Clock.systemUTC()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("in use by another process");
        } finally {
            holder.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void saysThatTheFileIsNoStore(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("gulliver.mv.db"), "not a store\n".repeat(2000));
        assertThatThrownBy(() -> StoreDatabase.openFile(directory, Clock.systemUTC()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("gulliver.mv.db")
                .hasMessageContaining("backup");
    }

    @Test
    void saysThatTheDirectoryCannotBeMade(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> StoreDatabase.openFile(file.resolve("data"), Clock.systemUTC()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot be written");
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
        try (StoreDatabase db = StoreDatabase.openFile(directory, Clock.systemUTC())) {
            db.jdbc().sql("""
                    insert into "flyway_schema_history" ("installed_rank", "version", "description", "type", "script",
                        "checksum", "installed_by", "execution_time", "success")
                    values (99, '29990101.0000', 'later', 'SQL', 'V29990101_0000__later.sql', 1, 'later', 1, true)
                    """).update();
        }
        assertThatThrownBy(() -> StoreDatabase.openFile(directory, Clock.systemUTC()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("newer Gulliver");
    }
}
