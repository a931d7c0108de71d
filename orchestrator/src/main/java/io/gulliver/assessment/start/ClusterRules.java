package io.gulliver.assessment.start;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gulliver makes a database of one instance. On several servers that would be a single instance that calls itself a cluster,
 * so a cluster is moved into only where people made it.
 */
public final class ClusterRules {
    /** What may be done instead. */
    public static final String INSTEAD =
            "Let it land on one server, as a single instance or under Oracle Restart; or have"
                    + " people make the cluster and its database on those servers, and leave out who builds them"
                    + " (shared.server.….playbook in the program's policy): a database of its own that stands there is moved into.";

    private ClusterRules() {}

    /**
     * Why it must not be built, without the full stop at its end; empty when no cluster is.
     *
     * @param servers on which it lands
     * @param container in which it lands, or null for a database of its own
     * @param built of these servers, those that Gulliver builds
     */
    public static Optional<String> violation(
            String database, List<String> servers, @Nullable String container, List<String> built) {
        if (servers.size() < 2 || container == null && built.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(database + " is to land on " + String.join(", ", servers)
                + (container == null ? "" : " in container " + container)
                + ", which is a cluster (RAC), and Gulliver builds none: it would make one instance on "
                + servers.get(0) + ", whatever it is called");
    }
}
