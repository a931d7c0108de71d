package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What people can say to a migration, each through the API, each with one database, judged by the lab's ledger. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VerbsJourneyIT {
    private static final String PROGRAM = "/programs/verbs";
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Map<String, String> WHO = Map.of(
            "dba", "dba",
            "platform", "dba",
            "storage", "dba",
            "network", "dba",
            "application-owner", "approver",
            "testers", "approver",
            "cutover-manager", "cutover");

    private WholeGulliver gulliver;

    @BeforeAll
    void startWithTheEstate(@TempDir Path directory) throws IOException {
        boolean temporal = Boolean.parseBoolean(System.getenv("GULLIVER_REQUIRE_TEMPORAL"))
                || Files.isDirectory(Path.of(System.getProperty("user.home"), ".cache", "gulliver"));
        assumeTrue(temporal, "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.start(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        assertThat(gulliver.post(
                                "pm",
                                "/programs",
                                Map.of("key", "verbs", "title", "Verbs", "zone", "Europe/Zurich", "policy", policy()))
                        .status())
                .isEqualTo(201);
        WholeGulliver.Answer imported =
                inventory(Files.readString(gulliver.data().resolve("lab/inventory.csv")));
        assertThat(imported.status()).as(imported.toString()).isEqualTo(200);
        assertThat(imported.body().path("accepted").size()).isEqualTo(50);
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    @Test
    void theSameInventoryTwiceChangesNothing() throws IOException {
        WholeGulliver.Answer again = inventory(Files.readString(gulliver.data().resolve("lab/inventory.csv")));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body().path("accepted").size()).isZero();
        assertThat(again.body().path("updated").size()).isZero();
        assertThat(again.body().path("unchanged").asInt()).isEqualTo(50);
    }

    @Test
    void aBadInventoryIsRefusedByLineAndColumnAndLeavesTheStateAsItWas() {
        WholeGulliver.Answer answer =
                inventory("database,application,environment,size_gb\nNEW1,App,test,12\nNEW2,App,test,many\n");
        assertThat(answer.status()).isEqualTo(422);
        JsonNode problem = answer.body().path("rejected").get(0);
        assertThat(problem.path("line").asInt()).isEqualTo(3);
        assertThat(problem.path("column").asString()).isEqualTo("size_gb");
        assertThat(gulliver.get("pm", PROGRAM + "/databases/NEW1").status()).isEqualTo(404);
    }

    @Test
    void evaluatingMakesNoMutatingCall() {
        int before = gulliver.control("/ledger").size();
        int number = start("REPDEV", Map.of("evaluateOnly", true));
        awaitMode(number, "ENDED");
        assertThat(gulliver.control("/ledger").size()).isEqualTo(before);
    }

    @Test
    void pausesAfterAStageAndGoesOnWhenTold() {
        int number = start("SHOPDEV", Map.of("pauseAfter", "discovery"));
        answerUntil(number, () -> mode(number).equals("PAUSED"));
        assertThat(stagesBegun(number)).containsOnly("DISCOVERY");
        say(number, "cutover", Map.of("action", "resume"));
        await("resumed").atMost(SOON).until(() -> mode(number).equals("RUNNING"));
        say(number, "cutover", Map.of("action", "abort", "reason", "The test has seen enough"));
        awaitMode(number, "ENDED");
    }

    @Test
    void skippingNeedsAReasonAndIsDoneWithOne() {
        int number = start("DEVONE", Map.of());
        awaitTask(number, "dependencies");
        WholeGulliver.Answer without = gulliver.post(
                "dba",
                PROGRAM + "/migrations/" + number + "/actions",
                Map.of("action", "skip", "step", "dependencies"));
        assertThat(without.status()).isEqualTo(422);
        assertThat(without.body().toString()).contains("/reason");
        say(number, "dba", Map.of("action", "skip", "step", "dependencies", "reason", "Listed for the whole host"));
        await("skipped").atMost(SOON).until(() -> state(number, "dependencies").equals("SKIPPED"));
        say(number, "cutover", Map.of("action", "abort", "reason", "The test has seen enough"));
        awaitMode(number, "ENDED");
    }

    @Test
    void whoHasNotTheRoleCannotSpeak() {
        int number = start("DEVTWO", Map.of());
        assertThat(gulliver.post(
                                "viewer",
                                PROGRAM + "/migrations/" + number + "/actions",
                                Map.of("action", "abort", "reason", "Curious"))
                        .status())
                .isEqualTo(403);
        awaitTask(number, "dependencies");
        String task = task(number, "dependencies").path("id").asString();
        WholeGulliver.Answer foreign = gulliver.post(
                "cutover", "/tasks/" + task + "/complete", Map.of("outcome", "done", "reason", "Not mine"));
        assertThat(foreign.status()).as(foreign.toString()).isIn(403, 409);
        assertThat(state(number, "dependencies")).isEqualTo("WAITING_PERSON");
        say(number, "cutover", Map.of("action", "abort", "reason", "The test has seen enough"));
        awaitMode(number, "ENDED");
    }

    @Test
    void rollingBackLeavesNothingOfOurs() {
        int number = start("SHOPTEST", Map.of());
        answerUntil(
                number,
                () -> state(number, "server").equals("DONE")
                        && state(number, "prepare-source").equals("DONE"));
        assertThat(standing()).as("built for SHOPTEST").isNotEmpty();
        say(number, "cutover", Map.of("action", "roll-back", "reason", "The application is not ready"));
        awaitMode(number, "ENDED");
        assertThat(read(number).path("migration").path("outcome").asString()).isEqualTo("ROLLED_BACK");
        // The server has a run of its own, which goes when nobody lands there any more.
        await("everything that was built is gone")
                .atMost(SOON)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(standing()).isEmpty());
    }

    /** What the program says of servers and of SHOPTEST's hosts, from the lab's own files. */
    private Map<String, Object> policy() throws IOException {
        YAMLMapper yaml = new YAMLMapper();
        JsonNode servers = yaml.readTree(Files.readString(gulliver.data().resolve("lab/servers.yml")));
        JsonNode source = yaml.readTree(Files.readString(gulliver.data().resolve("lab/sources.yml")))
                .required("SHOPTEST");
        Map<String, Object> described = new java.util.TreeMap<>();
        servers.properties()
                .forEach(server ->
                        described.put(server.getKey(), Map.of("playbook", "dpm-server", "facts", server.getValue())));
        return Map.of(
                "shared", Map.of("server", described),
                "databases",
                        Map.of(
                                "SHOPTEST",
                                Map.of(
                                        "parameters",
                                        Map.of(
                                                "source_oracle_home", source.required("source.oracle.home"),
                                                "source_staging", source.required("source.staging"),
                                                "parallel", 1))));
    }

    /** What was made on HMC and arrays and not removed since, by the ledger. */
    private List<String> standing() {
        List<String> standing = new java.util.ArrayList<>();
        for (JsonNode entry : gulliver.control("/ledger")) {
            String system = entry.path("system").asString();
            String operation = entry.path("operation").asString();
            String object = entry.path("object").asString();
            if (!system.startsWith("hmc") && !system.startsWith("fs-")) {
                continue;
            }
            if (List.of("create-partition", "create-storage-group", "mkvolume", "mkhost")
                    .contains(operation)) {
                standing.add(system + " " + object);
            } else if (entry.path("effect").asString().equals("DELETED")
                    && List.of("delete-partition", "delete-storage-group", "rmvolume", "rmvdisk", "rmhost")
                            .contains(operation)) {
                standing.remove(system + " " + object);
            }
        }
        return standing;
    }

    private WholeGulliver.Answer inventory(String csv) {
        // A key of its own each time: the same key would only repeat the first answer.
        return gulliver.post("pm", PROGRAM + "/inventory", "inventory-" + UUID.randomUUID(), "text/csv", csv);
    }

    private int start(String database, Map<String, Object> more) {
        Map<String, Object> body = new java.util.TreeMap<>(more);
        body.put("database", database);
        body.put("purpose", "REHEARSAL");
        body.put("playbook", "data-pump");
        WholeGulliver.Answer answer = gulliver.post("pm", PROGRAM + "/migrations", body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        return answer.body().path("number").asInt();
    }

    private void say(int number, String user, Map<String, Object> action) {
        WholeGulliver.Answer answer = gulliver.post(user, PROGRAM + "/migrations/" + number + "/actions", action);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    }

    private JsonNode read(int number) {
        return gulliver.get("pm", PROGRAM + "/migrations/" + number).body();
    }

    private String mode(int number) {
        return read(number).path("migration").path("mode").asString();
    }

    private void awaitMode(int number, String mode) {
        await("migration " + number + " " + mode)
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> mode(number).equals(mode));
    }

    private String state(int number, String step) {
        return StreamSupport.stream(read(number).path("steps").spliterator(), false)
                .filter(row -> row.path("run").path("key").asString().equals(step))
                .map(row -> row.path("run").path("state").asString())
                .findFirst()
                .orElse("");
    }

    private Set<String> stagesBegun(int number) {
        return StreamSupport.stream(read(number).path("steps").spliterator(), false)
                .filter(row -> !row.path("run").path("state").asString().equals("PENDING"))
                .map(row -> row.path("stage").asString())
                .collect(Collectors.toSet());
    }

    private List<JsonNode> tasks(int number) {
        String id = read(number).path("migration").path("id").asString();
        return gulliver.list("/tasks?scope=ALL&program=verbs&limit=1000").stream()
                .filter(task -> task.path("migration").asString().equals(id))
                .toList();
    }

    private JsonNode task(int number, String step) {
        return tasks(number).stream()
                .filter(task -> task.path("step").asString().equals(step))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No open task " + step + " in " + tasks(number)));
    }

    private void awaitTask(int number, String step) {
        await("task " + step)
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> tasks(number).stream()
                        .anyMatch(task -> task.path("step").asString().equals(step)));
    }

    /** Completes and approves whatever opens, as the lab's people would, until something has come true. */
    private void answerUntil(int number, java.util.function.BooleanSupplier reached) {
        await("migration " + number)
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    for (JsonNode task : tasks(number)) {
                        String user = WHO.getOrDefault(task.path("role").asString(), "pm");
                        String path = "/tasks/" + task.path("id").asString();
                        if (task.path("kind").asString().equals("TASK")) {
                            gulliver.post(user, path + "/complete", Map.of("outcome", "done", "reason", "Seen"));
                        } else if (task.path("kind").asString().equals("GATE")) {
                            gulliver.post(user, path + "/decide", Map.of("outcome", "approve", "reason", "Seen"));
                        }
                    }
                    return reached.getAsBoolean();
                });
    }
}
