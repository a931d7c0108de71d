package io.gulliver.persistence.view;

import io.gulliver.domain.people.Access;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The append-only record, as pages read it. */
public interface AuditReader {

    /**
     * Rows, newest first.
     *
     * @param program the program's key, or null for all
     * @param object or null for all
     */
    default Page<AuditRow> list(@Nullable String program, @Nullable String object, @Nullable String cursor, int limit) {
        return list(null, "", program, object, cursor, limit);
    }

    /**
     * The same of the programs that a person sees; what belongs to no program is for whoever sees all. What it says of people
     * (their rights, log-ins and tokens) is for administrators and auditors, and of oneself.
     *
     * @param access of the person, or null for everything
     * @param own name of the person
     */
    Page<AuditRow> list(
            @Nullable Access access,
            String own,
            @Nullable String program,
            @Nullable String object,
            @Nullable String cursor,
            int limit);

    /**
     * Rows of a program about several objects, newest first.
     *
     * @param objects their names; one that ends in a slash stands for all that begin with it
     */
    Page<AuditRow> about(String program, Collection<String> objects, @Nullable String cursor, int limit);
}
