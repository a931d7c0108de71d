package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Health that writes: what a valid connection to a store hides. */
@Tag("store")
class StoreHealthTest {
    private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

    @Test
    void aStoreThatAnswersAndTakesNoWritesIsInTroubleSinceThen(@TempDir Path directory) throws Exception {
        MovableClock clock = new MovableClock();
        try (StoreDatabase db = TestStore.open(clock);
                StoreHealth health = new StoreHealth(db, directory, 0)) {
            assertThat(health.checkAgain()).isEmpty();

            db.jdbc().sql("alter table store_heartbeats rename to put_aside").update();
            try (Connection connection = db.dataSource().getConnection()) {
                assertThat(connection.isValid(3)).as("what health asked before").isTrue();
            }
            assertThat(health.checkAgain()).hasValueSatisfying(trouble -> {
                assertThat(trouble.kind()).isEqualTo(StoreTrouble.Kind.REFUSING);
                assertThat(trouble.unsaved()).isTrue();
                assertThat(trouble.since()).isEqualTo(BEGIN);
            });
            clock.advance(Duration.ofMinutes(3));
            assertThat(health.checkAgain())
                    .hasValueSatisfying(trouble -> assertThat(trouble.since())
                            .as("since it began, not since it was looked at last")
                            .isEqualTo(BEGIN));

            db.jdbc().sql("alter table put_aside rename to store_heartbeats").update();
            assertThat(health.checkAgain()).isEmpty();
        }
    }

    @Test
    void aStoreThatDoesNotAnswerHoldsNobodyUpWhoAsks(@TempDir Path directory) throws Exception {
        try (StoreDatabase db = TestStore.open(Clock.systemUTC());
                StoreHealth health = new StoreHealth(db, directory, 0, Duration.ofMillis(300));
                Connection other = db.dataSource().getConnection()) {
            assertThat(health.checkAgain()).isEmpty();
            other.setAutoCommit(false);
            other.createStatement().executeUpdate("update store_heartbeats set beats = beats + 1");

            assertThat(health.checkAgain())
                    .hasValueSatisfying(trouble -> assertThat(trouble.kind()).isEqualTo(StoreTrouble.Kind.AWAY));
            assertThat(health.checkAgain())
                    .hasValueSatisfying(trouble -> assertThat(trouble.cause()).contains("before this one"));

            other.rollback();
            org.awaitility.Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> health.checkAgain().isEmpty());
        }
    }

    @Test
    void littleSpaceIsTroubleInWhichEverythingIsStillSaved(@TempDir Path directory) {
        try (StoreDatabase db = TestStore.open(Clock.systemUTC());
                StoreHealth health = new StoreHealth(db, directory, Long.MAX_VALUE)) {
            assertThat(health.hasSpace()).isFalse();
            assertThat(health.checkAgain()).hasValueSatisfying(trouble -> {
                assertThat(trouble.kind()).isEqualTo(StoreTrouble.Kind.SPACE);
                assertThat(trouble.unsaved()).isFalse();
                assertThat(trouble.cause()).contains("MiB are free at " + directory);
            });
        }
    }
}
