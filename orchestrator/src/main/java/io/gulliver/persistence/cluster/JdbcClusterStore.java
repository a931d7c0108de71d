package io.gulliver.persistence.cluster;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditChange;
import io.gulliver.persistence.audit.AuditStore;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Registered clusters in a table. */
public final class JdbcClusterStore implements ClusterStore {
    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcClusterStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public List<RegisteredCluster> list(String program) {
        return db.jdbc()
                .sql("select definition from registered_clusters where program = :program order by name")
                .param("program", program)
                .query((row, n) -> Json.read(row.getString("definition"), RegisteredCluster.class))
                .list();
    }

    private Optional<RegisteredCluster> find(String program, String name) {
        return list(program).stream().filter(one -> one.name().equals(name)).findFirst();
    }

    @Override
    public void put(RegisteredCluster cluster) {
        db.inTransaction(() -> {
            // The row of the program is held, so that two people cannot register one node twice at once.
            db.jdbc()
                    .sql("select program from programs where program = :program for update")
                    .param("program", cluster.program())
                    .query(String.class)
                    .optional()
                    .orElseThrow(() -> new UnknownRowException("There is no program " + cluster.program() + "."));
            RegisteredCluster before = find(cluster.program(), cluster.name()).orElse(null);
            db.jdbc()
                    .sql("""
                    insert into registered_clusters (program, name, definition, registered_by, registered_at)
                    values (:program, :name, :definition, :by, :at)
                    on conflict on constraint registered_clusters_pk do update
                    set definition = excluded.definition, registered_by = excluded.registered_by,
                        registered_at = excluded.registered_at
                    """)
                    .param("program", cluster.program())
                    .param("name", cluster.name())
                    .param("definition", Json.write(cluster))
                    .param("by", RowValues.cut(String.valueOf(cluster.by()), 200))
                    .param("at", RowValues.at(java.util.Objects.requireNonNull(cluster.at())))
                    .update();
            record(
                    "cluster.registered",
                    cluster.program(),
                    cluster.name(),
                    String.valueOf(cluster.by()),
                    before,
                    cluster);
        });
    }

    @Override
    public void remove(String program, String name, String by) {
        db.inTransaction(() -> {
            RegisteredCluster before = find(program, name)
                    .orElseThrow(() -> new UnknownRowException("No cluster " + name + " is registered."));
            db.jdbc()
                    .sql("delete from registered_clusters where program = :program and name = :name")
                    .param("program", program)
                    .param("name", name)
                    .update();
            record("cluster.withdrawn", program, name, by, before, null);
        });
    }

    private void record(
            String what,
            String program,
            String name,
            String by,
            @Nullable RegisteredCluster before,
            @Nullable RegisteredCluster after) {
        audit.append(new AuditEvent(
                program,
                db.clock().instant().truncatedTo(ChronoUnit.MICROS),
                by,
                what,
                "cluster/" + program + "/" + name,
                before == null ? null : Json.sha256(Json.write(before)),
                after == null ? null : Json.sha256(Json.write(after)),
                null,
                after == null ? nodes(before) : AuditChange.details(before, after, nodes(after))));
    }

    private static Map<String, Object> nodes(@Nullable RegisteredCluster cluster) {
        return cluster == null ? Map.of() : Map.of("nodes", cluster.servers());
    }
}
