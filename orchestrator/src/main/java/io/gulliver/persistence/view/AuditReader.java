package io.gulliver.persistence.view;

import io.gulliver.domain.people.Access;
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
        return list(null, program, object, cursor, limit);
    }

    /**
     * The same of the programs that a person sees; what belongs to no program is for whoever sees all.
     *
     * @param access of the person, or null for everything
     */
    Page<AuditRow> list(
            @Nullable Access access,
            @Nullable String program,
            @Nullable String object,
            @Nullable String cursor,
            int limit);
}
