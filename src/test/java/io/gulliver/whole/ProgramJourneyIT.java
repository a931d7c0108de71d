package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The whole program of fifty databases, from discovery to the end of the cutover, run by simulated people at maximum
 * speed while the product and its engine are killed at random moments. What really happened is read from the lab.
 *
 * <p>Runs for a quarter of an hour, with {@code -Dgulliver.e2e=program} or {@code full} only; {@code full} kills ten times
 * in place of three. {@code -Dgulliver.seed=N} repeats the moments.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class ProgramJourneyIT {
    private static final int DATABASES = 50;
    private static final String PROGRAM = "/programs/lilliput";
    private static final String EXTENT = System.getProperty("gulliver.e2e", "short");
    private static final boolean FULL = "full".equals(EXTENT);

    private WholeGulliver gulliver;

    @BeforeAll
    void startEverything(@TempDir Path directory) {
        assumeTrue(
                FULL || "program".equals(EXTENT),
                "The whole program takes a quarter of an hour: run it with -Dgulliver.e2e=program");
        boolean temporal = Boolean.parseBoolean(System.getenv("GULLIVER_REQUIRE_TEMPORAL"))
                || Files.isDirectory(Path.of(System.getProperty("user.home"), ".cache", "gulliver"));
        assumeTrue(temporal, "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.start(
                directory.resolve("data"), true, "--speed", "max", "--auto", "--no-faults", "--at-once", "12");
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    @Test
    @Order(1)
    void allFiftyReachTheEndOfCutoverThoughServerAndEngineAreKilled() throws IOException {
        long seed = Long.getLong("gulliver.seed", System.nanoTime());
        System.out.println("gulliver.seed=" + seed);
        Random random = new Random(seed);
        int kills = FULL ? 10 : 3;
        for (int kill = 1; kill <= kills; kill++) {
            // A moment by progress and not by time: so many events further than now.
            long wanted = events() + 100 + random.nextInt(400);
            await("progress before kill " + kill)
                    .atMost(Duration.ofMinutes(10))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> events() >= wanted || ended() == DATABASES);
            gulliver.killServer();
            if (random.nextBoolean()) {
                gulliver.killEngine();
            }
            gulliver.startServer();
        }
        await("all databases through their cutover")
                .atMost(Duration.ofMinutes(30))
                .pollInterval(Duration.ofSeconds(2))
                .failFast("something is left to the user: see lab.log", this::stuck)
                .until(() -> ended() == DATABASES);
        assertThat(migrations())
                .filteredOn(migration -> !migration.path("database").asString().contains(":"))
                .extracting(migration -> migration.path("outcome").asString())
                .containsOnly("COMPLETED");
    }

    @Test
    @Order(2)
    void eachTargetWasMadeOnceWhateverWasKilled() {
        Map<String, Integer> made = new TreeMap<>();
        for (JsonNode entry : gulliver.control("/ledger")) {
            String effect = entry.path("effect").asString();
            String operation = entry.path("operation").asString();
            if (effect.equals("CREATED") && !operation.equals("create-database")) {
                made.merge(
                        entry.path("system").asString() + " " + operation + " "
                                + entry.path("object").asString() + details(entry),
                        1,
                        Integer::sum);
            }
        }
        assertThat(made).isNotEmpty();
        assertThat(made).allSatisfy((what, times) -> assertThat(times).as(what).isEqualTo(1));
    }

    private static String details(JsonNode entry) {
        // Volumes are mapped to hosts, cards stand in partitions: the object's name alone does not say which.
        return " " + entry.path("details").path("host").asString("")
                + entry.path("details").path("partition").asString("");
    }

    @Test
    @Order(3)
    void everyRowArrivedAsItLeft() throws IOException {
        List<String> lines = Files.readAllLines(gulliver.data().resolve("lab/inventory.csv"));
        List<String> header = List.of(lines.get(0).split(","));
        assertThat(lines).hasSize(DATABASES + 1);
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < header.size(); i++) {
                row.put(header.get(i), cells[i]);
            }
            String target = row.getOrDefault("target_database", "");
            String service = target.substring(target.indexOf('/') + 1);
            String server = row.getOrDefault("target_server", "").split(" ")[0];
            JsonNode before =
                    gulliver.control("/rows?host=" + row.get("source_host") + "&service=" + row.get("source_service"));
            JsonNode after = gulliver.control("/rows?host=" + server + "&service=" + service);
            assertThat(before.size())
                    .as(row.get("database") + " has application tables")
                    .isPositive();
            assertThat(after)
                    .as("rows of " + row.get("database") + " on " + server)
                    .isEqualTo(before);
        }
    }

    @Test
    @Order(4)
    void theAuditRecordNamesSimulatedPeople() {
        List<JsonNode> rows = gulliver.list("/audit?limit=1000&program=lilliput");
        assertThat(rows.toString()).contains("Dana Doyle (simulated DBA)", "(simulated approver)");
    }

    @Test
    @Order(5)
    void noSecretOfTheLabIsInAnyLog() throws IOException {
        try (var secrets = Files.list(gulliver.data().resolve("lab/secrets"))) {
            String server = Files.readString(gulliver.data().resolve("server.log"));
            for (Path secret : secrets.toList()) {
                String value = Files.readString(secret).strip();
                if (value.length() <= 64) {
                    assertThat(server)
                            .as("server.log and " + secret.getFileName())
                            .doesNotContain(value);
                }
            }
        }
    }

    private List<JsonNode> migrations() {
        return gulliver.list(PROGRAM + "/migrations?limit=1000");
    }

    private long ended() {
        return migrations().stream()
                .filter(migration -> !migration.path("database").asString().contains(":"))
                .filter(migration -> migration.path("mode").asString().equals("ENDED"))
                .count();
    }

    private long events() {
        if (gulliver.get("pm", PROGRAM).status() == 404) {
            return 0;
        }
        return migrations().stream()
                .mapToLong(migration -> migration.path("lastSeq").asLong())
                .sum();
    }

    /** Something needs a user, and here is none: waiting longer would not help. */
    private boolean stuck() {
        String log = gulliver.lastWords("lab.log");
        return log.contains("is left to the user");
    }
}
