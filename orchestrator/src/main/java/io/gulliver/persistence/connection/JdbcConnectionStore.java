package io.gulliver.persistence.connection;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientConnection.Seen;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.persistence.Columns;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Clients and programs in tables. */
public final class JdbcConnectionStore implements ConnectionStore {
    private static final String COLUMNS = """
            database_name, client_id, direction, machine, program_name, service, seen, owner, redirect, note, version,
            changed_by, changed_at
            """;
    private static final String ORDER = " order by database_name, direction, machine, program_name, service";

    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcConnectionStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    /** What sources saw, as the column {@code seen} holds it. */
    record Sources(List<String> users, List<String> addresses, List<String> drivers, SortedMap<String, Seen> sources) {}

    @Override
    public List<ClientConnection> list(String program, String database) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from client_connections where program = :program"
                        + " and database_name = :database" + ORDER)
                .param("program", program)
                .param("database", database)
                .query((row, n) -> client(row))
                .list();
    }

    @Override
    public SortedMap<String, List<ClientConnection>> all(String program) {
        SortedMap<String, List<ClientConnection>> all = new TreeMap<>();
        db.jdbc()
                .sql("select " + COLUMNS + " from client_connections where program = :program" + ORDER)
                .param("program", program)
                .query(row -> {
                    all.computeIfAbsent(row.getString("database_name"), none -> new ArrayList<>())
                            .add(client(row));
                });
        return all;
    }

    @Override
    public List<ClientConnection> locked(String program, String database) {
        // the database's row is the lock: two samples at once go one after the other
        db.jdbc()
                .sql("""
                select database_name from source_databases
                where program = :program and database_name = :database for update
                """)
                .param("program", program)
                .param("database", database)
                .query(String.class)
                .optional()
                .orElseThrow(() -> new UnknownRowException(
                        "Program " + program + " has no database " + database + ". Import it first."));
        return list(program, database);
    }

    @Override
    public void keep(String program, String database, Collection<ClientConnection> clients) {
        if (clients.isEmpty()) {
            return;
        }
        db.inTransaction(() -> {
            Set<String> known = new HashSet<>(db.jdbc()
                    .sql("select client_id from client_connections where program = :program"
                            + " and database_name = :database")
                    .param("program", program)
                    .param("database", database)
                    .query(String.class)
                    .list());
            clients.forEach(client -> write(program, database, client, known.contains(client.id())));
        });
    }

    private void write(String program, String database, ClientConnection client, boolean known) {
        String seen = Json.write(
                new Sources(client.users(), client.addresses(), client.drivers(), new TreeMap<>(client.sources())));
        if (known) {
            db.jdbc()
                    .sql("""
                    update client_connections set seen = :seen
                    where program = :program and database_name = :database and client_id = :id
                    """)
                    .param("seen", seen)
                    .param("program", program)
                    .param("database", database)
                    .param("id", client.id())
                    .update();
            return;
        }
        db.jdbc()
                .sql("""
                insert into client_connections (program, database_name, client_id, direction, machine, program_name,
                    service, seen, owner, redirect, note, version, changed_by, changed_at)
                values (:program, :database, :id, :direction, :machine, :name, :service, :seen, null, null, null, 0,
                    :by, :at)
                """)
                .param("program", program)
                .param("database", database)
                .param("id", client.id())
                .param("direction", client.direction().name())
                .param("machine", Columns.cut(client.machine(), 200))
                .param("name", Columns.cut(client.program(), 200))
                .param("service", Columns.cut(client.service(), 200))
                .param("seen", seen)
                .param("by", Columns.cut(client.changedBy(), 200))
                .param("at", Columns.at(client.changedAt()))
                .update();
    }

    @Override
    public ClientConnection edit(
            String program,
            String database,
            String id,
            long version,
            @Nullable String owner,
            @Nullable RedirectMethod redirect,
            @Nullable String note,
            String by,
            @Nullable String requestId) {
        Instant now = db.clock().instant();
        return db.inTransaction(() -> {
            ClientConnection before = require(program, database, id, " for update");
            if (before.version() != version) {
                throw new StaleVersionException(
                        "Client " + before.program() + " of " + before.machine() + " was changed by "
                                + before.changedBy() + " since you read it. Load it again and repeat your change.",
                        before.version());
            }
            db.jdbc()
                    .sql("""
                    update client_connections
                    set owner = :owner, redirect = :redirect, note = :note, version = version + 1, changed_by = :by,
                        changed_at = :at
                    where program = :program and database_name = :database and client_id = :id
                    """)
                    .param("owner", Columns.cut(owner, 200))
                    .param("redirect", Columns.name(redirect))
                    .param("note", Columns.cut(note, 2000))
                    .param("by", by)
                    .param("at", Columns.at(now))
                    .param("program", program)
                    .param("database", database)
                    .param("id", id)
                    .update();
            ClientConnection after = require(program, database, id, "");
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("client", after.program() + " of " + after.machine());
            details.put("redirect", redirect == null ? "none" : redirect.name());
            audit.append(new AuditEvent(
                    program,
                    now,
                    by,
                    "client.changed",
                    "database/" + program + "/" + database + "/client/" + id,
                    Json.sha256(Json.write(said(before))),
                    Json.sha256(Json.write(said(after))),
                    requestId,
                    details));
            return after;
        });
    }

    /** What people said; sources would change the hash from sample to sample. */
    private static Map<String, String> said(ClientConnection client) {
        Map<String, String> said = new TreeMap<>();
        said.put("owner", String.valueOf(client.owner()));
        said.put("redirect", String.valueOf(client.redirect()));
        said.put("note", String.valueOf(client.note()));
        return said;
    }

    private ClientConnection require(String program, String database, String id, String lock) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from client_connections where program = :program"
                        + " and database_name = :database and client_id = :id" + lock)
                .param("program", program)
                .param("database", database)
                .param("id", id)
                .query((row, n) -> client(row))
                .optional()
                .orElseThrow(() -> new UnknownRowException(
                        "Database " + database + " has no client " + id + ". Load its connections again."));
    }

    private static ClientConnection client(ResultSet row) throws SQLException {
        Sources seen = Json.read(row.getString("seen"), Sources.class);
        return new ClientConnection(
                row.getString("client_id"),
                ClientDirection.valueOf(row.getString("direction")),
                row.getString("machine"),
                row.getString("program_name"),
                row.getString("service"),
                seen.users(),
                seen.addresses(),
                seen.drivers(),
                seen.sources(),
                row.getString("owner"),
                Columns.enumOrNull(row, "redirect", RedirectMethod.class),
                row.getString("note"),
                row.getLong("version"),
                row.getString("changed_by"),
                Columns.instant(row, "changed_at"));
    }

    @Override
    public List<HostDependency> dependencies(String program, String database) {
        return db.jdbc()
                .sql("""
                select name, kind, detail, product, s390x, said, source, seen_at from host_dependencies
                where program = :program and database_name = :database order by kind desc, name
                """)
                .param("program", program)
                .param("database", database)
                .query((row, n) -> new HostDependency(
                        row.getString("name"),
                        HostDependency.Kind.valueOf(row.getString("kind")),
                        row.getString("detail"),
                        row.getString("product"),
                        HostDependency.Build.valueOf(row.getString("s390x")),
                        row.getString("said"),
                        row.getString("source"),
                        Columns.instant(row, "seen_at")))
                .list();
    }

    @Override
    public void put(String program, String database, HostDependency.Kind kind, Collection<HostDependency> programs) {
        db.inTransaction(() -> {
            db.jdbc()
                    .sql("delete from host_dependencies where program = :program and database_name = :database"
                            + " and kind = :kind")
                    .param("program", program)
                    .param("database", database)
                    .param("kind", kind.name())
                    .update();
            for (HostDependency one : programs) {
                db.jdbc()
                        .sql("""
                        insert into host_dependencies (program, database_name, kind, name, detail, product, s390x, said,
                            source, seen_at)
                        values (:program, :database, :kind, :name, :detail, :product, :s390x, :said, :source, :at)
                        """)
                        .param("program", program)
                        .param("database", database)
                        .param("kind", kind.name())
                        .param("name", Columns.cut(one.name(), 200))
                        .param("detail", Columns.cut(one.detail(), 2000))
                        .param("product", Columns.cut(one.product(), 200))
                        .param("s390x", one.s390x().name())
                        .param("said", Columns.cut(one.said(), 1000))
                        .param("source", Columns.cut(one.source(), 300))
                        .param("at", Columns.at(one.at()))
                        .update();
            }
        });
    }
}
