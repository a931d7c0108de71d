package io.gulliver.lab.estate;

import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How large those who run a cluster (RAC) make it, its nodes and its databases, for sources of the estate that land there. */
public final class EstateCluster {
    private EstateCluster() {}

    /**
     * The empty database that those who run a cluster make there for a source, with an instance on each node: memory of an
     * instance as the source has it, all of the SGA in huge pages; redo logs of every thread for twenty minutes of the busiest
     * hour, and a recovery area for half more than the data and two days of that, both rounded up as people do.
     *
     * @param nodes in their order; what answers to SQL is on the first one
     * @param diskGroups data files go to the first one, the recovery area to the last one
     * @param release of its home
     * @param timeZones version of its time zone file
     * @param password of SYS and SYSTEM
     */
    public static LabDatabaseSpec database(
            EstateDatabase source,
            List<String> nodes,
            List<String> diskGroups,
            String release,
            int timeZones,
            String password) {
        SortedMap<String, String> parameters = new TreeMap<>();
        parameters.put("cluster_database", "TRUE");
        parameters.put("cluster_database_instances", Integer.toString(nodes.size()));
        parameters.put("processes", EstateOracle.processes(source));
        parameters.put("sga_target", Long.toString(EstateOracle.sgaMb(source) << 20));
        parameters.put("sga_max_size", Long.toString(EstateOracle.sgaMb(source) << 20));
        parameters.put("pga_aggregate_target", Long.toString(EstateOracle.sgaMb(source) / 2 << 20));
        parameters.put("use_large_pages", "ONLY");
        parameters.put("db_create_file_dest", "+" + diskGroups.get(0));
        parameters.put("db_recovery_file_dest", "+" + diskGroups.get(diskGroups.size() - 1));
        parameters.put("db_recovery_file_dest_size", Long.toString(recoveryAreaGib(source) << 30));
        return new LabDatabaseSpec(
                source.targetDatabase() + "@" + nodes.get(0),
                nodes.get(0),
                source.targetDatabase(),
                source.targetDatabase(),
                release,
                true,
                LabDatabaseSpec.Kind.NON_CDB,
                source.characterSet(),
                "AL16UTF16",
                8192,
                true,
                timeZones,
                0,
                source.targetDatabase().hashCode(),
                List.of(),
                0,
                0,
                List.of(
                        "redo-log-mb:" + redoLogMb(source),
                        "redo-groups:4",
                        "disk-groups:" + String.join(",", diskGroups),
                        "nodes:" + String.join(",", nodes)),
                parameters,
                List.of(new LabAccount("SYS", password, List.of()), new LabAccount("SYSTEM", password, List.of())));
    }

    /** One log for twenty minutes of the busiest hour, in whole GiB. */
    private static long redoLogMb(EstateDatabase source) {
        return up(EstateLoad.work(source).mostRedoMb() * 20 * 60 * 1e6, 1L << 30) << 10;
    }

    /** In whole TiB. */
    private static long recoveryAreaGib(EstateDatabase source) {
        double twoDays = EstateLoad.work(source).mostRedoMb() * 2 * 24 * 60 * 60 * 1e6;
        return up(source.sizeGb() * 1.5e9 + twoDays, 1L << 40) << 10;
    }

    private static long up(double bytes, long whole) {
        return (long) Math.ceil(bytes / whole);
    }

    /** Room that a cluster gives its disk groups for such databases: three times their data each, GiB. */
    public static long diskGroupGib(List<EstateDatabase> sources) {
        return sources.stream().mapToLong(source -> 3 * source.sizeGb()).sum();
    }

    /** Memory that a node has for such databases, GiB: twice their SGA, as much again for their PGA and the rest. */
    public static long memoryGib(List<EstateDatabase> sources) {
        return sources.stream().mapToLong(EstateOracle::sgaMb).sum() * 5 / 2 / 1024;
    }

    /** Huge pages of 1 MB that a node has for their SGA, and a few more. */
    public static long pages(List<EstateDatabase> sources) {
        return sources.stream()
                .mapToLong(source -> EstateOracle.sgaMb(source) + 64)
                .sum();
    }
}
