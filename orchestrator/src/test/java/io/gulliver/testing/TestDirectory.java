package io.gulliver.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories of what outlives a test class: a shared server, a browser. Where one class uses it, {@code @TempDir} does. */
public final class TestDirectory {
    private TestDirectory() {}

    /** An empty directory that goes with all that is in it when this JVM ends. */
    public static Path untilTheEnd(String prefix) {
        try {
            Path directory = Files.createTempDirectory(prefix);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(directory), "remove " + directory));
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException inUse) {
            System.err.println("Left behind: " + directory + " (" + inUse.getMessage() + ")");
        }
    }
}
