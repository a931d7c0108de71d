package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening the store: private, durable, and plain words when it cannot be. */
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
