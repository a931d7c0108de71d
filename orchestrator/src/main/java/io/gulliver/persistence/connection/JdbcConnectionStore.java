package io.gulliver.persistence.connection;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.Assignment;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientConnection.Seen;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.DatabaseLink;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Clients and programs in tables. */
public final class JdbcConnectionStore implements ConnectionStore {
    private static final String COLUMNS = """
            database_name, client_id, direction, machine, program_name, service, seen, owner, redirect, note, version,
            changed_by, changed_at
            """;
    private static final String ORDER = " order by database_name, direction, machine, program_name, service";

    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final AuditStore audit;

    public JdbcConnectionStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
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

    private static final String WANTED = """
             from client_connections where program = :program and database_name = :database
                and (not :unknown or owner is null or owner = '' or redirect is null)
                and (:every or lower(machine) like :text escape '!' or lower(program_name) like :text escape '!'
                    or lower(service) like :text escape '!' or lower(owner) like :text escape '!'
                    or lower(seen) like :text escape '!')
            """;

    private JdbcClient.StatementSpec wanted(String sql, String program, String database, Wanted wanted) {
        String plain = wanted.text()
                .strip()
                .toLowerCase(Locale.ROOT)
                .replace("!", "!!")
                .replace("%", "!%")
                .replace("_", "!_");
        return db.jdbc()
                .sql(sql)
                .param("program", program)
                .param("database", database)
                .param("unknown", wanted.unknown())
                .param("every", plain.isEmpty())
                .param("text", "%" + plain + "%");
    }

    @Override
    public List<ClientConnection> page(String program, String database, Wanted wanted, int from, int atMost) {
        return wanted(
                        "select " + COLUMNS + WANTED + ORDER + " offset :from rows fetch next :most rows only",
                        program,
                        database,
                        wanted)
                .param("from", from)
                .param("most", atMost)
                .query((row, n) -> client(row))
                .list();
    }

    @Override
    public int count(String program, String database, Wanted wanted) {
        return wanted("select count(*)" + WANTED, program, database, wanted)
                .query(Integer.class)
                .single();
    }

