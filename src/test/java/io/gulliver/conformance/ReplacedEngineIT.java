package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.engine.Cluster;
import io.gulliver.service.runtime.EngineOwner;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Temporal's file deleted under a living process: what comes back at the same address is another engine. */
@Timeout(600)
@Tag("process")
@TakesTurns(TakesTurns.Group.FAILURES)
class ReplacedEngineIT {
    private static final String PLAYBOOK = "conformance-six-stages";

    @TempDir
    private Path data;

    @AfterEach
    void leaveNothingBehind() {
        Gulliver.killTemporal(data);
    }

    @Test
    void isNotServedAndTakesNothingOverUntilAPersonRecovers() throws IOException {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        List<MigrationId> ids = new ArrayList<>();
        try (Gulliver gulliver = Gulliver.start(data).awaitConnected()) {
            for (int i = 0; i < 3; i++) {
                ids.add(gulliver.run(PLAYBOOK, CarrierProcess.database(PLAYBOOK, i))
                        .id());
            }
            Gulliver.awaiting(Duration.ofSeconds(60))
                    .until(() -> !gulliver.ledger().entries().isEmpty());
            Cluster first = gulliver.connector().identity().orElseThrow();
            for (String file : List.of("temporal.db", "temporal.db-wal", "temporal.db-shm")) {
                Files.deleteIfExists(data.resolve("engine").resolve(file));
            }
            Gulliver.killTemporal(data);

            Gulliver.awaiting(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(gulliver.connector().identity()).isPresent().get().isNotEqualTo(first);
                assertThat(gulliver.connector().health().up()).isFalse();
                assertThat(gulliver.bean(EngineOwner.class).refusal())
                        .hasValueSatisfying(why -> assertThat(why).contains("./gulliver recover"));
            });
            int effects = gulliver.ledger().entries().size();
            Gulliver.awaiting(Duration.ofSeconds(20))
                    .during(Duration.ofSeconds(7))
                    .untilAsserted(() -> {
                        assertThat(gulliver.connector().health().up()).isFalse();
                        assertThat(ids)
                                .allSatisfy(id -> assertThat(gulliver.find(id).generation())
                                        .as("taken over by nobody")
                                        .isEqualTo(1));
                        assertThat(gulliver.ledger().entries()).hasSize(effects);
                    });
        }
        try (Gulliver gulliver =
                Gulliver.start(data, "--gulliver.recover=true").awaitConnected().withPeople()) {
            gulliver.awaitEnd(ids, Duration.ofSeconds(180));
            assertThat(ids)
                    .allSatisfy(id -> assertThat(gulliver.find(id).generation()).isEqualTo(2));
            Records.assertCompleted(gulliver, ids);
            assertThat(gulliver.ledger().entries())
                    .filteredOn(entry -> entry.generation() == 2)
                    .as("acts when the calls of the lost engine have expired")
                    .isNotEmpty()
                    .allSatisfy(entry -> assertThat(entry.atMillis())
                            .isGreaterThanOrEqualTo(gulliver.find(new MigrationId(entry.migration()))
                                    .actsFrom()
                                    .toEpochMilli()));
        }
    }
}
