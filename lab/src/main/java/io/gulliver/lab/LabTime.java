package io.gulliver.lab;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lab's own time: what its hosts show, and by what its work takes long.
 *
 * <p>By itself it is the wall clock, and work takes its time in a data centre divided by the lab's pace. Once somebody
 * keeps it, it is the calendar of a program: work takes as long as in a data centre by that calendar, which goes on in
 * pieces, each from an instant on at a rate up to a limit, where it stands until the next one.
 */
public final class LabTime implements AutoCloseable {
    /** So often whoever waits looks at a kept calendar. */
    private static final long LOOK_MILLIS = 10;

    /** Nothing that is still going to end takes longer. */
    private static final Duration NEVER = Duration.ofDays(30);

    private final Clock real;
    private final LabPace pace;
    private final boolean kept;
    private final Executor tasks;
    private final Set<Wait> waits = new LinkedHashSet<>();
    private Consumer<Piece> remember = piece -> {};
    private @Nullable Piece piece;
    private @Nullable Thread firing;

    /** A piece of a kept calendar, as the product has it. */
    public record Piece(
            Instant real,
            Instant program,
            double rate,
            @Nullable Instant limit) {
        Instant at(Instant now) {
            Duration span = Duration.between(real, now);
            if (rate == 0 || span.isNegative()) {
                return program;
            }
            Instant reached = program.plusNanos((long) (span.toNanos() * rate));
            return limit != null && reached.isAfter(limit) ? limit : reached;
        }
    }

    /** Work under way: ends by the lab's time. */
    public final class Wait implements AutoCloseable {
        private final Instant end;
        private final @Nullable String name;
        private final @Nullable Runnable task;

        private Wait(Instant end, @Nullable String name, @Nullable Runnable task) {
            this.end = end;
            this.name = name;
            this.task = task;
        }

        /** Whether it is over. */
        public boolean done() {
            return !end.isAfter(now());
        }

        /** How long somebody may sleep before looking again. */
        public long millis() {
            long left = Duration.between(now(), end).toMillis();
            return kept ? LOOK_MILLIS : Math.max(1, left);
        }

        @Override
        public void close() {
            synchronized (waits) {
                waits.remove(this);
            }
        }
    }

    private LabTime(Clock real, LabPace pace, boolean kept, Executor tasks) {
        this.real = real;
        this.pace = pace;
        this.kept = kept;
        this.tasks = tasks;
    }

    /** The wall clock; work is done at the lab's pace. */
    static LabTime paced(Clock real, LabPace pace, Executor tasks) {
        return new LabTime(real, pace, false, tasks);
    }

    /**
     * A calendar that somebody keeps; the wall clock until its first piece.
     *
     * @param last where it stood when the lab ended, or null
     * @param remember told of each piece
     */
    static LabTime kept(Clock real, LabPace pace, Executor tasks, @Nullable Piece last, Consumer<Piece> remember) {
        LabTime time = new LabTime(real, pace, true, tasks);
        time.piece = last;
        time.remember = remember;
        return time;
    }

    /** Whether it is a program's calendar and no wall clock. */
    public boolean isKept() {
        return kept;
    }

    /** What the lab's hosts show now. */
    public Instant now() {
        Instant now = real.instant();
        Piece holds;
        synchronized (waits) {
            holds = piece;
        }
        return holds == null ? now : holds.at(now);
    }

    /** The same as a clock. */
    public Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return Clock.fixed(instant(), zone);
            }

            @Override
            public Instant instant() {
                return now();
            }
        };
    }

    /** How long work takes by the lab's time that takes so long in a data centre. */
    public Duration work(Duration dataCentre) {
        return kept ? dataCentre : pace.duration(dataCentre);
    }

    /** How long it takes to move so many bytes at a rate stated for a data centre. */
    public Duration transfer(long bytes, double bytesPerSecond) {
        return work(Duration.ofNanos((long) (bytes / bytesPerSecond * 1e9)));
    }

    /** Begins to wait for something that takes so long by the lab's time; close it in the end. */
    public Wait begin(Duration span) {
        Wait wait = new Wait(now().plus(span), null, null);
        if (!span.isZero()) {
            synchronized (waits) {
                waits.add(wait);
            }
        }
        return wait;
    }

    /** Waits so long by the lab's time. */
    public void sleep(Duration span) throws InterruptedException {
        try (Wait wait = begin(span)) {
            while (!wait.done()) {
                TimeUnit.MILLISECONDS.sleep(wait.millis());
            }
        }
    }

    /** Does something after so long by the lab's time, on the lab's timer; nothing once the lab is closing. */
    public void after(Duration span, Runnable task) {
        at(now().plus(span), null, task);
    }

    /**
     * Does something at an instant of the lab's time, on the lab's timer; nothing once the lab is closing.
     *
     * @param name of the work that ends then: said again it takes the place of what was said before; null for none
     */
    public void at(Instant due, @Nullable String name, Runnable task) {
        synchronized (waits) {
            if (name != null) {
                waits.removeIf(wait -> name.equals(wait.name));
            }
            waits.add(new Wait(due, name, task));
            if (firing == null) {
                Thread thread = new Thread(this::fire, "lab-time");
                thread.setDaemon(true);
                thread.start();
                firing = thread;
            }
            waits.notifyAll();
        }
    }

    private void fire() {
        while (true) {
            List<Runnable> due = new ArrayList<>();
            synchronized (waits) {
                long pause = 1000;
                for (Wait wait : List.copyOf(waits)) {
                    if (wait.task != null && wait.done()) {
                        due.add(wait.task);
                        waits.remove(wait);
                    } else if (wait.task != null) {
                        pause = Math.min(pause, Math.max(1, wait.millis()));
                    }
                }
                if (due.isEmpty()) {
                    try {
                        waits.wait(pause);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return;
                    }
                }
            }
            for (Runnable task : due) {
                try {
                    tasks.execute(task);
                } catch (RejectedExecutionException e) {
                    return; // the lab is closing
                }
            }
        }
    }

    /** How much work is under way; what never ends is none. */
    public int waiting() {
        Instant now = now();
        synchronized (waits) {
            return (int) waits.stream()
                    .filter(wait -> wait.end.isAfter(now) && wait.end.isBefore(now.plus(NEVER)))
                    .count();
        }
    }

    /** When the next of it ends; empty when none is under way. */
    public Optional<Instant> nextEnd() {
        Instant now = now();
        synchronized (waits) {
            return waits.stream()
                    .map(wait -> wait.end)
                    .filter(end -> end.isAfter(now) && end.isBefore(now.plus(NEVER)))
                    .min(Comparator.naturalOrder());
        }
    }

    @Override
    public void close() {
        synchronized (waits) {
            if (firing != null) {
                firing.interrupt();
            }
        }
    }

    /** Takes the next piece of a kept calendar. */
    public void take(Piece next) {
        synchronized (waits) {
            piece = next;
            waits.notifyAll();
        }
        remember.accept(next);
    }
}
