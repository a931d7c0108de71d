package io.gulliver.lab.main;

import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateCluster;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.LabCluster;
import io.gulliver.lab.estate.LinuxPrograms;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.oracle.LabPlatform;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.lab.ssh.LabHostSpec;
import io.gulliver.lab.ssh.LabHosts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A cluster (RAC) of two hosts that stands beside the servers of the estate, with an empty database for each cluster among its
 * sources, as people hand one over. The program lands on none of it; whoever registers the cluster can have such a source land there.
 */
final class ClusterSide {
    static final List<String> NODES = List.of("mildendo-1", "mildendo-2");
    private static final List<String> ADDRESSES = List.of("10.17.26.211", "10.17.26.212");
    private static final String SCAN = "mildendo-scan";
    private static final List<String> SCAN_ADDRESSES = List.of("10.17.26.221", "10.17.26.222", "10.17.26.223");
    private static final int SCAN_PORT = 1521;
    private static final List<String> DISK_GROUPS = List.of("DATA", "FRA");
    /** The newest time zone file of its release. */
    private static final int TIME_ZONES = 44;

    private final LabOracle oracle;
    private final List<LabHost> nodes;
    private final List<String> databases;
    private final String staging;

    private ClusterSide(LabOracle oracle, List<LabHost> nodes, List<String> databases, String staging) {
        this.oracle = oracle;
        this.nodes = List.copyOf(nodes);
        this.databases = List.copyOf(databases);
        this.staging = staging;
    }

    /**
     * Lays it; its databases are made when somebody asks for them.
     *
     * @param key public line of the login key
     * @param password of SYS and SYSTEM
     * @param staging directory for dump files, on each node
     * @return empty of an estate without a cluster
     */
    static Optional<ClusterSide> lay(
            Estate estate, LabHosts hosts, LabOracle oracle, String key, String password, String staging)
            throws IOException {
        List<EstateDatabase> clustered =
                estate.databases().stream().filter(EstateDatabase::rac).toList();
        if (clustered.isEmpty()) {
            return Optional.empty();
        }
        int memoryMib = (int) EstateCluster.memoryGib(clustered) * 1024;
        List<LabHost> nodes = new ArrayList<>();
        for (String name : NODES) {
            if (hosts.find(name).isEmpty()) {
                LabHost made = hosts.add(
                        LabHostSpec.withKey(name, "oracle", key).withOverlay(LinuxPrograms.target(memoryMib * 9 / 10)));
                LinuxPrograms.hugePages(made.root().resolve("etc/kernel"), EstateCluster.pages(clustered));
                made.give(staging);
                made.own(Path.of(staging).getParent().toString(), "r-x");
            }
            LabHost node = hosts.find(name).orElseThrow();
            nodes.add(node);
            oracle.registerHost(name, LabPlatform.LINUX_ONE);
            Path kernel = node.root().resolve("etc/kernel");
            oracle.hugePages(name, () -> LinuxPrograms.hugePages(kernel));
            LinuxPrograms.installInstances(oracle, name, node.root());
            LinuxPrograms.installFuser(oracle, name, node.root());
        }
        LabCluster cluster = new LabCluster(oracle, nodes, SCAN, SCAN_PORT, SCAN_ADDRESSES, Lab.ORACLE_RELEASE);
        cluster.diskGroups(oracle, DISK_GROUPS, EstateCluster.diskGroupGib(clustered));
        List<String> names = new ArrayList<>();
        for (EstateDatabase source : clustered) {
            names.add(source.targetDatabase());
            cluster.database(source.targetDatabase(), DISK_GROUPS, "administrator");
            oracle.offer(EstateCluster.database(source, NODES, DISK_GROUPS, Lab.ORACLE_RELEASE, TIME_ZONES, password));
        }
        return Optional.of(new ClusterSide(oracle, nodes, names, staging));
    }

    /** The body of its registration ({@code PUT …/clusters/mildendo}). */
    Map<String, Object> registration() {
        List<Object> named = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            named.add(new TreeMap<>(Map.of("name", nodes.get(i).name(), "address", ADDRESSES.get(i))));
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("nodes", named);
        body.put("scan", SCAN);
        body.put("scanPort", SCAN_PORT);
        body.put("port", port());
        // Each host of the lab has a tree of its own: paths are those of the first node, to which steps talk.
        body.put("gridHome", LabCluster.gridHome(nodes.get(0)).toString());
        body.put("oracleHome", oracleHome().toString());
        body.put("diskGroups", DISK_GROUPS);
        body.put("databases", databases);
        body.put("management", "ADMINISTRATOR");
        return body;
    }

    /** Parameters of a database that lands there, in place of those of its server. */
    Map<String, Object> parameters() {
        Map<String, Object> parameters = new TreeMap<>();
        parameters.put("target_oracle_home", oracleHome().toString());
        parameters.put("target_port", port());
        parameters.put(
                "target_staging",
                nodes.get(0).root().resolve(staging.substring(1)).toString());
        return parameters;
    }

    private int port() {
        return oracle.port(nodes.get(0).name());
    }

    private Path oracleHome() {
        return LabCluster.oracleHome(nodes.get(0));
    }
}
