package io.gulliver.persistence.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Space that is held back in the file system of the store, so that a full disk can be left in order: given up at the last,
 * taken again when there is room.
 */
public final class ReserveFile {
    /** What is held back, in bytes: four segments of the write-ahead log. */
    public static final long BYTES = 64L << 20;

    private static final Logger log = LoggerFactory.getLogger(ReserveFile.class);

    private final Path file;

    ReserveFile(Path file) {
        this.file = file;
    }

    /** Whether the space is held back now. */
    public boolean held() {
        try {
            return Files.size(file) >= BYTES;
        } catch (IOException e) {
            return false;
        }
    }

    /** Bytes that can be written beside the store, without the reserve. */
    public long usable() throws IOException {
        return Files.getFileStore(file.getParent()).getUsableSpace();
    }

    /**
     * Gives the space up.
     *
     * @return whether there was any
     */
    public boolean release() throws IOException {
        boolean held = Files.deleteIfExists(file);
        if (held) {
            log.warn(
                    "The store's reserve of {} MiB is given up: the disk of {} is full", BYTES >> 20, file.getParent());
        }
        return held;
    }

    /**
     * Takes the space again, when four times as much is there.
     *
     * @return whether it is held
     */
    public boolean restore() throws IOException {
        if (held()) {
            return true;
        }
        if (usable() < 4 * BYTES) {
            return false;
        }
        // Written, not only lengthened: a file with holes holds nothing back.
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
            for (long written = 0; written < BYTES; ) {
                zeros.clear();
                written += out.write(zeros);
            }
            return true;
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }
}
