package io.gulliver.persistence.view;

import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which migrations to list, newest first. A null or empty part does not narrow.
 *
 * @param program the program's key, or null
 * @param database the source database's name, or null
 * @param purpose or null
 * @param modes any of these; empty for all
 * @param cursor from the page before, or null
 * @param limit 1 to 1000 rows
 */
public record MigrationQuery(
        @Nullable String program,
        @Nullable String database,
        @Nullable Purpose purpose,
        Set<RunMode> modes,
        @Nullable String cursor,
        int limit) {
    public static MigrationQuery of(String program) {
        return new MigrationQuery(program, null, null, Set.of(), null, 200);
    }
}
