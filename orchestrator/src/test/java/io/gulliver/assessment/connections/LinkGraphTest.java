package io.gulliver.assessment.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.connections.LinkGraph.Cluster;
import io.gulliver.assessment.connections.LinkGraph.Ends;
import io.gulliver.assessment.connections.LinkGraph.Link;
import io.gulliver.assessment.connections.LinkGraph.Place;
import io.gulliver.domain.estate.DatabaseLink;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinkGraphTest {
    private static DatabaseProfile database(String name) {
        return DatabaseProfile.of(name, "Cards", Environment.PRODUCTION);
    }

    private static DatabaseProfile in(String group, String name) {
        return new DatabaseProfile(
                name,
                "Cards",
                Environment.PRODUCTION,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                group,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new TreeMap<>());
    }

    private static DatabaseLink link(String from, String to) {
        return new DatabaseLink(from, to, "TO_" + to.toUpperCase(Locale.ROOT), false);
    }

    @Test
    void databasesThatReachEachOtherByOthersAreOneCluster() {
        LinkGraph graph = LinkGraph.of(
                List.of(link("CRM", "shop"), link("STOCK", "shop"), link("HR", "payroll")),
                List.of(database("CRM"), database("SHOP"), database("STOCK"), database("HR"), database("PAYROLL")),
                Map.of("CRM", 2, "SHOP", 1, "STOCK", 2));
        assertThat(graph.clusters()).hasSize(2);
        Cluster first = graph.clusters().get(0);
        assertThat(first.places())
                .extracting(Place::name)
                .as("in the order in which they cross")
                .containsExactly("SHOP", "CRM", "STOCK");
        assertThat(first.apart()).extracting(Link::from).containsExactly("CRM", "STOCK");
        assertThat(graph.clusters().get(1).links())
                .extracting(Link::ends)
                .as("neither is in a wave")
                .containsExactly(Ends.NOT_PLANNED);
        assertThat(graph.apart()).isEqualTo(2);
    }

    @Test
    void aLinkThatBothEndsKnowIsOneAndWhatOneOfThemDecidedIsDecided() {
        LinkGraph graph = LinkGraph.of(
                List.of(
                        new DatabaseLink("CRM", "shop", "TO_SHOP", false),
                        new DatabaseLink("crm", "SHOP", "to_shop", true)),
                List.of(database("CRM"), database("SHOP")),
                Map.of("CRM", 1, "SHOP", 1));
        assertThat(graph.clusters())
                .singleElement()
                .satisfies(cluster -> assertThat(cluster.links())
                        .singleElement()
                        .isEqualTo(new Link("CRM", "SHOP", "TO_SHOP", Ends.ONE_WAVE, true)));
    }

    @Test
    void aMoveGroupHoldsALinkTogetherWhateverTheWaves() {
        LinkGraph graph = LinkGraph.of(
                List.of(link("CRM", "SHOP")), List.of(in("front", "CRM"), in("front", "SHOP")), Map.of("CRM", 1));
        assertThat(graph.clusters().get(0).moveGroup()).isEqualTo("front");
        assertThat(graph.clusters().get(0).links()).extracting(Link::ends).containsExactly(Ends.ONE_GROUP);
        assertThat(LinkGraph.of(List.of(link("CRM", "SHOP")), List.of(in("front", "CRM"), database("SHOP")), Map.of())
                        .clusters()
                        .get(0)
                        .moveGroup())
                .as("one of the two is not in it")
                .isNull();
    }

    @Test
    void whatIsNoDatabaseOfTheProgramIsOutsideAndJoinsNothing() {
        LinkGraph graph = LinkGraph.of(
                List.of(link("CRM", "mainframe"), link("SHOP", "mainframe"), link("CRM", "crm")),
                List.of(database("CRM"), database("SHOP")),
                Map.of());
        assertThat(graph.clusters()).isEmpty();
        assertThat(graph.outside()).extracting(Link::to).containsExactly("mainframe", "mainframe");
    }

    @Test
    void everyLinkIsInOneClusterOrOutsideInWhateverOrderItIsTold() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            List<DatabaseProfile> inventory = IntStream.range(0, 1 + random.nextInt(30))
                    .mapToObj(n -> database("DB" + n))
                    .toList();
            Map<String, Integer> waves = new HashMap<>();
            inventory.forEach(one -> {
                if (random.nextBoolean()) {
                    waves.put(one.database(), 1 + random.nextInt(4));
                }
            });
            List<DatabaseLink> links = new ArrayList<>();
            for (int at = random.nextInt(60); at > 0; at--) {
                links.add(link("DB" + random.nextInt(34), "db" + random.nextInt(34)));
            }
            LinkGraph graph = LinkGraph.of(links, inventory, waves);
            long different = links.stream()
                    .filter(one -> !one.from().equalsIgnoreCase(one.to())
                            || Integer.parseInt(one.from().substring(2)) >= inventory.size())
                    .map(one -> one.from() + ">" + one.to())
                    .distinct()
                    .count();
            assertThat(graph.links() + graph.outside().size()).isEqualTo((int) different);
            assertThat(graph.clusters().stream().flatMap(one -> one.places().stream()))
                    .doesNotHaveDuplicates();
            assertThat(graph.clusters())
                    .allSatisfy(one -> assertThat(one.places()).hasSizeGreaterThanOrEqualTo(2));
            List<DatabaseLink> shuffled = new ArrayList<>(links);
            Collections.shuffle(shuffled, random);
            assertThat(LinkGraph.of(shuffled, inventory, waves)).isEqualTo(graph);
        }
    }
}
