package io.gulliver.control;

import io.gulliver.assessment.database.Subject;
import io.gulliver.assessment.database.Word;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.Stores;
import io.gulliver.persistence.decision.DecisionRow;
import io.gulliver.persistence.plan.PlanStore.MethodRow;
import io.gulliver.planning.method.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the store holds of a program at one moment, read once however many of its databases are looked at. */
final class Estate {
    private static final List<String> HOSTS = List.of("host.names", "source_hosts");

    private final Program program;
    private final Map<String, SourceDatabase> databases = new LinkedHashMap<>();
    private final Map<String, Landing> landings = new HashMap<>();
    private final Map<String, DecisionRow> choices;
    private final Map<String, DecisionRow> otherWork;
    private final Map<String, DecisionRow> sga;
    private final Map<String, MethodRow> methods = new HashMap<>();
    private final Map<String, List<Fact>> facts = new HashMap<>();
    private final Function<String, List<Fact>> collected;
    private final Supplier<Map<String, List<Fact>>> hosts;
    private final HostLoads loads;

    private Estate(
            Stores stores,
            HostLoads loads,
            String key,
            Function<String, List<Fact>> collected,
            Supplier<Map<String, List<Fact>>> hosts) {
        this.program = stores.programs().require(key);
        stores.databases().list(key).forEach(database -> databases.put(database.name(), database));
        stores.landings().list(key).forEach(landing -> landings.put(landing.database(), landing));
        this.choices = stores.decisions().last(key, DecisionRow.Kind.METHOD);
        this.otherWork = stores.decisions().last(key, DecisionRow.Kind.OTHER_WORK);
        this.sga = stores.decisions().last(key, DecisionRow.Kind.SGA);
        stores.plans().methods(key).forEach(row -> methods.put(row.database(), row));
        this.collected = collected;
        this.hosts = hosts;
        this.loads = loads;
    }

    /** For one database and those beside it: facts are read as they are asked for. */
    static Estate few(Stores stores, HostLoads loads, String program) {
        return new Estate(
                stores,
                loads,
                program,
                name -> stores.facts().list(program, name),
                () -> stores.facts().named(program, HOSTS));
    }

    /** For all databases: facts are read at once. */
    static Estate all(Stores stores, HostLoads loads, String program) {
        Map<String, List<Fact>> all = stores.facts().all(program);
        return new Estate(stores, loads, program, name -> all.getOrDefault(name, List.of()), () -> all);
    }

    Program program() {
        return program;
    }

    List<SourceDatabase> databases() {
        return List.copyOf(databases.values());
    }

    List<Fact> facts(String database) {
        return facts.computeIfAbsent(database, collected);
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
        Landing landing = landings.get(database.name());
        Method method = PlanService.chosen(choices.get(database.name()));
        MethodRow judged = methods.get(database.name());
        if (method == null && judged != null && judged.method() != null) {
            method = Method.valueOf(judged.method());
        }
        List<Fact> known = facts(database.name());
        return new Subject(
                database.profile(),
                landing == null ? List.of() : landing.servers(),
                landing == null ? database.profile().targetKind() : landing.kind(),
                known,
                loads.of(database, program.zone(), known),
                method != null && method.replicates(),
                MethodFacts.window(program, database.profile()),
                word(otherWork.get(database.name())),
                word(sga.get(database.name())));
    }

    private static @Nullable Word word(@Nullable DecisionRow row) {
        return row == null || row.decided() == null ? null : new Word(row.decided(), row.reason(), row.by(), row.at());
    }

    /** Hosts that collected data name. */
    private static Set<String> listed(List<Fact> facts) {
        Set<String> names = new TreeSet<>();
        facts.stream()
                .filter(fact -> HOSTS.contains(fact.name()) && fact.value() instanceof List<?>)
                .forEach(fact ->
                        ((List<?>) fact.value()).forEach(name -> names.add(Subject.host(String.valueOf(name)))));
        return names;
    }

    @Nullable
    Word otherWork(String database) {
        return word(otherWork.get(database));
    }

    /** Hosts of a database as inventory and collected data name them. */
    Set<String> hosts(SourceDatabase database) {
        Set<String> names = listed(facts(database.name()));
        if (database.profile().sourceHost() != null) {
            names.add(Subject.host(database.profile().sourceHost()));
        }
        return names;
    }

    /** All that share a target server with a database, and all that share a source host with one of these. */
    List<Subject> beside(Subject subject) {
        Set<String> names = new TreeSet<>();
        names.add(subject.name());
        landings.values().stream()
                .filter(landing -> landing.servers().stream().anyMatch(subject.servers()::contains))
                .forEach(landing -> names.add(landing.database()));
        Set<String> hosts = new TreeSet<>(subject.hosts());
        for (String name : names) {
            SourceDatabase member = databases.get(name);
            if (member != null && member.profile().sourceHost() != null) {
                hosts.add(Subject.host(member.profile().sourceHost()));
            }
        }
        Map<String, List<Fact>> told = this.hosts.get();
        names.forEach(name -> hosts.addAll(listed(told.getOrDefault(name, List.of()))));
        for (SourceDatabase other : databases.values()) {
            String host = other.profile().sourceHost();
            if (host != null && hosts.contains(Subject.host(host))
                    || listed(told.getOrDefault(other.name(), List.of())).stream()
                            .anyMatch(hosts::contains)) {
                names.add(other.name());
            }
        }
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
