package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Services by which applications come. DBMS_SERVICE starts and stops them at one instance; those of a cluster are
 * Clusterware's, which only {@code srvctl} changes (DBMS_SERVICE, <i>Deprecated Subprograms</i>, 11.2), so that a person
 * does it there. Those that Oracle Restart manages {@code srvctl} has stopped before.
 */
public final class ApplicationServices {
    private ApplicationServices() {}

    /**
     * Services that are started, with their network names. Neither Oracle's own (SYS$..., the dispatchers of XML DB), nor that
     * of the database itself, without which nobody comes into a pluggable one (ORA-44787), nor the one by which we come: an
     * undo must find its way too.
     */
    public static SortedMap<String, String> started(OracleClient client, Databases.Address ours) {
        return ofApplications(client, ours, "active-services");
    }

    /** As {@link #started}, of all that the database knows, started or not. */
    public static Set<String> known(OracleClient client, Databases.Address ours) {
        return ofApplications(client, ours, "services").keySet();
    }

    private static SortedMap<String, String> ofApplications(
            OracleClient client, Databases.Address ours, String statement) {
        SortedMap<String, String> all = new TreeMap<>();
        for (OracleRow row : client.query(statement)) {
            String network = row.findText("NETWORK_NAME");
            if (network != null) {
                all.put(row.text("NAME"), network);
            }
        }
        return ofApplications(client, ours, all);
    }

    /** Those of these, network names by name, that are neither Oracle's nor the database's own. */
    static SortedMap<String, String> ofApplications(
            OracleClient client, Databases.Address ours, SortedMap<String, String> services) {
        Set<String> own = own(client);
        SortedMap<String, String> left = new TreeMap<>(services);
        left.entrySet()
                .removeIf(one -> one.getKey().startsWith("SYS$")
                        || one.getKey().endsWith("XDB")
                        || own.contains(one.getKey().toLowerCase(Locale.ROOT))
                        || one.getKey().equalsIgnoreCase(ours.service())
                        || one.getValue().equalsIgnoreCase(ours.service()));
        return left;
    }

    /** In small letters: the database's own service has its unique name or that of its container, with DB_DOMAIN or without. */
    private static Set<String> own(OracleClient client) {
        List<String> names = new ArrayList<>();
        client.query("database-identity").forEach(row -> names.add(String.valueOf(row.findText("DB_UNIQUE_NAME"))));
        Containers.name(client).ifPresent(names::add);
        List<String> domains = domains(client);
        return names.stream()
                .flatMap(name -> Stream.concat(Stream.of(name), domains.stream().map(domain -> name + domain)))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    /** The domain of the database with a dot before it, which services by srvctl get; none where it has none. */
    static List<String> domains(OracleClient client) {
        return client.query("parameter", Map.of("name", "db_domain")).stream()
                .map(row -> row.findText("VALUE"))
                .filter(domain -> domain != null && !domain.isEmpty())
                .map(domain -> "." + domain)
                .toList();
    }

    /** Whether Clusterware starts and stops services there. */
    public static boolean ofCluster(OracleClient client) {
        return client.query("instances").stream()
                .anyMatch(row -> row.text("PARALLEL").equals("YES"));
    }

    private static Set<String> active(OracleClient client) {
        return client.query("active-services").stream()
                .map(row -> row.text("NAME"))
                .collect(Collectors.toSet());
    }

    /** Those of these services that are started. */
    public static List<String> stillStarted(OracleClient client, Collection<String> services) {
        Set<String> active = active(client);
        return services.stream().filter(active::contains).sorted().toList();
    }

    /** Stops what is started of these services; answers what a person has to stop in a cluster. */
    public static List<String> stop(OracleClient client, Collection<String> services) {
        List<String> started = stillStarted(client, services);
        if (ofCluster(client)) {
            return started;
        }
        started.forEach(service -> client.execute("stop-service", Map.of("service", service)));
        return List.of();
    }

    /** Makes these services where they are missing, and starts what is not started; answers what is a person's in a cluster. */
    public static List<String> start(OracleClient client, SortedMap<String, String> services) {
        Set<String> active = active(client);
        List<String> wanted =
                services.keySet().stream().filter(one -> !active.contains(one)).toList();
        if (ofCluster(client)) {
            return wanted;
        }
        Set<String> there =
                client.query("services").stream().map(row -> row.text("NAME")).collect(Collectors.toSet());
        for (String service : wanted) {
            if (!there.contains(service)) {
                client.execute("create-service", Map.of("service", service, "network_name", services.get(service)));
            }
            client.execute("start-service", Map.of("service", service));
        }
        return List.of();
    }

    /** What is added to a step's answer where services are left to a person; empty otherwise. */
    public static String leftToAPerson(String verb, List<String> services) {
        return services.isEmpty()
                ? ""
                : "; " + verb + " with srvctl " + String.join(", ", new ArrayList<>(services))
                        + ", which Clusterware manages";
    }
}
