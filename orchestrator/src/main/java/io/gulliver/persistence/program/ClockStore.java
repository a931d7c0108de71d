package io.gulliver.persistence.program;

import io.gulliver.domain.program.ProgramClock;
import io.gulliver.persistence.view.ProgramTimeReader;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The pieces of program time: only added, by one keeper at a time. */
public interface ClockStore extends ProgramTimeReader {
    /**
     * Adds a piece from now on.
     *
     * @param after number of the piece that its keeper knows as the last one, 0 where there is none
     * @param program where program time goes on, or null for where it is
     * @param limit where it stands until the next piece, or null for none
     * @return the clock with it
     * @throws io.gulliver.persistence.StaleVersionException somebody else added one since
     * @throws IllegalArgumentException program time would go back
     */
    ProgramClock append(
            String program, long after, @Nullable Instant at, double rate, @Nullable Instant limit, String by);

    /**
     * Runs whose step waits for a planned time that has come.
     *
     * @param now by the program's calendar
     */
    Set<Due> due(String program, Instant now);

    /** A step's planned time that has come. */
    record Due(io.gulliver.domain.migration.MigrationId migration, Instant planned) {}
}
