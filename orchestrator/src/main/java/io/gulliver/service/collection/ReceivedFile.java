package io.gulliver.service.collection;

import io.gulliver.process.SpoolFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** An uploaded file as it came, in a temporary one (mode 0600) that is gone when it is closed. */
final class ReceivedFile implements AutoCloseable {
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
        Path received = SpoolFile.make("received");
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
}
