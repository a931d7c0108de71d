package io.gulliver.persistence.people;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditChange;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The people of applications in a table. The audit keeps hashes of them and no names. */
public final class JdbcPeopleStore implements PeopleStore {
    private static final String COLUMNS = "application, business_owner, technical_owner, deputy, on_call, escalation";
    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcPeopleStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public List<ApplicationPeople> list(String program) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from application_people where program = :program order by folded")
                .param("program", program)
                .query((row, n) -> people(row))
                .list();
    }

    @Override
    public Optional<ApplicationPeople> find(String program, String application) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from application_people where program = :program and folded = :folded")
                .param("program", program)
                .param("folded", folded(application))
                .query((row, n) -> people(row))
                .optional();
    }

    @Override
    public void put(String program, Collection<ApplicationPeople> people, String by) {
        if (people.isEmpty()) {
            return;
        }
        Instant now = db.clock().instant();
        db.inTransaction(() -> {
            // the program's row is the lock: two imports at once go one after the other
            db.jdbc()
                    .sql("select program from programs where program = :program for update")
                    .param("program", program)
                    .query(String.class)
                    .optional()
                    .orElseThrow(() -> new UnknownRowException(
                            "There is no program '" + program + "'. Make it before importing."));
            Map<String, ApplicationPeople> stored = new HashMap<>();
            list(program).forEach(one -> stored.put(folded(one.application()), one));
            people.forEach(wanted -> keep(program, wanted, stored.get(folded(wanted.application())), by, now));
        });
    }

    private void keep(
            String program, ApplicationPeople wanted, @Nullable ApplicationPeople before, String by, Instant now) {
        ApplicationPeople after = before == null
                ? wanted
                : new ApplicationPeople(
                        before.application(),
                        wanted.businessOwner(),
                        wanted.technicalOwner(),
                        wanted.deputy(),
                        wanted.onCall(),
                        wanted.escalation());
        if (after.equals(before)) {
            return;
        }
        db.jdbc()
                .sql(before == null ? """
                        insert into application_people (program, folded, application, business_owner, technical_owner,
                            deputy, on_call, escalation, changed_by, changed_at)
                        values (:program, :folded, :application, :business, :technical, :deputy, :call, :escalation,
                            :by, :at)
                        """ : """
                        update application_people
                        set application = :application, business_owner = :business, technical_owner = :technical,
                            deputy = :deputy, on_call = :call, escalation = :escalation, changed_by = :by,
                            changed_at = :at
                        where program = :program and folded = :folded
                        """)
                .param("program", program)
                .param("folded", folded(after.application()))
                .param("application", after.application())
                .param("business", after.businessOwner())
                .param("technical", after.technicalOwner())
                .param("deputy", after.deputy())
                .param("call", after.onCall())
                .param("escalation", after.escalation())
                .param("by", by)
                .param("at", RowValues.at(now))
                .update();
        audit.append(new AuditEvent(
                program,
                now,
                by,
                before == null ? "people.added" : "people.changed",
                "application/" + program + "/" + after.application(),
                before == null ? null : Json.sha256(Json.write(before)),
                Json.sha256(Json.write(after)),
                null,
                AuditChange.details(before, after, Map.of())));
    }

    private static String folded(String application) {
        return application.toUpperCase(Locale.ROOT);
    }

    private static ApplicationPeople people(ResultSet row) throws SQLException {
        return new ApplicationPeople(
                row.getString("application"),
                row.getString("business_owner"),
                row.getString("technical_owner"),
                row.getString("deputy"),
                row.getString("on_call"),
                row.getString("escalation"));
    }
}
