package io.gulliver.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentDigestTest {
    /** So that what a test has just written counts as settled. */
    private static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(1));

    @TempDir
    private Path folder;

    private Path programs;
    private Path program;
    private Path mark;
    private int readings;

    @BeforeEach
    void makePrograms() throws IOException {
        programs = Files.createDirectories(folder.resolve("programs/bin"));
        program = Files.writeString(programs.resolve("postgres"), "first");
        Files.writeString(programs.resolve("initdb"), "other");
        mark = folder.resolve("programs.sha256");
    }

    private String digest(Clock clock) throws IOException {
        return ContentDigest.of(
                programs,
                mark,
                () -> {
                    readings++;
                    return Files.readString(program);
                },
                clock);
    }

    private void assertRead(int times, String found) throws IOException {
        assertThat(digest(LATER)).isEqualTo(found);
        assertThat(readings).isEqualTo(times);
    }

    @Test
    void readsOnceWhatStaysAsItWas() throws IOException {
        assertRead(1, "first");
        assertRead(1, "first");
        assertThat(Files.getPosixFilePermissions(mark)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void readsAgainWhatWasChangedThoughSizeAndTimeAreTheSame() throws IOException {
        FileTime modified = Files.getLastModifiedTime(program);
        assertRead(1, "first");
        Files.writeString(program, "evil!");
        Files.setLastModifiedTime(program, modified);
        assertRead(2, "evil!");
    }

    @Test
    void readsAgainWhatWasReplacedAddedOrTakenAway() throws IOException {
        assertRead(1, "first");
        Files.move(
                Files.writeString(folder.resolve("next"), "evil!"),
                program,
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertRead(2, "evil!");
        Files.writeString(programs.resolve("more"), "");
        assertRead(3, "evil!");
        Files.delete(programs.resolve("initdb"));
        assertRead(4, "evil!");
    }

    @Test
    void believesNoMarkThatOthersMayWrite() throws IOException {
        assertRead(1, "first");
        Files.setPosixFilePermissions(mark, PosixFilePermissions.fromString("rw-rw----"));
        assertRead(2, "first");
    }

    @Test
    void believesNoMarkOfAnotherUser() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can give a file away");
        assertRead(1, "first");
        Files.setOwner(
                mark, FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertRead(2, "first");
    }

    @Test
    void marksNothingThatWasWrittenAMomentAgo() throws IOException {
        assertThat(digest(Clock.systemUTC())).isEqualTo("first");
        assertThat(mark).doesNotExist();
    }

    @Test
    void needsNoMark() throws IOException {
        mark = folder.resolve("nowhere/programs.sha256");
        assertRead(1, "first");
        assertRead(2, "first");
    }
}
