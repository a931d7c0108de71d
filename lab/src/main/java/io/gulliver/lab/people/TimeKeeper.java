package io.gulliver.lab.people;

import io.gulliver.lab.LabTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Keeps the time of the lab's programs, through the product's API: leaps over stretches in which nothing is under way or
 * due, goes fast while something is, slows to the pace of the night while an outage runs, and stands while work is ready
 * and not yet begun. So a slow machine makes a program longer, and never late.
 *
 * <p>A piece of time ends where the next thing happens that is known of: work of the lab that ends, a planned time, a person
 * who has thought. There time stands until the product has taken it up: until no more steps are under way in the product
 * than the lab works for.
 */
final class TimeKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(TimeKeeper.class);

    /** Seconds of program time in a second while something is under way and no outage runs: an hour. */
    private static final double BY_DAY = 3600;

    /** Shorter pieces would cost more than they are exact: what ends within one is taken up at its end. */
    private static final Duration SHORTEST = Duration.ofMillis(200);

    /** By day, what comes within so long of program time comes together. */
    private static final Duration TOGETHER = Duration.ofMinutes(15);

    /** In an outage, a stretch in which nothing ends and nobody is due takes no longer than this. */
    private static final Duration STRETCH = Duration.ofSeconds(1);

    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Duration HELD = Duration.ofMillis(60);
    private static final Duration IDLE = Duration.ofSeconds(1);

    /** A step that waits for another run sees by then what has become of it. */
    private static final Duration SEEN = Duration.ofMillis(2500);

    /** Time that stood so long while nothing moved in the product goes on: what is under way there waits for the wall clock. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ProductClient product;
    private final LabTime time;
    private final double byNight;
    private final Map<String, Long> pieces = new HashMap<>();
    private long changes = -1;
    private long movedNanos = System.nanoTime();
    private long busyNanos = System.nanoTime();

    /** @param byNight seconds of program time in a second while an outage runs */
    TimeKeeper(ProductClient product, LabTime time, double byNight) {
        this.product = product;
        this.time = time;
        this.byNight = byNight;
    }

    /**
     * What is under way in the product.
     *
     * @param busy steps that neither wait for a planned time nor for a person, and words that no run has heard yet
     * @param watching steps that wait for another run, and see some seconds later that it has come so far
     * @param outages that run
     * @param due the next planned time that a step waits for, or null
     * @param changes another number whenever something happened
     */
    record Work(
            int busy,
            int watching,
            int commands,
            int outages,
            @Nullable Instant due,
            long changes) {}

    /** Reads how the programs stand; the first one's calendar is the lab's. */
    Work read(List<String> programs) {
        int busy = 0;
        int watching = 0;
        int commands = 0;
        int outages = 0;
        long moved = 0;
        List<Instant> due = new ArrayList<>();
        for (String program : programs) {
            ProductAnswer answer = product.get(SimulatedPerson.MANAGER, path(program));
            if (!answer.good()) {
                throw new IllegalStateException("The time of " + program + " cannot be read: " + answer.problem());
            }
            JsonNode body = answer.body();
            JsonNode piece = body.path("piece");
            long before = pieces.getOrDefault(program, -1L);
            pieces.put(program, piece.path("number").asLong(0));
            if (before < 0
                    && program.equals(programs.get(0))
                    && !piece.path("program").isMissingNode()) {
                // A lab that was away goes on where the product's calendar is.
                Instant now = Instant.parse(body.path("now").asString());
                time.take(new LabTime.Piece(Instant.parse(piece.path("real").asString()), now, 0, now));
            }
            JsonNode work = body.path("work");
            busy += work.path("busy").asInt();
            watching += work.path("watching").asInt();
            commands += work.path("commands").asInt();
            outages += work.path("outages").asInt();
            moved += work.path("changes").asLong();
            if (!work.path("due").asString("").isEmpty()) {
                due.add(Instant.parse(work.path("due").asString()));
            }
        }
        if (moved != changes) {
            changes = moved;
            movedNanos = System.nanoTime();
        }
        if (busy > 0 || commands > 0) {
            busyNanos = System.nanoTime();
        }
        return new Work(
                busy,
                watching,
                commands,
                outages,
                due.stream().min(Instant::compareTo).orElse(null),
                moved);
    }

    /**
     * Lets time go on, or stand.
     *
     * @param people when a person does something next, or null
     * @return how long until the next look is worth it
     */
    Duration turn(List<String> programs, Work work, @Nullable Instant people) {
        Instant now = time.now();
        boolean stuck = System.nanoTime() - movedNanos > PATIENCE.toNanos();
        boolean ready = work.commands() > 0 || work.busy() > time.waiting();
        if (ready && !stuck) {
            return HELD;
        }
        Optional<Instant> next = Stream.of(time.nextEnd().orElse(null), work.due(), people)
                .filter(Objects::nonNull)
                .min(Instant::compareTo);
        if (next.isEmpty()) {
            return ready ? goOn(programs, now, byNight, now.plus(times(LONGEST, byNight))) : IDLE;
        }
        if (!next.get().isAfter(now)) {
            // It is there, and nobody has taken it up yet.
            return stuck ? goOn(programs, now, byNight, now.plus(times(LONGEST, byNight))) : HELD;
        }
        if (work.outages() == 0 && time.waiting() == 0 && !ready) {
            if (work.watching() > 0 && System.nanoTime() - busyNanos < SEEN.toNanos()) {
                return HELD; // somebody may just be about to see that another run is done
            }
            Instant there = later(next.get(), now.plus(TOGETHER));
            set(programs, there, 0, there);
            return HELD;
        }
        // A night of long exports is not watched table by table.
        double stretch = Duration.between(now, next.get()).toMillis() / (double) STRETCH.toMillis();
        double rate = work.outages() > 0 || ready ? Math.max(byNight, stretch) : BY_DAY;
        Instant limit = later(next.get(), now.plus(times(SHORTEST, rate)));
        return goOn(programs, now, rate, earlier(limit, now.plus(times(LONGEST, rate))));
    }

    private Duration goOn(List<String> programs, Instant now, double rate, Instant limit) {
        set(programs, now, rate, limit);
        return Duration.ofNanos((long) (Duration.between(now, limit).toNanos() / rate))
                .plusMillis(5);
    }

    private void set(List<String> programs, Instant at, double rate, Instant limit) {
        for (String program : programs) {
            Map<String, Object> body = new HashMap<>();
            body.put("after", pieces.getOrDefault(program, 0L));
            body.put("at", at.toString());
            body.put("rate", rate);
            body.put("limit", limit.toString());
            ProductAnswer answer = product.put(SimulatedPerson.MANAGER, path(program), body);
            if (!answer.good()) {
                // Somebody else set it, or it is a moment ahead: the next look reads it again.
                LOG.debug("The time of {} stays: {}", program, answer.problem());
                continue;
            }
            JsonNode piece = answer.body().path("piece");
            pieces.put(program, piece.path("number").asLong());
            if (program.equals(programs.get(0))) {
                time.take(new LabTime.Piece(
                        Instant.parse(piece.path("real").asString()),
                        Instant.parse(piece.path("program").asString()),
                        rate,
                        Instant.parse(piece.path("limit").asString())));
            }
        }
    }

    private static Duration times(Duration span, double rate) {
        return Duration.ofNanos((long) (span.toNanos() * rate));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static String path(String program) {
        return "/programs/" + program + "/clock";
    }
}
