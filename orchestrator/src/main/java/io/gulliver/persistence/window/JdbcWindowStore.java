package io.gulliver.persistence.window;

import io.gulliver.contract.activity.SessionSample;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.SeenClient;
import io.gulliver.persistence.Columns;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.NamedDatabases;
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
    /** Who opens a window because discovery has begun. */
    private static final String OURSELVES = "Gulliver";

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
                select database_name, count(*) as counted from session_clients
                where program = :program group by database_name
                """, program);
        return db.jdbc()
                .sql("""
                select database_name, opened_on, sampled_at, sample_problem from collection_windows
                where program = :program order by database_name
                """)
                .param("program", program)
                .query((row, n) -> new Window(
                        row.getString("database_name"),
                        row.getObject("opened_on", LocalDate.class),
                        Columns.instantOrNull(row, "sampled_at"),
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
        Instant now = db.clock().instant();
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
                    .param("at", Columns.at(now))
                    .update();
        }
        audit.append(new AuditEvent(
                program,
                now,
                by,
                "window.opened",
                "program/" + program,
                null,
                null,
                null,
                wanted.size() > 20
                        ? Map.of("databases", wanted.size())
                        : Map.of("databases", wanted.size(), "names", String.join(", ", wanted))));
        return wanted.size();
    }

    @Override
    public int openBegun() {
        Map<String, Set<String>> begun = new TreeMap<>();
        db.jdbc().sql("""
                select s.program, s.database_name from database_stages s
                where s.stage = 'DISCOVERY' and s.status <> 'NONE' and not exists (
                    select 1 from collection_windows w
                    where w.program = s.program and w.database_name = s.database_name)
                """).query(row -> {
            begun.computeIfAbsent(row.getString("program"), program -> new TreeSet<>())
                    .add(row.getString("database_name"));
        });
        int opened = 0;
        for (Map.Entry<String, Set<String>> of : begun.entrySet()) {
            opened += db.inTransaction(() -> opened(of.getKey(), zone(of.getKey()), of.getValue(), OURSELVES));
        }
        return opened;
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
                where w.program = :program and not d.across and (w.sampled_at is null or w.sampled_at < :before)
                    and (not w.refused or exists (
                        select 1 from access_tries t
                        join access_findings f on f.program = t.program and f.database_name = t.database_name
                        where t.program = w.program and t.database_name = w.database_name
                            and f.item = 'LOGIN' and f.state = 'GOOD' and t.checked_at > w.sampled_at))
                order by case when w.sampled_at is null then 0 else 1 end, w.sampled_at, w.database_name
                fetch next :most rows only
                """)
                .param("program", program)
                .param("before", Columns.at(olderThan))
                .param("most", atMost)
                .query(String.class)
                .list();
    }

    @Override
    public void keep(String program, Collection<SessionSample> samples) {
        Instant now = db.clock().instant();
        db.inTransaction(() -> {
            LocalDate today = LocalDate.ofInstant(now, zone(program));
            for (SessionSample sample : samples) {
                int window = db.jdbc()
                        .sql("""
                        update collection_windows
                        set sampled_at = :at, sample_problem = :problem, refused = :refused
                        where program = :program and database_name = :database
                        """)
                        .param("at", Columns.at(now))
                        .param("problem", Columns.cut(sample.problem(), 2000))
                        .param("refused", sample.refused())
                        .param("program", program)
                        .param("database", sample.database())
                        .update();
                if (window == 0 || sample.problem() != null) {
                    continue;
                }
                counted(program, sample.database(), today);
                Map<String, SeenClient> seen = new TreeMap<>();
                sample.clients()
                        .forEach(client -> seen.merge(
                                key(client),
                                client,
                                (one, more) -> new SeenClient(
                                        one.service(),
                                        one.machine(),
                                        one.program(),
                                        one.user(),
                                        one.sessions() + more.sessions())));
                seen.forEach((key, client) -> seen(program, sample.database(), key, client, now));
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

    private void seen(String program, String database, String key, SeenClient client, Instant now) {
        int there = db.jdbc()
                .sql("""
                update session_clients
                set last_seen = :at, samples = samples + 1, most_sessions = greatest(most_sessions, :sessions)
                where program = :program and database_name = :database and client = :client
                """)
                .param("at", Columns.at(now))
                .param("sessions", client.sessions())
                .param("program", program)
                .param("database", database)
                .param("client", key)
                .update();
        if (there == 0) {
            db.jdbc()
                    .sql("""
                    insert into session_clients (program, database_name, client, service_name, machine, program_name,
                        user_name, first_seen, last_seen, samples, most_sessions)
                    values (:program, :database, :client, :service, :machine, :name, :user, :at, :at, 1, :sessions)
                    """)
                    .param("program", program)
                    .param("database", database)
                    .param("client", key)
                    .param("service", Columns.cut(client.service(), 200))
                    .param("machine", Columns.cut(client.machine(), 200))
                    .param("name", Columns.cut(client.program(), 200))
                    .param("user", Columns.cut(client.user(), 200))
                    .param("at", Columns.at(now))
                    .param("sessions", client.sessions())
                    .update();
        }
    }

    private static String key(SeenClient client) {
        List<String> names = new ArrayList<>();
        for (String name : new String[] {client.service(), client.machine(), client.program(), client.user()}) {
            names.add(name == null ? "" : "=" + name);
        }
        return Json.sha256(Json.write(names));
    }

    @Override
    public List<Client> clients(String program, String database) {
        return db.jdbc()
                .sql("""
                select service_name, machine, program_name, user_name, first_seen, last_seen, samples, most_sessions
                from session_clients where program = :program and database_name = :database
                order by last_seen desc, samples desc, client
                """)
                .param("program", program)
                .param("database", database)
                .query((row, n) -> new Client(
                        row.getString("service_name"),
                        row.getString("machine"),
                        row.getString("program_name"),
                        row.getString("user_name"),
                        Columns.instant(row, "first_seen"),
                        Columns.instant(row, "last_seen"),
                        row.getInt("samples"),
                        row.getInt("most_sessions")))
                .list();
    }
}
