package io.gulliver.persistence.shared;

import io.gulliver.domain.migration.MigrationId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Who uses what. Each change locks the thing's row, so that two migrations never both build or both remove it. */
public interface SharedStore {
    /** Makes the migration a user of the thing; the same again changes nothing. */
    SharedThing use(String program, String kind, String name, MigrationId migration, Instant at);

    /**
     * Notes the run that builds the thing, if none does and nobody is removing it.
     *
     * @return the thing as it then is
     */
    SharedThing builtBy(String program, String kind, String name, MigrationId run);

    /** Takes the migration off; marks the thing as being removed when it was the last and something was built. */
    SharedThing letGo(String program, String kind, String name, MigrationId migration);

    /** The run that built it is rolled back or aborted: the next user builds anew. */
    SharedThing removed(String program, String kind, String name, MigrationId run);

    Optional<SharedThing> find(String program, String kind, String name);

    /** Of a program, by kind and name. */
    List<SharedThing> list(String program);
}
