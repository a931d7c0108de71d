package io.gulliver.persistence.log;

import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.domain.migration.LogLevel;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.LogGrowth;
import io.gulliver.persistence.view.LogLine;
import io.gulliver.persistence.view.StepLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Logs of steps in two tables: one row a job, one row a chunk. */
public final class JdbcStepLogStore implements StepLogStore {
    /** A chunk with less than this is filled up by the next piece; a fuller one is left as it is. */
    private static final int SMALL = 32 * 1024;

    private final StoreDatabase db;
    private final long limit;
    private final long fetchedLimit;

    public JdbcStepLogStore(StoreDatabase db) {
        this(db, LIMIT, FETCHED_LIMIT);
    }

    /**
     * A store whose logs are full earlier or later.
     *
     * @param limit of a step's log, in bytes
     * @param fetchedLimit for what people ask for beyond it, in bytes
     */
    public JdbcStepLogStore(StoreDatabase db, long limit, long fetchedLimit) {
        this.db = db;
        this.limit = limit;
        this.fetchedLimit = fetchedLimit;
    }

    private record Row(
            long id,
            long next,
            long lines,
            int chunks,
            boolean ended,
            boolean full,
            @Nullable Long hostBytes,
            long fetched) {
        StepLogState state() {
            return new StepLogState(next, full, ended);
        }

        /** Whether a piece says more than is kept. */
        boolean lacks(StepLogPiece piece) {
            boolean goesOn = piece.from() == next && (piece.from() < piece.to() || piece.ended());
            if (!full) {
                return goesOn && !ended && !piece.wanted();
            }
            return piece.wanted()
                    ? goesOn
                    : piece.hostBytes() != null && (!piece.hostBytes().equals(hostBytes) || piece.ended() && !ended);
        }
    }

    @Override
    public StepLogState keep(StepLogPiece piece) {
        Optional<Row> there = row(piece, "");
        if (there.isEmpty() && (piece.from() == piece.to() || piece.wanted())) {
            return new StepLogState(0, false, false);
        }
        if (there.isPresent() && !there.get().lacks(piece)) {
            return there.get().state();
        }
        return db.inTransaction(() -> {
            db.jdbc()
                    .sql("""
                    insert into step_logs (migration, step_key, number, attempt, system_name, job, begun_at, changed_at)
                    select m.id, :step, coalesce((select max(l.number) from step_logs l
                            where l.migration = :migration and l.step_key = :step), 0) + 1,
                        :attempt, :system, :job, :at, :at
                    from migrations m where m.id = :migration
                    on conflict (migration, step_key, system_name, job) do nothing
                    """)
                    .param("migration", piece.migration().value())
                    .param("step", piece.step().toString())
                    .param("attempt", piece.attempt())
                    .param("system", piece.system())
                    .param("job", piece.job())
                    .param("at", RowValues.at(db.clock().instant()))
                    .update();
            // Whoever comes second waits here, and then sees that the piece is kept.
            Row row = row(piece, "for update")
                    .orElseThrow(() -> new UnknownRowException(
                            "There is no run " + piece.migration() + " whose step could have a log."));
            if (!row.lacks(piece)) {
                return row.state();
            }
            if (row.full() && !piece.wanted()) {
                return measured(piece, row);
            }
            long kept = row.full() ? sum(piece, "fetched_bytes") : sum(piece, "next_offset - fetched_bytes");
            boolean room = kept + piece.to() - piece.from() <= (row.full() ? fetchedLimit : limit);
            if (room) {
                return append(piece, row);
            }
            return row.full()
                    ? row.state()
                    : update(new Row(
                            row.id(),
                            row.next(),
                            row.lines(),
                            row.chunks(),
                            piece.ended(),
                            true,
                            piece.hostBytes(),
                            row.fetched()));
        });
    }

    /** Of the logs of a step. */
    private long sum(StepLogPiece piece, String columns) {
        return db.jdbc()
                .sql("""
                select coalesce(sum(%s), 0) from step_logs where migration = :migration and step_key = :step
                """.formatted(columns))
                .param("migration", piece.migration().value())
                .param("step", piece.step().toString())
                .query(Long.class)
                .single();
    }

    /** Notes how long the output of a job is of which no more is kept by itself. */
    private StepLogState measured(StepLogPiece piece, Row row) {
        boolean ended = row.ended() || piece.ended();
        db.jdbc()
                .sql("update step_logs set host_bytes = :bytes, ended = :ended where id = :log")
                .param("bytes", piece.hostBytes())
                .param("ended", ended)
                .param("log", row.id())
                .update();
        return new StepLogState(row.next(), true, ended);
    }

