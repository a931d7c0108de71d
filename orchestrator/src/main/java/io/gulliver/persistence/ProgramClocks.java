package io.gulliver.persistence;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.program.ClockPiece;
import io.gulliver.domain.program.ProgramClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The times of programs as this process knows them: pieces are only added, so what was read once is never read again.
 * Another process's piece is seen a moment later; until then program time stands where the piece before it ends.
 */
public final class ProgramClocks {
    /** How old what is known may be: of a program with the wall clock, and of one with a time of its own. */
    private static final Duration REAL_KEPT = Duration.ofSeconds(10);

    private static final Duration KEPT = Duration.ofMillis(20);

    private final JdbcClient jdbc;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(ProgramClock clock, long readNanos) {
        boolean fresh() {
            return System.nanoTime() - readNanos < (clock.real() ? REAL_KEPT : KEPT).toNanos();
        }
    }

    ProgramClocks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The time of a program. */
    public ProgramClock of(String program) {
        Known now = known.get(program);
        return now != null && now.fresh() ? now.clock() : read(program);
    }

    /** The time of the program of a run; the wall clock where there is no such run. */
    public ProgramClock of(MigrationId run) {
        return jdbc.sql("select program from migrations where id = :id")
                .param("id", run.value())
                .query(String.class)
                .optional()
                .map(this::of)
                .orElse(ProgramClock.REAL);
    }

    /** The same as the store has it at this moment, within the caller's transaction. */
    public ProgramClock read(String program) {
        Known before = known.get(program);
        ProgramClock clock = before == null ? ProgramClock.REAL : before.clock();
        ClockPiece last = clock.last();
        List<ClockPiece> more = jdbc.sql("""
                select number, real_at, program_at, rate, limit_at from program_clock
                where program = :program and number > :last order by number
                """)
                .param("program", program)
                .param("last", last == null ? 0 : last.number())
                .query((row, n) -> new ClockPiece(
                        row.getLong("number"),
                        RowValues.instant(row, "real_at"),
                        RowValues.instant(row, "program_at"),
                        row.getDouble("rate"),
                        RowValues.instantOrNull(row, "limit_at")))
                .list();
        for (ClockPiece piece : more) {
            clock = clock.with(piece);
        }
        keep(program, clock);
        return clock;
    }

    /** A program that is gone has no time; one that is made anew begins with the wall clock. */
    public void forget(String program) {
        known.remove(program);
    }

    /** Of two readings the longer one counts. */
    private void keep(String program, ProgramClock clock) {
        long now = System.nanoTime();
        known.merge(
                program,
                new Known(clock, now),
                (old, read) -> number(old.clock()) > number(read.clock()) ? new Known(old.clock(), now) : read);
    }

    private static long number(ProgramClock clock) {
        ClockPiece last = clock.last();
        return last == null ? 0 : last.number();
    }
}
