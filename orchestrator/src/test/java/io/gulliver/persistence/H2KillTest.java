package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A killed process loses nothing that it acknowledged: the reason for WRITE_DELAY=0. */
@Tag("process")
class H2KillTest {
    private static final int KILLS = 50;

    @Test
    @Timeout(value = 9, unit = TimeUnit.MINUTES)
    void fiftyKillsLoseNoAcknowledgedCommit(@TempDir Path directory) throws Exception {
        long seed = 42;
        Random random = new Random(seed);
        Set<Long> acknowledged = new HashSet<>();
        long highest = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            Process writer = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            CommittingWriter.class.getName(),
                            directory.toString(),
                            Long.toString(highest + 1000))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
                int after = 1 + random.nextInt(300);
                int seen = 0;
                boolean killed = false;
                // Read to the end: what was said before the kill was acknowledged, too.
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("have ")) {
                        assertThat(Long.parseLong(line.substring(5)))
                                .as(
                                        "rows after kill %d (seed %d), of %d acknowledged",
                                        kill - 1, seed, acknowledged.size())
                                .isGreaterThanOrEqualTo(acknowledged.size());
                    } else if (line.startsWith("row ")) {
                        long n = Long.parseLong(line.substring(4));
                        acknowledged.add(n);
                        highest = Math.max(highest, n);
                        if (++seen >= after && !killed) {
                            // By the handle: the process's own method would close the pipe with words still in it.
                            writer.toHandle().destroyForcibly();
                            killed = true;
                        }
                    }
                }
                assertThat(killed)
                        .as("writer %d wrote %d rows and ended by itself", kill, seen)
                        .isTrue();
            } finally {
                writer.destroyForcibly().waitFor();
            }
        }
        try (StoreDatabase db = StoreDatabase.openFile(directory, Clock.systemUTC())) {
            List<Long> there = db.jdbc()
                    .sql("select millis from call_log order by millis")
                    .query(Long.class)
                    .list();
            assertThat(new HashSet<>(there)).as("seed %d", seed).containsAll(acknowledged);
        }
    }
}
