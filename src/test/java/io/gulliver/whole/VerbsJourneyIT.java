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
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What people can say to a migration, each through the API, each with one database, judged by the lab's ledger. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("process")
@Sliced(4)
@TakesTurns(TakesTurns.Group.RUNS)
class VerbsJourneyIT {
    private WholeGulliver gulliver;
    private Desk desk;

    @BeforeAll
    void startWithTheEstate(@TempDir Path directory) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.start(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        desk = Desk.open(gulliver, "verbs");
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
        assertThat(gulliver.get("pm", desk.path("/databases/NEW1")).status()).isEqualTo(404);
    }

    @Test
    void evaluatingMakesNoMutatingCall() {
        int before = desk.ledgerSize();
        // One of its own, one of three in a container database, and a RAC on two servers.
        for (String database : List.of("REPDEV", "HRCORE", "COREBANK")) {
            int number = desk.start(database, Map.of("evaluateOnly", true));
            desk.awaitMode(number, "ENDED");
            assertThat(desk.outcome(number)).as(database).isEqualTo("EVALUATED");
        }
        assertThat(desk.ledgerSize()).isEqualTo(before);
        assertThat(desk.runsOf("container-database:CDBHR"))
                .as("nothing shared is built")
                .isEmpty();
        assertThat(desk.runsOf("server:blefuscu-01")).isEmpty();
    }

    @Test
    void pausesAfterAStageAndGoesOnWhenTold() {
        int number = desk.start("SHOPDEV", Map.of("pauseAfter", "discovery"));
        desk.answerUntil("paused", () -> desk.mode(number).equals("PAUSED"));
        assertThat(stagesBegun(number)).containsOnly("DISCOVERY");
        desk.say(number, "cutover", Map.of("action", "resume"));
        await("resumed").atMost(Desk.SOON).until(() -> desk.mode(number).equals("RUNNING"));
        desk.say(number, "cutover", Map.of("action", "abort", "reason", "The test has seen enough"));
        desk.awaitMode(number, "ENDED");
    }

    @Test
    void skippingNeedsAReasonAndIsDoneWithOne() {
        int number = desk.start("DEVONE", Map.of());
        desk.awaitTask(number, "dependencies");
        WholeGulliver.Answer without = gulliver.post(
                "dba",
                desk.path("/migrations/" + number + "/actions"),
                Map.of("action", "skip", "step", "dependencies"));
        assertThat(without.status()).isEqualTo(422);
        assertThat(without.body().toString()).contains("/reason");
        desk.say(
                number, "dba", Map.of("action", "skip", "step", "dependencies", "reason", "Listed for the whole host"));
        await("skipped")
                .atMost(Desk.SOON)
                .until(() -> desk.state(number, "dependencies").equals("SKIPPED"));
        desk.say(number, "cutover", Map.of("action", "abort", "reason", "The test has seen enough"));
        desk.awaitMode(number, "ENDED");
    }

    @Test
    void whoHasNotTheRoleCannotSpeak() {
        int number = desk.start("DEVTWO", Map.of());
        assertThat(gulliver.post(
                                "viewer",
                                desk.path("/migrations/" + number + "/actions"),
                                Map.of("action", "abort", "reason", "Curious"))
                        .status())
                .isEqualTo(403);
        String task = desk.awaitTask(number, "dependencies").path("id").asString();
        WholeGulliver.Answer foreign = gulliver.post(
                "cutover", "/tasks/" + task + "/complete", Map.of("outcome", "done", "reason", "Not mine"));
        assertThat(foreign.status()).as(foreign.toString()).isIn(403, 409);
        assertThat(desk.state(number, "dependencies")).isEqualTo("WAITING_PERSON");
        desk.say(number, "cutover", Map.of("action", "abort", "reason", "The test has seen enough"));
        desk.awaitMode(number, "ENDED");
    }

