package io.gulliver.persistence.audit;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Computes a stored row's hash again from its columns. */
public final class AuditRowHash {
    private AuditRowHash() {}

    /** Whether the row under the cursor still has the content that its hash was made of. */
    public static boolean matches(ResultSet row) throws SQLException {
        try {
            return AuditHash.row(JdbcAuditStore.event(row), row.getString("details"))
                    .equals(row.getString("row_hash"));
        } catch (tools.jackson.core.JacksonException notJson) {
            return false;
        }
    }
}
