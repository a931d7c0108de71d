package io.gulliver.persistence.facts;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.estate.FactSource;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Facts in a table; a row holds from one version of its database to the one that replaced it. */
public final class JdbcFactStore implements FactStore {
    private static final String COLUMNS = "name, content, unit, source, happened_at, confidence";
    /** What a source has told anew of the same time never was. */
    private static final String NOT_RETOLD = """
             and not exists (
                select 1 from facts later
                where later.program = f.program and later.database_name = f.database_name and later.name = f.name
                    and later.source = f.source and later.happened_at = f.happened_at
                    and later.since_version > f.since_version)
            """;

    private static final Pattern NUMBER = Pattern.compile("\\{\"value\":(-?[0-9]{1,17})(\\.[0-9]{1,17})?\\}");

    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcFactStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public long put(String program, String database, Collection<Fact> facts, String by) {
        return db.inTransaction(() -> {
            long before = lockedVersion(program, database);
            SortedMap<String, Fact> known = new TreeMap<>();
            list(program, database, before).forEach(fact -> known.put(fact.name(), fact));
            SortedMap<String, Fact> gained = new TreeMap<>();
            for (Fact fact : facts) {
                Fact there = gained.getOrDefault(fact.name(), known.get(fact.name()));
                if (there == null || fact.holdsOver(there)) {
                    gained.put(fact.name(), fact);
                }
            }
            hear(program, database, facts);
            if (gained.isEmpty()) {
                return before;
            }
            long version = before + 1;
            for (Fact fact : gained.values()) {
                end(program, database, fact.name(), version);
                begin(program, database, fact, version);
            }
            number(program, database, version);
            audit.append(new AuditEvent(
                    program,
                    db.clock().instant(),
                    by,
                    "facts.collected",
                    "database/" + program + "/" + database,
                    null,
                    Json.sha256(Json.write(gained.values())),
                    null,
                    Map.of("version", version, "facts", gained.size())));
            return version;
        });
    }

    /** The version of the facts; the database's row is the lock that numbers the next one. */
    private long lockedVersion(String program, String database) {
        return db.jdbc()
                .sql("""
                select facts_version from source_databases
                where program = :program and database_name = :database for update
                """)
                .param("program", program)
                .param("database", database)
                .query(Long.class)
                .optional()
                .orElseThrow(() -> unknown(program, database));
    }

    @Override
    public Withdrawn withdraw(String program, String database, Set<String> marks, String by) {
        return db.inTransaction(() -> {
            long before = lockedVersion(program, database);
            for (String mark : marks) {
                forget("delete from fact_words", program, database, mark);
                forget("delete from fact_earlier_words", program, database, mark);
            }
            List<Fact> lost = list(program, database, before).stream()
                    .filter(fact -> marked(fact, marks))
                    .toList();
            if (lost.isEmpty()) {
                return new Withdrawn(before, 0, 0);
            }
            Map<String, Fact> next = new TreeMap<>();
            List<Fact> others = new ArrayList<>(words(program, database));
            others.addAll(past(program, database));
            for (Fact fact : others) {
                Fact best = next.get(fact.name());
                if (!marked(fact, marks) && (best == null || fact.holdsOver(best))) {
                    next.put(fact.name(), fact);
                }
            }
            long version = before + 1;
            int fellBack = 0;
            for (Fact fact : lost) {
                end(program, database, fact.name(), version);
                Fact other = next.get(fact.name());
                if (other != null) {
                    begin(program, database, other, version);
                    fellBack++;
                }
            }
            number(program, database, version);
            return new Withdrawn(version, fellBack, lost.size() - fellBack);
        });
    }

    private void forget(String delete, String program, String database, String mark) {
        db.jdbc()
                .sql(delete + " where program = :program and database_name = :database and source like :mark")
                .param("program", program)
                .param("database", database)
                .param("mark", "%" + mark + "%")
                .update();
    }

