package io.gulliver.persistence.window;

import io.gulliver.contract.activity.SessionSample;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collection windows of databases, and what was collected in them. */
public interface WindowStore {
    /** Who opens and ends windows when no person does. */
    String OURSELVES = "Gulliver";

    /**
     * The window of a database.
     *
     * @param database its name
     * @param openedOn first day, in the program's zone
     * @param extendedTo last day that a person wanted beyond its own, or null
     * @param endedOn when it ended, or null while it is open
     * @param endedBy who ended it; {@link #OURSELVES} when its last day had passed; or null
     * @param endReason why, in words, or null
     * @param sampledAt when its sessions were last asked for, or null
     * @param problem why the last sample failed, or null
     * @param samples samples that were taken
     * @param clients clients that reach the database, as far as anything saw them
     */
    record Window(
            String database,
            LocalDate openedOn,
            @Nullable LocalDate extendedTo,
            @Nullable LocalDate endedOn,
            @Nullable String endedBy,
            @Nullable String endReason,
            @Nullable Instant sampledAt,
            @Nullable String problem,
            int samples,
            int clients) {}

    /** Days of which some evidence of a database tells, both as their day in the evidence. */
    record Told(LocalDate from, LocalDate to) {}

    /** The open windows of a program by database. */
    List<Window> list(String program);

    /**
     * Opens windows of databases that have none, today in the program's zone; one audit entry for all.
     *
     * @param databases names; empty for every database of the program
     * @return how many were opened
     * @throws io.gulliver.persistence.UnknownRowException a name that the program does not have
     */
    int open(String program, Collection<String> databases, String by);

    /**
     * Opens windows of databases that have none and whose DISCOVERY has begun, or begins by the plan, in all programs at
     * work: collecting waits for no run.
     */
    int openBegun();

    /**
     * Has a window last until a later day, and opens it again when it had ended.
     *
     * @throws io.gulliver.persistence.UnknownRowException there is none
     * @throws io.gulliver.persistence.RefusedException the day is not after today, or no reason is given
     */
    void extend(String program, String database, LocalDate to, String reason, String by);

    /**
     * Ends a window today, or says why one that ended by itself is not extended.
     *
     * @throws io.gulliver.persistence.UnknownRowException there is none
     * @throws io.gulliver.persistence.RefusedException a person ended it already, or no reason is given
     */
    void end(String program, String database, String reason, String by);

    /** Ends windows whose last day has passed, each on that day; those that ended already stay as they are. */
    int endPassed(String program, Map<String, LocalDate> lastDays);

    /** What evidence tells of, by database: from every version of the facts that name its first and last moment. */
    Map<String, List<Told>> told(String program);

    /** Programs with a database whose last sample is older than this, or that has none yet. */
    List<String> programsDue(Map<String, Instant> olderThan);

    /**
     * Databases whose last sample is older than this, or that have none yet; longest waiting first. Not those that are
     * across, nor those whose window has ended, nor those whose log-on was refused, until a check of their access succeeds after that.
     */
    List<String> due(String program, Instant olderThan, int atMost);

    /** Counts samples for their day and keeps what went wrong; who was seen is the connections' to keep. */
    void keep(String program, Collection<SessionSample> samples);
}
