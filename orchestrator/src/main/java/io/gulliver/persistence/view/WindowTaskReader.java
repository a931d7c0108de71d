package io.gulliver.persistence.view;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.window.WindowTask;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people must do so that enough load is seen and kept, as pages read it. */
public interface WindowTaskReader {
    /**
     * A task of a window as it is kept.
     *
     * @param program the program's key
     * @param database its name
     * @param kind what
     * @param role key of the role that does it
     * @param title in one sentence
     * @param script to be run by hand, or null
     * @param state how it stands
     * @param openedAt since when it waits, or waited
     * @param closedAt when it was closed, or null
     * @param closedBy Gulliver itself where evidence showed it done, else who declined; or null
     * @param reason what evidence says, or why it was declined; or null
     */
    record KeptTask(
            String program,
            String database,
            WindowTask.Kind kind,
            String role,
            String title,
            @Nullable String script,
            State state,
            Instant openedAt,
            @Nullable Instant closedAt,
            @Nullable String closedBy,
            @Nullable String reason) {}

    /** How a task stands. */
    enum State {
        /** It waits. */
        OPEN,
        /** Evidence shows it, or nobody wants it any more. */
        DONE,
        /** A person said that it will not be done, and why. */
        DECLINED
    }

    /** Tasks of a program's windows, whatever their state, by database and kind. */
    List<KeptTask> list(String program);

    /**
     * Open tasks of one kind in one program.
     *
     * @param program the program's key
     * @param kind what
     * @param role key of the role that does them
     * @param databases for how many databases
     * @param first the first of them by name
     * @param title of the first in one sentence
     * @param openedAt since when the oldest waits
     */
    record Waiting(
            String program,
            WindowTask.Kind kind,
            String role,
            int databases,
            String first,
            String title,
            Instant openedAt) {}

    /**
     * Open tasks of the programs that a person sees, those waiting longest first.
     *
     * @param own whether of the person's functions alone
     */
    List<Waiting> waiting(Access access, boolean own);
}
