package io.gulliver.persistence.window;

import io.gulliver.contract.activity.SessionSample;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.people.Reason;
import io.gulliver.domain.window.WindowChanges;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.NamedDatabases;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collection windows in tables. */
public final class JdbcWindowStore implements WindowStore {
    /** Names of facts that tell the first and the last moment of a kind of evidence, without their ends. */
    private static final List<String> TELLING = List.of("evidence", "evidence.sar", "awr");

    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcWindowStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public List<Window> list(String program) {
        Map<String, Integer> samples = counted("""
                select database_name, sum(samples) as counted from session_samples
                where program = :program group by database_name
                """, program);
        Map<String, Integer> clients = counted("""
                select database_name, count(*) as counted from client_connections
                where program = :program and direction <> 'OUTBOUND_LINK' group by database_name
                """, program);
        return db.jdbc()
                .sql("""
                select database_name, opened_on, extended_to, ended_on, ended_by, end_reason, sampled_at, sample_problem
                from collection_windows
                where program = :program order by database_name
                """)
                .param("program", program)
                .query((row, n) -> new Window(
                        row.getString("database_name"),
                        row.getObject("opened_on", LocalDate.class),
                        row.getObject("extended_to", LocalDate.class),
                        row.getObject("ended_on", LocalDate.class),
                        row.getString("ended_by"),
                        row.getString("end_reason"),
                        RowValues.instantOrNull(row, "sampled_at"),
                        row.getString("sample_problem"),
                        samples.getOrDefault(row.getString("database_name"), 0),
                        clients.getOrDefault(row.getString("database_name"), 0)))
                .list();
    }

    private Map<String, Integer> counted(String sql, String program) {
        Map<String, Integer> counted = new HashMap<>();
        db.jdbc().sql(sql).param("program", program).query(row -> {
            counted.put(row.getString("database_name"), row.getInt("counted"));
        });
        return counted;
    }

    @Override
    public int open(String program, Collection<String> databases, String by) {
        return db.inTransaction(() -> {
            ZoneId zone = zone(program);
            Set<String> wanted = NamedDatabases.of(db, program, databases);
            return opened(program, zone, wanted, by);
        });
    }

    /** The program's row is the lock: two who open at once open one after the other. */
    private ZoneId zone(String program) {
        return ZoneId.of(db.jdbc()
                .sql("select zone_id from programs where program = :program for update")
                .param("program", program)
                .query(String.class)
                .optional()
                .orElseThrow(() -> new UnknownRowException("There is no program '" + program + "'.")));
    }

    private int opened(String program, ZoneId zone, Set<String> wanted, String by) {
        db.jdbc()
                .sql("select database_name from collection_windows where program = :program")
                .param("program", program)
                .query(String.class)
                .list()
                .forEach(wanted::remove);
        if (wanted.isEmpty()) {
            return 0;
        }
        Instant now = db.now(program);
        LocalDate today = LocalDate.ofInstant(now, zone);
        for (String name : wanted) {
            db.jdbc()
                    .sql("""
                    insert into collection_windows (program, database_name, opened_on, opened_by, opened_at)
                    values (:program, :database, :day, :by, :at)
                    """)
                    .param("program", program)
                    .param("database", name)
                    .param("day", today)
                    .param("by", by)
                    .param("at", RowValues.at(now))
                    .update();
        }
        audit.append(new AuditEvent(
                program,
                db.clock().instant(),
                by,
                "window.opened",
                "program/" + program,
                null,
                null,
                null,
                named(wanted)));
        return wanted.size();
    }

    @Override
    public int openBegun() {
        Map<String, Set<String>> begun = new TreeMap<>();
        db.jdbc().sql("""
                select s.program, s.database_name, s.status, s.planned_start from database_stages s
                join programs p on p.program = s.program
                where s.stage = 'DISCOVERY' and p.archived_at is null
                    and (s.status <> 'NONE' or s.planned_start is not null)
                    and not exists (
                        select 1 from collection_windows w
                        where w.program = s.program and w.database_name = s.database_name)
                """).query(row -> {
            String program = row.getString("program");
            Instant planned = RowValues.instantOrNull(row, "planned_start");
            boolean begins = planned != null && !planned.isAfter(db.now(program));
            if (begins || !row.getString("status").equals("NONE")) {
                begun.computeIfAbsent(program, name -> new TreeSet<>()).add(row.getString("database_name"));
            }
        });
        int opened = 0;
        for (Map.Entry<String, Set<String>> of : begun.entrySet()) {
            opened += db.inTransaction(() -> opened(of.getKey(), zone(of.getKey()), of.getValue(), OURSELVES));
        }
        return opened;
    }

