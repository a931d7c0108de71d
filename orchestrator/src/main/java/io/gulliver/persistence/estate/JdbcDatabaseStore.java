package io.gulliver.persistence.estate;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.Application;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.MoveGroup;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.persistence.IdempotencyConflictException;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditChange;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** Source databases in tables. */
public final class JdbcDatabaseStore implements DatabaseStore {
    private static final String COLUMNS = "program, profile, version, changed_by, changed_at";
    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final AuditStore audit;
    private final JdbcLandingStore landings;

    public JdbcDatabaseStore(StoreDatabase db, AuditStore audit, JdbcLandingStore landings) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.audit = audit;
        this.landings = landings;
    }

    @Override
    public Optional<SourceDatabase> find(String program, String database) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from source_databases where program = :program and folded = :folded")
                .param("program", program)
                .param("folded", folded(database))
                .query((row, n) -> database(row))
                .optional();
    }

    @Override
    public SourceDatabase require(String program, String database) {
        return find(program, database)
                .orElseThrow(() -> new UnknownRowException("Program " + program + " has no database '" + database
                        + "'. Import it with the inventory first, or correct its name."));
    }

    @Override
    public List<SourceDatabase> list(String program) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from source_databases where program = :program order by database_name")
                .param("program", program)
                .query((row, n) -> database(row))
                .list();
    }

    @Override
    public void add(String program, Collection<DatabaseProfile> profiles, String by) {
        if (profiles.isEmpty()) {
            return;
        }
        Instant now = db.clock().instant();
        try {
            db.inTransaction(() -> insert(program, profiles, by, now));
            db.grown("source_databases", profiles.size());
            db.grown("database_stages", profiles.size() * Stage.values().length);
        } catch (DuplicateKeyException e) {
            throw new IdempotencyConflictException("Program " + program + " has one of the databases "
                    + profiles.stream().map(DatabaseProfile::database).limit(20).toList()
                    + " already, perhaps in other letter case. Look at the difference again, then import.");
        }
    }

    private void insert(String program, Collection<DatabaseProfile> profiles, String by, Instant now) {
        db.jdbc()
                .sql("select program from programs where program = :program")
                .param("program", program)
                .query(String.class)
                .optional()
                .orElseThrow(() ->
                        new UnknownRowException("There is no program '" + program + "'. Make it before importing."));
        List<MapSqlParameterSource> rows = new ArrayList<>();
        List<MapSqlParameterSource> stages = new ArrayList<>();
        List<Landing> landed = new ArrayList<>();
        for (DatabaseProfile profile : profiles) {
            rows.add(params(program, profile, by, now));
            for (Stage stage : Stage.values()) {
                stages.add(new MapSqlParameterSource()
                        .addValue("program", program)
                        .addValue("database", profile.database())
                        .addValue("stage", stage.name()));
            }
            landed.add(Landing.of(program, profile));
        }
        batch.batchUpdate("""
                insert into source_databases (program, database_name, folded, application, environment, source_host,
                    oracle_version, gigabytes, window_minutes, owner, move_group, searched, profile, facts_version,
                    run_generation, run_seq, across, slip_seconds, version, changed_by, changed_at)
                values (:program, :database, :folded, :application, :environment, :host, :release, :gigabytes,
                    :minutes, :owner, :group, :searched, :profile, 0, 0, -1, false, null, 1, :by, :at)
                """, rows.toArray(MapSqlParameterSource[]::new));
        batch.batchUpdate("""
                insert into database_stages (program, database_name, stage, status, status_rank, done, total)
                values (:program, :database, :stage, 'NONE', 0, 0, 0)
                """, stages.toArray(MapSqlParameterSource[]::new));
        landings.insert(landed);
        for (DatabaseProfile profile : profiles) {
            audit.append(new AuditEvent(
                    program,
                    now,
                    by,
                    "database.added",
                    "database/" + program + "/" + profile.database(),
                    null,
                    Json.sha256(Json.write(profile)),
                    null,
                    Map.of(
                            "application",
                            profile.application(),
                            "environment",
                            profile.environment().name())));
        }
    }

    @Override
    public SourceDatabase update(String program, DatabaseProfile profile, long version, String by) {
        Instant now = db.clock().instant();
        return db.inTransaction(() -> {
            SourceDatabase before = require(program, profile.database());
            if (!before.name().equals(profile.database())) {
                throw new IllegalArgumentException("Database " + before.name() + " cannot be renamed to "
                        + profile.database() + ": its runs carry its name.");
            }
            int changed = batch.update("""
                    update source_databases
                    set application = :application, environment = :environment, source_host = :host,
                        oracle_version = :release, gigabytes = :gigabytes, window_minutes = :minutes, owner = :owner,
                        move_group = :group, searched = :searched, profile = :profile, version = version + 1,
                        changed_by = :by, changed_at = :at
                    where program = :program and database_name = :database and version = :version
                    """, params(program, profile, by, now).addValue("version", version));
            if (changed == 0) {
                throw new StaleVersionException(
                        "Database " + profile.database() + " was changed by " + before.changedBy() + " at "
                                + before.changedAt() + " (version " + before.version() + ", yours was " + version
                                + "). Look at the difference, then save again.",
                        before.version());
            }
            Landing wanted = Landing.of(program, profile);
            if (!wanted.equals(Landing.of(program, before.profile()))) {
                landings.put(wanted, by);
            }
            audit.append(new AuditEvent(
                    program,
                    now,
                    by,
                    "database.changed",
                    "database/" + program + "/" + profile.database(),
                    Json.sha256(Json.write(before.profile())),
                    Json.sha256(Json.write(profile)),
                    null,
                    AuditChange.details(before.profile(), profile, Map.of("version", version + 1))));
            return new SourceDatabase(program, profile, version + 1, by, now);
        });
    }

    @Override
    public List<Application> applications(String program) {
        SortedMap<String, List<String>> found = grouped(program, "application");
        return found.entrySet().stream()
                .map(entry -> new Application(program, entry.getKey(), entry.getValue()))
                .toList();
    }

    @Override
    public List<MoveGroup> moveGroups(String program) {
        SortedMap<String, List<String>> found = grouped(program, "move_group");
        return found.entrySet().stream()
                .map(entry -> new MoveGroup(program, entry.getKey(), entry.getValue()))
                .toList();
    }

    private SortedMap<String, List<String>> grouped(String program, String column) {
        SortedMap<String, List<String>> found = new TreeMap<>();
        db.jdbc().sql("""
                select %s as grouped, database_name from source_databases
                where program = :program and %s is not null order by database_name
                """.formatted(column, column)).param("program", program).query(row -> {
            found.computeIfAbsent(row.getString("grouped"), name -> new ArrayList<>())
                    .add(row.getString("database_name"));
        });
        return found;
    }

    private static MapSqlParameterSource params(String program, DatabaseProfile profile, String by, Instant at) {
        return new MapSqlParameterSource()
                .addValue("program", program)
                .addValue("database", profile.database())
                .addValue("folded", folded(profile.database()))
                .addValue("application", profile.application())
                .addValue("environment", profile.environment().name())
                .addValue("host", profile.sourceHost())
                .addValue("release", profile.oracleVersion())
                .addValue("gigabytes", profile.gigabytes())
                .addValue("minutes", profile.outageWindowMinutes())
                .addValue("owner", profile.owner())
                .addValue("group", profile.moveGroup())
                .addValue("searched", RowValues.cut(searched(profile), 800))
                .addValue("profile", Json.write(profile))
                .addValue("by", by)
                .addValue("at", RowValues.at(at));
    }

    private static String searched(DatabaseProfile profile) {
        String host = profile.sourceHost();
        return (profile.database() + " " + profile.application() + (host == null ? "" : " " + host))
                .toLowerCase(Locale.ROOT);
    }

    static String folded(@Nullable String name) {
        return name == null ? "" : name.toUpperCase(Locale.ROOT);
    }

    private static SourceDatabase database(ResultSet row) throws SQLException {
        return new SourceDatabase(
                row.getString("program"),
                Json.read(row.getString("profile"), DatabaseProfile.class),
                row.getLong("version"),
                row.getString("changed_by"),
                RowValues.instant(row, "changed_at"));
    }
}
