package io.gulliver.persistence.estate;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.TargetDatabase;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.domain.estate.TargetServer;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditChange;
import io.gulliver.persistence.audit.AuditStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** Landings in tables. */
public final class JdbcLandingStore implements LandingStore {
    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final AuditStore audit;

    public JdbcLandingStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.audit = audit;
    }

    @Override
    public Optional<Landing> find(String program, String database) {
        return read(program, database).stream().findFirst();
    }

    @Override
    public List<Landing> list(String program) {
        return read(program, null);
    }

    private List<Landing> read(String program, @Nullable String database) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("program", program);
        if (database != null) {
            params.put("database", database);
        }
        String narrow = database == null ? "" : " and database_name = :database";
        Map<String, List<String>> servers = new LinkedHashMap<>();
        db.jdbc()
                .sql("select database_name, server from landing_servers where program = :program" + narrow
                        + " order by database_name, place")
                .params(params)
                .query(row -> {
                    servers.computeIfAbsent(row.getString("database_name"), name -> new ArrayList<>())
                            .add(row.getString("server"));
                });
        return db.jdbc()
                .sql("select database_name, target_database, pluggable, release, kind from landings"
                        + " where program = :program" + narrow + " order by database_name")
                .params(params)
                .query((row, n) -> new Landing(
                        program,
                        row.getString("database_name"),
                        row.getString("target_database"),
                        row.getString("pluggable"),
                        row.getString("release"),
                        RowValues.enumOrNull(row, "kind", TargetKind.class),
                        servers.getOrDefault(row.getString("database_name"), List.of())))
                .list();
    }

    @Override
    public void put(Landing landing, String by) {
        db.inTransaction(() -> {
            Optional<Landing> before = find(landing.program(), landing.database());
            if (before.isPresent() && before.get().equals(landing)) {
                return;
            }
            db.jdbc()
                    .sql("delete from landing_servers where program = :program and database_name = :database")
                    .param("program", landing.program())
                    .param("database", landing.database())
                    .update();
            db.jdbc()
                    .sql("delete from landings where program = :program and database_name = :database")
                    .param("program", landing.program())
                    .param("database", landing.database())
                    .update();
            insert(List.of(landing));
            audit.append(new AuditEvent(
                    landing.program(),
                    db.clock().instant(),
                    by,
                    "landing.changed",
                    "database/" + landing.program() + "/" + landing.database(),
                    before.map(there -> Json.sha256(Json.write(there))).orElse(null),
                    Json.sha256(Json.write(landing)),
                    null,
                    AuditChange.details(before.orElse(null), landing, Map.of("servers", landing.servers()))));
        });
    }

    /** Writes landings of databases that have none; part of adding them, so not audited by itself. */
    void insert(Collection<Landing> landings) {
        List<MapSqlParameterSource> rows = new ArrayList<>();
        List<MapSqlParameterSource> servers = new ArrayList<>();
        for (Landing landing : landings) {
            rows.add(new MapSqlParameterSource()
                    .addValue("program", landing.program())
                    .addValue("database", landing.database())
                    .addValue("target", landing.targetDatabase())
                    .addValue("pluggable", landing.pluggable())
                    .addValue("release", landing.release())
                    .addValue("kind", RowValues.name(landing.kind())));
            for (int place = 0; place < landing.servers().size(); place++) {
                servers.add(new MapSqlParameterSource()
                        .addValue("program", landing.program())
                        .addValue("database", landing.database())
                        .addValue("place", place)
                        .addValue("server", landing.servers().get(place)));
            }
        }
        batch.batchUpdate("""
                insert into landings (program, database_name, target_database, pluggable, release, kind)
                values (:program, :database, :target, :pluggable, :release, :kind)
                """, rows.toArray(MapSqlParameterSource[]::new));
        if (!servers.isEmpty()) {
            batch.batchUpdate("""
                    insert into landing_servers (program, database_name, place, server)
                    values (:program, :database, :place, :server)
                    """, servers.toArray(MapSqlParameterSource[]::new));
        }
    }

    @Override
    public List<TargetDatabase> targets(String program) {
        SortedMap<String, TargetDatabase> found = new TreeMap<>();
        for (Landing landing : list(program)) {
            String name = landing.targetDatabase();
            if (name == null) {
                continue;
            }
            TargetDatabase there = found.get(name);
            List<String> servers = new ArrayList<>(there == null ? List.of() : there.servers());
            landing.servers().stream()
                    .filter(server -> !servers.contains(server))
                    .forEach(servers::add);
            found.put(
                    name,
                    new TargetDatabase(
                            program,
                            name,
                            landing.pluggable() != null || there != null && there.container(),
                            there != null && there.release() != null ? there.release() : landing.release(),
                            servers));
        }
        return List.copyOf(found.values());
    }

    @Override
    public List<TargetServer> servers(String program) {
        SortedMap<String, TargetServer> found = new TreeMap<>();
        for (Landing landing : list(program)) {
            for (String server : landing.servers()) {
                TargetServer there = found.get(server);
                found.put(
                        server,
                        new TargetServer(
                                program,
                                server,
                                there != null && there.kind() != null ? there.kind() : landing.kind()));
            }
        }
        return List.copyOf(found.values());
    }
}
