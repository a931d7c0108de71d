package io.gulliver.persistence.view;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.task.TaskKind;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks to list: those that block most first, then the oldest.
 *
 * @param scope mine, my team's, or all
 * @param subject the person, for {@link Scope#MINE}
 * @param access what the person may do where: programs that are not there for the person are left out, and {@link
 *     Scope#TEAM} is by the functions in each
 * @param program the program's key, or null for all
 * @param kind or null for all
 * @param title exactly so, or null for all
 * @param closed list closed tasks in place of open ones
 * @param snoozed list snoozed ones too
 * @param cursor from the page before, or null
 * @param limit 1 to 1000 rows
 */
public record TaskQuery(
        Scope scope,
        String subject,
        Access access,
        @Nullable String program,
        @Nullable TaskKind kind,
        @Nullable String title,
        boolean closed,
        boolean snoozed,
        @Nullable String cursor,
        int limit) {
    /** Whose tasks. */
    public enum Scope {
        /** Claimed by me. */
        MINE,
        /** In the queue of one of my functions. */
        TEAM,
        ALL
    }

    /** Those of any title. */
    public TaskQuery(
            Scope scope,
            String subject,
            Access access,
            @Nullable String program,
            @Nullable TaskKind kind,
            boolean closed,
            boolean snoozed,
            @Nullable String cursor,
            int limit) {
        this(scope, subject, access, program, kind, null, closed, snoozed, cursor, limit);
    }

    public static TaskQuery open(Scope scope, String subject, Access access) {
        return new TaskQuery(scope, subject, access, null, null, false, false, null, 100);
    }
}
