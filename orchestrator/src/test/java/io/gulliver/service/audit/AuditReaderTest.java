package io.gulliver.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreLane;
import io.gulliver.testing.HeldConnections;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who reads the audit record or pages holds nobody up who writes. */
@Timeout(120)
class AuditReaderTest extends StoreContract {
    private AuditEvent event(int writer, int number) {
        return new AuditEvent(
                writer % 2 == 0 ? "atlas" : null,
                clock.instant(),
                "Ana",
                "test.done",
                "thing/" + writer + "/" + number,
                null,
                null,
                "request",
                Map.of());
    }

    private static CheckpointDelivery delivery(StoreDatabase db, Path file) {
        return new CheckpointDelivery(db, new FileSink(file), List.of());
    }

    /** A check that took the sealer's lock would wait here for ever. */
    @Test
    void theCheckTakesNoLockAndWaitsForNone(@TempDir Path directory) throws Exception {
        CheckpointKey key = CheckpointKey.open(directory.resolve("audit.key"));
        AuditVerifier verifier =
                new AuditVerifier(database, key, delivery(database, directory.resolve("checkpoints.jsonl")));
        stores.audit().append(event(0, 0));
        HeldConnections sealer = HeldConnections.of(
                database, StoreLane.ENGINE, 1, "select chore from chores where chore = 'sealer' for update");
        try {
            assertThat(verifier.verify().problems()).isEmpty();
        } finally {
            sealer.close();
        }
    }

    @Test
    void fourteenWritersASealerAndACheckThatNeverStopsDoNotMeet(@TempDir Path directory) throws Exception {
        CheckpointKey key = CheckpointKey.open(directory.resolve("audit.key"));
        Path checkpoints = directory.resolve("checkpoints.jsonl");
        AuditSealer sealer = new AuditSealer(database, key, delivery(database, checkpoints));
        AuditVerifier verifier = new AuditVerifier(database, key, delivery(database, checkpoints));
        AtomicInteger writing = new AtomicInteger(14);
        List<Callable<Integer>> work = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            int writer = i + 1;
            work.add(() -> {
                try {
                    for (int n = 0; n < 30; n++) {
                        stores.audit().append(event(writer, n));
                    }
                } finally {
                    writing.decrementAndGet();
                }
                return 0;
            });
        }
        work.add(() -> {
            while (writing.get() > 0) {
                sealer.seal();
                sealer.checkpoint();
            }
            return 0;
        });
        for (int reader = 0; reader < 2; reader++) {
            work.add(() -> {
                StoreLane before = StoreLane.PAGES.enter();
                try {
                    int checks = 0;
                    while (writing.get() > 0 || checks == 0) {
                        assertThat(verifier.verify().problems()).isEmpty();
                        checks++;
                    }
                    return checks;
                } finally {
                    before.enter();
                }
            });
        }
        List<Integer> checks = atOnce(work);
        assertThat(checks.get(15) + checks.get(16)).isPositive();
        sealer.seal();
        sealer.checkpoint();
        assertThat(verifier.verify().problems()).isEmpty();
    }

    /** Twenty open pages once left journal and outbox without a connection for ten seconds, and then failed them. */
    @Test
    void pagesThatHoldAllTheirConnectionsLeaveTheEngineItsOwn() {
        try (HeldConnections pages = HeldConnections.of(database, StoreLane.PAGES, 8)) {
            stores.audit().append(event(99, 0));
            HeldConnections engine = HeldConnections.of(database, StoreLane.ENGINE, 12);
            try {
                StoreLane before = StoreLane.PAGES.enter();
                try {
                    pages.releaseOne();
                    assertThat(stores.programs().list()).isNotEmpty();
                } finally {
                    before.enter();
                }
            } finally {
                engine.close();
            }
        }
    }
}