    private void end(String program, String database, String name, long version) {
        db.jdbc()
                .sql("""
                update facts set until_version = :version
                where program = :program and database_name = :database and name = :name and until_version is null
                """)
                .param("version", version)
                .param("program", program)
                .param("database", database)
                .param("name", name)
                .update();
    }

    private void begin(String program, String database, Fact fact, long version) {
        db.jdbc()
                .sql("""
                insert into facts (program, database_name, name, since_version, content, unit, source, happened_at,
                    confidence)
                values (:program, :database, :name, :version, :content, :unit, :source, :at, :confidence)
                """)
                .param("program", program)
                .param("database", database)
                .param("name", fact.name())
                .param("version", version)
                .param("content", Json.write(Map.of("value", fact.value())))
                .param("unit", RowValues.cut(fact.unit(), 40))
                .param("source", RowValues.cut(fact.source(), 400))
                .param("at", RowValues.at(fact.at()))
                .param("confidence", fact.confidence().name())
                .update();
    }

    private void number(String program, String database, long version) {
        db.jdbc()
                .sql("""
                update source_databases set facts_version = :version
                where program = :program and database_name = :database
                """)
                .param("version", version)
                .param("program", program)
                .param("database", database)
                .update();
    }

    private static boolean marked(Fact fact, Set<String> marks) {
        return marks.stream().anyMatch(fact.source()::contains);
    }

    @Override
    public List<Fact> past(String program, String database) {
        return db.jdbc()
                .sql("select " + COLUMNS + """
                 from facts f
                where program = :program and database_name = :database and until_version is not null
                """ + NOT_RETOLD + """
                union all select
                """ + COLUMNS + """
                 from fact_earlier_words
                where program = :program and database_name = :database
                order by name, happened_at desc, source
                """)
                .param("program", program)
                .param("database", database)
                .query((row, n) -> fact(row))
                .list();
    }

    @Override
    public Map<String, List<Fact>> past(String program, Collection<String> names) {
        Map<String, List<Fact>> all = new TreeMap<>();
        if (!names.isEmpty()) {
            db.jdbc()
                    .sql("select database_name, " + COLUMNS + """
                     from facts f where program = :program and name in (:names) and until_version is not null
                    """ + NOT_RETOLD + """
                    union all select database_name,
                    """ + COLUMNS + """
                     from fact_earlier_words where program = :program and name in (:names)
                    order by database_name, name, happened_at desc, source
                    """)
                    .param("program", program)
                    .param("names", names)
                    .query(row -> {
                        all.computeIfAbsent(row.getString("database_name"), name -> new ArrayList<>())
                                .add(fact(row));
                    });
        }
        return all;
    }

    /**
     * Keeps what voices say as the last word of each, unless it said something stronger before: see {@link Fact#holdsOver}. The
     * weaker of the two stays as an earlier word. The lock on the database's row keeps other writers away.
     */
    private void hear(String program, String database, Collection<Fact> facts) {
        Map<List<String>, Fact> last = new HashMap<>();
        words(program, database).forEach(word -> last.put(List.of(word.name(), FactSource.of(word.source())), word));
        for (Fact fact : facts) {
            List<String> voice = List.of(fact.name(), FactSource.of(fact.source()));
            Fact there = last.get(voice);
            if (there != null && !stronger(fact, there)) {
                keepEarlier(program, database, fact);
                continue;
            }
            if (there != null && !(sameTime(fact, there) && fact.source().equals(there.source()))) {
                keepEarlier(program, database, there);
            }
            word("""
                    insert into fact_words (program, database_name, name, voice, content, unit, source, happened_at,
                        confidence)
                    values (:program, :database, :name, :voice, :content, :unit, :source, :at, :confidence)
                    on conflict (program, database_name, name, voice) do update set content = excluded.content,
                        unit = excluded.unit, source = excluded.source, happened_at = excluded.happened_at,
                        confidence = excluded.confidence
                    """, program, database, fact);
            last.put(voice, fact);
        }
    }

