package io.gulliver.service.backup;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.audit.AuditHash;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What tables a store has, as its own catalogue says: so that one that a later version adds is not forgotten. */
final class StoreTables {
    private static final String HISTORY = "flyway_schema_history";
    /** Log-ins: they end with the machine, and whoever has a backup must not have them. */
    static final Set<String> LEFT_OUT = Set.of("people_sessions", "people_sessions_attributes");

    private StoreTables() {}

    /** Every table but Flyway's, in the order of their names. */
    static List<String> names(Connection store) throws SQLException {
        return texts(store, """
                select table_name from information_schema.tables
                where table_schema = current_schema() and table_type = 'BASE TABLE'
                    and table_name <> 'flyway_schema_history'
                order by table_name
                """);
    }

    /** A row of the audit record. */
    static void tell(Connection write, AuditEvent event) throws SQLException {
        AuditHash.Stored row = AuditHash.stored(event);
        try (PreparedStatement audit = write.prepareStatement("""
                with event as (
                    insert into audit_events (program, happened_at, actor, action, object, before_hash, after_hash,
                        request_id, details, row_hash)
                    values (null, ?::timestamptz, ?, ?, ?, null, ?, null, ?, ?) returning id)
                insert into audit_unsealed (audit_id) select id from event
                """)) {
            audit.setString(1, row.event().at().toString());
            audit.setString(2, event.actor());
            audit.setString(3, event.action());
            audit.setString(4, event.object());
            audit.setString(5, event.after());
            audit.setString(6, row.details());
            audit.setString(7, row.hash());
            audit.executeUpdate();
        }
    }

    /** The store's newest migration, or empty when it has none. */
    static Optional<String> schema(Connection store) throws SQLException {
        if (texts(
                        store,
                        "select 1 from information_schema.tables where table_schema = current_schema()"
                                + " and table_name = '" + HISTORY + "'")
                .isEmpty()) {
            return Optional.empty();
        }
        return texts(
                        store,
                        "select version from " + HISTORY
                                + " where success and version is not null order by installed_rank desc limit 1")
                .stream()
                .findFirst();
    }

    static List<String> columns(Connection store, String table) throws SQLException {
        return texts(store, """
                select column_name from information_schema.columns
                where table_schema = current_schema() and table_name = ? and is_generated = 'NEVER'
                order by ordinal_position
                """, table);
    }

    /** Last number given out, by the column that numbers itself. */
    static Map<String, Long> sequences(Connection store, String table) throws SQLException {
        Map<String, Long> last = new TreeMap<>();
        for (String column : texts(store, """
                select column_name from information_schema.columns
                where table_schema = current_schema() and table_name = ? and is_identity = 'YES'
                """, table)) {
            try (PreparedStatement ask =
                    store.prepareStatement("select pg_sequence_last_value(pg_get_serial_sequence(?, ?)::regclass)")) {
                ask.setString(1, quoted(table));
                ask.setString(2, column);
                try (ResultSet row = ask.executeQuery()) {
                    row.next();
                    long value = row.getLong(1);
                    if (!row.wasNull()) {
                        last.put(column, value);
                    }
                }
            }
        }
        return last;
    }

    /** In an order in which each refers to earlier ones only. */
    static List<String> inOrder(Connection store, List<String> tables) throws SQLException {
        Map<String, Set<String>> needs = new LinkedHashMap<>();
        tables.forEach(table -> needs.put(table, new TreeSet<>()));
        try (PreparedStatement ask = store.prepareStatement("""
                        select f.relname, t.relname from pg_constraint c
                            join pg_class f on f.oid = c.conrelid
                            join pg_class t on t.oid = c.confrelid
                            join pg_namespace n on n.oid = f.relnamespace
                        where c.contype = 'f' and n.nspname = current_schema() and f.oid <> t.oid
                        """);
                ResultSet row = ask.executeQuery()) {
            while (row.next()) {
                Set<String> of = needs.get(row.getString(1));
                if (of != null) {
                    of.add(row.getString(2));
                }
            }
        }
        Set<String> done = new LinkedHashSet<>();
        while (done.size() < tables.size()) {
            int before = done.size();
            needs.forEach((table, others) -> {
                if (done.containsAll(others)) {
                    done.add(table);
                }
            });
            if (done.size() == before) {
                throw new IllegalStateException("tables refer to each other in a circle: " + needs);
            }
        }
        return new ArrayList<>(done);
    }

    /** A name of the catalogue as SQL writes it. */
    static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    static List<String> texts(Connection store, String sql, String... parameters) throws SQLException {
        try (PreparedStatement ask = store.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                ask.setString(i + 1, parameters[i]);
            }
            List<String> found = new ArrayList<>();
            try (ResultSet row = ask.executeQuery()) {
                while (row.next()) {
                    found.add(row.getString(1));
                }
            }
            return found;
        }
    }
}
