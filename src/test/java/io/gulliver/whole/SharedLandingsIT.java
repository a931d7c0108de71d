package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two of the lab's three shared landings stand side by side: two sources in one guest, three in one container database,
 * one RAC on two machines; the commit's hash chooses which, a long run takes all. Each member is rolled back alone while
 * the others live on, and what they shared goes with the last of them. The tests follow each other on one landscape;
 * what happened is read from the lab's ledger.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Tag("process")
@TakesTurns(TakesTurns.Group.RUNS)
class SharedLandingsIT {
    private static final String GUEST = "blefuscu-14";
    private static final String CONTAINER_SERVER = "blefuscu-39";
    private static final String CONTAINER = "CDBDEV";
    private static final List<String> IN_GUEST = List.of("PAYROLL", "TIMECARD");
    private static final List<String> IN_CONTAINER = List.of("DEVONE", "DEVTWO", "DEVTHREE");
    private static final String CLUSTER = "COREBANK";
    private static final List<String> CLUSTER_SERVERS = List.of("blefuscu-01", "blefuscu-02");

    private static final Map<String, List<String>> LANDINGS =
            new TreeMap<>(Map.of("guest", IN_GUEST, "container", IN_CONTAINER, "cluster", List.of(CLUSTER)));

    private static final Map<String, List<String>> SERVERS =
            Map.of("guest", List.of(GUEST), "container", List.of(CONTAINER_SERVER), "cluster", CLUSTER_SERVERS);

    private static final String NOT_CHOSEN = "not of this commit's slice; -Dgulliver.slice=all takes all";

    private final List<String> chosen = MatrixSlice.of("SharedLandingsIT", LANDINGS.keySet(), landing -> landing, 2);
    private final Map<String, Integer> runs = new TreeMap<>();
    private WholeGulliver gulliver;
    private Desk desk;

