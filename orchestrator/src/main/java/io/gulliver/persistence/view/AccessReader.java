package io.gulliver.persistence.view;

import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import java.util.List;
import java.util.Map;

/** The access to the databases of a program, as pages read it. */
public interface AccessReader {
    /**
     * Databases by name, those never tried among them.
     *
     * @param only those of which something is bad
     * @param text part of a name, application or host; empty for all
     */
    List<DatabaseAccessState> list(String program, boolean only, String text, int from, int atMost);

    /** How many databases {@link #list} has without limits. */
    int count(String program, boolean only, String text);

    /** How many databases stand how, by thing and state; states that no database has are not named. */
    Map<AccessItem, Map<AccessState, Integer>> tally(String program);

    /** What must be done, for most databases first. */
    List<Todo> todo(String program, int atMost);

    /**
     * One thing that must be done.
     *
     * @param role key of the role that does it
     * @param action in words
     * @param databases for how many
     * @param first the first of them by name
     */
    record Todo(String role, String action, int databases, String first) {}

    /** How many databases were tried, of how many of these something is bad, and how many wait to be tried. */
    Count count(String program);

    /** @param tried databases that were tried @param bad of these, with something bad @param waiting to be tried */
    record Count(int tried, int bad, int waiting) {}
}