    /** A word that is the last of nobody; what once held stands in its version and is not kept twice. */
    private void keepEarlier(String program, String database, Fact fact) {
        word("""
                insert into fact_earlier_words (program, database_name, name, voice, content, unit, source, happened_at,
                    confidence)
                select d.program, d.database_name, :name, :voice, :content, :unit, :source, :at, :confidence
                from source_databases d
                where d.program = :program and d.database_name = :database
                    and not exists (
                        select 1 from facts f
                        where f.program = :program and f.database_name = :database and f.name = :name
                            and f.source = :source and f.happened_at = :at and f.content = :content)
                on conflict (program, database_name, name, voice, happened_at, source) do update
                    set content = excluded.content, unit = excluded.unit, confidence = excluded.confidence
                """, program, database, fact);
    }

    private void word(String sql, String program, String database, Fact fact) {
        db.jdbc()
                .sql(sql)
                .param("program", program)
                .param("database", database)
                .param("name", fact.name())
                .param("voice", FactSource.of(fact.source()))
                .param("content", Json.write(Map.of("value", fact.value())))
                .param("unit", RowValues.cut(fact.unit(), 40))
                .param("source", RowValues.cut(fact.source(), 400))
                .param("at", RowValues.at(fact.at()))
                .param("confidence", fact.confidence().name())
                .update();
    }

    /** As {@link Fact#holdsOver}, within a voice: of two of one time the source that stands last in the alphabet holds. */
    private static boolean stronger(Fact fact, Fact there) {
        boolean guess = fact.confidence() == Confidence.ASSUMED;
        if (guess != (there.confidence() == Confidence.ASSUMED)) {
            return !guess;
        }
        return sameTime(fact, there)
                ? fact.source().compareTo(there.source()) >= 0
                : fact.at().isAfter(there.at());
    }

    /** Times are compared as stored, in microseconds. */
    private static boolean sameTime(Fact fact, Fact there) {
        return fact.at().truncatedTo(ChronoUnit.MICROS).equals(there.at().truncatedTo(ChronoUnit.MICROS));
    }

    @Override
    public List<Fact> words(String program, String database) {
        return db.jdbc()
                .sql("select " + COLUMNS + """
                 from fact_words
                where program = :program and database_name = :database order by name, happened_at desc, voice
                """)
                .param("program", program)
                .param("database", database)
                .query((row, n) -> fact(row))
                .list();
    }

    @Override
    public Map<String, List<Fact>> words(String program, Collection<String> names) {
        Map<String, List<Fact>> all = new TreeMap<>();
        if (!names.isEmpty()) {
            db.jdbc()
                    .sql("select database_name, " + COLUMNS + """
                     from fact_words where program = :program and name in (:names)
                     order by database_name, name, happened_at desc, voice
                    """)
                    .param("program", program)
                    .param("names", names)
                    .query(row -> {
                        all.computeIfAbsent(row.getString("database_name"), name -> new ArrayList<>())
                                .add(fact(row));
                    });
        }
        return all;
    }

    private static UnknownRowException unknown(String program, String database) {
        return new UnknownRowException("Program " + program + " has no database '" + database
                + "'. Import it with the inventory before collecting data about it.");
    }

    @Override
    public List<Fact> list(String program, String database) {
        return list(program, database, version(program, database));
    }

    @Override
    public List<Fact> list(String program, String database, long version) {
        return db.jdbc()
                .sql("select " + COLUMNS + """
                 from facts
                where program = :program and database_name = :database and since_version <= :version
                    and (until_version is null or until_version > :version)
                order by name
                """)
                .param("program", program)
                .param("database", database)
                .param("version", version)
                .query((row, n) -> fact(row))
                .list();
    }

