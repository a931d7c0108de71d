package io.gulliver.persistence.people;

import static io.gulliver.persistence.RowValues.at;

import io.gulliver.persistence.StoreDatabase;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** For whom a person acts, for the audit: whoever acts by an own function acts for nobody. */
public final class ActingFor {
    private ActingFor() {}

    /**
     * What the audit says of it: {@code for} and the names of those whose deputy the person is now, when the act asked for a
     * function that the person has from them alone; nothing else.
     *
     * @param person name of the account
     * @param program key, or null
     * @param functions any of which the act asked for
     */
    public static Map<String, Object> details(
            StoreDatabase db, String person, @Nullable String program, Collection<String> functions) {
        if (functions.isEmpty()) {
            return Map.of();
        }
        List<String> names = db.jdbc()
                .sql("""
                select distinct d.name
                from account_deputies d
                join accounts a on a.name = d.name and a.disabled_at is null and (a.ends_at is null or a.ends_at > :now)
                join account_functions f on f.name = d.name and f.held in (:functions)
                    and (f.program is null or f.program = cast(:program as varchar))
                    and (f.ends_at is null or f.ends_at > :now)
                where d.deputy = :person and d.starts_at <= :now and d.ends_at > :now
                    and not exists (select 1 from account_functions o
                        where o.name = :person and o.held in (:functions)
                            and (o.program is null or o.program = cast(:program as varchar))
                            and (o.ends_at is null or o.ends_at > :now))
                order by d.name
                """)
                .param("person", person)
                .param("program", program)
                .param("functions", functions)
                .param("now", at(db.clock().instant()))
                .query(String.class)
                .list();
        return names.isEmpty() ? Map.of() : Map.of("for", names);
    }
}
