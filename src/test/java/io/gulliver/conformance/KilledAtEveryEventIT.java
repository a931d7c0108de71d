package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
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
 * behind an event of its own, so that one kill meets many events: with 31 migrations four kills meet all 122 of the six
 * stages; the long part does the same with every conformance playbook.
 */
@Timeout(900)
@Tag("process")
class KilledAtEveryEventIT {
    private static final int MIGRATIONS = 31;
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
        killProcesses(SIX_STAGES, MIGRATIONS, 4);
        assertThat(visitedStops())
                .as("events behind which the process was killed")
                .containsAll(numbers(122))
                .hasSizeGreaterThanOrEqualTo(122);
    }

    /** A host that goes down takes both: what a flush committed may be more than the engine's history holds. */
    @Test
    void processAndTemporalKilledTogetherLoseNoCommand() throws IOException {
        for (int round = 0; round < 4; round++) {
            Process carrier = CarrierProcess.launch(data, SIX_STAGES, MIGRATIONS, CarrierProcess.WITH_TEMPORAL + round);
            assertThat(CarrierProcess.await(carrier, data, Duration.ofSeconds(240)))
                    .as(() -> CarrierProcess.lastWords(data))
                    .isEqualTo(CarrierProcess.KILLED);
            Gulliver.killTemporal(data);
        }
        finish(SIX_STAGES, MIGRATIONS);
        assertThat(visitedStops()).containsAll(numbers(122));
    }

    @Test
    void aProcessKilledRightAfterAnEffectDoesNothingTwice() throws IOException {
        String playbooks = Gulliver.PLAYBOOKS.stream()
                .filter(name -> !name.equals(SIX_STAGES))
                .collect(Collectors.joining(","));
        for (int effects : List.of(5, 25, 45, 65)) {
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
            for (int round = 0; round < 4; round++) {
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
            assertThat(visitedStops()).containsAll(numbers(122));
            Records.assertCompleted(gulliver, ids);
        }
    }

    @Test
    @Tag("long")
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void everyPlaybookBehindEveryEvent() throws IOException {
        for (String playbook : Gulliver.PLAYBOOKS) {
            data = Files.createDirectory(data.resolve(playbook));
            killProcesses(playbook, 12, 6);
            Gulliver.killTemporal(data);
            data = data.getParent();
        }
    }

    private void killProcesses(String playbook, int migrations, int rounds) throws IOException {
        for (int round = 0; round < rounds; round++) {
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

    private static Set<Long> numbers(long last) {
        Set<Long> all = new TreeSet<>();
        for (long n = 1; n <= last; n++) {
            all.add(n);
        }
        return all;
    }
}
