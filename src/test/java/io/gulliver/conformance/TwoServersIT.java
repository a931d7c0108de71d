package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.service.migration.CommandOutbox;
import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers on one PostgreSQL and one engine: outbox, leases, reconciler and workers of both at work on the same runs,
 * with people speaking, while one of them is killed and comes back.
 */
@Tag("process")
@Timeout(900)
@TakesTurns(TakesTurns.Group.FAILURES)
class TwoServersIT {
    private static final long SEED = 20261122;

    @TempDir
    private Path folder;

    private @Nullable Process other;

    @AfterEach
    void leaveNothingBehind() {
        if (other != null) {
            other.destroyForcibly();
        }
        Gulliver.killTemporal(folder.resolve("one"));
    }

    @Test
    void carryEveryRunOnceWhileOneOfThemIsKilledAndComesBack() throws Exception {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        TestStore.Database store = TestStore.create();
        String[] shared = {"--gulliver.store.url=" + store.url(), "--gulliver.store.user=" + store.user()};
        try (Gulliver gulliver = Gulliver.start(one, shared).awaitConnected().withPeople()) {
            ProductProcess.shareKeys(one, two);
            String[] settings = {
                shared[0],
                shared[1],
                "--gulliver.temporal.target=" + gulliver.engineTarget(),
                "--gulliver.workers.conformance-ledger=" + Gulliver.ledgerFile(one)
            };
            launch(two, settings);
            List<MigrationId> ids = new ArrayList<>();
            for (String playbook : Gulliver.PLAYBOOKS) {
                for (int i = 0; i < 2; i++) {
                    ids.add(gulliver.run(playbook, CarrierProcess.database(playbook, i))
                            .id());
                }
            }
            try (RandomWords words =
                    new RandomWords(gulliver.stores(), gulliver.bean(CommandOutbox.class), SEED, "two")) {
                words.start();
                for (int effects : List.of(15, 40)) {
                    Gulliver.awaiting(Duration.ofSeconds(120))
                            .until(() -> gulliver.ledger().entries().size() >= effects || ended(gulliver, ids));
                    other.destroyForcibly();
                    assertThat(other.waitFor(20, TimeUnit.SECONDS)).isTrue();
                    launch(two, settings);
                }
            }
            NemesisIT.carryToTheEnd(gulliver, ids, "two servers");
            Oracle.everyRecordAgrees(gulliver, ids);
        }
    }

    private void launch(Path data, String... settings) {
        Process process = ProductProcess.server(data, settings);
        other = process;
        Gulliver.awaiting(Duration.ofSeconds(180)).until(() -> ProductProcess.connected(process, data));
    }

    private static boolean ended(Gulliver gulliver, List<MigrationId> ids) {
        return ids.stream().allMatch(id -> gulliver.find(id).endedAt() != null);
    }
}
