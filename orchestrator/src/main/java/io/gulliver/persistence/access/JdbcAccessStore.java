package io.gulliver.persistence.access;

import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessReach;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.NamedDatabases;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Access in tables. */
public final class JdbcAccessStore implements AccessStore {
    private static final int BATCH = 500;
    private static final String DIVIDER = "\n";
    private static final String MATCHING = """
             from source_databases d
            where d.program = :program and d.searched like :text escape '!'
                and (:everything or exists (
                    select 1 from access_findings f
                    where f.program = d.program and f.database_name = d.database_name and f.state = 'BAD'))
            """;

    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final AuditStore audit;

    public JdbcAccessStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.audit = audit;
    }

    @Override
    public List<DatabaseAccessState> list(String program, boolean only, String text, int from, int atMost) {
        List<String> names = matching("select d.database_name" + MATCHING + """
                 order by d.database_name offset :from rows fetch next :most rows only
                """, program, only, text)
                .param("from", from)
                .param("most", atMost)
                .query(String.class)
                .list();
        Map<String, Try> tries = new HashMap<>();
        Map<String, Map<AccessItem, AccessFinding>> findings = new HashMap<>();
        Set<String> asked = new HashSet<>();
        for (int i = 0; i < names.size(); i += BATCH) {
            read(program, names.subList(i, Math.min(names.size(), i + BATCH)), tries, findings, asked);
        }
        return names.stream()
                .map(name -> {
                    Try made = tries.get(name);
                    return made == null
                            ? DatabaseAccessState.untried(name, asked.contains(name))
                            : new DatabaseAccessState(
                                    name,
                                    findings.getOrDefault(name, Map.of()),
                                    made.missing(),
                                    made.zone(),
                                    made.worker(),
                                    made.at(),
                                    made.reached(),
                                    asked.contains(name));
                })
                .toList();
    }

    private record Try(
            List<String> missing, String zone, @Nullable String worker, Instant at, List<AccessReach> reached) {}

    private void read(
            String program,
            List<String> names,
            Map<String, Try> tries,
            Map<String, Map<AccessItem, AccessFinding>> findings,
            Set<String> asked) {
        db.jdbc().sql("""
                select database_name, missing, zone, worker, checked_at, reached from access_tries
                where program = :program and database_name in (:names)
                """).param("program", program).param("names", names).query(row -> {
            tries.put(
                    row.getString("database_name"),
                    new Try(
                            divided(row.getString("missing")),
                            row.getString("zone"),
                            row.getString("worker"),
                            RowValues.instant(row, "checked_at"),
                            reached(row.getString("reached"))));
        });
        db.jdbc().sql("""
                select database_name, item, state, seen, action, role from access_findings
                where program = :program and database_name in (:names)
                """).param("program", program).param("names", names).query(row -> {
            AccessItem item = AccessItem.valueOf(row.getString("item"));
            findings.computeIfAbsent(row.getString("database_name"), name -> new EnumMap<>(AccessItem.class))
                    .put(
                            item,
                            new AccessFinding(
                                    item,
                                    AccessState.valueOf(row.getString("state")),
                                    row.getString("seen"),
                                    row.getString("action"),
                                    row.getString("role")));
        });
        asked.addAll(db.jdbc()
                .sql("""
                select database_name from access_requests where program = :program and database_name in (:names)
                """)
                .param("program", program)
                .param("names", names)
                .query(String.class)
                .list());
    }

    /** As the column {@code reached} holds it. */
    record Reached(List<AccessReach> tried) {}

    private static List<AccessReach> reached(@Nullable String json) {
        return json == null ? List.of() : Json.read(json, Reached.class).tried();
    }

    private static List<String> divided(@Nullable String text) {
        return text == null || text.isBlank()
                ? List.of()
                : Arrays.stream(text.split(DIVIDER))
                        .filter(part -> !part.isBlank())
                        .toList();
    }

    @Override
    public int count(String program, boolean only, String text) {
        return matching("select count(*)" + MATCHING, program, only, text)
                .query(Integer.class)
                .single();
    }

    private JdbcClient.StatementSpec matching(String sql, String program, boolean only, String text) {
        String plain = text.strip()
                .toLowerCase(Locale.ROOT)
                .replace("!", "!!")
                .replace("%", "!%")
                .replace("_", "!_");
        return db.jdbc()
                .sql(sql)
                .param("program", program)
                .param("everything", !only)
                .param("text", "%" + plain + "%");
    }

    @Override
    public Map<AccessItem, Map<AccessState, Integer>> tally(String program) {
        Map<AccessItem, Map<AccessState, Integer>> tally = new EnumMap<>(AccessItem.class);
        db.jdbc().sql("""
                select item, state, count(*) as databases from access_findings
                where program = :program group by item, state
                """).param("program", program).query(row -> {
            tally.computeIfAbsent(AccessItem.valueOf(row.getString("item")), item -> new EnumMap<>(AccessState.class))
                    .put(AccessState.valueOf(row.getString("state")), row.getInt("databases"));
        });
        return tally;
    }

    @Override
    public List<Todo> todo(String program, int atMost) {
        return db.jdbc()
                .sql("""
                select role, action, count(*) as databases, min(database_name) as first_name from access_findings
                where program = :program and state = 'BAD'
                group by role, action order by count(*) desc, role, action fetch next :most rows only
                """)
                .param("program", program)
                .param("most", atMost)
                .query((row, n) -> new Todo(
                        String.valueOf(row.getString("role")),
                        String.valueOf(row.getString("action")),
                        row.getInt("databases"),
                        row.getString("first_name")))
                .list();
    }

    @Override
    public Count count(String program) {
        return db.jdbc()
                .sql("""
                select (select count(*) from access_tries where program = :program) as tried,
                    (select count(distinct database_name) from access_findings
                        where program = :program and state = 'BAD') as bad,
                    (select count(*) from access_requests where program = :program) as waiting
                from programs where program = :program
                """)
                .param("program", program)
                .query((row, n) -> new Count(row.getInt("tried"), row.getInt("bad"), row.getInt("waiting")))
                .optional()
                .orElse(new Count(0, 0, 0));
    }

    @Override
    public int ask(String program, Collection<String> databases, String by) {
        Instant now = db.clock().instant();
        return db.inTransaction(() -> {
            // the program's row is the lock: two who ask at once ask one after the other
            db.jdbc()
                    .sql("select program from programs where program = :program for update")
                    .param("program", program)
                    .query(String.class)
                    .optional()
                    .orElseThrow(() -> new UnknownRowException("There is no program '" + program + "'."));
            Set<String> wanted = NamedDatabases.of(db, program, databases);
            db.jdbc()
                    .sql("select database_name from access_requests where program = :program")
                    .param("program", program)
                    .query(String.class)
                    .list()
                    .forEach(wanted::remove);
            if (wanted.isEmpty()) {
                return 0;
            }
            List<MapSqlParameterSource> rows = wanted.stream()
                    .map(name -> new MapSqlParameterSource()
                            .addValue("program", program)
                            .addValue("database", name)
                            .addValue("by", by)
                            .addValue("at", RowValues.at(now)))
                    .toList();
            batch.batchUpdate("""
                    insert into access_requests (program, database_name, asked_by, asked_at)
                    values (:program, :database, :by, :at)
                    """, rows.toArray(MapSqlParameterSource[]::new));
            audit.append(new AuditEvent(
                    program,
                    now,
                    by,
                    "access.asked",
                    "program/" + program,
                    null,
                    null,
                    null,
                    wanted.size() > 20
                            ? Map.of("databases", wanted.size())
                            : Map.of("databases", wanted.size(), "names", String.join(", ", wanted))));
            return wanted.size();
        });
    }

    @Override
    public List<String> waiting(String program, int atMost) {
        return db.jdbc()
                .sql("""
                select database_name from access_requests
                where program = :program order by asked_at, database_name fetch next :most rows only
                """)
                .param("program", program)
                .param("most", atMost)
                .query(String.class)
                .list();
    }

    @Override
    public List<String> waitingPrograms() {
        return db.jdbc()
                .sql("select distinct program from access_requests order by program")
                .query(String.class)
                .list();
    }

    @Override
    public void keep(String program, String zone, Collection<AccessAnswer> answers) {
        if (answers.isEmpty()) {
            return;
        }
        Instant now = db.clock().instant();
        List<MapSqlParameterSource> tries = new ArrayList<>();
        List<MapSqlParameterSource> findings = new ArrayList<>();
        for (AccessAnswer answer : answers) {
            tries.add(of(program, answer.database())
                    .addValue("missing", RowValues.cut(String.join(DIVIDER, answer.missing()), 4000))
                    .addValue("zone", zone)
                    .addValue("worker", answer.worker())
                    .addValue("reached", Json.write(new Reached(answer.reached())))
                    .addValue("at", RowValues.at(now)));
            answer.findings()
                    .forEach(finding -> findings.add(of(program, answer.database())
                            .addValue("item", finding.item().name())
                            .addValue("state", finding.state().name())
                            .addValue("seen", RowValues.cut(finding.seen(), 2000))
                            .addValue("action", RowValues.cut(finding.action(), 2000))
                            .addValue("role", finding.role())));
        }
        MapSqlParameterSource[] made = tries.toArray(MapSqlParameterSource[]::new);
        db.inTransaction(() -> {
            for (String table : List.of("access_findings", "access_tries", "access_requests")) {
                batch.batchUpdate(
                        "delete from " + table + " where program = :program and database_name = :database", made);
            }
            batch.batchUpdate("""
                    insert into access_tries (program, database_name, missing, zone, worker, checked_at, reached)
                    values (:program, :database, :missing, :zone, :worker, :at, :reached)
                    """, made);
            batch.batchUpdate("""
                    insert into access_findings (program, database_name, item, state, seen, action, role)
                    values (:program, :database, :item, :state, :seen, :action, :role)
                    """, findings.toArray(MapSqlParameterSource[]::new));
        });
    }

    private static MapSqlParameterSource of(String program, String database) {
        return new MapSqlParameterSource().addValue("program", program).addValue("database", database);
    }
}
