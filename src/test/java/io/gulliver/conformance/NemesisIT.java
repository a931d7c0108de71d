package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.Verb;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.service.migration.CommandOutbox;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seeded rounds of kills and stops of server, engine and store, one and together, with people speaking. Every round is
 * one strike between the commit of a journal batch and its answer; at the end everything is carried to its end and five
 * records must agree.
 *
 * <p>{@code ./gulliver test} plays 40 rounds, {@code --long} 200. {@code -Dgulliver.nemesis.seed=N} plays a seed again
 * (without one the commit's id is it), {@code -Dgulliver.nemesis.rounds=N} and {@code -Dgulliver.nemesis.stop=SECONDS}
 * change their number and the longest stop.
 */
@Tag("process")
@Timeout(3 * 60 * 60)
@TakesTurns(TakesTurns.Group.PROGRAMS)
class NemesisIT {
    private static final int ROUNDS = Integer.getInteger("gulliver.nemesis.rounds", 40);
    private static final int LONGEST_STOP = Integer.getInteger("gulliver.nemesis.stop", 6);

    @TempDir
    private Path data;

    @BeforeEach
    void needsTemporal() {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
    }

    @AfterEach
    void leaveNothingBehind() {
        Gulliver.killTemporal(data);
        Strike.storePid(data)
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
                .ifPresent(ProcessHandle::destroy);
    }

    @Test
    void noWordIsLostNoEffectComesTwiceAndEveryRecordAgrees() throws Exception {
        long seed = seed();
        String replay = "-Dgulliver.nemesis.seed=" + seed + " -Dgulliver.nemesis.rounds=" + ROUNDS;
        System.out.println("nemesis: " + replay);
        int played = 0;
        while (played < ROUNDS) {
            int from = played;
            Process process = NemesisProcess.launch(data, seed, from, ROUNDS, LONGEST_STOP);
            int code = CarrierProcess.await(process, data, NemesisProcess.patience(ROUNDS - from));
            assertThat(code)
                    .as(() -> replay + ", rounds:\n" + rounds() + "\n" + CarrierProcess.lastWords(data))
                    .isIn(0, CarrierProcess.KILLED);
            played = NemesisProcess.begun(data);
            assertThat(played)
                    .as("a process that was killed before its round began")
                    .isGreaterThan(from);
        }
        try (Gulliver gulliver = Gulliver.start(data).awaitConnected().withPeople()) {
            Oracle.everySettledWordIsTheEngines(gulliver);
            List<MigrationId> all = everyRun(gulliver);
            carryToTheEnd(gulliver, all, replay);
            Oracle.everyRecordAgrees(gulliver, all);
            System.out.println("nemesis: rounds:\n" + rounds());
            System.out.println("proof: seed " + seed + ", " + ROUNDS + " rounds: " + strikes());
            System.out.println("proof: " + all.size() + " runs, "
                    + gulliver.ledger().entries().size() + " effects, words: " + words(gulliver));
        } catch (AssertionError failed) {
            throw new AssertionError("Play it again with " + replay + ", rounds:\n" + rounds(), failed);
        }
    }

    /** How often each strike was played. */
    private String strikes() throws IOException {
        return Files.readAllLines(data.resolve("rounds")).stream()
                .map(line -> line.split(" ")[2])
                .collect(Collectors.groupingBy(strike -> strike, TreeMap::new, Collectors.counting()))
                .toString();
    }

    private static String words(Gulliver gulliver) {
        return gulliver.bean(StoreDatabase.class)
                .jdbc()
                .sql("select state || ' ' || count(*) from commands group by state order by state")
                .query(String.class)
                .list()
                .toString();
    }

    static List<MigrationId> everyRun(Gulliver gulliver) {
        return gulliver
                .bean(StoreDatabase.class)
                .jdbc()
                .sql("select id from migrations order by id")
                .query(String.class)
                .list()
                .stream()
                .map(MigrationId::new)
                .toList();
    }

    /** Resumes whoever a random word left paused, until all have ended; one that needs more than that is stuck. */
    static void carryToTheEnd(Gulliver gulliver, List<MigrationId> ids, String replay) {
        Map<MigrationId, Integer> said = new HashMap<>();
        try {
            gulliver.awaitEnd(
                    ids,
                    Duration.ofMinutes(10),
                    alive -> alive.stream()
                            .filter(run -> run.mode() == RunMode.PAUSED || run.mode() == RunMode.PAUSING)
                            .forEach(run -> resume(gulliver, run, said.merge(run.id(), 1, Integer::sum))));
        } catch (AssertionError stuck) {
            throw new AssertionError(replay, stuck);
        }
    }

    private static void resume(Gulliver gulliver, Migration run, int times) {
        try {
            gulliver.stores()
                    .commands()
                    .record(new NewCommand(
                            run.id(),
                            new CommandOrder(
                                    "end-" + run.id() + "-" + times,
                                    Verb.RESUME,
                                    null,
                                    null,
                                    null,
                                    null,
                                    People.BEN.name(),
                                    Map.of()),
                            null,
                            People.BEN));
            gulliver.bean(CommandOutbox.class).wake();
        } catch (RefusedException endedMeanwhile) {
            // what was paused a moment ago has ended
        }
    }

    private String rounds() {
        try {
            return Files.readString(data.resolve("rounds"));
        } catch (IOException e) {
            return "none";
        }
    }

    /** The given one, else of this commit, so that each commit plays other rounds and each can be played again. */
    private static long seed() throws Exception {
        String given = System.getProperty("gulliver.nemesis.seed");
        if (given != null) {
            return Long.parseLong(given);
        }
        Process git = new ProcessBuilder("git", "rev-parse", "HEAD")
                .redirectErrorStream(true)
                .start();
        String id = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        git.waitFor();
        return id.matches("[0-9a-f]{40,}") ? Long.parseLong(id.substring(0, 8), 16) : 20261122;
    }
}
