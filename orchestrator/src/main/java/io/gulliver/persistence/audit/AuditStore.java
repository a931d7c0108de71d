package io.gulliver.persistence.audit;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.view.AuditReader;

/** The append-only record. Joins the caller's transaction, so that no change lacks its row and no row its change. */
public interface AuditStore extends AuditReader {
    /** Writes a row; answers its hash. */
    String append(AuditEvent event);
}
