package io.gulliver.persistence.window;

import io.gulliver.domain.window.WindowTask;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people must do so that enough load is seen and kept: opened and closed by evidence, declined by people. */
public interface WindowTaskStore {
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
     * @param closedBy {@link WindowStore#OURSELVES} where evidence showed it done, else who declined; or null
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

    /** For how many databases a round opened and closed tasks. */
    record Followed(int opened, int closed) {}

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

    /** Open tasks of all programs that these roles do, those waiting longest first; of every role when none is named. */
    List<Waiting> waiting(List<String> roles);

    /**
     * Brings tasks up to date with what was decided now: opens what is to be done, closes what evidence shows, and what is
     * no longer wanted. What a person declined stays declined.
     */
    Followed follow(String program, Map<String, List<WindowTask>> now);

    /**
     * Says that a task will not be done.
     *
     * @throws io.gulliver.persistence.UnknownRowException there is no such open task
     * @throws io.gulliver.persistence.RefusedException no reason is given
     */
    void decline(String program, String database, WindowTask.Kind kind, String reason, String by);
}
