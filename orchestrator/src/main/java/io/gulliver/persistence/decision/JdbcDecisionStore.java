package io.gulliver.persistence.decision;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.people.ActingFor;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.persistence.view.DecisionRow.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Decisions in a table that only grows. */
public final class JdbcDecisionStore implements DecisionStore {
    private static final String COLUMNS = "program, database_name, kind, number, decided, reason, said_by, said_at,"
            + " facts_version, basis, content";
    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcDecisionStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public DecisionRow add(NewDecision said, long expected, Collection<String> functions) {
        return db.inTransaction(() -> {
            // the database's row is the lock that numbers its decisions
            db.jdbc()
                    .sql("""
                    select facts_version from source_databases
                    where program = :program and database_name = :database for update
                    """)
                    .param("program", said.program())
                    .param("database", said.database())
                    .query(Long.class)
                    .optional()
                    .orElseThrow(() -> new UnknownRowException("Program " + said.program() + " has no database '"
                            + said.database() + "'. Import it with the inventory first."));
            Optional<DecisionRow> before = last(said.program(), said.database(), said.kind());
            long number = before.map(DecisionRow::number).orElse(0L);
            if (number != expected) {
                throw new StaleVersionException(
                        "Somebody decided meanwhile"
                                + before.map(row -> ": " + row.by() + " at " + row.at() + ", because " + row.reason())
                                        .orElse("")
                                + ". Look at it, then decide again.",
                        number);
            }
            Instant now = db.clock().instant().truncatedTo(ChronoUnit.MICROS);
            DecisionRow row = new DecisionRow(
                    said.program(),
                    said.database(),
                    said.kind(),
                    number + 1,
                    said.decided(),
                    said.reason(),
                    said.by(),
                    now,
                    said.factsVersion(),
                    said.basis(),
                    said.content());
            db.jdbc()
                    .sql("insert into database_decisions (" + COLUMNS + """
                    ) values (:program, :database, :kind, :number, :decided, :reason, :by, :at, :facts, :basis,
                        :content)
                    """)
                    .param("program", row.program())
                    .param("database", row.database())
                    .param("kind", row.kind().name())
                    .param("number", row.number())
                    .param("decided", row.decided())
                    .param("reason", row.reason())
                    .param("by", RowValues.cut(row.by(), 200))
                    .param("at", RowValues.at(row.at()))
                    .param("facts", row.factsVersion())
                    .param("basis", row.basis())
                    .param("content", Json.write(row.content()))
                    .update();
            Map<String, Object> details = details(row);
            details.putAll(ActingFor.details(db, row.by(), row.program(), functions));
            audit.append(new AuditEvent(
                    row.program(),
                    row.at(),
                    row.by(),
                    row.kind().name().toLowerCase(Locale.ROOT) + (row.decided() == null ? ".withdrawn" : ".decided"),
                    "database/" + row.program() + "/" + row.database(),
                    before.map(old -> Json.sha256(Json.write(old))).orElse(null),
                    Json.sha256(Json.write(row)),
                    null,
                    details));
            return row;
        });
    }

    private static Map<String, Object> details(DecisionRow row) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("number", row.number());
        if (row.decided() != null) {
            details.put("decided", row.decided());
        }
        details.put("reason", row.reason());
        if (row.kind() == Kind.START) {
            // what two people agreed to, beside that they did
            details.put("start", row.content());
        }
        details.put("factsVersion", row.factsVersion());
        details.put("basis", row.basis());
        return details;
    }

    @Override
    public Optional<DecisionRow> last(String program, String database, Kind kind) {
        return db.jdbc()
                .sql("select " + COLUMNS + """
                 from database_decisions
                where program = :program and database_name = :database and kind = :kind
                order by number desc limit 1
                """)
                .param("program", program)
                .param("database", database)
                .param("kind", kind.name())
                .query((row, n) -> decision(row))
                .optional();
    }

    @Override
    public Map<String, DecisionRow> last(String program, Kind kind) {
        Map<String, DecisionRow> last = new TreeMap<>();
        db.jdbc()
                .sql("select " + COLUMNS + """
                 from database_decisions where program = :program and kind = :kind order by number
                """)
                .param("program", program)
                .param("kind", kind.name())
                .query((row, n) -> decision(row))
                .list()
                .forEach(row -> last.put(row.database(), row));
        return last;
    }

    @Override
    public List<DecisionRow> list(String program, String database) {
        return db.jdbc()
                .sql("select " + COLUMNS + """
                 from database_decisions
                where program = :program and database_name = :database order by said_at, kind, number
                """)
                .param("program", program)
                .param("database", database)
                .query((row, n) -> decision(row))
                .list();
    }

    private static DecisionRow decision(ResultSet row) throws SQLException {
        return new DecisionRow(
                row.getString("program"),
                row.getString("database_name"),
                Kind.valueOf(row.getString("kind")),
                row.getLong("number"),
                row.getString("decided"),
                row.getString("reason"),
                row.getString("said_by"),
                RowValues.instant(row, "said_at"),
                row.getLong("facts_version"),
                row.getString("basis"),
                Json.readMap(row.getString("content")));
    }
}
