package io.gulliver.service.migration;

import io.gulliver.assessment.facts.DatabaseFacts;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.ReadTag;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.estate.LandingStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.name.NameStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.method.TopologyProposal;
import io.gulliver.service.action.FactsRecord;
import io.gulliver.service.collection.CollectedFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All that playbooks may name as {@code facts.…}: what the inventory says ({@code inventory.size_gb} …, its column
 * names), where the database lands ({@code landing.server}, {@code landing.servers}, {@code landing.database}, {@code
 * landing.pdb}, {@code landing.release}, {@code landing.kind}, {@code target.service}), the registered cluster that it lands on ({@code
 * cluster.…}), what the program says of shared things, and the facts. A fact of the catalogue has the
 * value that every decision reads, whoever told it under whatever name; others stand as they were collected. What nobody said is
 * absent.
 */
public final class KnownFacts {
    /** Tags of the inventory that say where a database's software is: its SID on the host, and its Oracle home. */
    static final List<String> SOFTWARE = List.of(ReadTag.SOURCE_SID.key(), ReadTag.SOURCE_ORACLE_HOME.key());

    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final LandingStore landings;
    private final FactStore facts;
    private final CollectedFacts collected;
    private final FactCatalogue catalogue;
    private final DatabaseFacts decided;
    private final ProgramCalendar calendar;
    private final RehearsalNames rehearsals;
    private final ServerPlaybook topology;
    private final Function<String, List<RegisteredCluster>> clusters;

    /** Which playbook builds a server of which the program says {@link TopologyProposal#AUTO}. */
    @FunctionalInterface
    public interface ServerPlaybook {
        /** Its name; empty while nothing decides. */
        Optional<String> of(String program, String server);
    }

    /** Where nobody decides between partition and guest. */
    public KnownFacts(
            ProgramStore programs,
            DatabaseStore databases,
            LandingStore landings,
            NameStore names,
            FactStore facts,
            CollectedFacts collected,
            FactCatalogue catalogue,
            ProgramCalendar calendar) {
        this(
                programs,
                databases,
                landings,
                names,
                facts,
                collected,
                catalogue,
                calendar,
                (program, server) -> Optional.empty(),
                program -> List.of());
    }

    public KnownFacts(
            ProgramStore programs,
            DatabaseStore databases,
            LandingStore landings,
            NameStore names,
            FactStore facts,
            CollectedFacts collected,
            FactCatalogue catalogue,
            ProgramCalendar calendar,
            ServerPlaybook topology,
            Function<String, List<RegisteredCluster>> clusters) {
        this.topology = topology;
        this.clusters = clusters;
        this.programs = programs;
        this.databases = databases;
        this.landings = landings;
        this.rehearsals = new RehearsalNames(landings, names);
        this.facts = facts;
        this.collected = collected;
        this.catalogue = catalogue;
        this.decided = new DatabaseFacts(catalogue);
        this.calendar = calendar;
    }

    /** The version of the collected facts, and every value by name. */
    public record Known(long version, SortedMap<String, Object> values) {}

    /** What a run reads: a rehearsal whose source is named reads from there, and lands under other names. */
    public Known of(Migration migration) {
        Known known = of(migration.program(), migration.database());
        RehearsalSource source = migration.source();
        if (source == null) {
            return known;
        }
        SortedMap<String, Object> values = new TreeMap<>(known.values());
        landings.find(migration.program(), migration.database())
                .ifPresent(landing -> landing(values, rehearsals.of(landing)));
        put(values, "inventory.source_host", source.host());
        put(values, "inventory.source_port", source.port());
        put(values, "inventory.source_service", source.service());
        return new Known(known.version(), values);
    }

    public Known of(String program, String database) {
        SortedMap<String, Object> values = new TreeMap<>();
        Optional<SourceDatabase> source = databases.find(program, database);
        source.ifPresent(found -> inventory(values, found.profile()));
        landings.find(program, database).ifPresent(landing -> landing(values, landing));
        shared(values, program, database);
        cluster(values, program);
        long version = facts.version(program, database);
        List<Fact> newest = facts.list(program, database, version);
        newest.forEach(fact -> values.put(fact.name(), fact.value()));
        source.ifPresent(found -> {
            ProgramPolicy policy = programs.find(program).map(ProgramPolicy::of).orElseThrow();
            decided.of(policy, found.profile(), collected.of(program, database, newest))
                    .known()
                    .values()
                    .forEach(known -> values.put(known.name(), typed(known)));
        });
        return new Known(version, values);
    }

    /** A whole number stays one, as playbooks declare it. */
    private Object typed(CanonicalFacts.Known known) {
        FactCatalogue.Entry entry = catalogue.find(known.name());
        return entry != null
                        && entry.type().equals("whole")
                        && known.value() instanceof Double number
                        && number == Math.rint(number)
                ? (Object) number.longValue()
                : known.value();
    }

    /** What inventory line and landing tell, without asking the store. */
    public static SortedMap<String, Object> told(DatabaseProfile profile, @Nullable Landing landing) {
        SortedMap<String, Object> values = new TreeMap<>();
        inventory(values, profile);
        if (landing != null) {
            landing(values, landing);
        }
        return values;
    }

