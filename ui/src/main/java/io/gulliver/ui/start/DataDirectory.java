package io.gulliver.ui.start;

import io.gulliver.engine.EngineException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one directory in which a process keeps its state, held by one process at a time.
 *
 * <p>{@code engine/} the embedded Temporal, {@code payload-keys.json} the keys of its payloads, the store's file and
 * evidence beside them.
 */
public final class DataDirectory implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DataDirectory.class);
    private static final long LEAST_FREE_BYTES = 100L << 20;

    private final Path path;
    private final FileChannel lock;

    private DataDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Opens the directory for this process, making it (for its owner alone) when it is missing.
     *
     * @throws EngineException not writable, nearly full, or used by another process, with what to do
     */
    public static DataDirectory open(Path wanted) {
        Path path = wanted.toAbsolutePath().normalize();
        try {
            if (!Files.isDirectory(path)) {
                Files.createDirectories(path.getParent());
                Files.createDirectory(path);
                if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
                }
            }
            warnIfOpen(path);
            if (!Files.isWritable(path)) {
                throw new EngineException("Data directory " + path
                        + " cannot be written by this user. Give it to this user, or name another with gulliver.data"
                        + " (./gulliver up --data DIR).");
            }
            long free = Files.getFileStore(path).getUsableSpace();
            if (free < LEAST_FREE_BYTES) {
                throw new EngineException("Data directory " + path + " has " + (free >> 20)
                        + " MiB left; at least 100 MiB are needed. Free some, or name another with gulliver.data"
                        + " (./gulliver up --data DIR).");
            }
            FileChannel channel =
                    FileChannel.open(path.resolve("server.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new EngineException("Data directory " + path
                        + " is used by another Gulliver process. Stop that one, or name another directory with"
                        + " gulliver.data (./gulliver up --data DIR).");
            }
            return new DataDirectory(path, channel);
        } catch (IOException e) {
            throw new EngineException(
                    "Data directory " + path + " cannot be used: " + e.getMessage()
                            + ". Name another with gulliver.data (./gulliver up --data DIR).",
                    e);
        }
    }

    /** Keys and store have modes of their own; logs, checkpoints and settings have the directory's alone. */
    private static void warnIfOpen(Path path) throws IOException {
        if (!Files.getFileStore(path).supportsFileAttributeView("posix")) {
            return;
        }
        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        if (!mode.endsWith("------")) {
            log.warn(
                    "Data directory {} is open to others ({}): they can read logs, settings and checkpoints there. Close"
                            + " it with: chmod 700 {}",
                    path,
                    mode,
                    path);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
