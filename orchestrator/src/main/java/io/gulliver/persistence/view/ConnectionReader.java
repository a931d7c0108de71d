package io.gulliver.persistence.view;

import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.DatabaseLink;
import io.gulliver.domain.estate.HostDependency;
import java.util.List;

/** Clients of databases and programs on their hosts, as pages read them. */
public interface ConnectionReader {
    /** Clients of a database, by direction, machine, program and service. */
    List<ClientConnection> list(String program, String database);

    /**
     * Which clients of a database.
     *
     * @param text part of machine, program, service, owner or whatever sources saw, in any case; empty for all
     * @param unknown only those without an owner or without a redirect method
     */
    record Wanted(String text, boolean unknown) {
        /** Every client. */
        public static final Wanted ALL = new Wanted("", false);
    }

    /** Some clients in the order of {@link #list}. */
    List<ClientConnection> page(String program, String database, Wanted wanted, int from, int atMost);

    /** How many clients there are of these. */
    int count(String program, String database, Wanted wanted);

    /** Database links of all databases of a program, as each end tells of them. */
    List<DatabaseLink> links(String program);

    /** Programs on a database's host, by kind and name. */
    List<HostDependency> dependencies(String program, String database);
}
