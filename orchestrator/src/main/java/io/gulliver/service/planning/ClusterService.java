package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.policy.ServerPlaces;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.cluster.ClusterStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.estate.LandingStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.StepRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Clusters that people built and registered, what was seen of them, and where a database lands in place of a cluster to build. */
public final class ClusterService {
    private static final String LOOK = "cluster.look";
    private static final int RUNS = 20;
    private static final Set<RunMode> OPEN = EnumSet.complementOf(EnumSet.of(RunMode.ENDED));

    private final ClusterStore clusters;
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final LandingStore landings;
    private final MigrationStore migrations;
    private final ProgramCalendar calendar;

    public ClusterService(
            ClusterStore clusters,
            ProgramStore programs,
            DatabaseStore databases,
            LandingStore landings,
            MigrationStore migrations,
            ProgramCalendar calendar) {
        this.clusters = clusters;
        this.programs = programs;
        this.databases = databases;
        this.landings = landings;
        this.migrations = migrations;
        this.calendar = calendar;
    }

    /** What is offered in place of a cluster to build. */
    public enum Way {
        /** One server, without Oracle Restart. */
        SINGLE,
        /** One server with ASM, whose databases Oracle Restart manages. */
        RESTART,
        /** A cluster that people made and registered. */
        CLUSTER
    }

    /**
     * What a run saw of a cluster.
     *
     * @param database that was to land there
     * @param migration the run
     * @param at when
     * @param differences what is not as it was registered; empty when all is
     * @param seen what is
     */
    public record Look(
            String database, String migration, @Nullable Instant at, List<String> differences, List<String> seen) {
        public Look {
            differences = List.copyOf(differences);
            seen = List.copyOf(seen);
        }
    }

    /**
     * A cluster with what was last seen of it for each database that lands there.
     *
     * @param landing databases, by name
     */
    public record Standing(RegisteredCluster cluster, List<String> landing, List<Look> looks) {
        public Standing {
            landing = List.copyOf(landing);
            looks = List.copyOf(looks);
        }
    }

    /** All of a program, by name. */
    public List<Standing> list(String program) {
        List<Landing> all = landings.list(program);
        return clusters.list(program).stream()
                .map(cluster -> {
                    List<String> landing = on(cluster, all);
                    return new Standing(
                            cluster,
                            landing,
                            landing.stream()
                                    .flatMap(database -> look(program, database).stream())
                                    .toList());
                })
                .toList();
    }

    /** The one of which a server is a node. */
    public Optional<Standing> of(String program, String server) {
        return list(program).stream().filter(one -> one.cluster().has(server)).findFirst();
    }

    private static List<String> on(RegisteredCluster cluster, List<Landing> all) {
        return all.stream()
                .filter(landing -> RegisteredCluster.of(List.of(cluster), landing.servers())
                        .isPresent())
                .map(Landing::database)
                .toList();
    }

