package io.gulliver.service.audit;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file to which each checkpoint is appended as a line, on disk before it counts as given. */
final class FileSink implements CheckpointSink {
    private final Path file;
    private final String name;

    FileSink(Path file) {
        this.file = file.toAbsolutePath().normalize();
        this.name = "file " + host() + ":" + this.file;
    }

    /** Several machines may have a file of the same path on one store. */
    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException unknown) {
            return "localhost";
        }
    }

    Path file() {
        return file;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void deliver(long number, String line) throws IOException {
        Path directory = file.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = channel.size();
            ByteBuffer last = ByteBuffer.allocate(1);
            // What a crash left of a line is ended, so that it does not spoil this one.
            boolean torn = end > 0 && channel.read(last, end - 1) == 1 && last.get(0) != '\n';
            ByteBuffer bytes = ByteBuffer.wrap(((torn ? "\n" : "") + line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                end += channel.write(bytes, end);
            }
            channel.force(true);
        }
    }
}
