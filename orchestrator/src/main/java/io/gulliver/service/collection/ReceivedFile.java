package io.gulliver.service.collection;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An uploaded file as it came, in a temporary one (mode 0600) that is gone when it is closed. */
final class ReceivedFile implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ReceivedFile.class);
    private static final String PREFIX = "gulliver-";
    private static final String SUFFIX = ".part";

    private final Path file;

    private ReceivedFile(Path file) {
        this.file = file;
    }

    /**
     * Receives a file.
     *
     * @param in read to its end, not closed
     * @throws IOException the stream failed, or the disk of temporary files is full; nothing is left behind
     */
    static ReceivedFile receive(InputStream in) throws IOException {
        Path received = temporary("received");
        try {
            try (OutputStream out = Files.newOutputStream(received)) {
                in.transferTo(out);
            }
            return new ReceivedFile(received);
        } catch (Throwable e) {
            // an error too: what came may hold secrets
            Files.deleteIfExists(received);
            throw e;
        }
    }

    Path path() {
        return file;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }

    /** Its name tells the process that it belongs to. */
    static Path temporary(String what) throws IOException {
        return Files.createTempFile(
                PREFIX + what + "-" + ProcessHandle.current().pid() + "-", SUFFIX);
    }

    /**
     * Deletes what processes left that ended in the middle of an upload.
     *
     * @return how many files
     */
    static int sweep() {
        return sweep(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static int sweep(Path directory) {
        int deleted = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                if (!owned(file.getFileName().toString())) {
                    Files.deleteIfExists(file);
                    deleted++;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            log.warn("{}: what an interrupted upload left could not be deleted: {}", directory, e.getMessage());
        }
        return deleted;
    }

    private static boolean owned(String name) {
        String[] parts = name.substring(PREFIX.length()).split("-");
        try {
            long pid = parts.length < 3 ? 0 : Long.parseLong(parts[1]);
            return pid == ProcessHandle.current().pid()
                    || pid > 0 && ProcessHandle.of(pid).isPresent();
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
