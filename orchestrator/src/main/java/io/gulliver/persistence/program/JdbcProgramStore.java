package io.gulliver.persistence.program;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramRules;
import io.gulliver.persistence.IdempotencyConflictException;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditChange;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

/** Programs in a table. */
public final class JdbcProgramStore implements ProgramStore {
    private static final String COLUMNS = "program, title, zone_id, policy, version, changed_by, changed_at";
    private final StoreDatabase db;
    private final AuditStore audit;
    private final Map<String, ReadPolicy> policies = new ConcurrentHashMap<>();

    /**
     * A policy as it was read last. Every page and call asks for its program, and a policy of fifty databases is long: to
     * read it again each time was a fifth of what pages cost.
     */
    private record ReadPolicy(String text, Map<String, Object> values) {}

    public JdbcProgramStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public Program create(String key, String title, ZoneId zone, Map<String, Object> policy, String by) {
        Instant now = db.clock().instant();
        Program wanted = new Program(key, title, zone, policy, 1, by, now);
        Optional<Program> there = find(key);
        if (there.isEmpty()) {
            try {
                db.inTransaction(() -> {
                    db.jdbc()
                            .sql("""
                            insert into programs (program, title, zone_id, policy, last_number, version, changed_by,
                                changed_at)
                            values (:program, :title, :zone, :policy, coalesce(
                                (select last_number from deleted_programs where program = :program), 0), 1, :by, :at)
                            """)
                            .param("program", key)
                            .param("title", title)
                            .param("zone", zone.getId())
                            .param("policy", Json.write(policy))
                            .param("by", by)
                            .param("at", RowValues.at(now))
                            .update();
                    audit.append(event(wanted, "program.created", null));
                });
                return require(key);
            } catch (DuplicateKeyException another) {
                there = find(key);
            }
        }
        Program found = there.orElseThrow(() -> new UnknownRowException("Program " + key + " vanished."));
        if (!found.title().equals(title) || !found.zone().equals(zone)) {
            throw new IdempotencyConflictException("Program " + key + " exists with the title '" + found.title()
                    + "' and zone " + found.zone() + ". Choose another key, or change that program.");
        }
        return found;
    }

