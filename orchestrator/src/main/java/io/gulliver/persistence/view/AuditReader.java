package io.gulliver.persistence.view;

import org.jspecify.annotations.Nullable;

/** The append-only record, as pages read it. */
public interface AuditReader {

    /**
     * Rows, newest first.
     *
     * @param program the program's key, or null for all
     * @param object or null for all
     */
    Page<AuditRow> list(@Nullable String program, @Nullable String object, @Nullable String cursor, int limit);
}