    @Override
    public int assign(
            String program,
            String database,
            Map<String, Assignment> assignments,
            String by,
            @Nullable String requestId) {
        return db.inTransaction(() -> {
            Map<String, ClientConnection> there = new LinkedHashMap<>();
            locked(program, database).forEach(client -> there.put(client.id(), client));
            int changed = 0;
            for (Map.Entry<String, Assignment> wanted : new TreeMap<>(assignments).entrySet()) {
                ClientConnection client = there.get(wanted.getKey());
                if (client == null) {
                    throw new UnknownRowException("Database " + database + " has no client " + wanted.getKey()
                            + ". Load its connections again.");
                }
                Assignment to = wanted.getValue();
                String owner = to.owner() == null ? client.owner() : to.owner();
                RedirectMethod redirect = to.redirect() == null ? client.redirect() : to.redirect();
                String note = to.note() == null ? client.note() : to.note();
                if (Objects.equals(owner, client.owner())
                        && redirect == client.redirect()
                        && Objects.equals(note, client.note())) {
                    continue;
                }
                edit(program, database, client.id(), client.version(), owner, redirect, note, by, requestId);
                changed++;
            }
            return changed;
        });
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
    public List<DatabaseLink> links(String program) {
        return db.jdbc()
                .sql("""
                select database_name, direction, machine, program_name,
                    coalesce(owner, '') <> '' and redirect is not null as decided
                from client_connections where program = :program and direction <> 'INBOUND'
                order by database_name, direction, machine, program_name, service
                """)
                .param("program", program)
                .query((row, n) -> {
                    boolean out = ClientDirection.OUTBOUND_LINK.name().equals(row.getString("direction"));
                    String here = row.getString("database_name");
                    String there = row.getString("machine");
                    return new DatabaseLink(
                            out ? here : there,
                            out ? there : here,
                            row.getString("program_name"),
                            row.getBoolean("decided"));
                })
                .list();
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
            batch.batchUpdate(
                    """
                    update client_connections set seen = :seen
                    where program = :program and database_name = :database and client_id = :id
                    """, rows(program, database, clients.stream().filter(client -> known.contains(client.id()))));
            batch.batchUpdate(
                    """
                    insert into client_connections (program, database_name, client_id, direction, machine, program_name,
                        service, seen, owner, redirect, note, version, changed_by, changed_at)
                    values (:program, :database, :id, :direction, :machine, :name, :service, :seen, null, null, null, 0,
                        :by, :at)
                    """, rows(program, database, clients.stream().filter(client -> !known.contains(client.id()))));
        });
    }

    private static MapSqlParameterSource[] rows(String program, String database, Stream<ClientConnection> clients) {
        return clients.map(client -> new MapSqlParameterSource()
                        .addValue("program", program)
                        .addValue("database", database)
                        .addValue("id", client.id())
                        .addValue("direction", client.direction().name())
                        .addValue("machine", RowValues.cut(client.machine(), 200))
                        .addValue("name", RowValues.cut(client.program(), 200))
                        .addValue("service", RowValues.cut(client.service(), 200))
                        .addValue(
                                "seen",
                                Json.write(new Sources(
                                        client.users(),
                                        client.addresses(),
                                        client.drivers(),
                                        new TreeMap<>(client.sources()))))
                        .addValue("by", RowValues.cut(client.changedBy(), 200))
                        .addValue("at", RowValues.at(client.changedAt())))
                .toArray(MapSqlParameterSource[]::new);
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
                    .param("owner", RowValues.cut(owner, 200))
                    .param("redirect", RowValues.name(redirect))
                    .param("note", RowValues.cut(note, 2000))
                    .param("by", by)
                    .param("at", RowValues.at(now))
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
                RowValues.enumOrNull(row, "redirect", RedirectMethod.class),
                row.getString("note"),
                row.getLong("version"),
                row.getString("changed_by"),
                RowValues.instant(row, "changed_at"));
    }

    @Override
    public List<HostDependency> dependencies(String program, String database) {
        return db.jdbc()
                .sql("""
                select h.name, h.kind, h.detail, h.product, h.s390x, h.said, h.source, h.seen_at, d.choice, d.reason,
                    d.decided_by, d.decided_at
                from host_dependencies h left join dependency_decisions d
                    on d.program = h.program and d.database_name = h.database_name and d.name = h.name
                where h.program = :program and h.database_name = :database order by h.kind desc, h.name
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
                        RowValues.instant(row, "seen_at"),
                        row.getString("choice") == null
                                ? null
                                : new HostDependency.Decision(
                                        HostDependency.Choice.valueOf(row.getString("choice")),
                                        row.getString("reason"),
                                        row.getString("decided_by"),
                                        RowValues.instant(row, "decided_at"))))
                .list();
    }

    @Override
    public void decide(
            String program,
            String database,
            String name,
            HostDependency.Choice choice,
            String reason,
            String by,
            @Nullable String requestId) {
        Instant now = db.clock().instant();
        db.inTransaction(() -> {
            locked(program, database);
            HostDependency before = dependencies(program, database).stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new UnknownRowException("Database " + database + " has no program " + name
                            + " on its host. Load its connections again."));
            db.jdbc()
                    .sql("delete from dependency_decisions where program = :program and database_name = :database"
                            + " and name = :name")
                    .param("program", program)
                    .param("database", database)
                    .param("name", name)
                    .update();
            db.jdbc()
                    .sql("""
                    insert into dependency_decisions (program, database_name, name, choice, reason, decided_by, decided_at)
                    values (:program, :database, :name, :choice, :reason, :by, :at)
                    """)
                    .param("program", program)
                    .param("database", database)
                    .param("name", name)
                    .param("choice", choice.name())
                    .param("reason", RowValues.cut(reason, 1000))
                    .param("by", RowValues.cut(by, 200))
                    .param("at", RowValues.at(now))
                    .update();
            HostDependency.Decision was = before.decision();
            audit.append(new AuditEvent(
                    program,
                    now,
                    by,
                    "dependency.decided",
                    "database/" + program + "/" + database,
                    was == null ? null : Json.sha256(was.choice() + "\n" + was.reason()),
                    Json.sha256(choice + "\n" + reason),
                    requestId,
                    Map.of("program", name, "choice", choice.name())));
        });
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
                        .param("name", RowValues.cut(one.name(), 200))
                        .param("detail", RowValues.cut(one.detail(), 2000))
                        .param("product", RowValues.cut(one.product(), 200))
                        .param("s390x", one.s390x().name())
                        .param("said", RowValues.cut(one.said(), 1000))
                        .param("source", RowValues.cut(one.source(), 300))
                        .param("at", RowValues.at(one.at()))
                        .update();
            }
        });
    }
}
