package io.gulliver.service.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file larger than the heap of the process that takes it. */
@Tag("store")
@TakesTurns(TakesTurns.Group.STORES)
class LargeUploadTest {
    @Test
    @Tag("process")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void takesAHundredMegabytesWithASmallHeap(@TempDir Path directory) throws Exception {
        Path errors = directory.resolve("errors.txt");
        TestStore.Database store = TestStore.create();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeUpload.class.getName(),
                        store.url(),
                        store.user(),
                        "100")
                .redirectError(errors.toFile())
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor())
                    .as("exit; it said: %s", Files.readString(errors))
                    .isZero();
            String told = output.lines()
                    .filter(line -> line.startsWith("taken "))
                    .findFirst()
                    .orElse("nothing");
            String[] words = told.split(" ");
            assertThat(Long.parseLong(words[1])).as(told).isGreaterThan(90L * 1024 * 1024);
            assertThat(words[3]).as(told).isEqualTo(words[1]);
            assertThat(Integer.parseInt(words[5])).as(told).isGreaterThan(30);
            assertThat(words[7]).as(told).isEqualTo("100");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