    /**
     * What the program says of shared things: {@code shared: {server: {lnx01: {playbook: dpm-server, facts: {…}}}}}. A
     * run that builds one (its database is {@code kind:name}) sees the thing's facts; a database sees which playbook
     * builds its server: the one that is named, or with {@code auto} the one of the kind that is proposed for the server.
     */
    private void shared(SortedMap<String, Object> values, String program, String database) {
        ProgramPolicy policy = programs.find(program).map(ProgramPolicy::of).orElse(null);
        if (policy == null) {
            return;
        }
        int colon = database.indexOf(':');
        if (colon > 0) {
            values.putAll(policy.shared(database.substring(0, colon), database.substring(colon + 1))
                    .facts());
        }
        Object server = values.getOrDefault("container.server", values.get("landing.server"));
        if (server != null && !database.startsWith("server:")) {
            String playbook = policy.shared("server", String.valueOf(server)).playbook();
            if (playbook != null) {
                values.put(
                        "server.playbook",
                        playbook.equals(TopologyProposal.AUTO)
                                // While nothing decides, the step that would build says so and builds nothing.
                                ? topology.of(program, String.valueOf(server)).orElse(TopologyProposal.AUTO)
                                : playbook);
            }
        }
    }

    /** Of a database on several servers, the cluster that was registered with them. */
    private void cluster(SortedMap<String, Object> values, String program) {
        if (values.get("landing.servers") instanceof List<?> servers) {
            RegisteredCluster.of(
                            clusters.apply(program),
                            servers.stream().map(String::valueOf).toList())
                    .ifPresent(cluster -> values.putAll(cluster.facts()));
        }
    }

    private static void inventory(SortedMap<String, Object> values, DatabaseProfile profile) {
        put(values, "inventory.database", profile.database());
        put(values, "inventory.application", profile.application());
        put(values, "inventory.environment", word(profile.environment()));
        put(values, "inventory.criticality", profile.criticality());
        put(values, "inventory.source_host", profile.sourceHost());
        put(values, "inventory.source_port", profile.sourcePort());
        put(values, "inventory.source_service", profile.sourceService());
        put(values, "inventory.oracle_version", profile.oracleVersion());
        put(values, "inventory.size_gb", profile.gigabytes());
        put(values, "inventory.outage_window_minutes", profile.outageWindowMinutes());
        put(values, "inventory.owner", profile.owner());
        put(values, "inventory.team", profile.team());
        put(values, "inventory.move_group", profile.moveGroup());
        put(values, "inventory.target_kind", word(profile.targetKind()));
        put(values, "inventory.target_server", profile.targetServer());
        put(values, "inventory.target_database", profile.targetDatabase());
        put(values, "inventory.target_release", profile.targetRelease());
        put(values, "inventory.source_topology", word(profile.sourceTopology()));
        put(values, "inventory.dr", word(profile.disasterRecovery()));
        put(values, "inventory.credential", profile.credential());
        SOFTWARE.forEach(tag -> put(values, "inventory." + tag, profile.tags().get(tag)));
    }

    private static void landing(SortedMap<String, Object> values, Landing landing) {
        List<String> servers = landing.servers();
        put(values, "landing.server", servers.isEmpty() ? null : servers.get(0));
        put(values, "landing.servers", servers.isEmpty() ? null : servers);
        put(values, "landing.database", landing.targetDatabase());
        put(values, "landing.pdb", landing.pluggable());
        put(values, "target.service", landing.pluggable() == null ? landing.targetDatabase() : landing.pluggable());
        put(values, "landing.release", landing.release());
        put(values, "landing.kind", word(landing.kind()));
    }

    private static void put(SortedMap<String, Object> values, String name, @Nullable Object value) {
        if (value instanceof Integer whole) {
            values.put(name, whole.longValue());
        } else if (value != null) {
            values.put(name, value);
        }
    }

    private static @Nullable String word(@Nullable Enum<?> choice) {
        return choice == null ? null : choice.name().toLowerCase(Locale.ROOT);
    }

    /** Keeps what a step found. Nothing is changed by a value that is known already. */
    public void record(String program, String database, Map<String, Object> values, String source) {
        Instant now = calendar.now(program);
        List<Fact> found = new ArrayList<>();
        new TreeMap<>(values)
                .forEach((name, value) -> found.add(new Fact(name, value, null, source, now, Confidence.MEASURED)));
        if (!found.isEmpty()) {
            facts.put(program, database, found, "Gulliver");
        }
    }

    /** Keeps what a step found, each fact with its own source. */
    public void keep(String program, String database, List<FactsRecord.Found> found) {
        Instant now = calendar.now(program);
        List<Fact> kept = found.stream()
                .map(one -> new Fact(one.name(), one.value(), one.unit(), one.source(), now, one.confidence()))
                .toList();
        if (!kept.isEmpty()) {
            facts.put(program, database, kept, "Gulliver");
        }
    }
}