    @Override
    public Map<String, List<Fact>> all(String program) {
        Map<String, List<Fact>> all = new TreeMap<>();
        // names, units, sources and moments repeat from database to database: each is held once
        Map<Object, Object> same = new HashMap<>();
        db.jdbc()
                .sql("select database_name, " + COLUMNS + """
                 from facts where program = :program and until_version is null order by database_name, name
                """)
                .param("program", program)
                .query(row -> {
                    Fact fact = fact(row);
                    String unit = fact.unit();
                    all.computeIfAbsent(row.getString("database_name"), name -> new ArrayList<>())
                            .add(new Fact(
                                    once(same, fact.name()),
                                    fact.value(),
                                    unit == null ? null : once(same, unit),
                                    once(same, fact.source()),
                                    once(same, fact.at()),
                                    fact.confidence()));
                });
        return all;
    }

    @SuppressWarnings("unchecked")
    private static <T> T once(Map<Object, Object> same, T value) {
        Object known = same.putIfAbsent(value, value);
        return known == null ? value : (T) known;
    }

    @Override
    public Map<String, List<Fact>> named(String program, List<String> names) {
        Map<String, List<Fact>> all = new TreeMap<>();
        db.jdbc()
                .sql("select database_name, " + COLUMNS + """
                 from facts where program = :program and until_version is null and name in (:names)
                 order by database_name, name
                """)
                .param("program", program)
                .param("names", names)
                .query((row, n) -> Map.entry(row.getString("database_name"), fact(row)))
                .list()
                .forEach(entry -> all.computeIfAbsent(entry.getKey(), name -> new ArrayList<>())
                        .add(entry.getValue()));
        return all;
    }

    @Override
    public String mark(String program) {
        return db.jdbc()
                .sql("""
                select count(*) as databases, coalesce(sum(facts_version), 0) as facts, coalesce(sum(version), 0) as lines
                from source_databases where program = :program
                """)
                .param("program", program)
                .query((row, n) -> row.getLong("databases") + "/" + row.getLong("facts") + "/" + row.getLong("lines"))
                .single();
    }

    @Override
    public long version(String program, String database) {
        return db.jdbc()
                .sql("""
                select facts_version from source_databases where program = :program and database_name = :database
                """)
                .param("program", program)
                .param("database", database)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    @Override
    public Map<String, Long> versions(String program) {
        Map<String, Long> versions = new TreeMap<>();
        db.jdbc()
                .sql("select database_name, facts_version from source_databases where program = :program")
                .param("program", program)
                .query(row -> {
                    versions.put(row.getString("database_name"), row.getLong("facts_version"));
                });
        return versions;
    }

    @Override
    public Optional<Fact> find(String program, String database, String name) {
        return db.jdbc()
                .sql("select " + COLUMNS + """
                 from facts
                where program = :program and database_name = :database and name = :name and until_version is null
                """)
                .param("program", program)
                .param("database", database)
                .param("name", name)
                .query((row, n) -> fact(row))
                .optional();
    }

    @Override
    public FactSheet sheet(String program, String database) {
        return sheet(program, database, version(program, database));
    }

    @Override
    public FactSheet sheet(String program, String database, long version) {
        SortedMap<String, Object> values = new TreeMap<>();
        list(program, database, version).forEach(fact -> values.put(fact.name(), fact.value()));
        return new FactSheet(version, values);
    }

    private static Fact fact(ResultSet row) throws SQLException {
        return new Fact(
                row.getString("name"),
                value(row.getString("content")),
                row.getString("unit"),
                row.getString("source"),
                RowValues.instant(row, "happened_at"),
                Confidence.valueOf(row.getString("confidence")));
    }

    /** Most facts are plain numbers: a program has hundreds of thousands of them, and a reader for each costs a second. */
    private static Object value(String content) {
        var number = NUMBER.matcher(content);
        if (number.matches()) {
            return number.group(2) == null
                    ? (Object) Long.parseLong(number.group(1))
                    : (Object) Double.parseDouble(number.group(1) + number.group(2));
        }
        return Json.readMap(content).get("value");
    }
}
