package io.gulliver.persistence.playbook;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.people.FourEyes;
import io.gulliver.persistence.IdempotencyConflictException;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.view.PlaybookRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;

/** Playbooks in a table; content is never changed. */
public final class JdbcPlaybookStore implements PlaybookStore {
    private static final String COLUMNS =
            "hash, name, version, content, uploaded_by, uploaded_at, approved_by, approved_at";
    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcPlaybookStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public PlaybookRow save(String hash, String name, int version, String content, String by) {
        Optional<PlaybookRow> there = find(hash);
        if (there.isPresent()) {
            return there.get();
        }
        Instant now = db.clock().instant();
        try {
            db.inTransaction(() -> {
                db.jdbc()
                        .sql("""
                        insert into playbooks (hash, name, version, content, uploaded_by, uploaded_at)
                        values (:hash, :name, :version, :content, :by, :at)
                        """)
                        .param("hash", hash)
                        .param("name", name)
                        .param("version", version)
                        .param("content", content)
                        .param("by", by)
                        .param("at", RowValues.at(now))
                        .update();
                audit.append(event("playbook.uploaded", hash, name, version, by, now));
            });
        } catch (DuplicateKeyException e) {
            if (find(hash).isEmpty()) {
                throw new IdempotencyConflictException("Playbook " + name + " version " + version
                        + " exists with other content. A published version is never changed: raise its version.");
            }
        }
        return require(hash);
    }

    @Override
    public PlaybookRow approve(String hash, String by) {
        return db.inTransaction(() -> {
            PlaybookRow row = require(hash);
            if (row.approvedBy() != null) {
                return row;
            }
            if (!by.equals(SHIPPED)) {
                RefusedException.throwIf(FourEyes.violation(
                        "Playbook " + row.name() + " version " + row.version() + " was uploaded by " + by,
                        row.uploadedBy(),
                        by));
            }
            Instant now = db.clock().instant();
            int changed = db.jdbc()
                    .sql("""
                    update playbooks set approved_by = :by, approved_at = :at
                    where hash = :hash and approved_by is null
                    """)
                    .param("by", by)
                    .param("at", RowValues.at(now))
                    .param("hash", hash)
                    .update();
            if (changed == 1) {
                audit.append(event("playbook.approved", hash, row.name(), row.version(), by, now));
            }
            return require(hash);
        });
    }

    private static AuditEvent event(String action, String hash, String name, int version, String by, Instant at) {
        return new AuditEvent(
                null,
                at,
                by,
                action,
                "playbook/" + name + "/" + version,
                null,
                hash,
                null,
                Map.of("name", name, "version", version));
    }

    private PlaybookRow require(String hash) {
        return find(hash)
                .orElseThrow(() -> new UnknownRowException("There is no playbook with the hash " + hash + "."));
    }

    @Override
    public Optional<PlaybookRow> find(String hash) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from playbooks where hash = :hash")
                .param("hash", hash)
                .query((row, n) -> playbook(row))
                .optional();
    }

    @Override
    public Optional<PlaybookRow> find(String name, int version) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from playbooks where name = :name and version = :version")
                .param("name", name)
                .param("version", version)
                .query((row, n) -> playbook(row))
                .optional();
    }

    @Override
    public List<PlaybookRow> list() {
        return db.jdbc()
                .sql("select " + COLUMNS + " from playbooks order by name, version desc")
                .query((row, n) -> playbook(row))
                .list();
    }

    private static PlaybookRow playbook(ResultSet row) throws SQLException {
        return new PlaybookRow(
                row.getString("hash"),
                row.getString("name"),
                row.getInt("version"),
                row.getString("content"),
                row.getString("uploaded_by"),
                RowValues.instant(row, "uploaded_at"),
                row.getString("approved_by"),
                RowValues.instantOrNull(row, "approved_at"));
    }
}
