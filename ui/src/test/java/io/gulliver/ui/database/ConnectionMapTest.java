package io.gulliver.ui.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.ui.database.ConnectionMap.Kind;
import io.gulliver.ui.database.ConnectionMap.Layer;
import io.gulliver.ui.database.ConnectionMap.Node;
import io.gulliver.ui.database.ConnectionMap.Way;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConnectionMapTest {
    private static final Instant AT = Instant.parse("2026-11-01T10:00:00Z");

    private static ClientConnection client(
            ClientDirection direction,
            String machine,
            String service,
            @Nullable String owner,
            @Nullable RedirectMethod redirect,
            long seen) {
        return new ClientConnection(
                direction + machine + service + owner,
                direction,
                machine,
                "sqlplus",
                service,
                List.of(),
                List.of(),
                List.of(),
                new TreeMap<>(Map.of("sessions", new ClientConnection.Seen(AT, AT, seen))),
                owner,
                redirect,
                null,
                1,
                "sessions",
                AT);
    }

    private static ClientConnection inbound(String machine, String service, @Nullable String owner, long seen) {
        return client(ClientDirection.INBOUND, machine, service, owner, RedirectMethod.DNS_ALIAS, seen);
    }

    private static List<Node> of(ConnectionMap map, Layer layer) {
        return map.nodes().stream().filter(node -> node.layer() == layer).toList();
    }

    @Test
    void thereIsNoMapWhileNobodyWasSeen() {
        assertThat(ConnectionMap.of("CRM", List.of())).isNull();
    }

    @Test
    void machinesThatDifferInANumberAreOneNodeWhereOneOwnerComesByOneService() {
        ConnectionMap map = ConnectionMap.of(
                "CRM",
                List.of(
                        inbound("app-10", "crm", "Sales", 3),
                        inbound("app-9", "crm", "Sales", 2),
                        inbound("app-1", "crm_ro", "Sales", 1),
                        inbound("batch", "crm", "Sales", 1)));
        assertThat(of(map, Layer.MACHINE))
                .extracting(Node::name)
                .containsExactlyInAnyOrder("app-9 … app-10", "app-1", "batch");
        assertThat(of(map, Layer.MACHINE))
                .filteredOn(node -> node.name().startsWith("app-9"))
                .singleElement()
                .satisfies(node -> {
                    assertThat(node.count()).isEqualTo(2);
                    assertThat(node.seen()).isEqualTo(5);
                });
        assertThat(of(map, Layer.OWNER)).extracting(Node::name).containsExactly("Sales");
    }

    @Test
    void whatNobodyAnswersForIsUnknownAndLastOfTheOwners() {
        ConnectionMap map = ConnectionMap.of(
                "CRM",
                List.of(
                        inbound("old", "", null, 900),
                        inbound("app", "crm", "Sales", 3),
                        client(ClientDirection.INBOUND, "etl", "crm", "Data", RedirectMethod.CONNECTION_STRING, 2),
                        client(ClientDirection.INBOUND, "rep", "crm", "Reports", null, 1)));
        assertThat(of(map, Layer.OWNER))
                .extracting(Node::kind, Node::name, Node::way)
                .containsExactly(
                        tuple(Kind.OWNER, "Sales", Way.LED),
                        tuple(Kind.OWNER, "Data", Way.CHANGED),
                        tuple(Kind.OWNER, "Reports", Way.UNKNOWN),
                        tuple(Kind.NOBODY, "", Way.UNKNOWN));
        assertThat(of(map, Layer.SERVICE)).extracting(Node::kind).contains(Kind.NO_SERVICE);
        assertThat(map.ways()).containsExactly(Way.LED, Way.CHANGED, Way.UNKNOWN);
    }

    @Test
    void linksOfThisDatabaseLeadAwayFromItAndThoseOfOthersLeadToIt() {
        ConnectionMap map = ConnectionMap.of(
                "CRM",
                List.of(
                        client(ClientDirection.OUTBOUND_LINK, "DWH", "dwh", "Data", RedirectMethod.LINK_RECREATED, 1),
                        client(ClientDirection.INBOUND_LINK, "SHOP", "crm", "Shop", RedirectMethod.LINK_RECREATED, 1)));
        assertThat(of(map, Layer.CALLED)).extracting(Node::name).containsExactly("DWH");
        assertThat(of(map, Layer.MACHINE)).extracting(Node::kind).containsExactly(Kind.LINK);
        assertThat(of(map, Layer.DATABASE))
                .singleElement()
                .satisfies(node ->
                        assertThat(node.count()).as("clients that come to it").isEqualTo(1));
        assertThat(map.layers()).containsExactly(Layer.values());
    }

    @Test
    void theSameClientsGiveTheSameMapInAnyOrderWithoutNodesOverEachOtherAndNothingIsLost() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            List<ClientConnection> clients = new ArrayList<>();
            int many = 1 + random.nextInt(120);
            for (int at = 0; at < many; at++) {
                clients.add(client(
                        ClientDirection.values()[random.nextInt(3)],
                        "m" + random.nextInt(40) + (random.nextBoolean() ? "x" : ""),
                        random.nextInt(4) == 0 ? "" : "s" + random.nextInt(20),
                        random.nextInt(4) == 0 ? null : "o" + random.nextInt(30),
                        random.nextInt(4) == 0 ? null : RedirectMethod.values()[random.nextInt(8)],
                        random.nextInt(10_000)));
            }
            List<ClientConnection> apart = List.copyOf(new TreeMap<>(clients.stream()
                            .collect(Collectors.toMap(ClientConnection::id, one -> one, (one, other) -> one)))
                    .values());
            ConnectionMap map = ConnectionMap.of("CRM", apart);
            List<ClientConnection> shuffled = new ArrayList<>(apart);
            Collections.shuffle(shuffled, random);
            assertThat(ConnectionMap.of("CRM", shuffled)).isEqualTo(map);
            for (Layer layer : Layer.values()) {
                List<Node> nodes = of(map, layer);
                assertThat(nodes).hasSizeLessThanOrEqualTo(ConnectionMap.MOST);
                IntStream.range(1, nodes.size())
                        .forEach(at -> assertThat(
                                        nodes.get(at).y() - nodes.get(at - 1).y())
                                .as("rows of %s apart", layer)
                                .isGreaterThanOrEqualTo(41));
                assertThat(nodes).allSatisfy(node -> assertThat(node.y() + 40).isLessThanOrEqualTo(map.height()));
            }
            long seen = apart.stream()
                    .filter(one -> one.direction() != ClientDirection.OUTBOUND_LINK)
                    .mapToLong(ClientConnection::seen)
                    .sum();
            for (Layer layer : List.of(Layer.OWNER, Layer.MACHINE, Layer.SERVICE)) {
                assertThat(of(map, layer).stream().mapToLong(Node::seen).sum())
                        .as("all that came, in %s", layer)
                        .isEqualTo(seen);
            }
            assertThat(map.lines()).allSatisfy(line -> assertThat(line.width()).isBetween(1.2, 9.0));
        }
    }

    @Test
    void aLongNameEndsWhereItsNodeDoes() {
        ConnectionMap map = ConnectionMap.of(
                "CRM", List.of(inbound("a-machine-with-a-very-long-name.of.a.bank", "crm", "Sales", 1)));
        Node machine = of(map, Layer.MACHINE).get(0);
        assertThat(machine.shown()).hasSize(19).endsWith("…");
        assertThat(machine.name()).isEqualTo("a-machine-with-a-very-long-name.of.a.bank");
    }
}
