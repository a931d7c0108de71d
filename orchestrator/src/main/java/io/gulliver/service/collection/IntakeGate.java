package io.gulliver.service.collection;

import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.BusyException;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.TooLargeException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The one door of files that people upload: so many at once, read on threads of its own, each with a budget of bytes and
 * seconds. Neither pages nor migrations wait for a reader.
 */
public final class IntakeGate implements AutoCloseable {
    private static final Duration RETRY = Duration.ofSeconds(10);
    /** A text below this may unfold as much as it likes: logs of one line repeated do. */
    private static final long SMALL = 16L * 1024 * 1024;

    /**
     * What an upload may cost.
     *
     * @param threads that read; each holds a processor while it does
     * @param uploads at once, those that are still being received or wait for a thread included
     * @param bytes of a file as it is sent
     * @param unpackedBytes of the text in it
     * @param ratio how many times larger than the file its text may be, beyond the first 16 MB
     * @param time for reading it, once it is received
     */
    public record Limits(int threads, int uploads, long bytes, long unpackedBytes, int ratio, Duration time) {
        /** Those of a fresh installation. */
        public static final Limits DEFAULT =
                new Limits(2, 8, 200L * 1024 * 1024, 2L * 1024 * 1024 * 1024, 100, Duration.ofMinutes(5));

        public Limits {
            if (threads < 1 || uploads < threads || bytes < 1 || unpackedBytes < 1 || ratio < 2 || time.isNegative()) {
                throw new IllegalArgumentException("limits of uploads: at least one thread, as many uploads as threads,"
                        + " a byte, a ratio of 2 and a time, not " + threads + ", " + uploads + ", " + bytes + ", "
                        + unpackedBytes + ", " + ratio + ", " + time);
            }
        }
    }

    private final Limits limits;
    private final Semaphore places;
    private final ThreadPoolExecutor readers;

    public IntakeGate(Limits limits) {
        this.limits = limits;
        this.places = new Semaphore(limits.uploads());
        AtomicInteger number = new AtomicInteger();
        this.readers = new ThreadPoolExecutor(
                limits.threads(),
                limits.threads(),
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(limits.uploads()),
                work -> {
                    Thread thread = new Thread(work, "intake-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        readers.allowCoreThreadTimeOut(true);
    }

    public Limits limits() {
        return limits;
    }

    /**
     * Takes a place for an upload before anything of it is received; the caller closes it.
     *
     * @throws BusyException there is none
     */
    public Place enter(String what) {
        if (!places.tryAcquire()) {
            throw new BusyException(
                    what + " was not taken: " + limits.uploads()
                            + " uploads are at work, as many as there may be (gulliver.intake.uploads). Nothing of it was"
                            + " kept",
                    RETRY);
        }
        return new Place(what);
    }

    /**
     * Reads something that was received whole, as {@link Place#read}.
     *
     * @throws BusyException there is no place
     * @throws RefusedException it took longer than an upload may
     */
    public <T> T read(String what, Callable<T> work) throws IOException {
        try (Place place = enter(what)) {
            return place.read(budget -> work.call());
        }
    }

    @Override
    public void close() {
        readers.shutdownNow();
    }

    /** Work on an upload within a budget. */
    public interface Work<T> {
        T with(Budget budget) throws Exception;
    }

    /** Of one upload; given back when it is closed. */
    public final class Place implements AutoCloseable {
        private final String what;

        private Place(String what) {
            this.what = what;
        }

        /**
         * Does the work on a thread of the gate and waits for it.
         *
         * @throws RefusedException it took longer than it may; it is told to end
         */
        public <T> T read(Work<T> work) throws IOException {
            Future<T> running;
            try {
                running = readers.submit(() -> work.with(new Budget(what)));
            } catch (RejectedExecutionException e) {
                throw new BusyException(what + " was not taken: the server is stopping. Nothing of it was kept", RETRY);
            }
            try {
                // one that waits for a thread has waited for others, which end in this time
                int turns = limits.uploads() / limits.threads() + 2;
                return running.get(limits.time().multipliedBy(turns).toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                running.cancel(true);
                throw late(what);
            } catch (InterruptedException e) {
                running.cancel(true);
                Thread.currentThread().interrupt();
                throw new IOException("the reading of " + what + " was interrupted", e);
            } catch (ExecutionException e) {
                throw unwrapped(e.getCause());
            }
        }

        @Override
        public void close() {
            places.release();
        }
    }

    private RefusedException late(String what) {
        return new RefusedException(
                RuleViolation.Kind.NOT_SO,
                what + " takes longer to read than the " + limits.time().toSeconds()
                        + " s that an upload may (gulliver.intake.time). Nothing of it was kept. Upload a shorter period,"
                        + " or several files");
    }

    private static IOException unwrapped(Throwable cause) {
        if (cause instanceof RuntimeException runtime) {
            throw runtime;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException io ? io : new IOException(cause);
    }

    /** What one upload may still cost; its clock runs from its making. */
    public final class Budget {
        private final String what;
        private final long until = System.nanoTime() + limits.time().toNanos();

        private Budget(String what) {
            this.what = what;
        }

        /** @throws RefusedException the time is over */
        public void check() {
            if (System.nanoTime() - until > 0 || Thread.currentThread().isInterrupted()) {
                throw late(what);
            }
        }

        /** A stream whose reads end when the time is over. */
        public InputStream timed(InputStream in) {
            return new Counted(in, Long.MAX_VALUE, "");
        }

        /**
         * The text of a packed file, which ends when it is larger than it may be.
         *
         * @param packed bytes that it came from
         */
        public InputStream unpacked(InputStream text, long packed) {
            long byRatio = Math.max(SMALL, packed * limits.ratio());
            return byRatio < limits.unpackedBytes()
                    ? new Counted(
                            text, byRatio, "more than " + limits.ratio() + " times its size (gulliver.intake.ratio)")
                    : new Counted(
                            text,
                            limits.unpackedBytes(),
                            "more than " + limits.unpackedBytes() / 1024 / 1024
                                    + " MB (gulliver.intake.unpacked-size)");
        }

        private final class Counted extends FilterInputStream {
            private final long most;
            private final String limit;
            private long count;

            Counted(InputStream in, long most, String limit) {
                super(in);
                this.most = most;
                this.limit = limit;
            }

            @Override
            public int read() throws IOException {
                int one = super.read();
                count(one < 0 ? 0 : 1);
                return one;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int some = super.read(into, from, length);
                count(Math.max(0, some));
                return some;
            }

            private void count(int some) {
                check();
                count += some;
                if (count > most) {
                    throw new TooLargeException(what + " unfolds to " + limit
                            + ". Nothing of it was kept. Upload a shorter period, or the text as it is");
                }
            }
        }
    }
}
