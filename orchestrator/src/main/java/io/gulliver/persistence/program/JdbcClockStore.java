package io.gulliver.persistence.program;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.program.ClockPiece;
import io.gulliver.domain.program.ProgramClock;
import io.gulliver.domain.program.ProgramWork;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@link ClockStore} over JDBC. */
public final class JdbcClockStore implements ClockStore {
    /** A step waits for a planned time where its snapshot names one. */
    private static final String PLANNED = "cast(cast(s.snapshot as json) ->> 'plannedAt' as timestamptz)";

    /** A step that waits for another run does so in this process, however long: that run's own steps are what is busy. */
    private static final String WAITS_FOR_ANOTHER_RUN =
            "s.state = 'AWAITING' and s.action in ('shared.acquire', 'shared.hold', 'sizing.shared')";

    private final StoreDatabase db;

    public JdbcClockStore(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public ProgramClock time(String program) {
        return db.time(program);
    }

    @Override
    public ProgramClock append(
            String program, long after, @Nullable Instant at, double rate, @Nullable Instant limit, String by) {
        db.inTransaction(() -> {
            // Whoever holds it keeps the time of programs, in whatever process.
            db.jdbc()
                    .sql("select chore from chores where chore = 'program-clock' for update")
                    .query(String.class)
                    .single();
            if (db.jdbc()
                    .sql("select program from programs where program = :program")
                    .param("program", program)
                    .query(String.class)
                    .optional()
                    .isEmpty()) {
                throw new UnknownRowException("There is no program '" + program + "'. Look at the list of programs.");
            }
            ProgramClock before = db.programClocks().read(program);
            ClockPiece last = before.last();
            long number = last == null ? 0 : last.number();
            if (number != after) {
                throw new StaleVersionException(
                        "The time of program " + program + " has piece " + number + " by now, and not " + after
                                + ": read it again.",
                        number);
            }
            Instant now = db.clock().instant().truncatedTo(ChronoUnit.MICROS);
            Instant real = last != null && now.isBefore(last.real()) ? last.real() : now;
            ClockPiece piece = new ClockPiece(
                    number + 1,
                    real,
                    at == null ? up(before.program(real)) : at.truncatedTo(ChronoUnit.MICROS),
                    rate,
                    limit == null ? null : limit.truncatedTo(ChronoUnit.MICROS));
            // Says what is wrong with it before anything is written.
            before.with(piece);
            db.jdbc()
                    .sql("""
                    insert into program_clock (program, number, real_at, program_at, rate, limit_at, set_by)
                    values (:program, :number, :real, :at, :rate, :limit, :by)
                    """)
                    .param("program", program)
                    .param("number", piece.number())
                    .param("real", RowValues.at(piece.real()))
                    .param("at", RowValues.at(piece.program()))
                    .param("rate", piece.rate())
                    .param("limit", RowValues.at(piece.limit()))
                    .param("by", by)
                    .update();
        });
        return db.programClocks().read(program);
    }

    /** To the microsecond, as it is kept, and not back. */
    private static Instant up(Instant at) {
        Instant cut = at.truncatedTo(ChronoUnit.MICROS);
        return cut.equals(at) ? cut : cut.plus(1, ChronoUnit.MICROS);
    }

    @Override
    public Set<Due> due(String program, Instant now) {
        return new LinkedHashSet<>(db.jdbc()
                .sql("""
                select s.migration, %s as planned from migration_steps s
                    join migrations m on m.id = s.migration
                where m.program = :program and m.mode <> 'ENDED' and s.state = 'WAITING_TIME' and %s <= :now
                """.formatted(PLANNED, PLANNED))
                .param("program", program)
                .param("now", RowValues.at(now))
                .query((row, n) ->
                        new Due(new MigrationId(row.getString("migration")), RowValues.instant(row, "planned")))
                .list());
    }

    @Override
    public ProgramWork work(String program) {
        return db.jdbc()
                .sql("""
                select
                    count(*) filter (where (s.state in ('PREPARING', 'RUNNING', 'AWAITING', 'BACKING_OFF', 'STOPPING',
                        'UNDOING') or s.state = 'WAITING_TIME' and %s is null) and not (%s)) as busy,
                    count(*) filter (where %s and s.action <> 'shared.hold') as watching,
                    (select count(*) from commands c join migrations m on m.id = c.migration
                        where m.program = :program and c.state in ('RECORDED', 'DELIVERED')) as commands,
                    (select count(*) from (
                        select o.migration from migration_steps o join migrations m on m.id = o.migration
                        where m.program = :program and m.mode <> 'ENDED' and m.purpose = 'PRODUCTION'
                            and o.phase = 'OUTAGE'
                        group by o.migration
                        having bool_or(o.started_at is not null)
                            and bool_or(o.state not in ('DONE', 'SKIPPED', 'UNDONE', 'STOPPED'))) begun) as outages,
                    (select count(*) from tasks t where t.program = :program and t.closed_at is null) as tasks,
                    min(%s) filter (where s.state = 'WAITING_TIME') as due,
                    (select coalesce(sum(last_seq), 0) from migrations m where m.program = :program) as changes
                from migration_steps s join migrations m on m.id = s.migration
                where m.program = :program and m.mode not in ('ENDED', 'PAUSED')
                """.formatted(PLANNED, WAITS_FOR_ANOTHER_RUN, WAITS_FOR_ANOTHER_RUN, PLANNED))
                .param("program", program)
                .query((row, n) -> new ProgramWork(
                        row.getInt("busy"),
                        row.getInt("watching"),
                        row.getInt("commands"),
                        row.getInt("outages"),
                        row.getInt("tasks"),
                        RowValues.instantOrNull(row, "due"),
                        row.getLong("changes")))
                .single();
    }
}