    @BeforeAll
    void startWithTheEstate(@TempDir Path directory) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.start(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        desk = Desk.open(gulliver, "landings");
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    @Test
    @Order(1)
    void whatIsSharedIsBuiltOnceByWhoeverComesFirst() {
        chosen.forEach(landing -> LANDINGS.get(landing)
                .forEach(database -> runs.put(database, desk.start(database, Map.of("pauseAfter", "build")))));
        desk.answerUntil(
                "every member is built",
                () -> runs.values().stream().allMatch(run -> desk.mode(run).equals("PAUSED")));

        chosen.forEach(landing -> SERVERS.get(landing)
                .forEach(server -> assertThat(desk.times("create-partition", server))
                        .as(server)
                        .isOne()));
        if (chosen.contains("guest")) {
            IN_GUEST.forEach(database -> {
                assertThat(desk.times("dbca", database)).as(database).isOne();
                assertThat(stands(database)).as(database).isTrue();
            });
        }
        if (chosen.contains("container")) {
            assertThat(desk.times("dbca", CONTAINER)).isOne();
            IN_CONTAINER.forEach(database -> {
                assertThat(desk.times("dbca-pdb", database)).as(database).isOne();
                assertThat(stands(database)).as(database).isTrue();
            });
        }
        if (chosen.contains("cluster")) {
            assertThat(machinesOf(CLUSTER_SERVERS)).as("machines of the RAC").hasSize(2);
        }
    }

    @Test
    @Order(2)
    void oneOfTwoInAGuestGoesAloneAndTheLastTakesTheGuestAlong() {
        assumeTrue(chosen.contains("guest"), NOT_CHOSEN);
        rollBack("PAYROLL");
        assertThat(stands("PAYROLL")).isFalse();
        assertLivesOn("TIMECARD");
        assertThat(desk.times("delete-partition", GUEST)).isZero();
        assertThat(desk.times("stop-partition", GUEST)).isZero();

        rollBack("TIMECARD");
        assertThat(stands("TIMECARD")).isFalse();
        assertGone("server:" + GUEST, GUEST);
        assertStandStill(CONTAINER_SERVER, CLUSTER_SERVERS.get(0), CLUSTER_SERVERS.get(1));
    }

    @Test
    @Order(3)
    void oneOfThreeInAContainerGoesAloneAndTheLastTakesTheContainerAlong() {
        assumeTrue(chosen.contains("container"), NOT_CHOSEN);
        rollBack("DEVTWO");
        assertThat(stands("DEVTWO")).isFalse();
        assertThat(desk.times("dbca-delete", "DEVTWO")).isOne();
        assertLivesOn("DEVONE");
        assertThat(stands("DEVTHREE")).isTrue();
        assertThat(desk.times("dbca-delete", CONTAINER)).isZero();

        rollBack("DEVONE");
        assertThat(stands("DEVTHREE")).isTrue();
        assertThat(desk.times("dbca-delete", CONTAINER)).isZero();
        assertThat(desk.times("delete-partition", CONTAINER_SERVER)).isZero();

        rollBack("DEVTHREE");
        assertThat(desk.times("dbca-delete", CONTAINER)).isOne();
        assertGone("container-database:" + CONTAINER);
        assertGone("server:" + CONTAINER_SERVER, CONTAINER_SERVER);
        assertStandStill(CLUSTER_SERVERS.get(0), CLUSTER_SERVERS.get(1));
    }

    @Test
    @Order(4)
    void aRacOnTwoMachinesTakesBothItsServersAlong() {
        assumeTrue(chosen.contains("cluster"), NOT_CHOSEN);
        rollBack(CLUSTER);
        CLUSTER_SERVERS.forEach(server -> assertGone("server:" + server, server));
    }

    @Test
    @Order(5)
    void nothingIsLeft() {
        assertThat(desk.standing()).as("left on HMC and arrays").isEmpty();
    }

    private void rollBack(String database) {
        int run = runs.get(database);
        desk.say(run, "cutover", Map.of("action", "roll-back", "reason", "The application is not ready"));
        desk.answerUntil(
                database + " is rolled back",
                task -> false,
                () -> desk.mode(run).equals("ENDED"));
        assertThat(desk.outcome(run)).as(database).isEqualTo("ROLLED_BACK");
    }

    /** Not only there: its run goes on, through the outage, until its rows are compared. */
    private void assertLivesOn(String database) {
        int run = runs.get(database);
        desk.say(run, "cutover", Map.of("action", "pause", "step", "content", "reason", "Until rows are compared"));
        desk.answerUntil(
                database + " has its rows", () -> desk.state(run, "content").equals("DONE"));
        assertThat(desk.step(run, "content")
                        .path("run")
                        .path("outputs")
                        .path("tables_different")
                        .asInt(-1))
                .isZero();
        assertThat(stands(database)).isTrue();
    }

    /** Removed once, and only by now; its own run says so. */
    private void assertGone(String thing, String... partitions) {
        List<Integer> builds = desk.runsOf(thing);
        assertThat(builds).as("runs that built " + thing).hasSize(1);
        desk.until(thing + " is rolled back", () -> desk.outcome(builds.get(0)).equals("ROLLED_BACK"));
        for (String partition : partitions) {
            assertThat(desk.times("create-partition", partition)).as(partition).isOne();
            assertThat(desk.times("delete-partition", partition)).as(partition).isOne();
        }
    }

    private void assertStandStill(String... partitions) {
        for (String partition : partitions) {
            assertThat(desk.times("delete-partition", partition)).as(partition).isZero();
        }
    }

    private boolean stands(String database) {
        String host = IN_GUEST.contains(database) ? GUEST : CONTAINER_SERVER;
        return desk.stands(host, database);
    }

    private List<String> machinesOf(List<String> servers) {
        return desk.ledger(0).stream()
                .filter(entry -> entry.path("operation").asString().equals("create-partition"))
                .filter(entry -> servers.contains(entry.path("object").asString()))
                .map(entry -> entry.path("details").path("cpc").asString(""))
                .distinct()
                .toList();
    }
}
