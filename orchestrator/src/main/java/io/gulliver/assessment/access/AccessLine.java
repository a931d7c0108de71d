package io.gulliver.assessment.access;

import io.gulliver.domain.access.DatabaseAccessState;
import org.jspecify.annotations.Nullable;

/**
 * One database as a request for access names it.
 *
 * @param database its name
 * @param host as the inventory names it, or null
 * @param port of its listener
 * @param service it is reached by, or null
 * @param user that Gulliver logs on as, or null when no credential is named
 * @param shell where to log in to the host, or null when the landscape has no entry for it
 * @param state what was seen
 */
public record AccessLine(
        String database,
        @Nullable String host,
        int port,
        @Nullable String service,
        @Nullable String user,
        @Nullable Shell shell,
        DatabaseAccessState state) {
    /** A login of a host. */
    public record Shell(String address, int port, String user) {}
}
