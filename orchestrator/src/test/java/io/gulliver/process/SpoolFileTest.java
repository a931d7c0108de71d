package io.gulliver.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolFileTest {
    @TempDir
    Path directory;

    private Path file(String name, Duration age) throws IOException {
        Path file = Files.createFile(directory.resolve(name));
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
        return file;
    }

    @Test
    void sweepsWhatDeadProcessesLeftAndNothingThatIsInUse() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            Path dead = file("gulliver-received-999999999-1.part", Duration.ZERO);
            Path old = file("gulliver-evidence123.part", Duration.ofDays(2));
            Path mine = file("gulliver-evidence-" + ProcessHandle.current().pid() + "-1.part", Duration.ofDays(2));
            Path theirs = file("gulliver-evidence-" + other.pid() + "-1.part", Duration.ofDays(2));
            Path nameless = file("gulliver-evidence5718704739092616639.part", Duration.ofMinutes(1));
            Path nobody = file("other.part", Duration.ofDays(2));

            assertThat(SpoolFile.sweep(directory, Instant.now())).isEqualTo(2);

            assertThat(dead).doesNotExist();
            assertThat(old).doesNotExist();
            assertThat(mine).exists();
            assertThat(theirs).as("another process keeps it now").exists();
            assertThat(nameless)
                    .as("of an earlier release, which may still run")
                    .exists();
            assertThat(nobody).exists();
        } finally {
            other.destroy();
            other.waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void aFileNamesTheProcessThatMadeIt() throws IOException {
        Path made = SpoolFile.make("evidence");
        try {
            assertThat(made.getFileName().toString())
                    .startsWith("gulliver-evidence-" + ProcessHandle.current().pid() + "-");
        } finally {
            Files.deleteIfExists(made);
        }
    }
}
