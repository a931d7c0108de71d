package io.gulliver.assessment.start;

import io.gulliver.domain.estate.RegisteredCluster;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gulliver makes a database of one instance. On several servers that would be a single instance that calls itself a cluster,
 * so a cluster is moved into only where people made it and registered it.
 */
public final class ClusterRules {
    /** What may be done instead. */
    public static final String INSTEAD =
            "Choose where it lands instead (on the page of the database: Where it lands): on one"
                    + " server, as a single instance; on one server under Oracle Restart; or on a cluster that people make with its"
                    + " database and register with its nodes, leaving out who builds them (shared.server.….playbook in the program's"
                    + " policy): it is looked at before it is moved into.";

    private ClusterRules() {}

    /**
     * Why it must not be built, without the full stop at its end; empty when no cluster is.
     *
     * @param servers on which it lands
     * @param target database or container there, or null while not chosen
     * @param container whether it lands in a container
     * @param built of these servers, those that Gulliver builds
     * @param registered clusters of the program
     */
    public static Optional<String> violation(
            String database,
            List<String> servers,
            @Nullable String target,
            boolean container,
            List<String> built,
            List<RegisteredCluster> registered) {
        if (servers.size() < 2) {
            return Optional.empty();
        }
        String lands = database + " is to land on " + String.join(", ", servers)
                + (container ? " in container " + target : "");
        if (container || !built.isEmpty()) {
            return Optional.of(
                    lands + ", which is a cluster (RAC), and Gulliver builds none: it would make one instance on "
                            + servers.get(0) + ", whatever it is called");
        }
        RegisteredCluster cluster = RegisteredCluster.of(registered, servers).orElse(null);
        if (cluster == null) {
            return Optional.of(
                    lands + ", which is a cluster (RAC), and Gulliver builds none: no cluster is registered that has"
                            + " all of these nodes");
        }
        return target == null || cluster.holds(target)
                ? Optional.empty()
                : Optional.of(lands + " as " + target + ", and cluster " + cluster.name()
                        + " is registered without a database of that name: it has "
                        + String.join(", ", cluster.databases())
                        + ", and Gulliver builds none on a cluster (RAC)");
    }
}
