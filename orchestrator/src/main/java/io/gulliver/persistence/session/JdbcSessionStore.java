package io.gulliver.persistence.session;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.view.SessionRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Spring Session's rows; their times are those of the machine's clock, in milliseconds. */
public final class JdbcSessionStore implements SessionStore {
    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcSessionStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public List<SessionRow> list(@Nullable String person, @Nullable String own, int from, int most) {
        return db.jdbc()
                .sql("""
                select primary_id, principal_name, creation_time, last_access_time, expiry_time,
                    session_id = cast(:own as varchar) as own
                from people_sessions
                where principal_name is not null and expiry_time > :now
                    and (cast(:person as varchar) is null or principal_name = :person)
                order by last_access_time desc, primary_id
                limit :most offset :from
                """)
                .param("own", own)
                .param("person", person)
                .param("now", System.currentTimeMillis())
                .param("most", most)
                .param("from", from)
                .query((row, n) -> new SessionRow(
                        row.getString("primary_id"),
                        row.getString("principal_name"),
                        Instant.ofEpochMilli(row.getLong("creation_time")),
                        Instant.ofEpochMilli(row.getLong("last_access_time")),
                        Instant.ofEpochMilli(row.getLong("expiry_time")),
                        row.getBoolean("own")))
                .list();
    }

    @Override
    public void end(String id, @Nullable String person, String by) {
        db.inTransaction(() -> {
            String whose = db.jdbc()
                    .sql("""
                    delete from people_sessions
                    where primary_id = :id and principal_name is not null
                        and (cast(:person as varchar) is null or principal_name = :person)
                    returning principal_name
                    """)
                    .param("id", id)
                    .param("person", person)
                    .query(String.class)
                    .optional()
                    .orElseThrow(() -> new UnknownRowException(
                            "There is no such session, or it is over already. Load the list again."));
            ended(whose, by, Map.of());
        });
    }

    @Override
    public void endAll(String person, String by) {
        db.inTransaction(() -> {
            int ended = db.jdbc()
                    .sql("delete from people_sessions where principal_name = :person")
                    .param("person", person)
                    .update();
            if (ended > 0) {
                ended(person, by, Map.of("sessions", ended));
            }
        });
    }

    private void ended(String person, String by, Map<String, Object> details) {
        audit.append(new AuditEvent(
                null, db.clock().instant(), by, "session.ended", "person/" + person, null, null, null, details));
    }
}
