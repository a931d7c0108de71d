package io.gulliver.persistence.audit;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.Page;
import org.jspecify.annotations.Nullable;

/** The append-only record. Joins the caller's transaction, so that no change lacks its row and no row its change. */
public interface AuditStore {
    /** Writes a row; answers its hash. */
    String append(AuditEvent event);

    /**
     * Rows, newest first.
     *
     * @param program the program's key, or null for all
     * @param object or null for all
     */
    Page<AuditRow> list(@Nullable String program, @Nullable String object, @Nullable String cursor, int limit);
}
