package io.gulliver.lab.ssh;

import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The network of a data centre: what leaves a host goes over one line of {@link #RATE}, whoever reads it and however many do
 * at once, and takes the lab's time for it. A file counts with the bytes that it stands for.
 *
 * <p>What takes less than {@value #LEAST_MILLIS} ms in a data centre is not waited for. Each longer read is a line of the
 * ledger, {@code copy-file} of the host, with {@code bytes} and the {@code seconds} that they take in a data centre.
 */
public final class LabLine {
    /** Bytes a second in a data centre; the lab's pace comes on top. A line of 10 Gbit/s, as methods are planned with. */
    public static final double RATE = 1e9;

    private static final long LEAST_MILLIS = 200;

    /** So many parts at least does a file arrive in that stands for more than it has. */
    private static final int PARTS = 32;

    private final @Nullable LabContext context;
    private final ToLongFunction<Path> bytes;
    private final Map<String, Instant> busy = new TreeMap<>();
    private volatile double rate = RATE;

    private LabLine(@Nullable LabContext context, ToLongFunction<Path> bytes) {
        this.context = context;
        this.bytes = bytes;
    }

    /** Over which everything goes in no time. */
    static LabLine ofNoLength() {
        return new LabLine(null, file -> 0);
    }

    /** @param bytes that a file stands for; no more than it has where it stands for itself */
    public static LabLine of(LabContext context, ToLongFunction<Path> bytes) {
        return new LabLine(context, bytes);
    }

    /** Makes the line of every host one of so many bytes a second in a data centre. */
    public void rate(double bytesPerSecond) {
        rate = bytesPerSecond;
    }

    /** One read of a file that leaves its host. */
    final class Passage implements AutoCloseable {
        private final LabContext context;
        private final String host;
        private final Path file;
        private final double weight;
        private final int most;
        private double owed;
        private double passed;

        private Passage(LabContext context, String host, Path file, long has, long standsFor) {
            this.context = context;
            this.host = host;
            this.file = file;
            this.weight = (double) standsFor / has;
            this.most = standsFor > has ? (int) Math.max(1, Math.min(has / PARTS, 1 << 20)) : 1 << 20;
        }

        /** So many of the file's bytes go at once. */
        int most() {
            return most;
        }

        /** Some of the file's bytes are read, and leave when the line has taken them. */
        void pass(int read) throws IOException {
            if (read > 0) {
                owed += read * weight;
                passed += read * weight;
                if (seconds(owed) * 1000 >= LEAST_MILLIS) {
                    pay();
                }
            }
        }

        private void pay() throws IOException {
            Duration takes = context.time().transfer((long) owed, rate);
            owed = 0;
            Instant end;
            synchronized (busy) {
                Instant now = context.time().now();
                Instant free = busy.getOrDefault(host, now);
                end = (free.isAfter(now) ? free : now).plus(takes);
                busy.put(host, end);
            }
            try {
                context.time().sleep(Duration.between(context.time().now(), end));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("host " + host + " goes down", e);
            }
        }

        /** Whoever read has all it wanted, or is gone. */
        @Override
        public void close() throws IOException {
            if (passed > 0) {
                pay();
                context.ledger()
                        .record(
                                host,
                                "copy-file",
                                String.valueOf(file.getFileName()),
                                "anonymous",
                                Effect.CHANGED,
                                Map.of("bytes", Math.round(passed), "seconds", seconds(passed)));
                passed = 0;
            }
        }
    }

    private double seconds(double bytes) {
        return bytes / rate;
    }

    /** Somebody begins to read a file of a host from elsewhere; null where the line is not to be felt. */
    @Nullable
    Passage begin(String host, Path file) throws IOException {
        if (context == null || context.kindnesses().has(Kindness.COPIES_TAKE_NO_TIME) || !Files.isRegularFile(file)) {
            return null;
        }
        long has = Files.size(file);
        long standsFor = has == 0 ? 0 : Math.max(has, bytes.applyAsLong(file));
        return seconds(standsFor) * 1000 < LEAST_MILLIS ? null : new Passage(context, host, file, has, standsFor);
    }
}
