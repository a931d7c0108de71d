package io.gulliver.ui.plan;

import io.gulliver.assessment.connections.LinkGraph;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.plan.PlanLines.Dependency;
import io.gulliver.ui.plan.PlanLines.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** What of the plan depends on what: the order of waves, move groups, and database links between what crosses apart. */
@Component
class PlanDependencies {
    /** Names that stand beside a database; of more, how many. */
    private static final int NAMES = 3;

    private final Words words;

    PlanDependencies(Words words) {
        this.words = words;
    }

    /** @param together move groups, by database */
    List<Dependency> of(TypedPlan plan, Map<String, String> together, LinkGraph graph) {
        List<Dependency> all = new ArrayList<>();
        plan.waves()
                .forEach(wave -> wave.after()
                        .forEach(before -> all.add(new Dependency(
                                Kind.AFTER, PlanChart.waveName("W" + before), PlanChart.waveName(wave.key())))));
        // as the rows stand: each with the next of its group
        SortedMap<String, String> last = new TreeMap<>();
        plan.members().stream()
                .filter(member -> together.containsKey(member.database()))
                .map(WaveMember::database)
                .forEach(database -> {
                    String before = last.put(together.get(database), database);
                    if (before != null) {
                        all.add(new Dependency(
                                Kind.TOGETHER, PlanChart.databaseName(before), PlanChart.databaseName(database)));
                    }
                });
        graph.clusters()
                .forEach(cluster -> cluster.links().stream()
                        .filter(link -> link.ends() != LinkGraph.Ends.ONE_GROUP)
                        .forEach(link -> all.add(new Dependency(
                                Kind.LINK, PlanChart.databaseName(link.from()), PlanChart.databaseName(link.to())))));
        return all;
    }

    /** The databases that one reaches, or that reach it, by database links and outside of its move group; by its name. */
    Map<String, String> words(LinkGraph graph) {
        Map<String, String> said = new TreeMap<>();
        graph.clusters().forEach(cluster -> {
            Map<String, LinkGraph.Place> places =
                    cluster.places().stream().collect(Collectors.toMap(LinkGraph.Place::name, place -> place));
            SortedMap<String, SortedMap<String, String>> others = new TreeMap<>();
            cluster.links().stream()
                    .filter(link -> link.ends() != LinkGraph.Ends.ONE_GROUP)
                    .forEach(link -> {
                        boolean apart = link.ends() == LinkGraph.Ends.APART;
                        others.computeIfAbsent(link.from(), one -> new TreeMap<>())
                                .put(link.to(), named(places.get(link.to()), apart));
                        others.computeIfAbsent(link.to(), one -> new TreeMap<>())
                                .put(link.from(), named(places.get(link.from()), apart));
                    });
            others.forEach((database, names) -> said.put(database, listed(List.copyOf(names.values()))));
        });
        return said;
    }

    private String named(LinkGraph.Place place, boolean apart) {
        return apart ? words.text("plan.linked.in", place.name(), "W" + place.wave()) : place.name();
    }

    private String listed(List<String> names) {
        String first = names.stream().limit(NAMES).collect(Collectors.joining(", "));
        return names.size() <= NAMES ? first : words.text("plan.linked.more", first, names.size() - NAMES);
    }
}
