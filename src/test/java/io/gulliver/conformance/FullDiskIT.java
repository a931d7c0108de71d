package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.embedded.PostgresServer;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is really full, under store and engine, while a program runs: pages say since when nothing can be saved,
 * and with room again everything goes on by itself and ends as if nothing had been. The disk is a tmpfs, which root alone
 * may mount.
 */
@Tag("process")
@Timeout(300)
@TakesTurns(TakesTurns.Group.FAILURES)
class FullDiskIT {
    private static final String SIX_STAGES = "conformance-six-stages";
    private static final int MIGRATIONS = 6;

    @TempDir
    private Path directory;

    private Path disk;

    @BeforeEach
    void mountASmallDisk() throws Exception {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=600m,mode=0700", "tmpfs", disk.toString()) == 0,
                "A tmpfs cannot be mounted here (no root, or a container without the right)");
    }

    @AfterEach
    void unmount() throws Exception {
        Gulliver.killTemporal(disk);
        Gulliver.awaiting(Duration.ofSeconds(30)).until(() -> run("umount", disk.toString()) == 0);
    }

    @Test
    void aFullDiskIsToldAndWithRoomAgainEverythingGoesOnByItself() throws Exception {
        try (Gulliver gulliver = Gulliver.start(disk, "--gulliver.store.least-free=64MB")
                .awaitConnected()
                .withPeople()) {
            StoreHealth health = gulliver.bean(StoreHealth.class);
            assertThat(health.check()).as("before").isEmpty();
            List<MigrationId> ids = new ArrayList<>();
            for (int i = 0; i < MIGRATIONS; i++) {
                ids.add(gulliver.run(SIX_STAGES, CarrierProcess.database(SIX_STAGES, i))
                        .id());
            }
            Gulliver.awaiting(Duration.ofSeconds(60))
                    .until(() -> gulliver.ledger().entries().size() >= 20);
            Path filler = fill();
            Gulliver.awaiting(Duration.ofSeconds(60)).until(() -> health.check().isPresent() || !health.hasSpace());
            assertThat(health.hasSpace()).as("room for a new step").isFalse();
            // The engine's own records stand on the same disk: what lives on must live with that, too.
            Files.delete(filler);
            Gulliver.awaiting(Duration.ofSeconds(90)).until(() -> health.check().isEmpty() && health.hasSpace());
            gulliver.awaitEnd(ids, Duration.ofSeconds(150));
            Records.assertCompleted(gulliver, ids);
            Gulliver.awaiting(Duration.ofSeconds(60))
                    .alias("the reserve is held again")
                    .until(() -> ((PostgresServer)
                                    gulliver.bean(StoreDatabase.class).server().orElseThrow())
                            .reserve()
                            .held());
        }
    }

    /** Writes until nothing more goes on the disk. */
    private Path fill() throws IOException {
        Path filler = disk.resolve("filler");
        byte[] some = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(some);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
        return filler;
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
