package io.gulliver.persistence.connection;

import io.gulliver.domain.estate.Assignment;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.persistence.view.ConnectionReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Clients of each database with what people say of them, and programs on its host. */
public interface ConnectionStore extends ConnectionReader {

    /**
     * Writes what a person says of many clients, each with its own audit entry. Those that are so already stay untouched.
     *
     * @param assignments by client
     * @return how many were changed
     * @throws io.gulliver.persistence.UnknownRowException the database has no such client; nothing was changed then
     */
    int assign(
            String program,
            String database,
            Map<String, Assignment> assignments,
            String by,
            @Nullable String requestId);

    /** Clients of every database of a program that has any. */
    SortedMap<String, List<ClientConnection>> all(String program);

    /**
     * Like {@link #list}, in a transaction that nobody else can then change the database's clients in.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such database
     */
    List<ClientConnection> locked(String program, String database);

    /** Writes what sources saw of new and known clients; what people said of them stays. */
    void keep(String program, String database, Collection<ClientConnection> clients);

    /**
     * Writes what a person says of a client, with an audit entry.
     *
     * @param version that the person read
     * @throws io.gulliver.persistence.UnknownRowException no such client
     * @throws io.gulliver.persistence.StaleVersionException somebody else changed it
     */
    ClientConnection edit(
            String program,
            String database,
            String id,
            long version,
            @Nullable String owner,
            @Nullable RedirectMethod redirect,
            @Nullable String note,
            String by,
            @Nullable String requestId);

    /**
     * Writes what a person decided of a program on the host, with an audit entry; it outlives later lists of programs.
     *
     * @throws io.gulliver.persistence.UnknownRowException the database has no such program
     */
    void decide(
            String program,
            String database,
            String name,
            HostDependency.Choice choice,
            String reason,
            String by,
            @Nullable String requestId);

    /** Puts programs of one kind in place of those before. */
    void put(String program, String database, HostDependency.Kind kind, Collection<HostDependency> programs);
}