    private StepLogState append(StepLogPiece piece, Row row) {
        int chunk = row.chunks();
        long first = row.lines() + 1;
        LogText text = new LogText();
        if (chunk > 0) {
            LogText last = LogText.unpacked(chunks(row.id()).content(chunk - 1));
            if (last.bytes() < SMALL) {
                text = last;
                chunk--;
                first -= last.lines().size();
            }
        }
        for (LogText.Line line : lines(piece)) {
            if (!text.fits(line)) {
                write(piece.migration(), row.id(), chunk++, first, text);
                first += text.lines().size();
                text = new LogText();
            }
            text.add(line);
        }
        if (!text.isEmpty()) {
            write(piece.migration(), row.id(), chunk++, first, text);
            first += text.lines().size();
        }
        return update(new Row(
                row.id(),
                piece.to(),
                first - 1,
                chunk,
                row.ended() || piece.ended(),
                row.full() && !piece.ended(),
                piece.hostBytes() == null ? row.hostBytes() : piece.hostBytes(),
                row.fetched() + (row.full() ? piece.to() - piece.from() : 0)));
    }

    private static List<LogText.Line> lines(StepLogPiece piece) {
        List<LogText.Line> lines = new ArrayList<>();
        if (piece.text().isEmpty()) {
            return lines;
        }
        String whole = piece.text().endsWith("\n")
                ? piece.text().substring(0, piece.text().length() - 1)
                : piece.text();
        int mark = -1;
        int number = 0;
        for (String raw : whole.split("\n", -1)) {
            while (mark + 1 < piece.marks().size()
                    && piece.marks().get(mark + 1).line() <= number) {
                mark++;
            }
            @Nullable Instant host = mark < 0 ? null : piece.marks().get(mark).at();
            // PostgreSQL keeps no NUL, and a line that was written over by itself shows what it said last.
            String text = raw.replace('\0', ' ');
            text = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            for (int at = 0; at == 0 || at < text.length(); ) {
                int end = Math.min(text.length(), at + LogText.LONGEST_LINE);
                if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
                    end--;
                }
                lines.add(new LogText.Line(host, piece.readAt(), text.substring(at, end)));
                at = Math.max(end, 1);
            }
            number++;
        }
        return lines;
    }

    private void write(MigrationId migration, long log, int chunk, long first, LogText text) {
        Map<LogLevel, Integer> levels = text.levels();
        db.jdbc()
                .sql("""
                insert into step_log_chunks (migration, log, chunk, first_line, line_count, notes, warnings, errors, words,
                    content)
                values (:migration, :log, :chunk, :first, :lines, :notes, :warnings, :errors, :words, :content)
                on conflict (log, chunk) do update set line_count = excluded.line_count, notes = excluded.notes,
                    warnings = excluded.warnings, errors = excluded.errors, words = excluded.words,
                    content = excluded.content
                """)
                .param("migration", migration.value())
                .param("log", log)
                .param("chunk", chunk)
                .param("first", first)
                .param("lines", text.lines().size())
                .param("notes", levels.getOrDefault(LogLevel.NOTE, 0))
                .param("warnings", levels.getOrDefault(LogLevel.WARNING, 0))
                .param("errors", levels.getOrDefault(LogLevel.ERROR, 0))
                .param("words", text.words())
                .param("content", text.packed())
                .update();
    }

    private StepLogState update(Row row) {
        db.jdbc()
                .sql("""
                update step_logs set next_offset = :next, line_count = :lines, chunks = :chunks, ended = :ended,
                    is_full = :full, host_bytes = :host, fetched_bytes = :fetched, changed_at = :at
                where id = :log
                """)
                .param("next", row.next())
                .param("lines", row.lines())
                .param("chunks", row.chunks())
                .param("ended", row.ended())
                .param("full", row.full())
                .param("host", row.hostBytes(), Types.BIGINT)
                .param("fetched", row.fetched())
                .param("at", RowValues.at(db.clock().instant()))
                .param("log", row.id())
                .update();
        return row.state();
    }

    private Optional<Row> row(StepLogPiece piece, String lock) {
        return db.jdbc()
                .sql("""
                select id, next_offset, line_count, chunks, ended, is_full, host_bytes, fetched_bytes from step_logs
                where migration = :migration and step_key = :step and system_name = :system and job = :job %s
                """.formatted(lock))
                .param("migration", piece.migration().value())
                .param("step", piece.step().toString())
                .param("system", piece.system())
                .param("job", piece.job())
                .query((row, n) -> new Row(
                        row.getLong("id"),
                        row.getLong("next_offset"),
                        row.getLong("line_count"),
                        row.getInt("chunks"),
                        row.getBoolean("ended"),
                        row.getBoolean("is_full"),
                        row.getObject("host_bytes", Long.class),
                        row.getLong("fetched_bytes")))
                .optional();
    }

    @Override
    public List<StepLog> logs(MigrationId migration, StepKey step) {
        return db.jdbc()
                .sql("""
                select l.number, l.attempt, l.system_name, l.job, l.next_offset, l.line_count, l.begun_at, l.changed_at,
                    l.ended, l.is_full, l.host_bytes, coalesce(sum(c.notes), 0) as notes, coalesce(sum(c.warnings), 0) as warnings,
                    coalesce(sum(c.errors), 0) as errors
                from step_logs l left join step_log_chunks c on c.log = l.id
                where l.migration = :migration and l.step_key = :step
                group by l.id order by l.number
                """)
                .param("migration", migration.value())
                .param("step", step.toString())
                .query((row, n) -> new StepLog(
                        row.getInt("number"),
                        row.getInt("attempt"),
                        row.getString("system_name"),
                        row.getString("job"),
                        row.getLong("next_offset"),
                        row.getLong("line_count"),
                        row.getLong("errors"),
                        row.getLong("warnings"),
                        row.getLong("notes"),
                        RowValues.instant(row, "begun_at"),
                        RowValues.instant(row, "changed_at"),
                        row.getBoolean("ended"),
                        row.getBoolean("is_full"),
                        row.getObject("host_bytes", Long.class)))
                .list();
    }

    @Override
    public List<LogLine> lines(MigrationId migration, StepKey step, int log, long from, int count) {
        return id(migration, step, log)
                .map(id -> new LogBook(log, chunks(id)).lines(from, count))
                .orElse(List.of());
    }

    @Override
    public List<LogLine> search(
            MigrationId migration, StepKey step, String text, LogLevel least, int log, long after, int count) {
        List<LogLine> found = new ArrayList<>();
        for (StepLog one : logs(migration, step)) {
            if (one.number() >= log && found.size() < count) {
                id(migration, step, one.number())
                        .ifPresent(id -> found.addAll(new LogBook(one.number(), chunks(id))
                                .search(text, least, one.number() == log ? after : 0, count - found.size())));
            }
        }
        return found;
    }

    @Override
    public List<LogGrowth> grown(Instant after) {
        return db.jdbc()
                .sql("""
                select m.program, m.database_name, m.id, max(l.changed_at) as changed_at
                from step_logs l join migrations m on m.id = l.migration
                where l.changed_at > :after
                group by m.program, m.database_name, m.id
                """)
                .param("after", RowValues.at(after))
                .query((row, n) -> new LogGrowth(
                        row.getString("program"),
                        row.getString("database_name"),
                        new MigrationId(row.getString("id")),
                        RowValues.instant(row, "changed_at")))
                .list();
    }

    @Override
    public void copy(MigrationId migration, StepKey step, OutputStream out) throws IOException {
        for (StepLog log : logs(migration, step)) {
            String head = "==== attempt " + log.attempt() + ", job " + log.job() + " on " + log.system() + ", "
                    + log.lines() + " lines"
                    + (log.full() ? ", the rest is on the host" : log.ended() ? "" : ", goes on") + " ====\n";
            out.write(head.getBytes(StandardCharsets.UTF_8));
            long id = id(migration, step, log.number()).orElseThrow();
            Chunks chunks = chunks(id);
            for (List<LogBook.Head> next = chunks.heads(1, 1); !next.isEmpty(); ) {
                LogBook.Head at = next.get(0);
                StringBuilder text = new StringBuilder();
                LogText.unpacked(chunks.content(at.chunk()))
                        .lines()
                        .forEach(line -> text.append(line.text()).append('\n'));
                out.write(text.toString().getBytes(StandardCharsets.UTF_8));
                next = chunks.heads(at.firstLine() + at.lines(), 1);
            }
            if (log.full()) {
                out.write(missing(log).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static String missing(StepLog log) {
        Long left = log.left();
        return "==== not in this file: " + (left == null ? "what follows byte " + log.bytes() : left + " bytes")
                + (log.ended() ? "" : " and what is printed from now on") + ", on " + log.system() + " in " + log.file()
                + " ====\n";
    }

    private Optional<Long> id(MigrationId migration, StepKey step, int log) {
        return db.jdbc()
                .sql("select id from step_logs where migration = :migration and step_key = :step and number = :number")
                .param("migration", migration.value())
                .param("step", step.toString())
                .param("number", log)
                .query(Long.class)
                .optional();
    }

    private Chunks chunks(long log) {
        return new Chunks(log);
    }

    private final class Chunks implements LogBook.Chunks {
        private final long log;

        Chunks(long log) {
            this.log = log;
        }

        @Override
        public List<LogBook.Head> heads(long fromLine, int count) {
            return db.jdbc()
                    .sql("""
                    select chunk, first_line, line_count, notes, warnings, errors from step_log_chunks
                    where log = :log and chunk >= (
                        select coalesce(max(chunk), 0) from step_log_chunks where log = :log and first_line <= :from)
                        and first_line + line_count > :from
                    order by chunk limit :count
                    """)
                    .param("log", log)
                    .param("from", fromLine)
                    .param("count", count)
                    .query((row, n) -> new LogBook.Head(
                            row.getInt("chunk"),
                            row.getLong("first_line"),
                            row.getInt("line_count"),
                            row.getInt("notes"),
                            row.getInt("warnings"),
                            row.getInt("errors")))
                    .list();
        }

        @Override
        public byte[] content(int chunk) {
            return bytes("content", chunk);
        }

        @Override
        public byte[] words(int chunk) {
            return bytes("words", chunk);
        }

        private byte[] bytes(String column, int chunk) {
            return db.jdbc()
                    .sql("select " + column + " from step_log_chunks where log = :log and chunk = :chunk")
                    .param("log", log)
                    .param("chunk", chunk)
                    .query((row, n) -> row.getBytes(1))
                    .single();
        }
    }
}
