package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.migration.MigrationStore.EndedStep;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.persistence.view.PlanReader.MethodRow;
import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.inputs.SizingDecision;
import io.gulliver.planning.inputs.Subject;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.rate.RateResolver;
import io.gulliver.planning.schedule.StageDurations;
import io.gulliver.planning.sizing.AcceptedSizing;
import io.gulliver.planning.sizing.BuildSizes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the store holds of a program at one moment, read once however many of its databases are looked at. */
final class ProgramSnapshot {
    private static final int MOST_KEPT = 256;

    private final Program program;
    private final ProgramPolicy policy;
    private final Map<String, SourceDatabase> databases = new LinkedHashMap<>();
    private final Map<String, Landing> landings = new HashMap<>();
    private final Map<String, SortedSet<String>> onServer = new HashMap<>();
    private final Map<String, List<SourceDatabase>> landingOn = new TreeMap<>();
    private final Map<String, List<SourceDatabase>> landingIn = new TreeMap<>();
    private final Map<String, SortedSet<String>> onHost = new HashMap<>();
    private final Map<String, DecisionRow> choices;
    private final Map<String, DecisionRow> otherWork;
    private final Map<String, DecisionRow> sga;
    private final Map<String, DecisionRow> confirmed;
    private final Map<String, MethodRow> methods = new HashMap<>();
    private final Map<String, Map<Stage, StageDurations.Chosen>> durations;
    /** Their series need much room, and those that stand beside each other are asked for soon after each other. */
    private final Map<String, Subject> subjects = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Subject> eldest) {
            return size() > MOST_KEPT;
        }
    };

    private @Nullable Map<String, SortedSet<String>> toldHosts;
    private final PlaybookShapes.Shapes shapes;
    private final RateResolver rates;
    private final Collected collected;
    private final HostLoads loads;

    ProgramSnapshot(SnapshotReader reader, String key, Collected collected) {
        this.program = reader.programs().require(key);
        this.policy = ProgramPolicy.of(program);
        reader.databases().list(key).forEach(this::add);
        reader.landings().list(key).forEach(this::add);
        databases.values().forEach(this::land);
        this.choices = reader.decisions().last(key, DecisionRow.Kind.METHOD);
        this.otherWork = reader.decisions().last(key, DecisionRow.Kind.OTHER_WORK);
        this.sga = reader.decisions().last(key, DecisionRow.Kind.SGA);
        this.confirmed = reader.decisions().last(key, DecisionRow.Kind.SIZING);
        reader.plans().methods(key).forEach(row -> methods.put(row.database(), row));
        this.durations = PlanService.chosen(reader.plans().overrides(key));
        this.shapes = reader.shapes().now();
        this.rates = new RateResolver(policy.rates(), reader.rates().list(key));
        this.collected = collected;
        this.loads = reader.loads();
    }

    /**
     * What was collected of databases: read at once for all, or as it is asked for.
     *
     * @param facts the word that holds of each
     * @param evidence what decisions read
     */
    record Collected(
            Function<String, List<Fact>> facts,
            Function<String, List<Fact>> evidence,
            Function<String, Long> version,
            Function<String, List<DatabaseEvidence>> files,
            Function<String, List<EndedStep>> sizings,
            Supplier<Map<String, List<Fact>>> hosts) {}

    private void add(SourceDatabase database) {
        databases.put(database.name(), database);
        String host = database.profile().sourceHost();
        if (host != null) {
            onHost.computeIfAbsent(Subject.host(host), name -> new TreeSet<>()).add(database.name());
        }
    }

    private void add(Landing landing) {
        landings.put(landing.database(), landing);
        landing.servers()
                .forEach(server -> onServer.computeIfAbsent(server, name -> new TreeSet<>())
                        .add(landing.database()));
    }

    private void land(SourceDatabase database) {
        Landing landing = landings.get(database.name());
        if (landing == null) {
            return;
        }
        landing.servers()
                .forEach(server -> landingOn
                        .computeIfAbsent(server, name -> new ArrayList<>())
                        .add(database));
        if (landing.pluggable() != null && landing.targetDatabase() != null) {
            landingIn
                    .computeIfAbsent(landing.targetDatabase(), name -> new ArrayList<>())
                    .add(database);
        }
    }

    Program program() {
        return program;
    }

    /** All that land on any server of a database, itself among them, by name. */
    SortedSet<String> landers(String database) {
        SortedSet<String> names = new TreeSet<>(List.of(database));
        Landing landing = landings.get(database);
        if (landing != null) {
            landing.servers().forEach(server -> names.addAll(onServer.getOrDefault(server, new TreeSet<>())));
        }
        return names;
    }

    /** All that land on a server, by name. */
    SortedSet<String> landersOn(String server) {
        return new TreeSet<>(onServer.getOrDefault(server, new TreeSet<>()));
    }

    /** All that land on a server, in the order of {@link #databases}. */
    List<SourceDatabase> landingOn(String server) {
        return landingOn.getOrDefault(server, List.of());
    }

    /** All that become pluggable databases of a container, in the order of {@link #databases}. */
    List<SourceDatabase> landingIn(String container) {
        return landingIn.getOrDefault(container, List.of());
    }

    /** Servers that somebody lands on, by name. */
    List<String> servers() {
        return List.copyOf(landingOn.keySet());
    }

    ProgramPolicy policy() {
        return policy;
    }

    List<SourceDatabase> databases() {
        return List.copyOf(databases.values());
    }

    List<Fact> facts(String database) {
        return collected.facts().apply(database);
    }

    /** What decisions read, see {@link io.gulliver.assessment.facts.DecidingWords}. */
    List<Fact> evidence(String database) {
        return collected.evidence().apply(database);
    }

    long factsVersion(String database) {
        return collected.version().apply(database);
    }

    /** Ended steps that sized a database, the newest run first. */
    List<EndedStep> sizings(String database) {
        return collected.sizings().apply(database);
    }

    /** What a person said last of its sizing. */
    @Nullable
    DecisionRow confirmed(String database) {
        return confirmed.get(database);
    }

    /** The sizing that a person accepted last, or null; one from before figures were kept with it does not count. */
    @Nullable
    AcceptedSizing accepted(String database) {
        DecisionRow row = confirmed.get(database);
        BuildSizes sizes = row == null || row.decided() == null ? BuildSizes.NONE : BuildSizes.of(row.content());
        return sizes.empty() ? null : new AcceptedSizing(sizes, row.by(), row.at(), row.reason());
    }

    StageDurations durations(SourceDatabase database) {
        return PlanService.durations(
                policy,
                database.profile(),
                methods.get(database.name()),
                durations.getOrDefault(database.name(), Map.of()),
                shapes,
                rates);
    }

    /** The rates and times of its databases, each with who says it. */
    RateResolver rates() {
        return rates;
    }

    @Nullable
    Landing landing(String database) {
        return landings.get(database);
    }

    @Nullable
    DecisionRow choice(String database) {
        return choices.get(database);
    }

    @Nullable
    MethodRow method(String database) {
        return methods.get(database);
    }

    Subject subject(SourceDatabase database) {
        Subject known = subjects.get(database.name());
        if (known == null) {
            known = read(database);
            subjects.put(database.name(), known);
        }
        return known;
    }

    private Subject read(SourceDatabase database) {
        Landing landing = landings.get(database.name());
        Method method = PlanService.chosen(choices.get(database.name()));
        MethodRow judged = methods.get(database.name());
        if (method == null && judged != null && judged.method() != null) {
            method = Method.valueOf(judged.method());
        }
        List<Fact> told = evidence(database.name());
        CanonicalFacts known = MethodFacts.resolved(policy, database, told);
        return new Subject(
                database.profile(),
                landing == null ? List.of() : landing.servers(),
                landing == null ? database.profile().targetKind() : landing.kind(),
                told,
                loads.of(database, program.zone(), known, collected.files().apply(database.name())),
                method != null && method.replicates(),
                MethodFacts.window(policy, database.profile()),
                word(otherWork.get(database.name())),
                word(sga.get(database.name())),
                known);
    }

    private static @Nullable SizingDecision word(@Nullable DecisionRow row) {
        return row == null || row.decided() == null
                ? null
                : new SizingDecision(row.decided(), row.reason(), row.by(), row.at());
    }

    /** Hosts that collected data name. */
    private static Set<String> listed(List<Fact> facts) {
        Set<String> names = new TreeSet<>();
        facts.stream()
                .filter(fact -> SnapshotReader.HOSTS.contains(fact.name()) && fact.value() instanceof List<?>)
                .forEach(fact ->
                        ((List<?>) fact.value()).forEach(name -> names.add(Subject.host(String.valueOf(name)))));
        return names;
    }

    @Nullable
    SizingDecision otherWork(String database) {
        return word(otherWork.get(database));
    }

    /** Databases by host as collected data name it, found once. */
    private Map<String, SortedSet<String>> toldHosts() {
        Map<String, SortedSet<String>> known = toldHosts;
        if (known == null) {
            Map<String, SortedSet<String>> found = new HashMap<>();
            collected
                    .hosts()
                    .get()
                    .forEach((database, told) -> listed(told)
                            .forEach(host -> found.computeIfAbsent(host, name -> new TreeSet<>())
                                    .add(database)));
            known = found;
            toldHosts = known;
        }
        return known;
    }

    /** Hosts of a database as inventory and collected data name them. */
    Set<String> hosts(SourceDatabase database) {
        Set<String> names = listed(facts(database.name()));
        if (database.profile().sourceHost() != null) {
            names.add(Subject.host(database.profile().sourceHost()));
        }
        return names;
    }

    /**
     * All that share a source host with a database, and unless hosts alone are wanted, all that share a target server with
     * it or a source host with one of these.
     */
    List<Subject> beside(Subject subject, boolean hostsAlone) {
        Set<String> names = new TreeSet<>();
        names.add(subject.name());
        if (!hostsAlone) {
            subject.servers().forEach(server -> names.addAll(onServer.getOrDefault(server, new TreeSet<>())));
        }
        Set<String> hosts = new TreeSet<>(subject.hosts());
        for (String name : names) {
            SourceDatabase member = databases.get(name);
            if (member != null && member.profile().sourceHost() != null) {
                hosts.add(Subject.host(member.profile().sourceHost()));
            }
        }
        names.forEach(name -> {
            SourceDatabase member = databases.get(name);
            if (member != null) {
                hosts.addAll(hosts(member));
            }
        });
        hosts.forEach(host -> {
            names.addAll(onHost.getOrDefault(host, new TreeSet<>()));
            names.addAll(toldHosts().getOrDefault(host, new TreeSet<>()));
        });
        names.remove(subject.name());
        List<Subject> beside = new ArrayList<>();
        for (String name : names) {
            SourceDatabase database = databases.get(name);
            if (database != null) {
                beside.add(subject(database));
            }
        }
        return beside;
    }
}
