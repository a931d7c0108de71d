package io.gulliver.activity.build;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The path that a server boots over: one that the array sees, on one fabric. Pure.
 *
 * @param host WWPN of the server's port
 * @param target WWPN of the array's port
 * @param adapterPort URI of the adapter's port
 */
record BootPath(String host, String target, String adapterPort) {

    String words() {
        return "port " + target + " of the array and port " + adapterPort;
    }

    /**
     * One of the live paths; servers are spread over them by their names, and one server has the same each time.
     *
     * @param server name of it or of its storage group
     * @param adapterPorts URI of the adapter's port by WWPN of the server
     * @param logins each a WWPN of the server and one of the array, as the array sees them
     */
    static Optional<BootPath> choose(String server, Map<String, String> adapterPorts, List<String> logins) {
        List<BootPath> live = logins.stream()
                .map(login -> login.split(" "))
                .filter(login -> login.length == 2 && adapterPorts.containsKey(Zone.wwpn(login[0])))
                .map(login -> new BootPath(
                        Zone.wwpn(login[0]),
                        Zone.wwpn(login[1]),
                        String.valueOf(adapterPorts.get(Zone.wwpn(login[0])))))
                .distinct()
                .sorted(Comparator.comparing(BootPath::host).thenComparing(BootPath::target))
                .toList();
        return live.isEmpty() ? Optional.empty() : Optional.of(live.get(Math.floorMod(server.hashCode(), live.size())));
    }
}
