package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The engine's file is deleted while one migration waits for people, one's export runs and one is being rolled back.
 * Nothing goes on by itself; {@code ./gulliver recover} makes a new engine continue from the run log, to the same end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Tag("process")
@TakesTurns(TakesTurns.Group.PROGRAMS)
class LostEngineIT {
    private static final String RUNNING = "STOCKTST";
    private static final String SOURCE = "stocktst@lilliput-db-11";
    private static final String TARGET = "STOCKTST@blefuscu-24";
    private static final String WAITING = "LOGTEST";
    private static final String GOING_BACK = "TREASTST";

    private final Map<String, Integer> runs = new TreeMap<>();
    private WholeGulliver gulliver;
    private Desk desk;
    private int ledgerBefore;

    @BeforeAll
    void bringMigrationsToTheMiddle(@TempDir Path directory) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.start(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        desk = Desk.open(gulliver, "engine");
        desk.fault(SOURCE, "expdp", "NEVER_ENDS", 0, 1);
        runs.put(RUNNING, desk.start(RUNNING, Map.of()));
        runs.put(WAITING, desk.start(WAITING, Map.of("pauseAfter", "sizing")));
        runs.put(GOING_BACK, desk.start(GOING_BACK, Map.of("pauseAfter", "build")));
        desk.answerUntil(
                "all three are where they shall be",
                () -> desk.state(runs.get(RUNNING), "export").equals("AWAITING")
                        && desk.mode(runs.get(WAITING)).equals("PAUSED")
                        && desk.mode(runs.get(GOING_BACK)).equals("PAUSED"));
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    @Test
    @Order(1)
    void aNewEngineIsNotUsedUntilAPersonSaysThatTheOldOneIsDead() throws IOException {
        desk.say(
                runs.get(GOING_BACK),
                "cutover",
                Map.of("action", "roll-back", "reason", "The application is not ready"));
        desk.awaitMode(runs.get(GOING_BACK), "ROLLING_BACK");
        gulliver.killServer();
        gulliver.loseEngine();
        ledgerBefore = desk.ledgerSize();

        gulliver.startServerUnready();
        await("the server knows that this is another engine")
                .atMost(Desk.SOON)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> Files.readString(desk.data().resolve("server.log")).contains("run './gulliver recover'"));
        assertThat(gulliver.health("readiness")).isEqualTo(503);
        // Pages and API still tell how things stand, and words are still taken.
        assertThat(desk.state(runs.get(RUNNING), "export")).isEqualTo("AWAITING");
        assertThat(desk.mode(runs.get(WAITING))).isEqualTo("PAUSED");
        desk.say(runs.get(WAITING), "cutover", Map.of("action", "resume"));
        assertThat(desk.ledgerSize()).as("nothing went on by itself").isEqualTo(ledgerBefore);
        gulliver.killServer();
        gulliver.loseEngine();
    }

    @Test
    @Order(2)
    void upSaysThatTheMigrationsMustBeRecovered() throws Exception {
        Process up = gulliver.launcher(
                "",
                "up",
                "--data",
                desk.data().toString(),
                "--port",
                Integer.toString(gulliver.address().getPort()),
                "--empty");
        assertThat(up.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(up.exitValue()).isEqualTo(1);
        assertThat(gulliver.lastWords("launcher.log"))
                .contains("The store's migrations are carried by engine", "run './gulliver recover'");
        assertThat(desk.ledgerSize()).isEqualTo(ledgerBefore);
    }

    @Test
    @Order(3)
    void recoverChangesNothingWithoutTheTypedSentence() throws Exception {
        Process said = gulliver.launcher("yes", "recover", "--data", desk.data().toString());
        assertThat(said.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said.exitValue()).isEqualTo(1);
        assertThat(gulliver.lastWords("launcher.log")).contains("nothing was changed");
        assertThat(desk.ledgerSize()).isEqualTo(ledgerBefore);
    }

    @Test
    @Order(4)
    void recoveredMigrationsComeToTheSameEnd() throws IOException {
        gulliver.recover();
        desk.clearFaults();
        desk.answerUntil(
                "all have ended",
                () -> runs.values().stream().allMatch(run -> desk.mode(run).equals("ENDED")));
        assertThat(desk.outcome(runs.get(RUNNING))).isEqualTo("COMPLETED");
        assertThat(desk.outcome(runs.get(WAITING))).isEqualTo("COMPLETED");
        assertThat(desk.outcome(runs.get(GOING_BACK))).isEqualTo("ROLLED_BACK");
        assertThat(desk.read(runs.get(RUNNING))
                        .path("migration")
                        .path("generation")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    @Order(5)
    void noEffectHappenedTwice() {
        Map<String, Integer> times = new TreeMap<>();
        for (JsonNode entry : desk.ledger(0)) {
            String effect = entry.path("effect").asString();
            String operation = entry.path("operation").asString();
            String system = entry.path("system").asString();
            boolean hardware = system.startsWith("hmc") || system.startsWith("fs-");
            // DBCA leaves two lines, its own and the database's.
            boolean counts = effect.equals("CREATED") && !operation.equals("create-database")
                    || effect.equals("DELETED") && hardware;
            if (counts) {
                // Volumes are mapped to hosts, cards stand in partitions: the object's name alone does not say which.
                String where = entry.path("details").path("host").asString("")
                        + entry.path("details").path("partition").asString("");
                times.merge(
                        system + " " + operation + " " + entry.path("object").asString() + " " + where,
                        1,
                        Integer::sum);
            }
        }
        assertThat(times)
                .isNotEmpty()
                .allSatisfy((what, count) -> assertThat(count).as(what).isOne());
        // The metadata alone days before, and the rows.
        for (String operation : List.of("expdp-start", "expdp-done")) {
            assertThat(times(SOURCE, operation)).as(operation).isEqualTo(2);
        }
        for (String operation : List.of("impdp-start", "impdp-done")) {
            assertThat(times(TARGET, operation)).as(operation).isEqualTo(2);
        }
        assertThat(times(TARGET, "dbca")).as("dbca").isOne();
        assertThat(desk.times("create-partition", "blefuscu-13")).isOne();
        assertThat(desk.times("delete-partition", "blefuscu-13")).isOne();
        assertThat(desk.standing())
                .as("nothing of what was rolled back is left")
                .noneMatch(thing -> thing.contains("blefuscu-13"));
    }

    @Test
    @Order(6)
    void everyRowArrivedAsItLeft() {
        for (String[] pair : new String[][] {
            {"lilliput-db-11", "stocktst", "blefuscu-24", "STOCKTST"},
            {"lilliput-db-15", "logtest", "blefuscu-38", "LOGTEST"}
        }) {
            JsonNode left = gulliver.control("/rows?host=" + pair[0] + "&service=" + pair[1]);
            JsonNode arrived = gulliver.control("/rows?host=" + pair[2] + "&service=" + pair[3]);
            assertThat(left.isEmpty()).isFalse();
            left.properties()
                    .forEach(table -> assertThat(arrived.path(table.getKey()))
                            .as(pair[3] + " " + table.getKey())
                            .isEqualTo(table.getValue()));
        }
    }

    private long times(String system, String operation) {
        return desk.ledger(0).stream()
                .filter(entry -> entry.path("system").asString().equals(system))
                .filter(entry -> entry.path("operation").asString().equals(operation))
                .count();
    }
}
