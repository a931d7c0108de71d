package io.gulliver.persistence.shared;

import io.gulliver.domain.migration.MigrationId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server, container database and the like, built once by whoever needs it first.
 *
 * @param program owns it
 * @param kind for example {@code server}, {@code container-database}
 * @param name unique in program and kind
 * @param run that builds it, or null before the first
 * @param removing the last user has let go and the run is being rolled back
 * @param builds how often it has been built, so that each build has a request id of its own
 * @param users migrations that land there, by id; those that let go are none
 */
public record SharedThing(
        String program,
        String kind,
        String name,
        @Nullable MigrationId run,
        boolean removing,
        int builds,
        List<MigrationId> users) {
    public SharedThing {
        users = List.copyOf(users);
    }
}
