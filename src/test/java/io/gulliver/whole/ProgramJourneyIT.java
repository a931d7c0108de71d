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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
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
 * A program, from discovery to the end of the cutover, run by simulated people at maximum speed while the product and its
 * engine are killed at random moments. What really happened is read from the lab.
 *
 * <p>Twelve databases with four kills: every release, edition, topology and way to land, and of what else databases have
 * what the commit's hash chooses. With {@code -Dgulliver.slice=all}, as {@code ./gulliver test --long}
 * runs it, all fifty with ten kills. {@code -Dgulliver.seed=N} repeats the moments.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Tag("process")
@TakesTurns(TakesTurns.Group.PROGRAMS)
class ProgramJourneyIT {
    private static final int ALL = 50;
    private static final boolean FULL = "all".equals(MatrixSlice.seed());
    private static final int DATABASES = FULL ? ALL : 12;
    private static final String PROGRAM = "/programs/lilliput";

    private WholeGulliver gulliver;

    @BeforeAll
    void startEverything(@TempDir Path directory) {
        boolean temporal = Boolean.parseBoolean(System.getenv("GULLIVER_REQUIRE_TEMPORAL"))
                || Files.isDirectory(Path.of(System.getProperty("user.home"), ".cache", "gulliver"));
        assumeTrue(temporal, "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.startApart(
                directory.resolve("data"),
                true,
                "--speed",
                "max",
                "--auto",
                "--all-by",
                "data-pump",
                "--at-once",
                "12",
                "--databases",
                Integer.toString(DATABASES),
                "--choice",
                MatrixSlice.seed());
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    @Test
    @Order(1)
    void allReachTheEndOfCutoverThoughServerAndEngineAreKilled() throws IOException {
        long seed = Long.getLong("gulliver.seed", System.nanoTime());
        System.out.println("proof: " + DATABASES + " databases by gulliver.slice=" + MatrixSlice.seed()
                + ", kills by gulliver.seed=" + seed);
        Random random = new Random(seed);
        int kills = FULL ? 10 : 4;
        for (int kill = 1; kill <= kills; kill++) {
            // A moment by progress and not by time: so many events further than now.
            long wanted = events() + 2 * DATABASES + random.nextInt(8 * DATABASES);
            await("progress before kill " + kill)
                    .atMost(Duration.ofMinutes(10))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> events() >= wanted || ended() == DATABASES);
            strike(kill, random);
        }
        await("all databases through their cutover")
                .atMost(Duration.ofMinutes(30))
                .pollInterval(Duration.ofSeconds(2))
                .failFast("something is left to the user: see lab.log", this::stuck)
                .until(() -> ended() == DATABASES);
        assertThat(crossings("COMPLETED")).hasSize(DATABASES).doesNotHaveDuplicates();
        // The run of a server or container ends once it has seen that all who landed there are across.
        await("what was shared is let go")
                .atMost(Desk.SOON)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(migrations())
                        .as("migrations that came to another end")
                        .filteredOn(migration ->
                                !migration.path("outcome").asString("").equals("COMPLETED"))
                        .isEmpty());
        // One row arrives changed in one database, by a fault of the lab: it is found, and the table loaded anew.
        // Whoever loaded it and was cut off before he could say so did it again.
        assertThat(StreamSupport.stream(gulliver.control("/ledger").spliterator(), false)
                        .filter(entry -> entry.path("operation").asString().equals("reload-table"))
                        .map(entry -> entry.path("system").asString() + " "
                                + entry.path("object").asString())
                        .distinct())
                .hasSize(1);
    }

    /** Kills one process or all, as the kernel would, and starts again what does not start again by itself. */
    private void strike(int kill, Random random) throws IOException {
        // The first four kills are one of each kind, all at once the last; what follows is chance.
        switch (kill <= 4 ? kill - 1 : random.nextInt(5)) {
            case 0 -> {
                gulliver.killServer();
                gulliver.startServer();
            }
            case 1 -> {
                gulliver.killWorker();
                gulliver.startWorker();
            }
            case 2 -> gulliver.killEngine(); // the server starts it again
            case 4 -> gulliver.killStore(); // so it does with the store
            default -> {
                gulliver.killWorker();
                gulliver.killServer();
                gulliver.killEngine();
                gulliver.killStore();
                gulliver.startServer();
                gulliver.startWorker();
            }
        }
    }

    @Test
    @Order(2)
    void eachTargetWasMadeOnceWhateverWasKilled() {
        Map<String, Integer> made = new TreeMap<>();
        for (JsonNode entry : gulliver.control("/ledger")) {
            String effect = entry.path("effect").asString();
            String operation = entry.path("operation").asString();
            if (effect.equals("CREATED")) {
                made.merge(
                        entry.path("system").asString() + " " + operation + " "
                                + entry.path("object").asString() + details(entry),
                        1,
                        Integer::sum);
            }
        }
        assertThat(made).as("what was made").isNotEmpty();
        made.values().removeIf(times -> times == 1);
        assertThat(made).as("made more than once").isEmpty();
    }

    private static String details(JsonNode entry) {
        // Volumes are mapped to hosts, cards stand in partitions: the object's name alone does not say which.
        return " " + entry.path("details").path("host").asString("")
                + entry.path("details").path("partition").asString("");
    }

    @Test
    @Order(3)
    void nothingOfTheMigrationIsLeftOver() throws IOException {
        Map<String, Integer> left = new TreeMap<>();
        Map<String, String> pairs = Map.of(
                "create-directory", "drop-directory",
                "create-migration-user", "drop-user",
                "create-restore-point", "drop-restore-point",
                "restrict-sessions", "unrestrict-sessions");
        for (JsonNode entry : gulliver.control("/ledger")) {
            String operation = entry.path("operation").asString();
            String of = entry.path("system").asString().toUpperCase(Locale.ROOT) + " ";
            String object =
                    operation.endsWith("sessions") ? "" : entry.path("object").asString();
            pairs.forEach((made, taken) -> {
                if (operation.equals(made)) {
                    left.merge(of + made + " " + object, 1, (a, b) -> 1);
                } else if (operation.equals(taken)) {
                    left.remove(of + made + " " + object);
                }
            });
        }
        // The sources stay closed to users, as they were left at the cutover.
        left.keySet().removeIf(key -> key.contains("restrict-sessions") && !key.contains("@BLEFUSCU"));
        assertThat(left.keySet()).as("temporary things that are still there").isEmpty();
        try (var files = Files.walk(gulliver.data().resolve("lab/hosts"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".dmp")))
                    .as("dump files on any host")
                    .isEmpty();
        }
    }

    @Test
    @Order(4)
    void everyRowArrivedAsItLeft() throws IOException {
        List<String> lines = Files.readAllLines(gulliver.data().resolve("lab/inventory.csv"));
        List<String> header = List.of(lines.get(0).split(","));
        assertThat(lines).hasSize(ALL + 1);
        List<String> program = crossings("COMPLETED");
        int compared = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < header.size(); i++) {
                row.put(header.get(i), cells[i]);
            }
            if (!program.contains(row.get("database"))) {
                continue;
            }
            compared++;
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
        assertThat(compared).isEqualTo(DATABASES);
    }

    @Test
    @Order(5)
    void theAuditRecordIsWholeAndNamesSimulatedPeople() {
        JsonNode verdict = gulliver.get("admin", "/audit/verdict").body();
        assertThat(verdict.path("problems")).as(verdict.toString()).isEmpty();
        assertThat(verdict.path("rows").asLong()).isGreaterThan(50L * DATABASES);
        List<JsonNode> rows = gulliver.list("/audit?limit=1000&program=lilliput");
        assertThat(rows.toString()).contains("Dana Doyle (simulated DBA)", "(simulated approver)");
    }

    @Test
    @Order(6)
    void noSecretOfTheLabIsInAnyLog() throws IOException {
        try (var secrets = Files.list(gulliver.data().resolve("lab/secrets"))) {
            String logs = Files.readString(gulliver.data().resolve("server.log"))
                    + Files.readString(gulliver.data().resolve("worker.log"));
            for (Path secret : secrets.toList()) {
                String value = Files.readString(secret).strip();
                if (value.length() <= 64) {
                    assertThat(logs)
                            .as("the logs of server and worker, and " + secret.getFileName())
                            .doesNotContain(value);
                }
            }
        }
    }

    private List<JsonNode> migrations() {
        return gulliver.list(PROGRAM + "/migrations?limit=1000");
    }

    private List<String> crossings(String outcome) {
        return migrations().stream()
                .filter(migration -> !migration.path("database").asString().contains(":"))
                .filter(migration -> migration.path("outcome").asString("").equals(outcome))
                .map(migration -> migration.path("database").asString())
                .toList();
    }

    private long ended() {
        return crossings("COMPLETED").size();
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
