package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.Sliced;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process, and Temporal, killed behind every journal event of a run. Many migrations run at once and each is held
 * behind an event of its own, so that one kill meets many events: with 16 migrations eight kills meet all 122 of the six
 * stages. A run takes two of the
 * methods and one of the eight kills, by the commit's hash ({@code -Dgulliver.case=process-3} takes that one, {@code
 * -Dgulliver.slice=all} all); the long part takes all, and does the same with every conformance playbook.
 */
@Timeout(900)
@Tag("process")
@Sliced(2)
@TakesTurns(TakesTurns.Group.FAILURES)
class KilledAtEveryEventIT {
    private static final int MIGRATIONS = 16;
    private static final int EVENTS = 122;
    private static final List<Integer> ROUNDS = List.of(0, 1, 2, 3, 4, 5, 6, 7);
    private static final int SLICE = 1;
    private static final String SIX_STAGES = "conformance-six-stages";

    @TempDir
    private Path data;

    @BeforeEach
    void needsTemporal() {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
    }

    /** A killed process leaves its Temporal behind on purpose; after the proof nothing may be left. */
    @AfterEach
    void leaveNothingBehind() {
        Gulliver.killTemporal(data);
    }

    @Test
    void aProcessKilledBehindEveryEventDoesNothingTwice() throws IOException {
        List<Integer> rounds = rounds("process");
        killProcesses(SIX_STAGES, MIGRATIONS, rounds);
        assertThat(visitedStops())
                .as("events behind which the process was killed")
                .containsAll(events(rounds));
    }

    /** A host that goes down takes both: what a flush committed may be more than the engine's history holds. */
    @Test
    void processAndTemporalKilledTogetherLoseNoCommand() throws IOException {
        List<Integer> rounds = rounds("both");
        for (int round : rounds) {
            Process carrier = CarrierProcess.launch(data, SIX_STAGES, MIGRATIONS, CarrierProcess.WITH_TEMPORAL + round);
            assertThat(CarrierProcess.await(carrier, data, Duration.ofSeconds(240)))
                    .as(() -> CarrierProcess.lastWords(data))
                    .isEqualTo(CarrierProcess.KILLED);
            Gulliver.killTemporal(data);
        }
        finish(SIX_STAGES, MIGRATIONS);
        assertThat(visitedStops()).containsAll(events(rounds));
    }

    @Test
    void aProcessKilledRightAfterAnEffectDoesNothingTwice() throws IOException {
        String playbooks = Gulliver.PLAYBOOKS.stream()
                .filter(name -> !name.equals(SIX_STAGES))
                .collect(Collectors.joining(","));
        for (int effects :
                MatrixSlice.of("killed after an effect", List.of(5, 25, 45, 65), number -> "effect-" + number, SLICE)) {
            Process carrier = CarrierProcess.launch(data, playbooks, 3, CarrierProcess.TO_THE_END);
            Gulliver.awaiting(Duration.ofSeconds(90))
                    .pollInterval(Duration.ofMillis(2))
                    .conditionEvaluationListener(null)
                    .untilAsserted(() -> assertThat(effects() >= effects || !carrier.isAlive())
                            .as(() -> "effects so far; " + CarrierProcess.lastWords(data))
                            .isTrue());
            carrier.destroyForcibly();
            assertThat(CarrierProcess.await(carrier, data, Duration.ofSeconds(10)))
                    .as(() -> CarrierProcess.lastWords(data))
                    .isEqualTo(CarrierProcess.KILLED);
        }
        finish(playbooks, 3);
    }

    @Test
    void temporalKilledBehindEveryEventLosesNothing() throws IOException {
        try (Gulliver gulliver = Gulliver.start(data).awaitConnected().withPeople()) {
            List<MigrationId> ids = new ArrayList<>();
            for (int i = 0; i < MIGRATIONS; i++) {
                ids.add(gulliver.record(SIX_STAGES, CarrierProcess.database(SIX_STAGES, i))
                        .id());
            }
            List<Integer> rounds = rounds("temporal");
            for (int round : rounds) {
                Map<MigrationId, Long> stops = new LinkedHashMap<>();
                for (int i = 0; i < MIGRATIONS; i++) {
                    stops.put(ids.get(i), CarrierProcess.stop(i, MIGRATIONS, round));
                }
                HoldAt hold = new HoldAt(stops, data.resolve("visited"), () -> Gulliver.killTemporal(data));
                gulliver.bean(JournalProbe.class).listen(hold);
                ids.forEach(id -> gulliver.carry(gulliver.find(id)));
                Gulliver.awaiting(Duration.ofSeconds(120))
                        .untilAsserted(() ->
                                assertThat(hold.missing()).as("not yet held").isEmpty());
                Gulliver.awaiting(Duration.ofSeconds(60)).until(hold::struck);
            }
            gulliver.awaitEnd(ids, Duration.ofSeconds(180));
            assertThat(visitedStops()).containsAll(events(rounds));
            Records.assertCompleted(gulliver, ids);
        }
    }

    @Test
    @Tag("long")
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void everyPlaybookBehindEveryEvent() throws IOException {
        for (String playbook : Gulliver.PLAYBOOKS) {
            data = Files.createDirectory(data.resolve(playbook));
            killProcesses(playbook, 12, List.of(0, 1, 2, 3, 4, 5));
            Gulliver.killTemporal(data);
            data = data.getParent();
        }
    }

    private void killProcesses(String playbook, int migrations, List<Integer> rounds) throws IOException {
        for (int round : rounds) {
            Process carrier = CarrierProcess.launch(data, playbook, migrations, Integer.toString(round));
            assertThat(CarrierProcess.await(carrier, data, Duration.ofSeconds(150)))
                    .as(() -> CarrierProcess.lastWords(data))
                    .isEqualTo(CarrierProcess.KILLED);
        }
        finish(playbook, migrations);
    }

    /** Carries everything to its end in this JVM and looks at the records. */
    private void finish(String playbooks, int migrations) {
        try (Gulliver gulliver = Gulliver.start(data).awaitConnected().withPeople()) {
            List<MigrationId> ids = new ArrayList<>();
            for (String playbook : playbooks.split(",")) {
                for (int i = 0; i < migrations; i++) {
                    Migration run = gulliver.record(playbook, CarrierProcess.database(playbook, i));
                    gulliver.carry(run);
                    ids.add(run.id());
                }
            }
            gulliver.awaitEnd(ids, Duration.ofSeconds(180));
            Records.assertCompleted(gulliver, ids);
        }
    }

    private long effects() throws IOException {
        Path ledger = Gulliver.ledgerFile(data);
        if (!Files.exists(ledger)) {
            return 0;
        }
        try (var lines = Files.lines(ledger)) {
            return lines.count();
        }
    }

    private Set<Long> visitedStops() throws IOException {
        Set<Long> stops = new TreeSet<>();
        for (String line : Files.readAllLines(data.resolve("visited"))) {
            stops.add(Long.parseLong(line.split(" ")[0]));
        }
        return stops;
    }

    /** The kills of this run, in their order: each meets 16 events of its own. */
    private static List<Integer> rounds(String killed) {
        return MatrixSlice.of(killed + " killed behind an event", ROUNDS, round -> killed + "-" + round, SLICE);
    }

    private static Set<Long> events(List<Integer> rounds) {
        Set<Long> events = new TreeSet<>();
        for (int round : rounds) {
            for (int i = 0; i < MIGRATIONS && CarrierProcess.stop(i, MIGRATIONS, round) <= EVENTS; i++) {
                events.add(CarrierProcess.stop(i, MIGRATIONS, round));
            }
        }
        return events;
    }
}
