package io.gulliver.service.planning;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.program.ClockPiece;
import io.gulliver.domain.program.ProgramClock;
import io.gulliver.domain.program.ProgramWork;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.program.ClockStore;
import io.gulliver.service.migration.PlanMoves;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the time of programs that are practised on: takes the next piece from its keeper, and tells runs whose planned time
 * it brought. A program of real systems has the wall clock, and nobody sets it.
 */
public final class ProgramTimeService {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramTimeService.class);

    /** A run that was told has this long to move on before it is told again. */
    private static final long TOLD_NANOS = 2_000_000_000L;

    private final ClockStore clocks;
    private final PlanMoves.Waker waker;
    private final Clock clock;
    private final boolean lab;
    private final Map<ClockStore.Due, Long> told = new ConcurrentHashMap<>();

    /** @param lab whether all systems are the lab's */
    public ProgramTimeService(ClockStore clocks, PlanMoves.Waker waker, Clock clock, boolean lab) {
        this.clocks = clocks;
        this.waker = waker;
        this.clock = clock;
        this.lab = lab;
    }

    /**
     * A program's time as its keeper reads it.
     *
     * @param now what its calendar says
     * @param piece the one that holds, or null for the wall clock
     * @param work what is under way
     */
    public record Kept(Instant now, @Nullable ClockPiece piece, ProgramWork work) {}

    /** How a program's time stands, and what is under way. */
    public Kept read(String program) {
        return kept(program, clocks.time(program));
    }

    private Kept kept(String program, ProgramClock time) {
        Instant now = time.program(clock.instant());
        tell(program, now);
        return new Kept(now, time.last(), clocks.work(program));
    }

    /**
     * Adds the next piece of a program's time, from now on.
     *
     * @param after number of the piece that its keeper knows as the last one, 0 for none
     * @param at where program time goes on, or null for where it is
     * @param limit where it stands until the next piece, or null for none
     * @throws RefusedException the program is one of real systems
     * @throws io.gulliver.persistence.StaleVersionException somebody else set it since
     */
    public Kept set(String program, long after, @Nullable Instant at, double rate, @Nullable Instant limit, String by) {
        if (!lab) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_NOW,
                    "Program " + program + " has the wall clock: the time of a program is set in the lab alone.");
        }
        return kept(program, clocks.append(program, after, at, rate, limit, by));
    }

    /** Where the calendar is the wall clock, each run's own timer tells it. */
    private void tell(String program, Instant now) {
        if (clocks.time(program).real()) {
            return;
        }
        long moment = System.nanoTime();
        told.values().removeIf(at -> moment - at > TOLD_NANOS);
        for (ClockStore.Due due : clocks.due(program, now)) {
            if (told.putIfAbsent(due, moment) == null) {
                tell(due.migration());
            }
        }
    }

    private void tell(MigrationId migration) {
        try {
            waker.wake(migration);
        } catch (RuntimeException away) {
            LOG.info("Migration {} could not be told that its time has come; it looks by itself", migration, away);
        }
    }
}
