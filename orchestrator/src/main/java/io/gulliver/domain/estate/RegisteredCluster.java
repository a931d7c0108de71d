package io.gulliver.domain.estate;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cluster (RAC) that people built and handed over. Gulliver builds none: it looks at this one before a database lands there, and
 * takes nothing of it away.
 *
 * @param program the program's key
 * @param name what people call it, unique in the program
 * @param nodes in the order in which they were named; on the first one run the jobs of later steps
 * @param scan name that all its clients use (Single Client Access Name)
 * @param scanPort of the SCAN listeners
 * @param port of the listener of each node
 * @param gridHome home of Grid Infrastructure, the same on every node
 * @param oracleHome home of the databases, the same on every node
 * @param diskGroups of ASM, without the plus sign: data files go to the first one, the recovery area to the last one
 * @param databases their DB_UNIQUE_NAME
 * @param management how srvctl calls its databases
 * @param by who registered it
 * @param at when, in the program's time
 */
public record RegisteredCluster(
        String program,
        String name,
        List<Node> nodes,
        String scan,
        int scanPort,
        int port,
        String gridHome,
        String oracleHome,
        List<String> diskGroups,
        List<String> databases,
        Management management,
        @Nullable String by,
        @Nullable Instant at) {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";
    private static final String HOST = "[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?";
    private static final String ADDRESS = "[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f:]{2,39}";
    private static final String PATH = "/[A-Za-z0-9._/-]{1,199}";
    private static final String GROUP = "[A-Za-z][A-Za-z0-9_]{0,29}";
    private static final String DATABASE = "[A-Za-z][A-Za-z0-9_$#]{0,29}";
    private static final int LAST_PORT = 65535;

    /** How instances come to nodes: named for each by people, or by Clusterware out of a pool of servers. */
    public enum Management {
        ADMINISTRATOR,
        POLICY;

        /** As srvctl says it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A node.
     *
     * @param name by which databases name it as their server, and the landscape as a host
     * @param address in the public network of the cluster
     */
    public record Node(String name, String address) {}

    /** @throws IllegalArgumentException what of it cannot be, in a sentence for people */
    public RegisteredCluster {
        nodes = List.copyOf(nodes);
        diskGroups = List.copyOf(diskGroups);
        databases = List.copyOf(databases);
        fits(name, NAME, "The name of a cluster", "letters, digits, points and hyphens");
        if (nodes.size() < 2) {
            throw new IllegalArgumentException(
                    "Cluster " + name + " has " + nodes.size() + (nodes.size() == 1 ? " node" : " nodes")
                            + ", wanted two or more: what has one is a single server.");
        }
        for (Node node : nodes) {
            fits(node.name(), HOST, "A node of cluster " + name, "a host name");
            fits(node.address(), ADDRESS, "The address of node " + node.name(), "an IP address");
        }
        alone(nodes.stream().map(Node::name).toList(), "node", name);
        alone(nodes.stream().map(Node::address).toList(), "address", name);
        fits(scan, HOST, "The SCAN of cluster " + name, "a host name");
        inRange(scanPort, "The port of the SCAN of cluster " + name);
        inRange(port, "The port of the listeners of cluster " + name);
        fits(gridHome, PATH, "The Grid home of cluster " + name, "an absolute path");
        fits(oracleHome, PATH, "The database home of cluster " + name, "an absolute path");
        if (gridHome.equals(oracleHome)) {
            throw new IllegalArgumentException(
                    "Cluster " + name + " has one home for Grid and databases, " + gridHome + ": Oracle wants two.");
        }
        some(diskGroups, GROUP, "disk group", name);
        some(databases, DATABASE, "database", name);
    }

    private static void fits(String value, String pattern, String what, String wanted) {
        if (!value.matches(pattern)) {
            throw new IllegalArgumentException(what + " is '" + value + "', wanted " + wanted + ".");
        }
    }

    private static void inRange(int port, String what) {
        if (port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException(what + " is " + port + ", wanted 1 to " + LAST_PORT + ".");
        }
    }

    private static void some(List<String> values, String pattern, String kind, String name) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("Cluster " + name + " has no " + kind + ": name at least one.");
        }
        values.forEach(value -> fits(value, pattern, "A " + kind + " of cluster " + name, "a name as Oracle takes it"));
        alone(values, kind, name);
    }

    private static void alone(List<String> values, String kind, String name) {
        LinkedHashSet<String> seen = new LinkedHashSet<>();
        for (String value : values) {
            if (!seen.add(value.toUpperCase(Locale.ROOT))) {
                throw new IllegalArgumentException("Cluster " + name + " has " + kind + " " + value + " twice.");
            }
        }
    }

    /** The same, registered by somebody. */
    public RegisteredCluster registered(String who, Instant when) {
        return new RegisteredCluster(
                program,
                name,
                nodes,
                scan,
                scanPort,
                port,
                gridHome,
                oracleHome,
                diskGroups,
                databases,
                management,
                who,
                when);
    }

    /** Whether a server is one of its nodes. */
    public boolean has(String server) {
        return nodes.stream().anyMatch(node -> node.name().equals(server));
    }

    /** Whether a database of this name is registered with it; Oracle folds case. */
    public boolean holds(String database) {
        return databases.stream().anyMatch(one -> one.equalsIgnoreCase(database));
    }

    /** Names of its nodes, in their order. */
    public List<String> servers() {
        return nodes.stream().map(Node::name).toList();
    }

    /** The one of these whose nodes all the servers are; empty where none is. */
    public static Optional<RegisteredCluster> of(List<RegisteredCluster> clusters, List<String> servers) {
        return servers.size() < 2
                ? Optional.empty()
                : clusters.stream()
                        .filter(cluster -> servers.stream().allMatch(cluster::has))
                        .findFirst();
    }

    /** What playbooks may name of it, {@code cluster.…}. */
    public SortedMap<String, Object> facts() {
        SortedMap<String, Object> facts = new TreeMap<>();
        facts.put("cluster.name", name);
        facts.put("cluster.nodes", servers());
        facts.put("cluster.addresses", nodes.stream().map(Node::address).toList());
        facts.put("cluster.scan", scan);
        facts.put("cluster.scan_port", (long) scanPort);
        facts.put("cluster.port", (long) port);
        facts.put("cluster.grid_home", gridHome);
        facts.put("cluster.oracle_home", oracleHome);
        facts.put("cluster.disk_groups", diskGroups);
        facts.put("cluster.management", management.word());
        return facts;
    }
}
