package io.gulliver.persistence.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Killed processes lose nothing that was acknowledged: our own, PostgreSQL, both. The number of kills is
 * {@code gulliver.kills}, the seed {@code gulliver.seed}.
 */
@Tag("process")
@TakesTurns(TakesTurns.Group.STORES)
class PostgresKillTest {
    private static final int KILLS = Integer.getInteger("gulliver.kills", 6);
    private static final long SEED = Long.getLong("gulliver.seed", 42L);

    private enum Victim {
        OURS,
        POSTGRES,
        BOTH
    }

    private static boolean replaced(Path directory, long server) {
        return PostgresState.read(directory.resolve("store/postgres.json"))
                .filter(state -> state.pid() != server)
                .isPresent();
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void killsLoseNoAcknowledgedCommit(@TempDir Path directory) throws Exception {
        Random random = new Random(SEED);
        Set<Long> acknowledged = new HashSet<>();
        long highest = 0;
        boolean survives = false;
        long server = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            Victim victim = Victim.values()[(kill - 1) % Victim.values().length];
            String round = "kill " + kill + " of " + victim + ", seed " + SEED;
            try (WriterProcess writer = WriterProcess.on(directory, highest + 1000)) {
                int before = 1 + random.nextInt(200);
                int after = victim == Victim.POSTGRES ? before + 1 + random.nextInt(100) : before;
                int seen = 0;
                boolean killed = false;
                boolean ended = false;
                // Read to the end: what was said before the kill was acknowledged, too.
                for (String line = writer.line(); line != null; line = writer.line()) {
                    String[] words = line.split(" ");
                    switch (words[0]) {
                        case "server" -> {
                            assertThat(words[2]).as(round).isEqualTo(survives ? "attached" : "started");
                            if (survives) {
                                assertThat(Long.parseLong(words[1])).as(round).isEqualTo(server);
                            }
                            server = Long.parseLong(words[1]);
                        }
                        case "have" ->
                            assertThat(Long.parseLong(words[1]))
                                    .as("rows before %s", round)
                                    .isGreaterThanOrEqualTo(acknowledged.size());
                        case "row" -> {
                            long n = Long.parseLong(words[1]);
                            acknowledged.add(n);
                            highest = Math.max(highest, n);
                            seen++;
                        }
                        default -> {} // of a log
                    }
                    if (seen >= before && !killed) {
                        killed = true;
                        if (victim != Victim.OURS) {
                            ProcessHandle.of(server).orElseThrow().destroyForcibly();
                        }
                    }
                    // A killed PostgreSQL comes back while ours lives: rows go on. Those read first may be from before.
                    if (seen >= after
                            && killed
                            && !ended
                            && (victim != Victim.POSTGRES || replaced(directory, server))) {
                        ended = true;
                        writer.kill();
                    }
                }
                assertThat(ended)
                        .as("%s: the writer wrote %d rows and ended by itself", round, seen)
                        .isTrue();
            }
            survives = victim != Victim.BOTH;
            if (victim == Victim.POSTGRES) {
                server = PostgresState.read(directory.resolve("store/postgres.json"))
                        .orElseThrow()
                        .pid();
            }
        }
        try (StoreDatabase db = EmbeddedStore.open(directory, Clock.systemUTC())) {
            assertThat(new HashSet<>(db.jdbc()
                            .sql("select millis from call_log")
                            .query(Long.class)
                            .list()))
                    .as("seed %d", SEED)
                    .containsAll(acknowledged);
        }
    }
}
