package io.gulliver.planning.inputs;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.SnapshotLoad;
import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.facts.FactResolver;
import io.gulliver.planning.facts.Said;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A database with everything that sizing may look at.
 *
 * @param profile what people say of it
 * @param servers that it lands on, empty while not chosen
 * @param kind of these, or null
 * @param facts newest word on each
 * @param loads series of its captures, of discovery and of sar files; the ones to prefer first
 * @param replicates whether GoldenGate runs on the target
 * @param window outage that users may see, null while nobody said it
 * @param otherWork whether work of no database on its hosts moves with it, by a person's word; or null
 * @param sga which SGA it gets, by a person's word; or null
 * @param known everything that is known of it, as all other decisions read it; null: what {@code facts} and the inventory tell
 */
public record Subject(
        DatabaseProfile profile,
        List<String> servers,
        @Nullable TargetKind kind,
        List<Fact> facts,
        List<SnapshotLoad> loads,
        boolean replicates,
        @Nullable Duration window,
        @Nullable SizingDecision otherWork,
        @Nullable SizingDecision sga,
        @Nullable CanonicalFacts known) {
    /** A database of which nobody decided anything, with the window of its inventory line. */
    public Subject(
            DatabaseProfile profile,
            List<String> servers,
            @Nullable TargetKind kind,
            List<Fact> facts,
            List<SnapshotLoad> loads,
            boolean replicates) {
        this(
                profile,
                servers,
                kind,
                facts,
                loads,
                replicates,
                profile.outageWindowMinutes() == null ? null : Duration.ofMinutes(profile.outageWindowMinutes()),
                null,
                null,
                null);
    }

    public Subject {
        servers = List.copyOf(servers);
        facts = List.copyOf(facts);
        loads = List.copyOf(loads);
    }

    /** The same with each fact once, under its name and in the unit of the catalogue. */
    Subject resolved(FactResolver resolver) {
        CanonicalFacts all = known;
        if (all == null) {
            List<Said> said = new ArrayList<>(Said.collected(facts));
            said.addAll(Said.inventory(profile));
            all = resolver.of(said);
        }
        List<Fact> once = all.known().values().stream().map(Subject::canonical).toList();
        return new Subject(profile, servers, kind, once, loads, replicates, window, otherWork, sga, all);
    }

    private static Fact canonical(CanonicalFacts.Known known) {
        Fact told = known.told();
        String source = known.teller() == Said.Teller.INVENTORY || told.name().equals(known.name())
                ? told.source()
                : told.name() + " of " + told.source();
        return new Fact(
                known.name(),
                known.value(),
                known.unit(),
                known.below() ? source + ", below that" : source,
                told.at(),
                told.confidence());
    }

    public String name() {
        return profile.database();
    }

    boolean production() {
        return profile.environment() == Environment.PRODUCTION;
    }

    boolean critical() {
        Integer criticality = profile.criticality();
        return production() && criticality != null && criticality <= 2;
    }

    /** Short names of its source hosts in lower case. */
    public SortedSet<String> hosts() {
        List<String> names = new ArrayList<>();
        loads.forEach(load -> {
            names.addAll(load.busyPercent().keySet());
            names.addAll(load.ownCores().keySet());
        });
        facts.stream()
                .filter(fact -> (fact.name().equals("host.names") || fact.name().equals("source_hosts"))
                        && fact.value() instanceof List<?>)
                .forEach(fact -> ((List<?>) fact.value()).forEach(name -> names.add(String.valueOf(name))));
        if (profile.sourceHost() != null) {
            names.add(profile.sourceHost());
        }
        SortedSet<String> hosts = new TreeSet<>();
        names.removeIf(name -> name.startsWith(LoadSamples.UNNAMED));
        names.forEach(name -> hosts.add(host(name)));
        return hosts;
    }

    /** As hosts are compared: without domain, whatever the case; an address stays whole. */
    public static String host(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT);
        return plain.matches("[0-9.]+") || plain.indexOf(':') >= 0 || plain.indexOf('.') < 0
                ? plain
                : plain.substring(0, plain.indexOf('.'));
    }
}
