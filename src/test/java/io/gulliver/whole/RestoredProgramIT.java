package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
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
 * A program is backed up while it runs, its machine is lost, and it is restored in a new directory, by the launcher as a
 * person types it. It goes on to its end there, and no effect happens twice. {@code -Dgulliver.restored=N} takes that many
 * databases.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Tag("long")
class RestoredProgramIT {
    /** Of hosts and targets of their own, in the order in which fewer are taken. */
    private static final List<String> DATABASES = List.of(
            "STOCKTST",
            "LOGTEST",
            "SHOPDEV",
            "REPDEV",
            "CRMTEST",
            "ESBTEST",
            "SHOPTEST",
            "TREASTST",
            "TIMECARD",
            "ARCHIDX",
            "CALLREC",
            "ROUTES");

    private final Map<String, Integer> runs = new TreeMap<>();
    private Path directory;
    private Path backup;
    private Path passphrase;
    private WholeGulliver gulliver;
    private Desk desk;

    @BeforeAll
    void bringAProgramToTheMiddle(@TempDir Path directory) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        this.directory = directory;
        backup = directory.resolve("gulliver.zip");
        passphrase = Files.writeString(directory.resolve("passphrase"), "correct horse battery");
        Files.setPosixFilePermissions(passphrase, PosixFilePermissions.fromString("rw-------"));
        gulliver = WholeGulliver.start(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        desk = Desk.open(gulliver, "moving");
        int many = Math.min(Integer.getInteger("gulliver.restored", DATABASES.size()), DATABASES.size());
        for (String database : DATABASES.subList(0, many)) {
            // Some wait for people, the others are wherever they happen to be.
            runs.put(database, desk.start(database, runs.size() % 3 == 1 ? Map.of("pauseAfter", "sizing") : Map.of()));
        }
        desk.answerUntil(
                "one is in the middle, and those that pause do",
                () -> started()
                        && runs.values().stream().anyMatch(run -> desk.mode(run).equals("PAUSED")));
    }

    private boolean started() {
        return desk.ledger(0).stream()
                .anyMatch(entry -> entry.path("operation").asString().equals("create-partition"));
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    private String launcher(String answer, String... arguments) throws Exception {
        Process process = gulliver.launcher(answer, arguments);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String words = gulliver.lastWords("launcher.log");
        assertThat(process.exitValue()).as(words).isZero();
        return words;
    }

    @Test
    @Order(1)
    void aRunningProgramIsBackedUp() throws Exception {
        String words = launcher(
                "",
                "backup",
                "--data",
                gulliver.data().toString(),
                "--to",
                backup.toString(),
                "--passphrase-file",
                passphrase.toString());
        assertThat(words).contains("Backed up the embedded store", "Both are needed to restore");
        gulliver.loseTheMachine();
    }

    @Test
    @Order(2)
    void itIsRestoredIntoANewDirectoryOnlyWhenAPersonSaysThatTheOldEngineIsDead() throws Exception {
        Path fresh = directory.resolve("fresh");
        String[] restore = {
            "restore",
            "--data",
            fresh.toString(),
            "--from",
            backup.toString(),
            "--passphrase-file",
            passphrase.toString()
        };
        Process unsaid = gulliver.launcher("yes", restore);
        assertThat(unsaid.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(unsaid.exitValue()).isEqualTo(1);
        assertThat(fresh).doesNotExist();
        assertThat(launcher("the old engine is dead", restore)).contains("Restored into the embedded store");
        gulliver.startRestored(fresh);
    }

    @Test
    @Order(3)
    void itGoesOnToItsEnd() {
        for (int run : runs.values()) {
            if (desk.mode(run).equals("PAUSED")) {
                desk.say(run, "cutover", Map.of("action", "resume"));
            }
        }
        desk.answerUntil(
                "all have ended",
                () -> runs.values().stream().allMatch(run -> desk.mode(run).equals("ENDED")));
        runs.forEach((database, run) -> {
            assertThat(desk.outcome(run)).as(database).isEqualTo("COMPLETED");
            assertThat(desk.read(run).path("migration").path("generation").asInt())
                    .as(database)
                    .isEqualTo(2);
        });
    }

    @Test
    @Order(4)
    void noEffectHappenedTwice() {
        Map<String, Integer> times = new TreeMap<>();
        List<String> once = new ArrayList<>(List.of("expdp-start", "expdp-done", "impdp-start", "impdp-done", "dbca"));
        once.add("create-partition");
        for (JsonNode entry : desk.ledger(0)) {
            String operation = entry.path("operation").asString();
            if (once.contains(operation)) {
                times.merge(
                        entry.path("system").asString() + " " + operation + " "
                                + entry.path("object").asString(),
                        1,
                        Integer::sum);
            }
        }
        assertThat(times)
                .isNotEmpty()
                .allSatisfy((what, count) -> assertThat(count).as(what).isOne());
    }

    @Test
    @Order(5)
    void theRecordIsWholeAndTellsOfIt() {
        JsonNode verdict = gulliver.get("admin", "/audit/verdict").body();
        assertThat(verdict.path("problems")).as(verdict.toString()).isEmpty();
        assertThat(verdict.path("checkpoints").asInt()).isPositive();
        assertThat(gulliver.list("/audit?object=store"))
                .anyMatch(row -> row.path("event").path("action").asString().equals("store.restored"));
        System.out.println("proof: RestoredProgramIT: " + runs.size() + " databases, audit verdict "
                + verdict.path("rows").asInt() + " rows");
    }
}
