package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Twenty servers are built at once through one HMC and one array while the workers are killed at random moments. Each thing is made
 * once, never more than the slots let through, and all of it goes again. Judged by the lab's ledger.
 *
 * <p>{@code -Dgulliver.seed=N} repeats the moments; without it the commit's id gives them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Tag("process")
@TakesTurns(TakesTurns.Group.PROGRAMS)
class TwentyBuildsIT {
    private static final int BUILDS = 20;
    private static final int KILLS = 4;
    private static final String ARRAY = "fs-1";

    /** Servers, and the run of the database that lands there. */
    private final Map<String, Integer> runs = new TreeMap<>();

    /** Runs that build a server, once there are some. */
    private final Map<String, List<Integer>> builds = new TreeMap<>();

    private WholeGulliver gulliver;
    private Desk desk;
    private JsonNode servers;

    @BeforeAll
    void startWithHandsApart(@TempDir Path directory) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.startApart(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        servers = new YAMLMapper().readTree(Files.readString(gulliver.data().resolve("lab/servers.yml")));
        desk = Desk.open(gulliver, "twenty");
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    @Test
    @Order(1)
    void twentyServersAreBuiltAtOnceThoughTheWorkersAreKilled() throws IOException {
        landings().forEach((server, database) -> runs.put(server, desk.start(database, Map.of("pauseAfter", "build"))));
        assertThat(runs)
                .as("databases of the lab with a server of their own on " + ARRAY)
                .hasSize(BUILDS);
        long seed = Long.getLong("gulliver.seed", MatrixSlice.seed().hashCode());
        System.out.println("proof: " + BUILDS + " builds at once, kills by gulliver.seed=" + seed);
        Random random = new Random(seed);
        int before = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            // A moment by progress and not by time: so many effects at HMC and array further than now.
            int wanted = before + 15 + random.nextInt(100);
            desk.answerUntil("effects before kill " + kill, () -> effects() >= wanted || built());
            assertThat(built()).as("all were built before kill " + kill).isFalse();
            gulliver.killWorker();
            gulliver.startWorker();
            before = effects();
            System.out.println("proof: worker killed after " + before + " effects");
        }

        desk.answerUntil("every server is built", this::built);
    }

    @Test
    @Order(2)
    void eachThingWasMadeOnce() {
        runs.keySet().forEach(server -> {
            JsonNode facts = servers.path(server);
            List<String> made = new ArrayList<>();
            List.of("server.data.volumes", "server.redo.volumes")
                    .forEach(use -> facts.path(use)
                            .forEach(volume -> made.add("mkvolume " + server + "_" + volume.asString())));
            made.add("mkvolume " + server + "_boot");
            made.add("create-partition " + server);
            assertThat(made).allSatisfy(one -> {
                String[] parts = one.split(" ");
                assertThat(desk.times(parts[0], parts[1])).as(one).isOne();
            });
            assertThat(desk.times("delete-partition", server)).as(server).isZero();
        });
        Map<String, Long> twice = desk.standing().stream()
                .collect(Collectors.groupingBy(thing -> thing, TreeMap::new, Collectors.counting()));
        assertThat(twice.values()).as(twice::toString).containsOnly(1L);
    }

    @Test
    @Order(3)
    void neverMoreWereUnderWayThanTheSlotsLetThrough() {
        JsonNode most = gulliver.control("/in-flight");
        assertThat(most.path(ARRAY).asInt()).as(most.toString()).isOne();
        assertThat(most.path("hmc-1 create-partition").asInt())
                .as(most.toString())
                .isOne();
        assertThat(most.path("hmc-1 create-storage-group").asInt())
                .as(most.toString())
                .isOne();
    }

    @Test
    @Order(4)
    void allOfItGoesAgain() {
        runs.values()
                .forEach(run ->
                        desk.say(run, "cutover", Map.of("action", "roll-back", "reason", "The test has seen enough")));
        desk.until(
                "every run is rolled back",
                () -> runs.values().stream().allMatch(run -> desk.mode(run).equals("ENDED")));
        await("what was shared is let go")
                .atMost(Desk.SOON)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() ->
                        assertThat(desk.standing()).as("left on HMC and array").isEmpty());
        assertThat(runs.values())
                .allSatisfy(run -> assertThat(desk.outcome(run)).isEqualTo("ROLLED_BACK"));
        assertThat(desk.made()).as("made and not undone, by the record").isEmpty();
    }

    /** Databases that have a server of the array to themselves, by it. */
    private Map<String, String> landings() throws IOException {
        Map<String, List<String>> byServer = new TreeMap<>();
        List<String> rows = Files.readAllLines(gulliver.data().resolve("lab/inventory.csv"));
        List<String> header = List.of(rows.get(0).split(","));
        for (String row : rows.subList(1, rows.size())) {
            String[] cells = row.split(",", -1);
            if (!cells[header.indexOf("target_database")].contains("/")) {
                byServer.computeIfAbsent(cells[header.indexOf("target_server")], server -> new ArrayList<>())
                        .add(cells[header.indexOf("database")]);
            }
        }
        return byServer.entrySet().stream()
                .filter(landing -> landing.getValue().size() == 1)
                .filter(landing -> servers.path(landing.getKey())
                        .path("server.array")
                        .asString("")
                        .equals(ARRAY))
                .limit(BUILDS)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, landing -> landing.getValue().get(0), (one, other) -> one, TreeMap::new));
    }

    private int effects() {
        return (int) desk.ledger(0).stream()
                .filter(entry -> {
                    String system = entry.path("system").asString();
                    return system.startsWith("hmc") || system.equals(ARRAY);
                })
                .count();
    }

    /** Whether each server is kept for who lands there, whatever becomes of the database meanwhile. */
    private boolean built() {
        return runs.keySet().stream()
                .allMatch(server -> builds(server).stream()
                        .anyMatch(build ->
                                List.of("RUNNING", "AWAITING", "BACKING_OFF").contains(desk.state(build, "in-use"))));
    }

    private List<Integer> builds(String server) {
        if (!builds.containsKey(server)) {
            List<Integer> found = desk.runsOf("server:" + server);
            if (found.isEmpty()) {
                return found;
            }
            builds.put(server, found);
        }
        return builds.get(server);
    }
}
