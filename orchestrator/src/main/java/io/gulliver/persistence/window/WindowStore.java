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
    /**
     * The window of a database.
     *
     * @param database its name
     * @param openedOn first day, in the program's zone
     * @param sampledAt when its sessions were last asked for, or null
     * @param problem why the last sample failed, or null
     * @param samples samples that were taken
     * @param clients kinds of clients that they showed
     */
    record Window(
            String database,
            LocalDate openedOn,
            @Nullable Instant sampledAt,
            @Nullable String problem,
            int samples,
            int clients) {}

    /** Days of which some evidence of a database tells, both as their day in the evidence. */
    record Told(LocalDate from, LocalDate to) {}

    /** A kind of client that samples showed. */
    record Client(
            @Nullable String service,
            @Nullable String machine,
            @Nullable String program,
            @Nullable String user,
            Instant firstSeen,
            Instant lastSeen,
            int samples,
            int mostSessions) {}

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

    /** Opens windows of databases whose DISCOVERY has begun and that have none, in all programs. */
    int openBegun();

    /** What evidence tells of, by database: from every version of the facts that name its first and last moment. */
    Map<String, List<Told>> told(String program);

    /** Programs with a database whose last sample is older than this, or that has none yet. */
    List<String> programsDue(Map<String, Instant> olderThan);

    /**
     * Databases whose last sample is older than this, or that have none yet; longest waiting first. Not those that are
     * across, nor those whose log-on was refused, until a check of their access succeeds after that.
     */
    List<String> due(String program, Instant olderThan, int atMost);

    /** Keeps samples: counts the day, and each client once with how often it was seen. */
    void keep(String program, Collection<SessionSample> samples);

    /** Clients of a database, those seen last first. */
    List<Client> clients(String program, String database);
}