    /** The newest of a database that a step has told. */
    private Optional<Look> look(String program, String database) {
        for (Migration run : migrations
                .list(new MigrationQuery(program, database, null, Set.of(), null, RUNS))
                .rows()) {
            for (StepRow step : migrations.steps(run.id())) {
                if (LOOK.equals(step.action())
                        && step.run().outputs().get("differences") instanceof List<?> differences
                        && step.run().outputs().get("seen") instanceof List<?> seen) {
                    return Optional.of(new Look(
                            database, run.id().toString(), step.run().endedAt(), texts(differences), texts(seen)));
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> texts(List<?> values) {
        return values.stream().map(String::valueOf).toList();
    }

    /**
     * Registers a cluster, in place of what was registered under its name.
     *
     * @param by who hands it over
     * @throws RefusedException a node is one of another cluster, or a playbook builds it
     */
    public Standing register(RegisteredCluster cluster, String by) {
        String program = cluster.program();
        ProgramPolicy policy = policy(program);
        for (String node : cluster.servers()) {
            clusters.list(program).stream()
                    .filter(other -> !other.name().equals(cluster.name()) && other.has(node))
                    .findFirst()
                    .ifPresent(other -> {
                        throw refused(node + " is a node of cluster " + other.name()
                                + " already: a server is in one cluster. Withdraw that one, or leave the node out.");
                    });
            String playbook = policy.shared("server", node).playbook();
            if (playbook != null) {
                throw refused("Server " + node + " is built by playbook " + playbook
                        + ": what Gulliver builds is no node of a cluster. Leave out shared.server." + node
                        + ".playbook in the program's policy, then register the cluster.");
            }
        }
        clusters.put(cluster.registered(by, calendar.now(program)));
        return named(program, cluster.name());
    }

    /**
     * Forgets a cluster. Nothing of it is touched.
     *
     * @throws UnknownRowException when none of this name is registered
     * @throws RefusedException when a database lands there
     */
    public void withdraw(String program, String name, String by) {
        List<String> landing = list(program).stream()
                .filter(one -> one.cluster().name().equals(name))
                .findFirst()
                .map(Standing::landing)
                .orElse(List.of());
        if (!landing.isEmpty()) {
            throw refused(
                    "On cluster " + name + " land " + String.join(", ", landing) + ": have them land elsewhere first.");
        }
        clusters.remove(program, name, by);
    }

    private Standing named(String program, String name) {
        return list(program).stream()
                .filter(one -> one.cluster().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UnknownRowException("No cluster " + name + " is registered."));
    }

    /**
     * Says where a database lands.
     *
     * @param where a server, or the name of a registered cluster
     * @return as it lands now
     * @throws RefusedException where it cannot land so
     */
    public Landing land(String program, String database, Way way, String where, String by) {
        SourceDatabase source = databases
                .find(program, database)
                .orElseThrow(() -> new UnknownRowException("There is no database " + database + "."));
        Landing now = landings.find(program, source.name()).orElseThrow();
        List<String> servers =
                way == Way.CLUSTER ? cluster(now, named(program, where).cluster()) : server(program, way, where);
        idle(program, source.name());
        DatabaseProfile profile = source.profile().onServers(String.join(" ", servers));
        if (!servers.equals(now.servers())) {
            databases.update(program, profile, source.version(), by);
        }
        return landings.find(program, source.name()).orElseThrow();
    }

    private static List<String> cluster(Landing now, RegisteredCluster cluster) {
        if (now.pluggable() != null) {
            throw refused(now.database() + " is to land in container " + now.targetDatabase()
                    + ", and Gulliver lands in no container of a cluster (RAC). Have it land in a database of its own"
                    + " (target_database without a slash), or on one server.");
        }
        String target = now.targetDatabase();
        if (target != null && !cluster.holds(target)) {
            throw refused("Cluster " + cluster.name() + " is registered without database " + target
                    + ", as which " + now.database() + " is to land: it has " + String.join(", ", cluster.databases())
                    + ". Register it with that database, once it is there.");
        }
        return cluster.servers();
    }

    private List<String> server(String program, Way way, String server) {
        if (!server.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,252}")) {
            throw refused("'" + server + "' is no server, wanted one host name.");
        }
        boolean restart =
                ServerPlaces.onAsm(policy(program).shared("server", server).facts());
        if (way == Way.RESTART && !restart) {
            throw refused("Server " + server
                    + " has no Oracle Restart by what the program says of it. Set server.storage to asm and"
                    + " server.grid.home in shared.server." + server
                    + ".facts of the program's policy, or take a single instance.");
        }
        if (way == Way.SINGLE && restart) {
            throw refused(
                    "Server " + server
                            + " has ASM by what the program says of it, and Oracle Restart with it: choose that, or another server.");
        }
        return List.of(server);
    }

    /** What runs has been told where it lands. */
    private void idle(String program, String database) {
        migrations.list(new MigrationQuery(program, database, null, OPEN, null, RUNS)).rows().stream()
                .filter(run -> !run.evaluateOnly() && run.purpose() != Purpose.DISCOVERY)
                .findFirst()
                .ifPresent(run -> {
                    throw new RefusedException(
                            RuleViolation.Kind.NOT_NOW,
                            "Run " + run.id() + " of " + database
                                    + " has not ended, and lands where it was told: finish or abort it first.");
                });
    }

    private ProgramPolicy policy(String program) {
        return programs.find(program)
                .map(ProgramPolicy::of)
                .orElseThrow(() -> new UnknownRowException("There is no program " + program + "."));
    }

    private static RefusedException refused(String why) {
        return new RefusedException(RuleViolation.Kind.NOT_SO, why);
    }

    /** Servers of a program on which something lands and that are in no cluster, each with whether Oracle Restart is there. */
    public List<Server> servers(String program) {
        ProgramPolicy policy = policy(program);
        List<RegisteredCluster> all = clusters.list(program);
        List<Server> servers = new ArrayList<>();
        landings.servers(program).stream()
                .filter(server -> all.stream().noneMatch(cluster -> cluster.has(server.name())))
                .forEach(server -> servers.add(new Server(
                        server.name(),
                        ServerPlaces.onAsm(
                                policy.shared("server", server.name()).facts()))));
        return List.copyOf(servers);
    }

    /**
     * A server to land on.
     *
     * @param restart whether it has ASM, and Oracle Restart with it
     */
    public record Server(String name, boolean restart) {}
}
