package io.gulliver.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporary files (mode 0600) of contents on their way. Processes of one host share the directory: the name tells whose a file
 * is, so that what another one leaves behind when it is killed can be swept, and nothing that is in use.
 */
public final class SpoolFile {
    private static final Logger log = LoggerFactory.getLogger(SpoolFile.class);
    private static final String PREFIX = "gulliver-";
    private static final String SUFFIX = ".part";

    /** A file that names no process is of an earlier release, which may still run. */
    private static final Duration NAMELESS = Duration.ofDays(1);

    private SpoolFile() {}

    /** @param what one word for whoever finds it */
    public static Path make(String what) throws IOException {
        return Files.createTempFile(
                PREFIX + what + "-" + ProcessHandle.current().pid() + "-", SUFFIX);
    }

    /**
     * Deletes what processes left that have ended.
     *
     * @return how many files
     */
    public static int sweep() {
        return sweep(Path.of(System.getProperty("java.io.tmpdir")), Instant.now());
    }

    static int sweep(Path directory, Instant now) {
        int deleted = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                if (left(file, now) && Files.deleteIfExists(file)) {
                    deleted++;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            log.warn("{}: what an ended process left could not be deleted: {}", directory, e.getMessage());
        }
        return deleted;
    }

    private static boolean left(Path file, Instant now) throws IOException {
        String[] parts =
                file.getFileName().toString().substring(PREFIX.length()).split("-");
        if (parts.length >= 3 && parts[1].matches("\\d{1,18}")) {
            long pid = Long.parseLong(parts[1]);
            return pid != ProcessHandle.current().pid() && ProcessHandle.of(pid).isEmpty();
        }
        return Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(NAMELESS));
    }
}
