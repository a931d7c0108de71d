package io.gulliver.persistence.shared;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.view.SharedReader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Who uses what. Each change locks the thing's row, so that two migrations never both build or both remove it. */
public interface SharedStore extends SharedReader {
    /**
     * Makes the migration a user of the thing; the same again changes nothing, and neither does a call that was asked
     * before the migration let go.
     *
     * @return the thing as it then is; whether the migration is a user says whether it was taken
     */
    SharedThing use(String program, String kind, String name, MigrationId migration, CallOrder asked, Instant at);

    /**
     * Has the thing built and notes the run that does it, if anybody lands there, no run does it yet and nobody is
     * removing it; in one transaction, so that nobody lets go in between.
     *
     * @param builder makes the run's row, in this transaction
     * @return the thing as it then is
     */
    SharedThing build(String program, String kind, String name, Function<SharedThing, MigrationId> builder);

    /**
     * Takes the migration off for every call up to this one, also when it never was a user; marks the thing as being
     * removed when it was the last and something was built.
     */
    SharedThing letGo(String program, String kind, String name, MigrationId migration, CallOrder asked, Instant at);

    /**
     * The run that built it is rolled back or aborted. When others have come meanwhile, it is built anew for them in the
     * same transaction, as by {@link #build}.
     */
    SharedThing removed(
            String program, String kind, String name, MigrationId run, Function<SharedThing, MigrationId> builder);

    Optional<SharedThing> find(String program, String kind, String name);

    /** How many land on the thing now, and how many of these have completed; none of both where nobody asked for it. */
    Across across(String program, String kind, String name);

    /**
     * Those who land on a thing, counted.
     *
     * @param landing all of them
     * @param across whose run has completed
     */
    record Across(int landing, int across) {
        /** Whether somebody lands there and nobody is on the way any more. */
        public boolean all() {
            return landing > 0 && across == landing;
        }
    }

    /** Of a program, by kind and name. */
    List<SharedThing> list(String program);
}