    @Override
    public void extend(String program, String database, LocalDate to, String reason, String by) {
        String why = reason(reason);
        db.inTransaction(() -> {
            LocalDate today = LocalDate.ofInstant(db.now(program), zone(program));
            RefusedException.throwIf(WindowChanges.extend(database, to, today));
            int there = db.jdbc()
                    .sql("""
                    update collection_windows
                    set extended_to = :to, ended_on = null, ended_by = null, end_reason = null
                    where program = :program and database_name = :database
                    """)
                    .param("to", to)
                    .param("program", program)
                    .param("database", database)
                    .update();
            if (there == 0) {
                throw none(program, database);
            }
            said(program, database, by, "window.extended", Map.of("to", to.toString(), "reason", why));
        });
    }

    /** When a window ended, and by whom. */
    private record End(@Nullable LocalDate on, @Nullable String by) {}

    @Override
    public void end(String program, String database, String reason, String by) {
        String why = reason(reason);
        db.inTransaction(() -> {
            LocalDate today = LocalDate.ofInstant(db.now(program), zone(program));
            End before = db.jdbc()
                    .sql("""
                    select ended_on, ended_by from collection_windows
                    where program = :program and database_name = :database
                    """)
                    .param("program", program)
                    .param("database", database)
                    .query((row, n) -> new End(row.getObject("ended_on", LocalDate.class), row.getString("ended_by")))
                    .optional()
                    .orElseThrow(() -> none(program, database));
            RefusedException.throwIf(
                    WindowChanges.end(database, before.on(), OURSELVES.equals(before.by()) ? null : before.by()));
            db.jdbc()
                    .sql("""
                    update collection_windows set ended_on = :day, ended_by = :by, end_reason = :reason
                    where program = :program and database_name = :database
                    """)
                    .param("day", before.on() == null ? today : before.on())
                    .param("by", RowValues.cut(by, 200))
                    .param("reason", why)
                    .param("program", program)
                    .param("database", database)
                    .update();
            said(program, database, by, "window.ended", Map.of("reason", why));
        });
    }

    @Override
    public int endPassed(String program, Map<String, LocalDate> lastDays) {
        if (lastDays.isEmpty()) {
            return 0;
        }
        return db.inTransaction(() -> {
            Set<String> ended = new TreeSet<>();
            lastDays.forEach((database, day) -> {
                int now = db.jdbc()
                        .sql("""
                        update collection_windows set ended_on = :day, ended_by = :by, end_reason = :reason
                        where program = :program and database_name = :database and ended_on is null
                        """)
                        .param("day", day)
                        .param("by", OURSELVES)
                        .param("reason", "its last day has passed")
                        .param("program", program)
                        .param("database", database)
                        .update();
                if (now > 0) {
                    ended.add(database);
                }
            });
            if (!ended.isEmpty()) {
                audit.append(new AuditEvent(
                        program,
                        db.clock().instant(),
                        OURSELVES,
                        "window.ended",
                        "program/" + program,
                        null,
                        null,
                        null,
                        named(ended)));
            }
            return ended.size();
        });
    }

    /** A few databases by name, many by their number. */
    static Map<String, Object> named(Set<String> databases) {
        return databases.size() > 20
                ? Map.of("databases", databases.size())
                : Map.of("databases", databases.size(), "names", String.join(", ", databases));
    }

    /** What a person gave as a reason, which others will read. */
    static String reason(String given) {
        RefusedException.throwIf(Reason.violation("The collection window is not changed", given));
        return given.strip();
    }

    private static UnknownRowException none(String program, String database) {
        return new UnknownRowException(
                "Database " + database + " of " + program + " has no collection window. Open one first.");
    }

    private void said(String program, String database, String by, String action, Map<String, Object> details) {
        audit.append(new AuditEvent(
                program,
                db.clock().instant(),
                by,
                action,
                "database/" + program + "/" + database,
                null,
                null,
                null,
                details));
    }

