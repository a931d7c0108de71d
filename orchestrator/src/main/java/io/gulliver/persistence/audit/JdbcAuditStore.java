package io.gulliver.persistence.audit;

import static io.gulliver.persistence.RowValues.at;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.Visible;
import io.gulliver.persistence.view.AuditRow;
import io.gulliver.persistence.view.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** Audit rows in tables; each carries its own hash, and waits in a list until the sealer links it. */
public final class JdbcAuditStore implements AuditStore {
    private static final String PERSON = "person/";

    private final StoreDatabase db;

    public JdbcAuditStore(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public String append(AuditEvent given) {
        AuditHash.Stored stored = AuditHash.stored(given);
        AuditEvent event = stored.event();
        String details = stored.details();
        String hash = stored.hash();
        db.inTransaction(() -> {
            GeneratedKeyHolder key = new GeneratedKeyHolder();
            db.jdbc()
                    .sql("""
                    insert into audit_events (program, happened_at, actor, action, object, before_hash, after_hash,
                        request_id, details, row_hash)
                    values (:program, :at, :actor, :action, :object, :before, :after, :request, :details, :hash)
                    """)
                    .param("program", event.program())
                    .param("at", at(event.at()))
                    .param("actor", event.actor())
                    .param("action", event.action())
                    .param("object", event.object())
                    .param("before", event.before())
                    .param("after", event.after())
                    .param("request", event.requestId())
                    .param("details", details)
                    .param("hash", hash)
                    .update(key, "id");
            db.jdbc()
                    .sql("insert into audit_unsealed (audit_id) values (:id)")
                    .param("id", Objects.requireNonNull(key.getKey()).longValue())
                    .update();
        });
        return hash;
    }

    @Override
    public Page<AuditRow> list(
            @Nullable Access access,
            String own,
            @Nullable String program,
            @Nullable String object,
            @Nullable String cursor,
            int limit) {
        Map<String, Object> params = new LinkedHashMap<>();
        StringBuilder where = new StringBuilder("1 = 1");
        if (access != null) {
            where.append(" and ").append(Visible.programs(access, "a.program", params));
            if (!access.administrator() && !access.functions(Account.EVERY).contains(Function.AUDITOR.key())) {
                where.append(" and (a.object not like 'person/%' or a.object = :own)");
                params.put("own", PERSON + own);
            }
        }
        if (program != null) {
            where.append(" and a.program = :program");
            params.put("program", program);
        }
        if (object != null) {
            where.append(" and a.object = :object");
            params.put("object", object);
        }
        return page(where, params, cursor, limit);
    }

    @Override
    public Page<AuditRow> about(String program, Collection<String> objects, @Nullable String cursor, int limit) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("program", program);
        params.put("objects", objects);
        StringBuilder where = new StringBuilder("a.program = :program and (a.object in (:objects)");
        objects.stream().filter(object -> object.endsWith("/")).forEach(object -> {
            String name = "under" + params.size();
            where.append(" or a.object like :").append(name).append(" escape '!'");
            params.put(name, object.replaceAll("[!%_]", "!$0") + "%");
        });
        return page(where.append(')'), params, cursor, limit);
    }

    private Page<AuditRow> page(StringBuilder where, Map<String, Object> params, @Nullable String cursor, int limit) {
        if (cursor != null) {
            where.append(" and a.id < :before");
            params.put("before", Long.valueOf(cursor));
        }
        params.put("limit", limit + 1);
        List<AuditRow> rows = new ArrayList<>(db.jdbc()
                .sql("""
                select a.id, a.program, a.happened_at, a.actor, a.action, a.object, a.before_hash, a.after_hash,
                    a.request_id, a.details, a.row_hash, s.seq
                from audit_events a left join audit_seals s on s.audit_id = a.id
                where %s
                order by a.id desc
                limit :limit
                """.formatted(where))
                .params(params)
                .query((row, n) -> {
                    long seq = row.getLong("seq");
                    // only the column read last can be asked whether it was null
                    boolean unsealed = row.wasNull();
                    return new AuditRow(
                            row.getLong("id"), event(row), row.getString("row_hash"), unsealed ? null : seq);
                })
                .list());
        boolean more = rows.size() > limit;
        if (more) {
            rows.remove(limit);
        }
        return new Page<>(rows, more ? Long.toString(rows.get(rows.size() - 1).id()) : null);
    }

    static AuditEvent event(ResultSet row) throws SQLException {
        return new AuditEvent(
                row.getString("program"),
                RowValues.instant(row, "happened_at"),
                row.getString("actor"),
                row.getString("action"),
                row.getString("object"),
                row.getString("before_hash"),
                row.getString("after_hash"),
                row.getString("request_id"),
                Json.readMap(row.getString("details")));
    }
}
