package io.gulliver.assessment.network;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a server stands in the network.
 *
 * @param name with its domain
 * @param address with the prefix length of its network, for example {@code 10.20.30.41/24}
 * @param gateway of the network
 * @param vlan or null for none
 * @param nameServers addresses, each with {@code :port} where it is not 53
 * @param timeServers names or addresses
 */
public record ServerAddress(
        String name,
        String address,
        String gateway,
        @Nullable Integer vlan,
        List<String> nameServers,
        List<String> timeServers) {
    /** RFC 1123 2.1: letters, digits and hyphens, at most 63 a label. */
    private static final Pattern NAME = Pattern.compile(
            "([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)*[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

    private static final int LONGEST_NAME = 253;
    private static final int LAST_VLAN = 4094;

    public ServerAddress {
        nameServers = List.copyOf(nameServers);
        timeServers = List.copyOf(timeServers);
    }

    /** The address alone. */
    public String host() {
        return address.replaceFirst("/.*", "");
    }

    /** What is wrong with it, each in a sentence; nothing when it fits together. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (!isName(name) || name.indexOf('.') < 0) {
            problems.add("'" + name + "' is no name of a host with its domain");
        }
        place().ifPresent(problems::add);
        if (vlan != null && (vlan < 1 || vlan > LAST_VLAN)) {
            problems.add("VLAN " + vlan + " is none; wanted 1 to " + LAST_VLAN);
        }
        if (nameServers.isEmpty()) {
            problems.add("no name server is given");
        }
        for (String server : nameServers) {
            try {
                nameServer(server);
            } catch (IllegalArgumentException e) {
                problems.add("name server: " + e.getMessage());
            }
        }
        if (timeServers.isEmpty()) {
            problems.add("no time server is given");
        }
        timeServers.stream()
                .filter(server -> !isName(server) && !isAddress(server))
                .forEach(server -> problems.add("time server: '" + server + "' is neither a name nor an address"));
        return problems;
    }

    private Optional<String> place() {
        try {
            int slash = address.indexOf('/');
            if (slash < 0) {
                return Optional.of("'" + address + "' has no prefix length; wanted as in 10.20.30.41/24");
            }
            InetAddress own = Subnet.address(host());
            InetAddress way = Subnet.address(gateway);
            Subnet subnet = subnet(own, address.substring(slash + 1));
            if (!subnet.holds(own)) {
                return Optional.of(
                        address + " is the network itself or its broadcast address, which no server can have");
            }
            if (own.equals(way)) {
                return Optional.of("address and gateway are both " + gateway);
            }
            return subnet.holds(way)
                    ? Optional.empty()
                    : Optional.of("gateway " + gateway + " does not lie in network " + subnet + " of the address");
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Subnet subnet(InetAddress within, String prefix) {
        int bits = within.getAddress().length * 8;
        if (!prefix.matches("[0-9]{1,3}") || Integer.parseInt(prefix) < 1 || Integer.parseInt(prefix) > bits) {
            throw new IllegalArgumentException("'/" + prefix + "' is no prefix length; wanted 1 to " + bits);
        }
        return Subnet.around(within, Integer.parseInt(prefix));
    }

    /**
     * Host and port of a name server.
     *
     * @throws IllegalArgumentException it is neither an address nor one with a port
     */
    public static InetSocketAddress nameServer(String text) {
        int colon = text.lastIndexOf(':');
        boolean port =
                colon > 0 && (text.indexOf(':') == colon || text.startsWith("[") && text.charAt(colon - 1) == ']');
        String host = (port ? text.substring(0, colon) : text).replaceAll("[\\[\\]]", "");
        String number = port ? text.substring(colon + 1) : "53";
        if (!number.matches("[0-9]{1,5}") || Integer.parseInt(number) < 1 || Integer.parseInt(number) > 65_535) {
            throw new IllegalArgumentException("'" + text + "' has no port from 1 to 65535");
        }
        return new InetSocketAddress(Subnet.address(host), Integer.parseInt(number));
    }

    private static boolean isName(String text) {
        return text.length() <= LONGEST_NAME && NAME.matcher(text).matches() && !text.matches("[0-9.]+");
    }

    private static boolean isAddress(String text) {
        try {
            Subnet.address(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
