package io.gulliver.persistence.calls;

import static io.gulliver.persistence.RowValues.cut;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.view.CallRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** The call log in a table. */
public final class JdbcCallLogStore implements CallLogStore {
    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;

    public JdbcCallLogStore(StoreDatabase db) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
    }

    @Override
    public void append(List<CallRow> calls) {
        if (calls.isEmpty()) {
            return;
        }
        db.inTransaction(() -> {
            batch.batchUpdate(
                    """
                    insert into call_log (called_at, migration, step_key, system_name, operation, object, status,
                        millis, message)
                    values (:at, :migration, :step, :system, :operation, :object, :status, :millis, :message)
                    """,
                    calls.stream()
                            .map(call -> new MapSqlParameterSource()
                                    .addValue("at", RowValues.at(call.at()))
                                    .addValue("migration", RowValues.text(call.migration()))
                                    .addValue("step", RowValues.text(call.step()))
                                    .addValue("system", cut(call.system(), 100))
                                    .addValue("operation", cut(call.operation(), 300))
                                    .addValue("object", cut(call.object(), 400))
                                    .addValue("status", cut(call.status(), 60))
                                    .addValue("millis", call.millis())
                                    .addValue("message", cut(call.message(), 4000)))
                            .toArray(MapSqlParameterSource[]::new));
        });
    }

    @Override
    public List<CallRow> list(MigrationId migration, @Nullable StepKey step, int limit) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("migration", migration.value());
        params.put("limit", limit);
        String onlyStep = "";
        if (step != null) {
            onlyStep = "and step_key = :step";
            params.put("step", step.toString());
        }
        return db.jdbc()
                .sql("""
                select called_at, migration, step_key, system_name, operation, object, status, millis, message
                from call_log where migration = :migration %s
                order by called_at desc, id desc limit :limit
                """.formatted(onlyStep))
                .params(params)
                .query((row, n) -> call(row))
                .list();
    }

    @Override
    public List<CallRow> of(String program, String database, int limit) {
        return db.jdbc()
                .sql("""
                select c.called_at, c.migration, c.step_key, c.system_name, c.operation, c.object, c.status, c.millis, c.message
                from migrations m join call_log c on c.migration = m.id
                where m.program = :program and m.database_name = :database
                order by c.called_at desc, c.id desc limit :limit
                """)
                .param("program", program)
                .param("database", database)
                .param("limit", limit)
                .query((row, n) -> call(row))
                .list();
    }

    @Override
    public int trim(Instant now) {
        return db.jdbc()
                .sql("delete from call_log where called_at < :oldest")
                .param("oldest", RowValues.at(now.minus(KEPT)))
                .update();
    }

    private static CallRow call(ResultSet row) throws SQLException {
        String migration = row.getString("migration");
        return new CallRow(
                RowValues.instant(row, "called_at"),
                migration == null ? null : new MigrationId(migration),
                RowValues.stepOrNull(row, "step_key"),
                row.getString("system_name"),
                row.getString("operation"),
                row.getString("object"),
                row.getString("status"),
                row.getLong("millis"),
                row.getString("message"));
    }
}
