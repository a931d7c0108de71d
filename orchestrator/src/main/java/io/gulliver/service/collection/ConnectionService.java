package io.gulliver.service.collection;

import io.gulliver.assessment.connections.Clients;
import io.gulliver.assessment.connections.DependencyTable;
import io.gulliver.assessment.connections.Links;
import io.gulliver.domain.estate.Assignment;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.evidence.client.ClientList;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.connection.ConnectionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.facts.FactStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Takes what was seen of clients and programs, from files and from live samples alike, into the store. */
public final class ConnectionService {
    /** The fact that names a database's links, as discovery writes it. */
    static final String LINKS = "links_to";

    /** The fact that names databases whose materialized views refresh from here. */
    static final String SITES = "mview_sites";

    private static final String LISTED = "list of clients";

    private final StoreDatabase db;
    private final ConnectionStore store;
    private final DatabaseStore databases;
    private final FactStore facts;
    private final DependencyTable table;
    /** By program the mark of what was followed last, and by database what its links showed then. */
    private final Map<String, String> marks = new ConcurrentHashMap<>();

    private final Map<String, Integer> followed = new ConcurrentHashMap<>();

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
     * What a person says of many clients, see {@link ConnectionStore#assign}.
     *
     * @return how many were changed
     */
    public int assign(String program, String database, Collection<String> clients, Assignment assignment, String by) {
        Map<String, Assignment> all = new TreeMap<>();
        clients.forEach(id -> all.put(id, assignment));
        return store.assign(program, database, all, by, null);
    }

    /** What a person says of one client, see {@link ConnectionStore#edit}. */
    public ClientConnection edit(
            String program, String database, String id, long version, Assignment assignment, String by) {
        return store.edit(
                program, database, id, version, assignment.owner(), assignment.redirect(), assignment.note(), by, null);
    }

    /** What a person decided of a program on the host, see {@link ConnectionStore#decide}. */
    public void decide(
            String program, String database, String name, HostDependency.Choice choice, String reason, String by) {
        store.decide(program, database, name, choice, reason, by, null);
    }

    /**
     * How a list of clients was taken.
     *
     * @param added clients that nothing had seen before
     * @param changed known clients of which it says something new
     */
    public record Listed(int added, int changed) {}

    /**
     * Takes a list of clients that people brought: says of known ones who answers for them, and adds those that nothing has
     * seen yet. A line without program or service means all of its machine. All of it or nothing.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such database
     */
    public Listed listed(
            String program, String database, List<ClientList.Row> rows, String by, @Nullable String requestId) {
        return db.inTransaction(() -> {
            Instant now = db.clock().instant();
            List<ClientConnection> known = store.locked(program, database);
            Map<String, List<ClientConnection>> byMachine =
                    known.stream().collect(Collectors.groupingBy(ClientConnection::machine));
            Map<String, Assignment> said = new TreeMap<>();
            List<ClientSighting> fresh = new ArrayList<>();
            for (ClientList.Row row : rows) {
                Assignment assignment = new Assignment(row.owner(), row.redirect(), row.note());
                List<ClientConnection> meant =
                        byMachine.getOrDefault(Clients.machine(row.machine()), List.of()).stream()
                                .filter(client -> Clients.means(row.machine(), row.program(), row.service(), client))
                                .toList();
                meant.forEach(client -> said.put(client.id(), assignment));
                if (meant.isEmpty()) {
                    String name = row.program() == null ? "unknown" : row.program();
                    fresh.add(new ClientSighting(
                            ClientDirection.INBOUND,
                            LISTED,
                            row.machine(),
                            name,
                            null,
                            row.service(),
                            null,
                            null,
                            now,
                            now,
                            1));
                    said.put(Clients.id(ClientDirection.INBOUND, row.machine(), name, row.service()), assignment);
                }
            }
            List<ClientConnection> added = Clients.merge(known, fresh, now);
            store.keep(program, database, added);
            Set<String> ids = added.stream().map(ClientConnection::id).collect(Collectors.toSet());
            Map<String, Assignment> first = new TreeMap<>(said);
            first.keySet().retainAll(ids);
            said.keySet().removeAll(ids);
            store.assign(program, database, first, by, requestId);
            return new Listed(added.size(), store.assign(program, database, said, by, requestId));
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

    /**
     * Follows the links of each database to both of their ends, and materialized views to the databases that hold them;
     * only when a fact or the inventory changed since the last call.
     */
    public void followLinks(String program) {
        String mark = facts.mark(program);
        if (mark.equals(marks.get(program))) {
            return;
        }
        List<DatabaseProfile> inventory =
                databases.list(program).stream().map(SourceDatabase::profile).toList();
        Map<String, List<Fact>> known = facts.all(program);
        for (DatabaseProfile from : inventory) {
            Map<String, List<ClientSighting>> shown = new TreeMap<>();
            for (Fact fact : known.getOrDefault(from.database(), List.of())) {
                if (fact.value() instanceof List<?> said) {
                    List<String> texts = said.stream().map(String::valueOf).toList();
                    if (fact.name().equals(LINKS)) {
                        Links.seen(from, texts, inventory, fact.at()).forEach(shown::put);
                    } else if (fact.name().equals(SITES)) {
                        shown.merge(from.database(), Links.sites(texts, inventory, fact.at()), ConnectionService::both);
                    }
                }
            }
            String key = program + "/" + from.database();
            int now = shown.hashCode();
            if (!shown.isEmpty() && !Integer.valueOf(now).equals(followed.get(key))) {
                shown.forEach((database, sightings) -> seen(program, database, sightings));
                followed.put(key, now);
            }
        }
        marks.put(program, mark);
    }

    private static List<ClientSighting> both(List<ClientSighting> one, List<ClientSighting> more) {
        return Stream.concat(one.stream(), more.stream()).toList();
    }
}
