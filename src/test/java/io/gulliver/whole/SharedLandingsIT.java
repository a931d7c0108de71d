package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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
 * Two shared landings of the lab stand side by side: two sources in one guest, three in one container database. Each member
 * is rolled back alone while the others live on, and what they shared goes with the last of them. A cluster among the sources lands
 * on one that people made, which stays when it is rolled back. The tests follow each other on one landscape;
 * what happened is read from the lab's ledger.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Tag("process")
@TakesTurns(TakesTurns.Group.RUNS)
class SharedLandingsIT {
    private static final String GUEST = "blefuscu-14";
    /** Of the guest's volumes. */
    private static final String ARRAY = "fs-2";

    private static final String GROUP = GUEST + "_db";
    private static final String AS_BUILT = GUEST + "_as_built";
    private static final String CONTAINER_SERVER = "blefuscu-39";
    private static final String CONTAINER = "CDBDEV";
    /** A cluster of two nodes, which lands on one server unless somebody registers another cluster. */
    private static final String CLUSTERED = "COREBANK";

    private static final List<String> IN_GUEST = List.of("PAYROLL", "TIMECARD");
    private static final List<String> IN_CONTAINER = List.of("DEVONE", "DEVTWO", "DEVTHREE");

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
    void whatIsSharedIsBuiltOnceByWhoeverComesFirst() throws IOException {
        desk.landOnCluster(CLUSTERED, "mildendo");
        Stream.of(IN_GUEST, IN_CONTAINER, List.of(CLUSTERED))
                .flatMap(List::stream)
                .forEach(database -> runs.put(database, desk.start(database, Map.of("pauseAfter", "build"))));
        desk.answerUntil(
                "every member is built",
                () -> runs.values().stream().allMatch(run -> desk.mode(run).equals("PAUSED")));

        List.of(GUEST, CONTAINER_SERVER)
                .forEach(server -> assertThat(desk.times("create-partition", server))
                        .as(server)
                        .isOne());
        // The landscape names a volume group for the array of the one, and none for that of the other.
        assertThat(desk.times("mkvolumegroup", GROUP)).isOne();
        assertThat(desk.times("addsnapshot", AS_BUILT)).isOne();
        assertThat(desk.standing()).noneMatch(thing -> thing.endsWith(CONTAINER_SERVER + "_as_built"));
        IN_GUEST.forEach(database -> {
            assertThat(desk.times("dbca", database)).as(database).isOne();
            assertThat(stands(database)).as(database).isTrue();
        });
        assertThat(desk.times("dbca", CONTAINER)).isOne();
        IN_CONTAINER.forEach(database -> {
            assertThat(desk.times("dbca-pdb", database)).as(database).isOne();
            assertThat(stands(database)).as(database).isTrue();
        });
    }

    @Test
    @Order(2)
    void whatWasMadeIsListedForWhomItWasMade() {
        assertThat(made())
                .anySatisfy(
                        one -> assertThat(one).isEqualTo("hmc-1 partition " + GUEST + " server:" + GUEST + " STANDS"))
                .anySatisfy(one -> assertThat(one).endsWith(" database PAYROLL PAYROLL STANDS"))
                .anySatisfy(one -> assertThat(one).contains(" volume " + CONTAINER_SERVER + "_"))
                .noneSatisfy(one -> assertThat(one).endsWith("LEFT_OVER"));
    }

    private List<String> made() {
        return desk.made().stream()
                .map(one -> String.join(
                        " ",
                        one.path("system").asString(),
                        one.path("kind").asString(),
                        one.path("name").asString(),
                        one.path("database").asString(),
                        one.path("state").asString()))
                .toList();
    }

    @Test
    @Order(3)
    void oneOfTwoInAGuestGoesAloneAndTheLastTakesTheGuestAlong() {
        rollBack("PAYROLL");
        assertThat(stands("PAYROLL")).isFalse();
        assertLivesOn("TIMECARD");
        assertThat(desk.times("delete-partition", GUEST)).isZero();
        assertThat(desk.times("stop-partition", GUEST)).isZero();
        assertThat(desk.standing()).contains(ARRAY + " " + GROUP, ARRAY + " " + AS_BUILT);

        rollBack("TIMECARD");
        assertThat(stands("TIMECARD")).isFalse();
        assertGone("server:" + GUEST, GUEST);
        assertThat(desk.times("rmsnapshot", AS_BUILT)).isOne();
        assertThat(desk.times("rmvolumegroup", GROUP)).isOne();
        assertStandStill(CONTAINER_SERVER);
    }

    @Test
    @Order(4)
    void oneOfThreeInAContainerGoesAloneAndTheLastTakesTheContainerAlong() {
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
    }

    @Test
    @Order(5)
    void aClusterAmongTheSourcesLandsOnTheOneThatIsRegisteredAndLeavesItAsItWas() {
        int run = runs.get(CLUSTERED);
        JsonNode outputs = desk.step(run, "look-at-cluster").path("run").path("outputs");
        assertThat(outputs.path("told").asString()).isEqualTo("mildendo is as it was registered");
        for (String asked : List.of("accept-cluster", "create-database", "accept-settings")) {
            assertThat(desk.state(run, asked)).as(asked).isEqualTo("SKIPPED");
        }
        for (String done : List.of("check-target", "restore-point", "prepare-target")) {
            assertThat(desk.state(run, done)).as(done).isEqualTo("DONE");
        }

        rollBack(CLUSTERED);
        assertThat(stands(CLUSTERED)).as("it was made by people").isTrue();
        assertThat(desk.times("dbca", CLUSTERED)).isZero();
        assertThat(desk.times("dbca-delete", CLUSTERED)).isZero();
        assertStandStill("blefuscu-01");
        assertThat(desk.times("create-partition", "blefuscu-01")).isZero();
    }

    @Test
    @Order(6)
    void nothingIsLeft() {
        assertThat(desk.standing()).as("left on HMC and arrays").isEmpty();
        assertThat(made()).as("made and not undone, by the record").isEmpty();
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
        String host =
                database.equals(CLUSTERED) ? "mildendo-1" : IN_GUEST.contains(database) ? GUEST : CONTAINER_SERVER;
        return desk.stands(host, database);
    }
}
