package io.gulliver.persistence.rate;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Measured rates in a table that only grows. */
public final class JdbcRateStore implements RateStore {
    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcRateStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public int add(Collection<MeasuredRate> measured) {
        return db.inTransaction(() -> {
            int added = 0;
            for (MeasuredRate one : measured) {
                added += add(one);
            }
            return added;
        });
    }

    private int add(MeasuredRate rate) {
        boolean known = rate.database() == null
                ? db.jdbc()
                        .sql("select program from programs where program = :program")
                        .param("program", rate.program())
                        .query(String.class)
                        .optional()
                        .isPresent()
                : db.jdbc()
                        .sql("""
                        select program from source_databases where program = :program and database_name = :database
                        """)
                        .param("program", rate.program())
                        .param("database", rate.database())
                        .query(String.class)
                        .optional()
                        .isPresent();
        if (!known) {
            throw new UnknownRowException("Rate " + rate.name() + " was measured of "
                    + (rate.database() == null
                            ? "program " + rate.program()
                            : "database " + rate.database() + " of program " + rate.program())
                    + ", which is not there.");
        }
        int added = db.jdbc()
                .sql("""
                insert into measured_rates (program, database_name, name, rate_value, unit, conditions, measured_by,
                    migration, purpose, measured_at)
                values (:program, :database, :name, :value, :unit, :conditions, :by, :migration, :purpose, :at)
                on conflict on constraint measured_rates_once do nothing
                """)
                .param("program", rate.program())
                .param("database", rate.database())
                .param("name", rate.name())
                .param("value", rate.value())
                .param("unit", rate.unit().name())
                .param("conditions", Json.write(rate.conditions()))
                .param("by", RowValues.cut(rate.by(), 200))
                .param("migration", rate.migration())
                .param("purpose", RowValues.name(rate.purpose()))
                .param("at", RowValues.at(rate.at()))
                .update();
        if (added > 0) {
            Instant now = db.clock().instant().truncatedTo(ChronoUnit.MICROS);
            audit.append(new AuditEvent(
                    rate.program(),
                    now,
                    rate.by(),
                    "rate.measured",
                    rate.database() == null
                            ? "program/" + rate.program()
                            : "database/" + rate.program() + "/" + rate.database(),
                    null,
                    Json.sha256(Json.write(rate)),
                    null,
                    details(rate)));
        }
        return added;
    }

    private static Map<String, Object> details(MeasuredRate rate) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("rate", rate.name());
        details.put("value", rate.value());
        details.put("unit", rate.unit().words());
        details.put("measuredAt", rate.at().toString());
        if (rate.migration() != null) {
            details.put("migration", rate.migration());
        }
        if (!rate.conditions().isEmpty()) {
            details.put("conditions", rate.conditions());
        }
        return details;
    }

    @Override
    public List<MeasuredRate> list(String program) {
        return db.jdbc()
                .sql("""
                select program, database_name, name, rate_value, unit, conditions, measured_by, migration, purpose,
                    measured_at
                from measured_rates where program = :program order by measured_at, id
                """)
                .param("program", program)
                .query((row, n) -> rate(row))
                .list();
    }

    @Override
    public long mark(String program) {
        return db.jdbc()
                .sql("select coalesce(max(id), 0) from measured_rates where program = :program")
                .param("program", program)
                .query(Long.class)
                .single();
    }

    @Override
    public Map<String, Long> marks(String program) {
        Map<String, Long> marks = new TreeMap<>();
        db.jdbc().sql("""
                select coalesce(database_name, '') as name, max(id) as mark from measured_rates
                where program = :program group by database_name
                """).param("program", program).query(row -> {
            marks.put(row.getString("name"), row.getLong("mark"));
        });
        return marks;
    }

    private static MeasuredRate rate(ResultSet row) throws SQLException {
        SortedMap<String, String> conditions = new TreeMap<>();
        Json.readMap(row.getString("conditions")).forEach((name, value) -> conditions.put(name, String.valueOf(value)));
        return new MeasuredRate(
                row.getString("program"),
                row.getString("database_name"),
                row.getString("name"),
                row.getDouble("rate_value"),
                MeasuredRate.Unit.valueOf(row.getString("unit")),
                conditions,
                row.getString("measured_by"),
                row.getString("migration"),
                RowValues.enumOrNull(row, "purpose", Purpose.class),
                RowValues.instant(row, "measured_at"));
    }
}
