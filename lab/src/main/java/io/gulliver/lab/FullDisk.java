package io.gulliver.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * File systems of the lab's hosts that are full, each by the directory where it is mounted: database programs, file transfer
 * and {@code df} of a host see it, and what lies there already stays and can be read.
 */
public final class FullDisk {
    /** Lies in a directory whose file system is full. */
    static final String MARK = ".lab-full";

    private FullDisk() {}

    /** Nothing more fits beneath this directory. */
    public static void fill(Path directory) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve(MARK), "full\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Somebody made room. */
    public static void free(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(MARK));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a file lies in a file system that is full. */
    public static boolean holds(Path file) {
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(MARK))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Before something is written to a file.
     *
     * @throws FileSystemException in the words of ENOSPC where nothing fits
     */
    public static void check(Path file) throws FileSystemException {
        if (holds(file)) {
            throw new FileSystemException(file.toString(), null, "No space left on device");
        }
    }
}
