package io.gulliver.control;

import io.gulliver.assessment.connections.Clients;
import io.gulliver.assessment.connections.DependencyTable;
import io.gulliver.assessment.connections.Links;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.connection.ConnectionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.facts.FactStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Takes what was seen of clients and programs, from files and from live samples alike, into the store. */
public final class ConnectionService {
    /** The fact that names a database's links, as discovery writes it. */
    static final String LINKS = "links_to";

    private final StoreDatabase db;
    private final ConnectionStore store;
    private final DatabaseStore databases;
    private final FactStore facts;
    private final DependencyTable table;
    private final Map<String, Long> followed = new ConcurrentHashMap<>();

    public ConnectionService(
            StoreDatabase db, ConnectionStore store, DatabaseStore databases, FactStore facts, DependencyTable table) {
        this.db = db;
        this.store = store;
        this.databases = databases;
        this.facts = facts;
        this.table = table;
    }

    /**
     * Merges what a sample, a log or a link saw into a database's clients.
     *
     * @return how many clients are new or were seen anew
     * @throws io.gulliver.persistence.UnknownRowException no such database
     */
    public int seen(String program, String database, Collection<ClientSighting> sightings) {
        if (sightings.isEmpty()) {
            return 0;
        }
        return db.inTransaction(() -> {
            var changed = Clients.merge(
                    store.locked(program, database), sightings, db.clock().instant());
            store.keep(program, database, changed);
            return changed.size();
        });
    }

    /**
     * Puts the programs of a host, judged by their builds, in place of those of the same kind seen before.
     *
     * @param source which file or command said so
     * @param at when it was true
     */
    public void runs(String program, String database, Collection<HostProgram> programs, String source, Instant at) {
        for (HostDependency.Kind kind : HostDependency.Kind.values()) {
            List<HostDependency> judged = programs.stream()
                    .filter(one -> one.kind() == kind)
                    .map(one -> table.judge(one.name(), kind, one.detail(), source, at))
                    .toList();
            if (!judged.isEmpty()) {
                store.put(program, database, kind, judged);
            }
        }
    }

    /** Follows the links of each database whose facts changed since the last call, to both of their ends. */
    public void followLinks(String program) {
        List<SourceDatabase> all = databases.list(program);
        List<DatabaseProfile> inventory =
                all.stream().map(SourceDatabase::profile).toList();
        for (SourceDatabase from : all) {
            String key = program + "/" + from.name();
            long version = facts.version(program, from.name());
            Long before = followed.get(key);
            if (before != null && before == version || version == 0) {
                continue;
            }
            Optional<Fact> links = facts.list(program, from.name()).stream()
                    .filter(fact -> fact.name().equals(LINKS))
                    .findFirst();
            if (links.isPresent() && links.get().value() instanceof List<?> said) {
                Links.seen(
                                from.profile(),
                                said.stream().map(String::valueOf).toList(),
                                inventory,
                                links.get().at())
                        .forEach((database, sightings) -> seen(program, database, sightings));
            }
            followed.put(key, version);
        }
    }
}
