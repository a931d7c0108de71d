package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.Sliced;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The hands are a process of their own and are killed while a remote job runs. The job outlives them; what people said
 * meanwhile reaches it when hands are back. Judged by the lab's ledger and by the processes of the lab's hosts.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("process")
@Sliced(1)
@TakesTurns(TakesTurns.Group.RUNS)
class KilledWorkerIT {
    /** The promise: a remote job is gone so long after the worker's return. */
    private static final Duration REACHED = Duration.ofSeconds(60);

    /** Of Data Pump on each side: the metadata alone days before, and the rows. */
    private static final int JOBS = 2;

    private WholeGulliver gulliver;
    private Desk desk;

    @BeforeAll
    void startWithHandsApart(@TempDir Path directory) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.startApart(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        desk = Desk.open(gulliver, "hands");
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    @Test
    void anAbortReachesTheRemoteJobWhenHandsAreBack() throws IOException {
        String host = "lilliput-db-13";
        String source = "crmtest@" + host;
        int number = exporting("CRMTEST", source);
        assertThat(jobsOn(host)).as("processes of the job").isNotEmpty();

        gulliver.killWorker();
        desk.say(number, "cutover", Map.of("action", "abort", "reason", "Wrong night"));
        desk.awaitState(number, "export", "STOPPING");
        assertThat(desk.mode(number)).isEqualTo("ABORTING");
        assertThat(jobsOn(host)).as("remote work outlives us").isNotEmpty();
        assertThat(times(source, "expdp-stop")).isZero();

        gulliver.startWorker();
        await("the remote job is gone")
                .atMost(REACHED)
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> {
                    assertThat(times(source, "expdp-stop")).isOne();
                    assertThat(jobsOn(host)).isEmpty();
                });
        desk.awaitMode(number, "ENDED");
        assertThat(desk.outcome(number)).isEqualTo("ABORTED");
        assertThat(desk.state(number, "export")).isEqualTo("STOPPED");
        assertThat(times(source, "expdp-start")).isEqualTo(JOBS);
        assertThat(times(source, "expdp-done")).as("it did not end by itself").isEqualTo(JOBS - 1);
        desk.clearFaults();
    }

    @Test
    void aJobWhoseWatcherWasKilledIsWatchedAgainAndNotRepeated() throws IOException {
        String source = "logtest@lilliput-db-15";
        int number = exporting("LOGTEST", source);

        gulliver.killWorker();
        desk.clearFaults();
        await("the job ends with nobody watching")
                .atMost(Desk.SOON)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> times(source, "expdp-done") == JOBS);
        assertThat(desk.state(number, "export")).isIn("AWAITING", "BACKING_OFF");

        gulliver.startWorker();
        desk.answerUntil(
                "the rows have arrived", () -> desk.state(number, "import").equals("DONE"));
        assertThat(desk.state(number, "export")).isEqualTo("DONE");
        assertThat(times(source, "expdp-start")).isEqualTo(JOBS);
        assertThat(times("LOGTEST@blefuscu-38", "impdp-start")).isEqualTo(JOBS);
        assertThat(times("LOGTEST@blefuscu-38", "dbca")).isOne();
        assertThat(desk.times("create-partition", "blefuscu-38")).isOne();
        desk.say(number, "cutover", Map.of("action", "roll-back", "reason", "The test has seen enough"));
        desk.awaitMode(number, "ENDED");
        assertThat(desk.outcome(number)).isEqualTo("ROLLED_BACK");
    }

    /** Starts a migration and waits until its export hangs. */
    private int exporting(String database, String source) {
        desk.fault(source, "expdp", "NEVER_ENDS", 0, 1);
        int number = desk.start(database, Map.of());
        desk.answerUntil(
                "the export of " + database + " runs",
                () -> desk.state(number, "export").equals("AWAITING") && times(source, "expdp-start") == JOBS);
        return number;
    }

    private long times(String system, String operation) {
        return desk.ledger(0).stream()
                .filter(entry -> entry.path("system").asString().equals(system))
                .filter(entry -> entry.path("operation").asString().equals(operation))
                .count();
    }

    /** Processes that stand in a job's directory on a host of the lab; hosts are directories of this machine. */
    private List<Long> jobsOn(String host) {
        Path home = gulliver.data().resolve("lab/hosts/" + host).toAbsolutePath();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(process -> process.getFileName().toString().matches("\\d+"))
                    .filter(process -> standsIn(process, home))
                    .map(process -> Long.valueOf(process.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static boolean standsIn(Path process, Path home) {
        try {
            Path at = Files.readSymbolicLink(process.resolve("cwd"));
            return at.startsWith(home.toRealPath()) && at.toString().contains("/.gulliver/jobs/");
        } catch (IOException e) {
            return false; // it has ended meanwhile
        }
    }
}
