package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.testing.TakesTurns;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL stops while migrations run and comes back: they pause and go on, and no step fails for it. */
@Timeout(420)
@Tag("process")
@TakesTurns(TakesTurns.Group.FAILURES)
class PostgresDownIT {
    private static final String SIX_STAGES = "conformance-six-stages";
    private static final int MIGRATIONS = 4;

    @Test
    void migrationsPauseWhilePostgresIsStoppedAndGoOnWithoutAFailedStep(@TempDir Path data, @TempDir Path base)
            throws IOException {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        AtomicReference<EmbeddedPostgres> server = new AtomicReference<>(postgres(base, 0));
        int port = server.get().getPort();
        try (Gulliver gulliver = Gulliver.start(
                        data,
                        "--gulliver.store.url=" + server.get().getJdbcUrl("postgres", "postgres"),
                        "--gulliver.store.user=postgres")
                .awaitConnected()) {
            Map<MigrationId, Long> written = new ConcurrentHashMap<>();
            gulliver.bean(JournalProbe.class)
                    .listen(batch ->
                            batch.entries().forEach(entry -> written.merge(batch.migration(), entry.seq(), Math::max)));
            List<MigrationId> ids = new ArrayList<>();
            for (int i = 0; i < MIGRATIONS; i++) {
                ids.add(gulliver.run(SIX_STAGES, CarrierProcess.database(SIX_STAGES, i))
                        .id());
            }
            Gulliver.awaiting(Duration.ofSeconds(90))
                    .until(() -> gulliver.ledger().entries().size() >= 30);
            server.get().close();
            // What was journaled as begun before may still act: at most two lanes of each run.
            int before = gulliver.ledger().entries().size();
            awaitStandstill(gulliver, ids, written);
            assertThat(gulliver.ledger().entries().size() - before)
                    .as("effects without a journal")
                    .isLessThanOrEqualTo(2 * MIGRATIONS);
            for (MigrationId id : ids) {
                assertThat(gulliver.engineState(id).control().mode())
                        .as("the engine still answers for " + id)
                        .isEqualTo(RunMode.RUNNING);
            }
            server.set(postgres(base, port));
            gulliver.awaitEnd(ids, Duration.ofSeconds(180));
            Records.assertCompleted(gulliver, ids);
            for (MigrationId id : ids) {
                assertThat(Records.journal(gulliver, id))
                        .as("a store that is away is no failure of a step")
                        .noneMatch(row -> row.event().equals("attempt failed")
                                || row.event().equals("step needs attention"));
            }
        } finally {
            server.get().close();
        }
    }

    /** @param port 0 for any that is free */
    private static EmbeddedPostgres postgres(Path base, int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(base.resolve("data"))
                .setCleanDataDirectory(false)
                .setPort(port)
                .start();
    }

    /** Until every run has come as far as it can: the engine counts events that no commit has taken. */
    private static void awaitStandstill(Gulliver gulliver, List<MigrationId> ids, Map<MigrationId, Long> written) {
        Set<MigrationId> going = new LinkedHashSet<>(ids);
        Gulliver.awaiting(Duration.ofSeconds(180))
                .alias("runs that wait for the store")
                .until(() -> {
                    going.removeIf(id -> gulliver.engineState(id).control().seq() > written.getOrDefault(id, 0L));
                    return going.isEmpty();
                });
    }
}
