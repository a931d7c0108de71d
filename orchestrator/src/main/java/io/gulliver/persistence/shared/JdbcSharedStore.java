package io.gulliver.persistence.shared;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shared things in tables; the thing's row is the lock. */
public final class JdbcSharedStore implements SharedStore {
    private static final String WHERE = " where program = :program and kind = :kind and thing = :thing";
    private final StoreDatabase db;

    public JdbcSharedStore(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public SharedThing use(
            String program, String kind, String name, MigrationId migration, CallOrder asked, Instant at) {
        makeRow(program, kind, name);
        return locked(program, kind, name, thing -> {
            Map<String, Object> key = key(program, kind, name);
            if (!known(key, migration)) {
                db.jdbc()
                        .sql("""
                        insert into shared_users (program, kind, thing, migration, since)
                        values (:program, :kind, :thing, :migration, :at)
                        """)
                        .params(key)
                        .param("migration", migration.value())
                        .param("at", RowValues.at(at))
                        .update();
            } else if (!thing.users().contains(migration)) {
                db.jdbc()
                        .sql("update shared_users set since = :at, left_generation = null, left_attempt = null" + WHERE
                                + """
                                 and migration = :migration
                                and (left_generation < :generation
                                    or left_generation = :generation and left_attempt < :attempt)
                                """)
                        .params(key)
                        .param("migration", migration.value())
                        .param("at", RowValues.at(at))
                        .param("generation", asked.generation())
                        .param("attempt", asked.attempt())
                        .update();
            }
        });
    }

    /** Whether the migration is a user, or was one. */
    private boolean known(Map<String, Object> key, MigrationId migration) {
        return db.jdbc()
                        .sql("select count(*) from shared_users" + WHERE + " and migration = :migration")
                        .params(key)
                        .param("migration", migration.value())
                        .query(Integer.class)
                        .single()
                > 0;
    }

    private void makeRow(String program, String kind, String name) {
        // Made by another migration at the same moment: that row serves as well.
        db.jdbc().sql("""
                insert into shared_things (program, kind, thing, run, removing, builds)
                values (:program, :kind, :thing, null, false, 0)
                on conflict do nothing
                """).params(key(program, kind, name)).update();
    }

    @Override
    public SharedThing build(String program, String kind, String name, Function<SharedThing, MigrationId> builder) {
        return locked(program, kind, name, thing -> built(thing, builder));
    }

    private void built(SharedThing thing, Function<SharedThing, MigrationId> builder) {
        if (thing.run() == null && !thing.removing() && !thing.users().isEmpty()) {
            db.jdbc()
                    .sql("update shared_things set run = :run" + WHERE)
                    .params(key(thing.program(), thing.kind(), thing.name()))
                    .param("run", builder.apply(thing).value())
                    .update();
        }
    }

    @Override
    public SharedThing letGo(
            String program, String kind, String name, MigrationId migration, CallOrder asked, Instant at) {
        makeRow(program, kind, name);
        return locked(program, kind, name, thing -> {
            Map<String, Object> key = key(program, kind, name);
            // The row stays as the mark that calls from before must not make it a user again.
            db.jdbc()
                    .sql(
                            known(key, migration)
                                    ? "update shared_users set left_generation = :generation, left_attempt = :attempt"
                                            + WHERE + " and migration = :migration"
                                    : """
                                    insert into shared_users
                                        (program, kind, thing, migration, since, left_generation, left_attempt)
                                    values (:program, :kind, :thing, :migration, :at, :generation, :attempt)
                                    """)
                    .params(key)
                    .param("migration", migration.value())
                    .param("at", RowValues.at(at))
                    .param("generation", asked.generation())
                    .param("attempt", asked.attempt())
                    .update();
            boolean last = thing.users().stream().allMatch(migration::equals);
            if (last && thing.run() != null) {
                db.jdbc()
                        .sql("update shared_things set removing = true" + WHERE)
                        .params(key)
                        .update();
            }
        });
    }

    @Override
    public SharedThing removed(
            String program, String kind, String name, MigrationId run, Function<SharedThing, MigrationId> builder) {
        return locked(program, kind, name, thing -> {
            if (run.equals(thing.run())) {
                db.jdbc()
                        .sql("update shared_things set run = null, removing = false, builds = builds + 1" + WHERE)
                        .params(key(program, kind, name))
                        .update();
                built(read(program, kind, name, false).orElseThrow(), builder);
            }
        });
    }

    /** Changes the thing while nobody else can, and answers with what it then is. */
    private SharedThing locked(String program, String kind, String name, Consumer<SharedThing> change) {
        return db.inTransaction(() -> {
            change.accept(read(program, kind, name, true)
                    .orElseThrow(() -> new UnknownRowException(
                            "Program " + program + " has no shared " + kind + " '" + name + "'.")));
            return read(program, kind, name, false).orElseThrow();
        });
    }

    @Override
    public Optional<SharedThing> find(String program, String kind, String name) {
        return read(program, kind, name, false);
    }

    @Override
    public Optional<List<String>> landing(String program, String kind, String name) {
        return find(program, kind, name)
                .map(thing -> thing.users().isEmpty()
                        ? List.of()
                        : db.jdbc()
                                .sql("select distinct database_name from migrations where id in (:ids) order by 1")
                                .param(
                                        "ids",
                                        thing.users().stream()
                                                .map(MigrationId::value)
                                                .toList())
                                .query(String.class)
                                .list());
    }

    @Override
    public List<SharedThing> list(String program) {
        List<Row> rows = db.jdbc()
                .sql("select kind, thing, run, removing, builds from shared_things where program = :program"
                        + " order by kind, thing")
                .param("program", program)
                .query(JdbcSharedStore::row)
                .list();
        Map<List<String>, List<MigrationId>> users = new HashMap<>();
        db.jdbc()
                .sql("select kind, thing, migration from shared_users where program = :program"
                        + " and left_generation is null order by migration")
                .param("program", program)
                .query(row -> {
                    users.computeIfAbsent(
                                    List.of(row.getString("kind"), row.getString("thing")), key -> new ArrayList<>())
                            .add(new MigrationId(row.getString("migration")));
                });
        return rows.stream()
                .map(row -> row.thing(program, users.getOrDefault(List.of(row.kind(), row.name()), List.of())))
                .toList();
    }

    @Override
    public Across across(String program, String kind, String name) {
        return db.jdbc()
                .sql("""
                select count(*) as landing, count(*) filter (where m.outcome = 'COMPLETED') as across
                from shared_users u left join migrations m on m.id = u.migration
                where u.program = :program and u.kind = :kind and u.thing = :thing and u.left_generation is null
                """)
                .params(key(program, kind, name))
                .query((row, n) -> new Across(row.getInt("landing"), row.getInt("across")))
                .single();
    }

    /**
     * One statement behind the other, never one inside the other: outside of a transaction each takes a connection of the pool,
     * and as many readers as the pool has connections would wait for each other's second.
     */
    private Optional<SharedThing> read(String program, String kind, String name, boolean lock) {
        Map<String, Object> key = key(program, kind, name);
        return db.jdbc()
                .sql("select kind, thing, run, removing, builds from shared_things" + WHERE
                        + (lock ? " for update" : ""))
                .params(key)
                .query(JdbcSharedStore::row)
                .optional()
                .map(row -> row.thing(program, users(key)));
    }

    /** A thing without those who land there. */
    private record Row(String kind, String name, @Nullable MigrationId run, boolean removing, int builds) {
        SharedThing thing(String program, List<MigrationId> users) {
            return new SharedThing(program, kind, name, run, removing, builds, users);
        }
    }

    private static Row row(ResultSet row, int n) throws SQLException {
        String run = row.getString("run");
        return new Row(
                row.getString("kind"),
                row.getString("thing"),
                run == null ? null : new MigrationId(run),
                row.getBoolean("removing"),
                row.getInt("builds"));
    }

    private List<MigrationId> users(Map<String, Object> key) {
        return db.jdbc()
                .sql("select migration from shared_users" + WHERE + " and left_generation is null order by migration")
                .params(key)
                .query((row, n) -> new MigrationId(row.getString("migration")))
                .list();
    }

    private static Map<String, Object> key(String program, String kind, String name) {
        return Map.of("program", program, "kind", kind, "thing", name);
    }
}
