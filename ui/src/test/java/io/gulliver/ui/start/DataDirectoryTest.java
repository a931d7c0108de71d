package io.gulliver.ui.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class DataDirectoryTest {
    @Test
    void saysThatADirectoryIsOpenToOthers(@TempDir Path directory, CapturedOutput output) throws IOException {
        Path made = directory.resolve("made");
        DataDirectory.open(made).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rwx------");
        assertThat(output.getAll()).doesNotContain("is open to others");

        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        DataDirectory.open(open).close();
        assertThat(output.getAll()).contains(open + " is open to others (rwxr-xr-x)", "chmod 700");
    }
}
