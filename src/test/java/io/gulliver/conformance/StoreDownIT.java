package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The store refuses every write for a while: nothing new is done outside, the engine still answers, and all goes on. */
@Timeout(300)
@Tag("process")
@TakesTurns(TakesTurns.Group.FAILURES)
class StoreDownIT {
    @Test
    void noNewEffectHappensWhileTheStoreTakesNoWriteAndAllGoesOnAfterwards(@TempDir Path data) throws SQLException {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        try (Gulliver gulliver = Gulliver.start(data).awaitConnected().withPeople()) {
            List<MigrationId> ids = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                ids.add(gulliver.run("conformance-six-stages", CarrierProcess.database("conformance-six-stages", i))
                        .id());
            }
            Gulliver.awaiting(Duration.ofSeconds(60))
                    .until(() -> gulliver.ledger().entries().size() >= 60);
            try (Connection lock =
                            gulliver.bean(StoreDatabase.class).dataSource().getConnection();
                    Statement statement = lock.createStatement()) {
                lock.setAutoCommit(false);
                // Every flush locks its run's row first, so a lock on them all is a store that takes no journal.
                statement.execute("select id from migrations for update");
                // What was journaled as begun before may still act: at most two lanes of each run.
                int before = gulliver.ledger().entries().size();
                Gulliver.awaiting(Duration.ofSeconds(90)).until(() -> waiting(gulliver, ids, lock));
                assertThat(gulliver.ledger().entries().size() - before)
                        .as("effects without a journal")
                        .isLessThanOrEqualTo(2 * ids.size());
                for (MigrationId id : ids) {
                    assertThat(gulliver.engineState(id).control().mode())
                            .as("the engine still answers for " + id)
                            .isEqualTo(RunMode.RUNNING);
                }
                lock.rollback();
            }
            gulliver.awaitEnd(ids, Duration.ofSeconds(120));
            Records.assertCompleted(gulliver, ids);
        }
    }

    /** Whether every run has come as far as it can: the engine counts events that the journal does not have. */
    private static boolean waiting(Gulliver gulliver, List<MigrationId> ids, Connection lock) throws SQLException {
        try (Statement statement = lock.createStatement()) {
            for (MigrationId id : ids) {
                try (var row =
                        statement.executeQuery("select last_seq from migrations where id = '" + id.value() + "'")) {
                    row.next();
                    if (gulliver.engineState(id).control().seq() <= row.getLong(1)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
