package io.gulliver.evidence.awrminer;

import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.Reading;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * Prints how long a capture takes to read and how much heap the JVM had: {@code AwrMinerBenchmark FILE} or
 * {@code AwrMinerBenchmark MEGABYTES} for a generated one. Run with a small {@code -Xmx} to see that length does not matter.
 */
public final class AwrMinerBenchmark {
    /** About so many bytes a row of the generated capture in its two long sections together. */
    private static final int ROW_BYTES = 246;

    private AwrMinerBenchmark() {}

    public static void main(String[] args) throws IOException {
        for (int round = 0; round < (args[0].matches("[0-9]+") ? 1 : 3); round++) {
            try (Counting in = new Counting(open(args[0]))) {
                long start = System.nanoTime();
                Reading reading = AwrMinerReader.read(in, new EvidenceOrigin(args[0], ZoneOffset.UTC, Instant.EPOCH));
                double seconds = (System.nanoTime() - start) / 1e9;
                Runtime runtime = Runtime.getRuntime();
                System.out.printf(
                        Locale.ROOT,
                        "bytes=%d seconds=%.3f heapMax=%dMB heapUsed=%dMB snapshots=%s problems=%d coverage=%d%%%n",
                        in.count,
                        seconds,
                        runtime.maxMemory() >> 20,
                        (runtime.totalMemory() - runtime.freeMemory()) >> 20,
                        Captures.values(reading).get("evidence.snapshots"),
                        reading.problems().size(),
                        reading.coverage().percent());
            }
        }
    }

    private static InputStream open(String argument) throws IOException {
        return argument.matches("[0-9]+")
                ? generated(Long.parseLong(argument) * 1024 * 1024)
                : new BufferedInputStream(Files.newInputStream(Path.of(argument)));
    }

    /** A capture of about so many bytes that is written while it is read; never whole in memory. */
    public static InputStream generated(long bytes) throws IOException {
        int instances = 6;
        int snapshots = (int) (bytes / ROW_BYTES / instances);
        GeneratedCapture capture = new GeneratedCapture(
                7, instances, snapshots, false, true, true, false, false, true, false, false, false);
        PipedInputStream in = new PipedInputStream(256 * 1024);
        PipedOutputStream pipe = new PipedOutputStream(in);
        Thread writer = new Thread(
                () -> {
                    try (BufferedOutputStream out = new BufferedOutputStream(pipe, 64 * 1024)) {
                        capture.writeTo(out);
                    } catch (IOException e) {
                        throw new UncheckedIOException("the reader went away", e);
                    }
                },
                "generated-capture");
        writer.setDaemon(true);
        writer.start();
        return in;
    }

    private static final class Counting extends InputStream {
        private final InputStream in;
        long count;

        Counting(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int one = in.read();
            count += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int some = in.read(bytes, from, length);
            count += Math.max(0, some);
            return some;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
