package io.gulliver.persistence.build;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.build.BuildApproval;
import io.gulliver.domain.build.DesignLine;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Approvals in a table. */
public final class JdbcBuildApprovalStore implements BuildApprovalStore {
    private static final String COLUMNS =
            "select program, server, hash, design, approved_by, approved_at, reason, migration from build_approvals ";

    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcBuildApprovalStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public BuildApproval approve(BuildApproval approval) {
        return db.inTransaction(() -> {
            require(approval.program());
            int added = db.jdbc()
                    .sql("""
                    insert into build_approvals (program, server, hash, design, approved_by, approved_at, reason, migration)
                    values (:program, :server, :hash, :design, :by, :at, :reason, :migration)
                    on conflict on constraint build_approvals_one do nothing
                    """)
                    .param("program", approval.program())
                    .param("server", approval.server())
                    .param("hash", approval.hash())
                    .param("design", Json.write(approval.lines()))
                    .param("by", RowValues.cut(approval.by(), 200))
                    .param("at", RowValues.at(approval.at()))
                    .param("reason", RowValues.cut(approval.reason(), 2000))
                    .param("migration", approval.migration())
                    .update();
            if (added > 0) {
                record(approval);
            }
            return find(approval.program(), approval.server(), approval.hash()).orElseThrow();
        });
    }

    private void record(BuildApproval approval) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("server", approval.server());
        details.put("design", approval.hash());
        details.put("reason", approval.reason());
        if (approval.migration() != null) {
            details.put("migration", approval.migration());
        }
        audit.append(new AuditEvent(
                approval.program(),
                db.clock().instant().truncatedTo(ChronoUnit.MICROS),
                approval.by(),
                APPROVED,
                "server/" + approval.program() + "/" + approval.server(),
                null,
                Json.sha256(Json.write(details)),
                null,
                details));
    }

    @Override
    public Optional<BuildApproval> find(String program, String server, String hash) {
        return db.jdbc()
                .sql(COLUMNS + "where program = :program and server = :server and hash = :hash")
                .param("program", program)
                .param("server", server)
                .param("hash", hash)
                .query((row, n) -> approval(row))
                .optional();
    }

    @Override
    public List<BuildApproval> history(String program, String server, int atMost) {
        return db.jdbc()
                .sql(COLUMNS
                        + "where program = :program and server = :server order by id desc fetch first :most rows only")
                .param("program", program)
                .param("server", server)
                .param("most", atMost)
                .query((row, n) -> approval(row))
                .list();
    }

    private static BuildApproval approval(ResultSet row) throws SQLException {
        return new BuildApproval(
                row.getString("program"),
                row.getString("server"),
                row.getString("hash"),
                List.of(Json.read(row.getString("design"), DesignLine[].class)),
                row.getString("approved_by"),
                RowValues.instant(row, "approved_at"),
                row.getString("reason"),
                row.getString("migration"));
    }

    private void require(String program) {
        db.jdbc()
                .sql("select program from programs where program = :program")
                .param("program", program)
                .query(String.class)
                .optional()
                .orElseThrow(() -> new UnknownRowException("There is no program " + program + "."));
    }
}