    @Test
    void rollingBackLeavesNothingOfOurs() {
        int number = desk.start("SHOPTEST", Map.of());
        desk.answerUntil(
                "server and source are prepared",
                () -> desk.state(number, "server").equals("DONE")
                        && desk.state(number, "prepare-source").equals("DONE"));
        assertThat(desk.standing()).as("built for SHOPTEST").isNotEmpty();
        desk.say(number, "cutover", Map.of("action", "roll-back", "reason", "The application is not ready"));
        desk.awaitMode(number, "ENDED");
        assertThat(desk.outcome(number)).isEqualTo("ROLLED_BACK");
        // The server has a run of its own, which goes when nobody lands there any more.
        await("everything that was built is gone")
                .atMost(Desk.SOON)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(desk.standing()).isEmpty());
    }

    @Test
    void pausesAfterAStep() {
        int number = desk.start("COREDEV", Map.of("pauseAfter", "discover-host"));
        desk.awaitMode(number, "PAUSED");
        assertThat(begun(number)).containsExactly("discover-host");
        assertThat(desk.state(number, "discover-host")).isEqualTo("DONE");
        desk.say(number, "dba", Map.of("action", "resume"));
        desk.awaitState(number, "discover-database", "DONE");
        end(number);
    }

    @Test
    void pausingNowStartsNothingMoreAndLeavesTheRemoteJobToItself() {
        String source = "stocktst@lilliput-db-11";
        desk.fault(source, "expdp", "NEVER_ENDS", 0, 1);
        int number = desk.start("STOCKTST", Map.of());
        desk.answerUntil("the export runs", () -> desk.state(number, "export").equals("AWAITING"));
        desk.say(number, "dba", Map.of("action", "pause", "reason", "Look at the load first"));
        desk.awaitMode(number, "PAUSING");
        assertThat(desk.state(number, "export")).as("stays watched").isEqualTo("AWAITING");
        // The metadata alone days before, and the rows.
        assertThat(of(source, "expdp-start")).isEqualTo(2);

        desk.clearFaults();
        desk.awaitMode(number, "PAUSED");
        assertThat(desk.state(number, "export")).isEqualTo("DONE");
        assertThat(of(source, "expdp-stop")).isZero();
        assertThat(desk.state(number, "checksum")).as("not begun").isEqualTo("PENDING");

        desk.say(number, "dba", Map.of("action", "resume"));
        desk.awaitState(number, "import", "DONE");
        assertThat(of(source, "expdp-start")).as("by the ledger").isEqualTo(2);
        desk.say(number, "cutover", Map.of("action", "roll-back", "reason", "The test has seen enough"));
        desk.awaitMode(number, "ENDED");
        assertThat(desk.outcome(number)).isEqualTo("ROLLED_BACK");
    }

    @Test
    void whatIsLeftCanBeDoneByHandFromAnyPoint() {
        int number = desk.start("LOGTEST", Map.of("pauseAfter", "sizing"));
        desk.answerUntil("sized", () -> desk.mode(number).equals("PAUSED"));
        int before = desk.ledgerSize();
        WholeGulliver.Answer left = gulliver.get("dba", desk.path("/migrations/" + number + "/by-hand"));
        assertThat(left.status()).as(left.toString()).isEqualTo(200);
        List<String> steps = StreamSupport.stream(left.body().path("items").spliterator(), false)
                .map(step -> step.path("step").asString())
                .toList();
        assertThat(steps)
                .containsSubsequence("network", "export", "import", "content", "go-2", "open", "decommission")
                .doesNotContain("discover-database", "size-target");
        // The next step has its figures; one that waits for others says what it waits for.
        assertThat(left.body().toString()).contains("blefuscu-38").contains("\u00abdump_files of export\u00bb");
        // What a DBA runs, not what an action is for.
        assertThat(left.body().toString())
                .contains(
                        "save as `expdp.par`",
                        "FLASHBACK_SCN=\u00abscn of point\u00bb",
                        "ALTER SYSTEM ENABLE RESTRICTED");
        assertThat(desk.ledgerSize()).as("reading changes nothing").isEqualTo(before);
        end(number);
    }

    @Test
    void aPointThatIsPassedCannotBePausedAfter() {
        int number = desk.start("TREASTST", Map.of());
        desk.awaitState(number, "discover-host", "DONE");
        JsonNode said = desk.settled(
                desk.say(number, "dba", Map.of("action", "pause", "step", "discover-host", "reason", "Too late")));
        assertThat(said.path("state").asString()).isEqualTo("refused");
        assertThat(said.path("message").asString()).contains("discover-host is already passed");
        end(number);
    }

    @Test
    void oneItemOfAFanOutIsTriedAgainAlone() {
        String array = "fs-2";
        desk.fault(array, "mkvolume", "POOL_FULL", 2, 1);
        int number = desk.start("ESBTEST", Map.of("pauseAfter", "build"));
        String server = "server:blefuscu-46";
        desk.answerUntil(
                "the build of the server is under way",
                () -> !desk.runsOf(server).isEmpty());
        int build = desk.runsOf(server).get(0);
        desk.answerUntil(
                "one volume could not be made, all others are",
                () -> volumes(build).values().stream().allMatch(Set.of("DONE", "PARKED")::contains)
                        && volumes(build).size() == 7
                        && volumes(build).containsValue("PARKED"));
        List<String> failed = volumes(build).entrySet().stream()
                .filter(volume -> volume.getValue().equals("PARKED"))
                .map(Map.Entry::getKey)
                .toList();
        assertThat(failed).hasSize(1);
        Map<String, Integer> attempts = attempts(build);
        assertThat(desk.state(build, "storage-group"))
                .as("waits for all volumes")
                .isEqualTo("PENDING");

        int before = desk.ledgerSize();
        desk.say(build, "dba", Map.of("action", "retry", "step", failed.get(0), "reason", "Room was made"));
        desk.awaitState(build, failed.get(0), "DONE");
        assertThat(desk.ledger(before))
                .filteredOn(entry -> entry.path("operation").asString().equals("mkvolume"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.path("effect").asString()).isEqualTo("CREATED"));
        Map<String, Integer> after = attempts(build);
        assertThat(after.get(failed.get(0))).isGreaterThan(attempts.get(failed.get(0)));
        attempts.remove(failed.get(0));
        assertThat(after).as("nothing else was tried again").containsAllEntriesOf(attempts);

        desk.answerUntil("built after all", () -> desk.mode(number).equals("PAUSED"));
        assertThat(desk.ledger(0))
                .filteredOn(entry -> entry.path("operation").asString().equals("mkvolume")
                        && entry.path("effect").asString().equals("CREATED")
                        && entry.path("object").asString().startsWith("blefuscu-46"))
                .extracting(entry -> entry.path("object").asString())
                .doesNotHaveDuplicates()
                .hasSize(7);
        desk.say(number, "cutover", Map.of("action", "roll-back", "reason", "The test has seen enough"));
        desk.awaitMode(number, "ENDED");
        assertThat(desk.outcome(number)).isEqualTo("ROLLED_BACK");
        // Gone before another test counts what stands.
        desk.awaitMode(build, "ENDED");
    }

    /** How often something happened in one system of the lab. */
    private long of(String system, String operation) {
        return desk.ledger(0).stream()
                .filter(entry -> entry.path("system").asString().equals(system)
                        && entry.path("operation").asString().equals(operation))
                .count();
    }

    /** The volumes of a server's build with their states. */
    private Map<String, String> volumes(int build) {
        return desk.steps(build).entrySet().stream()
                .filter(step -> step.getKey().matches("(boot|data|redo)-volumes?\\[.*"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private Map<String, Integer> attempts(int build) {
        return volumes(build).keySet().stream()
                .collect(Collectors.toMap(
                        key -> key,
                        key -> desk.step(build, key).path("run").path("attempt").asInt()));
    }

    private void end(int number) {
        desk.say(number, "cutover", Map.of("action", "abort", "reason", "The test has seen enough"));
        desk.awaitMode(number, "ENDED");
    }

    private Set<String> begun(int number) {
        return desk.steps(number).entrySet().stream()
                .filter(step -> !step.getValue().equals("PENDING"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private Set<String> stagesBegun(int number) {
        return StreamSupport.stream(desk.read(number).path("steps").spliterator(), false)
                .filter(row -> !row.path("run").path("state").asString().equals("PENDING"))
                .map(row -> row.path("stage").asString())
                .collect(Collectors.toSet());
    }

    private WholeGulliver.Answer inventory(String csv) {
        // A key of its own each time: the same key would only repeat the first answer.
        return gulliver.post("pm", desk.path("/inventory"), "inventory-" + UUID.randomUUID(), "text/csv", csv);
    }
}
