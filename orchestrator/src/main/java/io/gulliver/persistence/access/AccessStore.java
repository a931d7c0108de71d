package io.gulliver.persistence.access;

import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The access to the databases of a program: what was seen last, and who waits to be tried. */
public interface AccessStore {
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

    /**
     * Wants these databases to be tried; once however often it is said. One audit entry for all that were not wanted
     * before.
     *
     * @param databases names; empty for every database of the program
     * @return how many are wanted now that were not before
     * @throws io.gulliver.persistence.UnknownRowException a name that the program does not have
     */
    int ask(String program, Collection<String> databases, String by);

    /** The databases that wait, oldest first. */
    List<String> waiting(String program, int atMost);

    /** Programs with databases that wait. */
    List<String> waitingPrograms();

    /** Keeps what was seen in place of what was known; these databases wait no longer. */
    void keep(String program, String zone, Collection<AccessAnswer> answers);
}