    @Override
    public Optional<Program> find(String key) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from programs where program = :program")
                .param("program", key)
                .query((row, n) -> program(row))
                .optional();
    }

    @Override
    public Program require(String key) {
        return find(key)
                .orElseThrow(() -> new UnknownRowException(
                        "There is no program '" + key + "'. List the programs, or make this one first."));
    }

    @Override
    public List<Program> list() {
        return db.jdbc()
                .sql("select " + COLUMNS + " from programs order by program")
                .query((row, n) -> program(row))
                .list();
    }

    @Override
    public List<Program> atWork() {
        return db.jdbc()
                .sql("select " + COLUMNS + " from programs where archived_at is null order by program")
                .query((row, n) -> program(row))
                .list();
    }

    @Override
    public Program update(String key, long version, String title, ZoneId zone, Map<String, Object> policy, String by) {
        Program before = require(key);
        Instant now = db.clock().instant();
        Program after = new Program(key, title, zone, policy, version + 1, by, now);
        db.inTransaction(() -> {
            int changed = db.jdbc()
                    .sql("""
                    update programs
                    set title = :title, zone_id = :zone, policy = :policy, version = version + 1, changed_by = :by,
                        changed_at = :at
                    where program = :program and version = :version
                    """)
                    .param("title", title)
                    .param("zone", zone.getId())
                    .param("policy", Json.write(policy))
                    .param("by", by)
                    .param("at", RowValues.at(now))
                    .param("program", key)
                    .param("version", version)
                    .update();
            if (changed == 0) {
                Program now2 = require(key);
                throw new StaleVersionException(
                        "Program " + key + " was changed by " + now2.changedBy() + " at " + now2.changedAt()
                                + " (version " + now2.version() + ", yours was " + version
                                + "). Look at the difference, then save again.",
                        now2.version());
            }
            audit.append(event(after, "program.changed", before));
        });
        return require(key);
    }

    @Override
    public Optional<Archived> archived(String key) {
        return db.jdbc()
                .sql(
                        "select archived_at, archived_by from programs where program = :program and archived_at is not null")
                .param("program", key)
                .query((row, n) -> new Archived(RowValues.instant(row, "archived_at"), row.getString("archived_by")))
                .optional();
    }

    @Override
    public Set<String> archived() {
        return new TreeSet<>(db.jdbc()
                .sql("select program from programs where archived_at is not null")
                .query(String.class)
                .list());
    }

    @Override
    public void archive(String key, String by) {
        db.inTransaction(() -> {
            lock(key);
            RefusedException.throwIf(ProgramRules.archive(key, openRuns(key)));
            if (archived(key).isEmpty()) {
                Instant now = db.clock().instant();
                mark(key, now, by);
                audit.append(of(key, now, by, "program.archived", Map.of()));
            }
        });
    }

    @Override
    public void restore(String key, String by) {
        db.inTransaction(() -> {
            lock(key);
            if (archived(key).isPresent()) {
                mark(key, null, null);
                audit.append(of(key, db.clock().instant(), by, "program.restored", Map.of()));
            }
        });
    }

    @Override
    public void delete(String key, String reason, String by) {
        db.inTransaction(() -> {
            lock(key);
            RefusedException.throwIf(ProgramRules.delete(key, archived(key).isPresent(), openRuns(key)));
            remember(key, by);
            new ProgramRows(db).delete(key);
            audit.append(of(key, db.clock().instant(), by, "program.deleted", Map.of("reason", reason)));
        });
        policies.remove(key);
        db.programClocks().forget(key);
    }

    /** Keeps the number of its last run, so that none of a later program of that key has the same id. */
    private void remember(String key, String by) {
        db.jdbc()
                .sql("""
                insert into deleted_programs (program, last_number, deleted_by, deleted_at)
                select program, last_number, :by, :at from programs where program = :program
                on conflict (program) do update set last_number = excluded.last_number,
                    deleted_by = excluded.deleted_by, deleted_at = excluded.deleted_at
                """)
                .param("by", by)
                .param("at", RowValues.at(db.clock().instant()))
                .param("program", key)
                .update();
    }

    /** Waits for others that change the program. */
    private void lock(String key) {
        db.jdbc()
                .sql("select program from programs where program = :program for update")
                .param("program", key)
                .query(String.class)
                .optional()
                .orElseThrow(() ->
                        new UnknownRowException("There is no program '" + key + "'. Look at the list of programs."));
    }

    private long openRuns(String key) {
        return db.jdbc()
                .sql("select count(*) from migrations where program = :program and ended_at is null")
                .param("program", key)
                .query(Long.class)
                .single();
    }

    private void mark(String key, @Nullable Instant at, @Nullable String by) {
        db.jdbc()
                .sql("update programs set archived_at = :at, archived_by = :by where program = :program")
                .param("at", at == null ? null : RowValues.at(at))
                .param("by", by)
                .param("program", key)
                .update();
    }

    private static AuditEvent of(String key, Instant at, String by, String action, Map<String, Object> details) {
        return new AuditEvent(key, at, by, action, "program/" + key, null, null, null, details);
    }

    private static AuditEvent event(Program program, String action, @Nullable Program before) {
        return new AuditEvent(
                program.key(),
                program.changedAt(),
                program.changedBy(),
                action,
                "program/" + program.key(),
                before == null ? null : Json.sha256(Json.write(before)),
                Json.sha256(Json.write(program)),
                null,
                details(program, before));
    }

    private static Map<String, Object> details(Program program, @Nullable Program before) {
        return AuditChange.details(
                before == null ? null : typed(before),
                typed(program),
                Map.of("title", program.title(), "version", program.version()));
    }

    /** What people type of a program: who set which rate is asked years later. */
    private static Map<String, Object> typed(Program program) {
        Map<String, Object> typed = new TreeMap<>(program.policy());
        typed.put("title", program.title());
        typed.put("zone", program.zone().getId());
        return typed;
    }

    private Program program(ResultSet row) throws SQLException {
        String key = row.getString("program");
        return new Program(
                key,
                row.getString("title"),
                ZoneId.of(row.getString("zone_id")),
                policy(key, row.getString("policy")),
                row.getLong("version"),
                row.getString("changed_by"),
                RowValues.instant(row, "changed_at"));
    }

    private Map<String, Object> policy(String program, String text) {
        ReadPolicy read = policies.get(program);
        if (read == null || !read.text().equals(text)) {
            read = new ReadPolicy(text, frozen(Json.readMap(text)));
            policies.put(program, read);
        }
        return read.values();
    }

    private static Map<String, Object> frozen(Map<?, ?> values) {
        Map<String, Object> copy = new LinkedHashMap<>();
        values.forEach((name, value) -> copy.put(String.valueOf(name), frozen(value)));
        return Collections.unmodifiableMap(copy);
    }

    private static @Nullable Object frozen(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return frozen(map);
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(frozen(item)));
            return Collections.unmodifiableList(copy);
        }
        return value;
    }
}