    @Override
    public Map<String, List<Told>> told(String program) {
        List<String> names = TELLING.stream()
                .flatMap(name -> List.of(name + ".from", name + ".to").stream())
                .toList();
        Map<String, List<Told>> told = new TreeMap<>();
        // by database and kind, the first moment that the last version before named
        Map<String, LocalDate> from = new HashMap<>();
        Map<String, LocalDate> to = new HashMap<>();
        db.jdbc().sql("""
                select database_name, name, since_version, content from facts
                where program = :program and name in (:names) order by database_name, since_version, name
                """).param("program", program).param("names", names).query(row -> {
            String name = row.getString("name");
            String database = row.getString("database_name");
            LocalDate day = day(Json.readMap(row.getString("content")).get("value"));
            if (day == null) {
                return;
            }
            boolean first = name.endsWith(".from");
            String key = database + "\n" + name.substring(0, name.lastIndexOf('.'));
            (first ? from : to).put(key, day);
            LocalDate since = from.get(key);
            LocalDate until = to.get(key);
            if (since != null && until != null && !until.isBefore(since)) {
                told.computeIfAbsent(database, one -> new ArrayList<>()).add(new Told(since, until));
            }
        });
        return told;
    }

    /** Facts tell moments in whatever zone their source has: the day is what counts. */
    private static @Nullable LocalDate day(@Nullable Object value) {
        String text = String.valueOf(value);
        try {
            return text.length() < 10 ? null : LocalDate.parse(text.substring(0, 10));
        } catch (DateTimeException notADay) {
            return null;
        }
    }

    @Override
    public List<String> programsDue(Map<String, Instant> olderThan) {
        return olderThan.entrySet().stream()
                .filter(entry -> !due(entry.getKey(), entry.getValue(), 1).isEmpty())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    @Override
    public List<String> due(String program, Instant olderThan, int atMost) {
        return db.jdbc()
                .sql("""
                select w.database_name from collection_windows w
                join source_databases d on d.program = w.program and d.database_name = w.database_name
                where w.program = :program and not d.across and w.ended_on is null and (w.sampled_at is null or w.sampled_at < :before)
                    and (not w.refused or exists (
                        select 1 from access_tries t
                        join access_findings f on f.program = t.program and f.database_name = t.database_name
                        where t.program = w.program and t.database_name = w.database_name
                            and f.item = 'LOGIN' and f.state = 'GOOD' and t.checked_at > w.sampled_at))
                order by case when w.sampled_at is null then 0 else 1 end, w.sampled_at, w.database_name
                fetch next :most rows only
                """)
                .param("program", program)
                .param("before", RowValues.at(olderThan))
                .param("most", atMost)
                .query(String.class)
                .list();
    }

    @Override
    public void keep(String program, Collection<SessionSample> samples) {
        Instant now = db.clock().instant();
        db.inTransaction(() -> {
            LocalDate today = LocalDate.ofInstant(db.now(program), zone(program));
            for (SessionSample sample : samples) {
                int window = db.jdbc()
                        .sql("""
                        update collection_windows
                        set sampled_at = :at, sample_problem = :problem, refused = :refused
                        where program = :program and database_name = :database
                        """)
                        .param("at", RowValues.at(now))
                        .param("problem", RowValues.cut(sample.problem(), 2000))
                        .param("refused", sample.refused())
                        .param("program", program)
                        .param("database", sample.database())
                        .update();
                if (window > 0 && sample.problem() == null) {
                    counted(program, sample.database(), today);
                }
            }
        });
    }

    private void counted(String program, String database, LocalDate today) {
        int there = db.jdbc()
                .sql("""
                update session_samples set samples = samples + 1
                where program = :program and database_name = :database and sampled_on = :day
                """)
                .param("program", program)
                .param("database", database)
                .param("day", today)
                .update();
        if (there == 0) {
            db.jdbc()
                    .sql("""
                    insert into session_samples (program, database_name, sampled_on, samples)
                    values (:program, :database, :day, 1)
                    """)
                    .param("program", program)
                    .param("database", database)
                    .param("day", today)
                    .update();
        }
    }
}
