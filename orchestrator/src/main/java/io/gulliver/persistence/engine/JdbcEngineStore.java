package io.gulliver.persistence.engine;

import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import java.util.Optional;
import java.util.UUID;

/** The engines a store has belonged to, in a table. */
public final class JdbcEngineStore implements EngineStore {
    private final StoreDatabase db;

    public JdbcEngineStore(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public Optional<EngineIdentity> current() {
        return db.jdbc()
                .sql("""
                select cluster, namespace, data_directory, adopted_by, adopted_at
                from engines order by id desc limit 1
                """)
                .query((row, n) -> new EngineIdentity(
                        row.getString("cluster"),
                        row.getString("namespace"),
                        row.getString("data_directory"),
                        row.getString("adopted_by"),
                        RowValues.instant(row, "adopted_at")))
                .optional();
    }

    @Override
    public EngineIdentity claim(String cluster, String namespace, String dataDirectory, String by) {
        return db.inTransaction(() -> {
            lock();
            return current().orElseGet(() -> insert(cluster, namespace, dataDirectory, by));
        });
    }

    @Override
    public EngineIdentity adopt(String cluster, String namespace, String dataDirectory, String by) {
        return db.inTransaction(() -> {
            lock();
            return current()
                    .filter(engine -> engine.cluster().equals(cluster)
                            && engine.namespace().equals(namespace)
                            && engine.dataDirectory().equals(dataDirectory))
                    .orElseGet(() -> insert(cluster, namespace, dataDirectory, by));
        });
    }

    /** Reading the current engine and writing another is one act; others may read meanwhile. */
    private void lock() {
        db.jdbc().sql("lock table engines in share row exclusive mode").update();
    }

    private EngineIdentity insert(String cluster, String namespace, String dataDirectory, String by) {
        db.jdbc()
                .sql("""
                insert into engines (cluster, namespace, data_directory, adopted_by, adopted_at)
                values (:cluster, :namespace, :directory, :by, :at)
                """)
                .param("cluster", cluster)
                .param("namespace", namespace)
                .param("directory", dataDirectory)
                .param("by", by)
                .param("at", RowValues.at(db.clock().instant()))
                .update();
        return current().orElseThrow(() -> new IllegalStateException("the engine just adopted is not there"));
    }

    @Override
    public String dataDirectory() {
        Optional<String> there = storedDirectory();
        if (there.isPresent()) {
            return there.get();
        }
        // Where another process on the same PostgreSQL is faster, its id is the id.
        db.jdbc()
                .sql(
                        "insert into data_directories (singleton, id, made_at) values (1, :id, :at) on conflict do nothing")
                .param("id", UUID.randomUUID().toString())
                .param("at", RowValues.at(db.clock().instant()))
                .update();
        return storedDirectory().orElseThrow(() -> new IllegalStateException("the directory's id is not there"));
    }

    private Optional<String> storedDirectory() {
        return db.jdbc()
                .sql("select id from data_directories where singleton = 1")
                .query(String.class)
                .optional();
    }
}
