package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.activity.conformance.ConformanceLedger;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.testing.Sliced;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The workers of a zone in a process of their own, cut off in the middle of their calls: killed; or frozen, as behind a
 * network that drops everything, so that their calls are lost, done by somebody else, and then come back to life.
 */
@Tag("process")
@Timeout(900)
@Sliced(1)
@TakesTurns(TakesTurns.Group.FAILURES)
class CutWorkerIT {
    private static final List<String> PLAYBOOKS =
            List.of("conformance-six-stages", "conformance-long-work", "conformance-fan-out", "conformance-undoing");
    private static final int EACH = 3;

    @TempDir
    private Path folder;

    private final List<Process> workers = new ArrayList<>();
    private Path data;

    @BeforeEach
    void needsTemporal() {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        data = folder.resolve("server");
    }

    @AfterEach
    void leaveNothingBehind() {
        workers.forEach(Process::destroyForcibly);
        Gulliver.killTemporal(data);
    }

    @Test
    void whatAKilledWorkerHadUnderWayIsLookedAtByTheNext() throws Exception {
        try (Gulliver gulliver = server()) {
            List<MigrationId> ids = run(gulliver);
            for (int effects : List.of(10, 30)) {
                Process worker = worker(gulliver);
                awaitEffects(gulliver, effects);
                worker.destroyForcibly();
                assertThat(worker.waitFor(20, TimeUnit.SECONDS)).isTrue();
            }
            worker(gulliver);
            gulliver.awaitEnd(ids, Duration.ofSeconds(300));
            Records.assertCompleted(gulliver, ids);
        }
    }

    @Test
    void callsOfAFrozenWorkerThatComeBackToLifeDoNothingTwice() throws Exception {
        try (Gulliver gulliver = server()) {
            List<MigrationId> ids = run(gulliver);
            Process frozen = worker(gulliver);
            awaitEffects(gulliver, 10);
            signal("STOP", frozen);
            int before = effects(gulliver);
            worker(gulliver);
            // The one that is frozen may hold the lock of the ledger: then nobody acts until it lives again.
            long limit = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            Gulliver.awaiting(Duration.ofSeconds(90))
                    .until(() -> effects(gulliver) >= before + 15 || System.nanoTime() > limit);
            signal("CONT", frozen);
            gulliver.awaitEnd(ids, Duration.ofSeconds(300));
            Records.assertCompleted(gulliver, ids);
        }
    }

    /** A server without workers of its own. */
    private Gulliver server() throws IOException {
        Files.createDirectories(data);
        Path token = Files.createFile(
                data.resolve("worker-token"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, "a-token-of-at-least-thirty-two-characters");
        return Gulliver.start(data, "--gulliver.roles=web,workflows", "--gulliver.workers.token=file:" + token)
                .awaitConnected()
                .withPeople();
    }

    private static List<MigrationId> run(Gulliver gulliver) {
        List<MigrationId> ids = new ArrayList<>();
        for (String playbook : PLAYBOOKS) {
            for (int i = 0; i < EACH; i++) {
                ids.add(gulliver.run(playbook, CarrierProcess.database(playbook, i))
                        .id());
            }
        }
        return ids;
    }

    private Process worker(Gulliver gulliver) throws IOException {
        Path own = folder.resolve("worker-" + workers.size());
        ProductProcess.shareKeys(data, own);
        Process worker = ProductProcess.worker(
                own,
                "--gulliver.roles=workers",
                "--gulliver.temporal.target=" + gulliver.engineTarget(),
                "--gulliver.workers.server=" + gulliver.address(),
                "--gulliver.workers.token=file:" + data.resolve("worker-token"),
                "--gulliver.workers.conformance-ledger=" + Gulliver.ledgerFile(data));
        workers.add(worker);
        Gulliver.awaiting(Duration.ofSeconds(180)).until(() -> ProductProcess.connected(worker, own));
        return worker;
    }

    private static void awaitEffects(Gulliver gulliver, int wanted) {
        Gulliver.awaiting(Duration.ofSeconds(180))
                .untilAsserted(() -> assertThat(gulliver.ledger().entries())
                        .extracting(ConformanceLedger.Entry::object)
                        .hasSizeGreaterThanOrEqualTo(wanted));
    }

    private static int effects(Gulliver gulliver) {
        return gulliver.ledger().entries().size();
    }

    private static void signal(String name, Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}
