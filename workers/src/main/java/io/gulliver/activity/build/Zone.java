package io.gulliver.activity.build;

import io.gulliver.contract.storage.StoragePort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One zone that a person of storage makes: a port of a server with ports of an array, all on one fabric.
 *
 * @param fabric on which it is
 * @param host WWPN of the server's port, 16 lower-case hex digits
 * @param targets WWPNs of the array's ports, the same way
 */
record Zone(String fabric, String host, List<String> targets) {
    Zone {
        targets = List.copyOf(targets);
    }

    /** As the task says it, and as whoever reads the task for the lab understands it. */
    String line() {
        return "fabric " + fabric + ": " + host + " with " + String.join(", ", targets);
    }

    static String wwpn(String text) {
        return text.replace(":", "").toLowerCase(Locale.ROOT);
    }

    /**
     * One zone for each port of a server: with one port of each node on its fabric, other servers with others in turn. A port
     * whose fabric is not known has a zone on each.
     *
     * @param server its name, which decides where the turn begins
     * @param hosts WWPNs of the server
     * @param fabricOfHost by WWPN, as far as known
     * @param targets ports of the array that permit host I/O
     * @param fabricOfTarget by WWPN; ports that are not there are left alone
     */
    static List<Zone> plan(
            String server,
            List<String> hosts,
            Map<String, String> fabricOfHost,
            List<StoragePort> targets,
            Map<String, String> fabricOfTarget) {
        SortedMap<String, SortedMap<String, List<String>>> nodes = new TreeMap<>();
        for (StoragePort port : targets) {
            String fabric = fabricOfTarget.get(wwpn(port.wwpn()));
            if (fabric != null) {
                nodes.computeIfAbsent(fabric, of -> new TreeMap<>())
                        .computeIfAbsent(port.node(), of -> new ArrayList<>())
                        .add(wwpn(port.wwpn()));
            }
        }
        nodes.values().forEach(of -> of.values().forEach(ports -> ports.sort(Comparator.naturalOrder())));
        List<Zone> zones = new ArrayList<>();
        SortedMap<String, Integer> turns = new TreeMap<>();
        for (String host : hosts.stream().map(Zone::wwpn).sorted().toList()) {
            String own = fabricOfHost.get(host);
            for (String fabric : own == null ? nodes.keySet() : List.of(own)) {
                int turn = turns.merge(fabric, 1, Integer::sum) + Math.floorMod(server.hashCode(), 1024);
                List<String> chosen = nodes.getOrDefault(fabric, new TreeMap<>()).values().stream()
                        .map(ports -> ports.get(turn % ports.size()))
                        .sorted()
                        .toList();
                if (!chosen.isEmpty()) {
                    zones.add(new Zone(fabric, host, chosen));
                }
            }
        }
        zones.sort(Comparator.comparing(Zone::fabric).thenComparing(Zone::host));
        return List.copyOf(zones);
    }

    /** All of them, one a line of a list. */
    static String lines(List<Zone> zones) {
        return zones.stream().map(Zone::line).collect(Collectors.joining("\n- "));
    }
}
