package io.gulliver.ui.database;

import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.RedirectMethod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who talks to a database, in five layers from left to right: who answers, the machines, the services, the database, and
 * the databases that it calls. Order in a layer is by the mean place of the neighbours on the left, ties by name, so that the
 * same clients give the same picture.
 *
 * @param height of the picture, in points
 * @param nodes from left to right, from top to bottom
 * @param lines between them; nodes are drawn over them
 * @param ways in which clients are led over, that lines are drawn in
 */
record ConnectionMap(int height, List<Node> nodes, List<Line> lines, List<Way> ways) {
    /** So many nodes has a layer; what was seen least is put together in the last one. */
    static final int MOST = 12;

    /** Height of a node, in points. */
    private static final int NODE = 40;

    private static final int ROW = 55;

    /** Room for the words above the layers. */
    private static final int TOP = 26;

    /** Lines of a node leave it in this much of its height. */
    private static final int SPREAD = 24;

    private static final double THINNEST = 1.2;
    private static final double THICKEST = 9;

    /** Machines that differ in a number at the end alone are one node. */
    private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})");

    ConnectionMap {
        nodes = List.copyOf(nodes);
        lines = List.copyOf(lines);
        ways = List.copyOf(ways);
    }

    /** Layers that have anything. */
    public List<Layer> layers() {
        return nodes.stream().map(Node::layer).distinct().sorted().toList();
    }

    /** A layer: its left edge and its width in percent, and how many characters of a name it has room for. */
    enum Layer {
        OWNER(0, 17.5, 20),
        MACHINE(24.5, 16, 19),
        SERVICE(49, 14, 16),
        DATABASE(69, 12, 13),
        CALLED(86.5, 13.5, 15);

        private final double x;
        private final double width;
        private final int room;

        Layer(double x, double width, int room) {
            this.x = x;
            this.width = width;
            this.room = room;
        }

        public double x() {
            return x;
        }

        public double width() {
            return width;
        }
    }

    /** How a client is led to the new place. */
    enum Way {
        /** Its owner has nothing to change. */
        LED("cn-a"),
        /** Somebody changes a connection or a link. */
        CHANGED("cn-c"),
        /** Nobody answers for it, or nobody said how. */
        UNKNOWN("cn-u");

        private final String css;

        Way(String css) {
            this.css = css;
        }

        public String css() {
            return css;
        }

        static Way of(ClientConnection client) {
            RedirectMethod method = client.redirect();
            if (client.unknown() || method == null) {
                return UNKNOWN;
            }
            return switch (method) {
                case SAME_SERVICE_NAME, DNS_ALIAS, SCAN_OR_VIP, NAMES_PUSHED, PROXY, NOT_NEEDED -> LED;
                case CONNECTION_STRING, LINK_RECREATED -> CHANGED;
            };
        }
    }

    /** What a node is, as its words say it. */
    enum Kind {
        OWNER,
        NOBODY,
        MACHINE,
        LINK,
        SERVICE,
        NO_SERVICE,
        DATABASE,
        CALLED,
        REST
    }

    /**
     * A node.
     *
     * @param layer where it stands
     * @param kind what it is
     * @param y upper edge, in points
     * @param name whole; empty where the kind says all
     * @param count machines, or clients, that it is of
     * @param seen how often they were seen
     * @param way the worst way of its clients; null of the database and of services
     */
    record Node(
            Layer layer,
            Kind kind,
            int y,
            String name,
            int count,
            long seen,
            @Nullable Way way) {
        /** The name as far as there is room for it. */
        public String shown() {
            return name.length() <= layer.room ? name : name.substring(0, layer.room - 1) + "…";
        }

        /** Classes of its frame and mark. */
        public String css() {
            if (kind == Kind.DATABASE) {
                return "cn-db";
            }
            Way state = way;
            if (state == null || layer == Layer.MACHINE) {
                return "";
            }
            return switch (state) {
                case LED -> "s-ready";
                case CHANGED -> "s-waiting";
                case UNKNOWN -> "s-none";
            };
        }
    }

    /**
     * A line.
     *
     * @param way colours it
     * @param width by how often its clients were seen, in points
     * @param path in a picture of 1000 by the height
     */
    record Line(Way way, double width, String path) {}

    /**
     * @param database its name
     * @param clients all that were seen
     * @return null while nobody was seen
     */
    static @Nullable ConnectionMap of(String database, Collection<ClientConnection> clients) {
        return clients.isEmpty() ? null : new Drawing(database, clients).map();
    }

    /** What stands at one place of one layer, while it is drawn. */
    private static final class Spot {
        final Layer layer;
        final Kind kind;
        final String key;
        final TreeSet<String> names = new TreeSet<>();
        final List<ClientConnection> clients = new ArrayList<>();
        int y;

        Spot(Layer layer, Kind kind, String key) {
            this.layer = layer;
            this.kind = kind;
            this.key = key;
        }

        long seen() {
            return clients.stream().mapToLong(ClientConnection::seen).sum();
        }

        Way way() {
            return clients.stream().map(Way::of).max(Comparator.naturalOrder()).orElse(Way.LED);
        }

        String name() {
            if (kind != Kind.MACHINE && kind != Kind.LINK || names.size() == 1) {
                return names.isEmpty() ? "" : names.first();
            }
            List<String> byNumber = names.stream()
                    .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                    .toList();
            return byNumber.get(0) + " … " + byNumber.get(byNumber.size() - 1);
        }

        Node node() {
            boolean plain = layer == Layer.DATABASE || layer == Layer.SERVICE;
            int count = layer == Layer.MACHINE && kind != Kind.REST ? names.size() : clients.size();
            return new Node(layer, kind, y, kind == Kind.REST ? "" : name(), count, seen(), plain ? null : way());
        }
    }

    private static final class Drawing {
        private final Map<Layer, LinkedHashMap<String, Spot>> layers = new EnumMap<>(Layer.class);
        private final Map<ClientConnection, Map<Layer, Spot>> places = new LinkedHashMap<>();
        private final String database;

        Drawing(String database, Collection<ClientConnection> clients) {
            this.database = database;
            for (Layer layer : Layer.values()) {
                layers.put(layer, new LinkedHashMap<>());
            }
            List<ClientConnection> inOrder = clients.stream()
                    .sorted(Comparator.comparing(ClientConnection::machine)
                            .thenComparing(ClientConnection::program)
                            .thenComparing(ClientConnection::id))
                    .toList();
            inOrder.forEach(this::place);
        }

        private void place(ClientConnection client) {
            Map<Layer, Spot> at = new EnumMap<>(Layer.class);
            Spot middle = spot(Layer.DATABASE, Kind.DATABASE, database);
            middle.names.add(database);
            if (client.direction() != ClientDirection.OUTBOUND_LINK) {
                middle.clients.add(client);
            }
            at.put(Layer.DATABASE, middle);
            places.put(client, at);
            if (client.direction() == ClientDirection.OUTBOUND_LINK) {
                add(at, spot(Layer.CALLED, Kind.CALLED, client.machine()), client, client.machine());
                return;
            }
            String owner = client.owner();
            boolean nobody = owner == null || owner.isBlank();
            add(
                    at,
                    spot(Layer.OWNER, nobody ? Kind.NOBODY : Kind.OWNER, nobody ? "" : owner),
                    client,
                    nobody ? "" : String.valueOf(owner));
            boolean link = client.direction() == ClientDirection.INBOUND_LINK;
            Matcher numbered = NUMBERED.matcher(client.machine());
            String stem = !link && numbered.matches() ? numbered.group(1) + "#" : client.machine();
            String key = String.join("\n", String.valueOf(link), stem, String.valueOf(owner), client.service());
            add(at, spot(Layer.MACHINE, link ? Kind.LINK : Kind.MACHINE, key), client, client.machine());
            boolean said = !client.service().isBlank();
            add(
                    at,
                    spot(Layer.SERVICE, said ? Kind.SERVICE : Kind.NO_SERVICE, client.service()),
                    client,
                    client.service());
        }

        private Spot spot(Layer layer, Kind kind, String key) {
            return layer(layer).computeIfAbsent(kind + "\n" + key, none -> new Spot(layer, kind, key));
        }

        private LinkedHashMap<String, Spot> layer(Layer layer) {
            return layers.computeIfAbsent(layer, none -> new LinkedHashMap<>());
        }

        private static void add(Map<Layer, Spot> at, Spot spot, ClientConnection client, String name) {
            spot.clients.add(client);
            if (!name.isBlank()) {
                spot.names.add(name);
            }
            at.put(spot.layer, spot);
        }

        ConnectionMap map() {
            for (Layer layer : Layer.values()) {
                fold(layer);
            }
            int rows = layers.values().stream().mapToInt(Map::size).max().orElse(1);
            int height = ROW * rows;
            Layer before = null;
            for (Layer layer : Layer.values()) {
                order(layer, before, height);
                before = layer;
            }
            List<Node> nodes = layers.values().stream()
                    .flatMap(spots -> spots.values().stream())
                    .map(Spot::node)
                    .toList();
            List<Line> lines = lines();
            List<Way> ways = lines.stream().map(Line::way).distinct().sorted().toList();
            return new ConnectionMap(height + TOP, nodes, lines, ways);
        }

        /** Puts together what has no room, what was seen least first; nobody's and no service's keep their place. */
        private void fold(Layer layer) {
            LinkedHashMap<String, Spot> spots = layer(layer);
            if (spots.size() <= MOST) {
                return;
            }
            List<Spot> bySeen = spots.values().stream()
                    .sorted(Comparator.comparing((Spot spot) -> spot.kind != Kind.NOBODY)
                            .thenComparing(Comparator.comparingLong(Spot::seen).reversed())
                            .thenComparing(spot -> spot.key))
                    .toList();
            Spot rest = new Spot(layer, Kind.REST, "");
            for (Spot spot : bySeen.subList(MOST - 1, bySeen.size())) {
                rest.clients.addAll(spot.clients);
                spot.clients.forEach(
                        client -> places.getOrDefault(client, new HashMap<>()).put(layer, rest));
                spots.values().remove(spot);
            }
            spots.put(Kind.REST.name(), rest);
        }

        /** Owners who are seen most stand first; every other layer follows the one on its left. */
        private void order(Layer layer, @Nullable Layer left, int height) {
            Comparator<Spot> order = left == null || layer == Layer.CALLED
                    ? Comparator.comparing((Spot spot) -> spot.kind == Kind.NOBODY)
                            .thenComparing(Comparator.comparingLong(Spot::seen).reversed())
                    : Comparator.comparingDouble(spot -> spot.clients.stream()
                            .mapToInt(client -> places.get(client).get(left).y)
                            .average()
                            .orElse(0));
            LinkedHashMap<String, Spot> spots = layer(layer);
            List<Spot> sorted = spots.values().stream()
                    .sorted(Comparator.comparing((Spot spot) -> spot.kind == Kind.REST)
                            .thenComparing(order)
                            .thenComparing(spot -> spot.key))
                    .toList();
            int share = sorted.isEmpty() ? 0 : height / sorted.size();
            for (int at = 0; at < sorted.size(); at++) {
                sorted.get(at).y = TOP + at * share + (share - NODE) / 2;
            }
            spots.clear();
            sorted.forEach(spot -> spots.put(spot.kind + "\n" + spot.key, spot));
        }

        private record Between(Spot from, Spot to, Way way) {}

        private List<Line> lines() {
            LinkedHashMap<Between, Long> seen = new LinkedHashMap<>();
            places.forEach((client, at) -> {
                Spot before = null;
                for (Layer layer : Layer.values()) {
                    Spot spot = at.get(layer);
                    if (spot != null && before != null) {
                        seen.merge(new Between(before, spot, Way.of(client)), client.seen(), Long::sum);
                    }
                    before = spot == null ? before : spot;
                }
            });
            long most = seen.values().stream().mapToLong(Long::longValue).max().orElse(1);
            List<Between> all = seen.keySet().stream()
                    .sorted(Comparator.comparing(Between::way)
                            .thenComparingInt(line -> line.from().y)
                            .thenComparingInt(line -> line.to().y))
                    .toList();
            Map<Between, Integer> starts = ends(all, Between::from, Between::to);
            Map<Between, Integer> stops = ends(all, Between::to, Between::from);
            return all.stream()
                    .map(line -> new Line(
                            line.way(),
                            width(seen.getOrDefault(line, 1L), most),
                            path(line, starts.getOrDefault(line, 0), stops.getOrDefault(line, 0))))
                    .toList();
        }

        /** Where lines meet a node: in the order of where they lead, so that they do not cross at its edge. */
        private static Map<Between, Integer> ends(
                List<Between> lines, Function<Between, Spot> here, Function<Between, Spot> there) {
            Map<Spot, List<Between>> bySpot =
                    lines.stream().collect(Collectors.groupingBy(here, LinkedHashMap::new, Collectors.toList()));
            Map<Between, Integer> ends = new LinkedHashMap<>();
            bySpot.forEach((spot, some) -> {
                List<Between> sorted = some.stream()
                        .sorted(Comparator.comparingInt((Between line) -> there.apply(line).y)
                                .thenComparing(Between::way))
                        .toList();
                for (int at = 0; at < sorted.size(); at++) {
                    int shift = (2 * at + 1) * SPREAD / (2 * sorted.size()) - SPREAD / 2;
                    ends.put(sorted.get(at), spot.y + NODE / 2 + shift);
                }
            });
            return ends;
        }

        /** As a logarithm: a batch that came once is seen beside a pool of thousands. */
        private static double width(long seen, long most) {
            double share = most <= 1 ? 1 : Math.log1p(seen) / Math.log1p(most);
            return Math.round(10 * (THINNEST + share * (most <= 1 ? 0 : THICKEST - THINNEST))) / 10.0;
        }

        private static String path(Between line, int y1, int y2) {
            long x1 = Math.round(10 * (line.from().layer.x + line.from().layer.width));
            long x2 = Math.round(10 * line.to().layer.x);
            long middle = (x1 + x2) / 2;
            return "M" + x1 + " " + y1 + "C" + middle + " " + y1 + " " + middle + " " + y2 + " " + x2 + " " + y2;
        }
    }
}
