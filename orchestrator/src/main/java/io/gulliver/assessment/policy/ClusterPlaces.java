package io.gulliver.assessment.policy;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a database and its listener are on a cluster that people registered, as parameters of playbooks. Later steps talk to the
 * instance on the first server that the database lands on, by that node's own listener and never by the SCAN, which would lead
 * each connection to another node: jobs, files and the fence stay in one place.
 */
public final class ClusterPlaces {
    private ClusterPlaces() {}

    /**
     * Parameters by name; none where no cluster is registered.
     *
     * @param facts of a database, with those of the cluster that it lands on
     */
    public static SortedMap<String, Object> of(Map<String, Object> facts) {
        SortedMap<String, Object> places = new TreeMap<>();
        put(places, "target_port", facts.get("cluster.port"));
        put(places, "target_oracle_home", facts.get("cluster.oracle_home"));
        if (facts.get("cluster.disk_groups") instanceof List<?> groups && !groups.isEmpty()) {
            places.put("datafile_destination", "+" + groups.get(0));
            places.put("recovery_area", "+" + groups.get(groups.size() - 1));
        }
        return places;
    }

    private static void put(
            SortedMap<String, Object> places, String name, @org.jspecify.annotations.Nullable Object value) {
        if (value != null) {
            places.put(name, value);
        }
    }
}
