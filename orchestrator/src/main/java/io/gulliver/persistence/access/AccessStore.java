package io.gulliver.persistence.access;

import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.persistence.view.AccessReader;
import java.util.Collection;
import java.util.List;

/** The access to the databases of a program: what was seen last, and who waits to be tried. */
public interface AccessStore extends AccessReader {

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
