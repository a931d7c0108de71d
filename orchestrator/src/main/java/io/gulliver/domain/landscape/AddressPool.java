package io.gulliver.domain.landscape;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of one network that new servers may have. Who runs the network gave them to the program, so nobody is asked for
 * each.
 *
 * @param name what the landscape calls it
 * @param subnet for example {@code 10.20.30.0/24}
 * @param first address that may be given
 * @param last address that may be given
 * @param gateway of the network
 * @param vlan 1 to 4094, or null for none
 * @param domain in which its servers have their names, for example {@code db.bank.example}
 * @param nameServers addresses, each with {@code :port} where it is not 53
 * @param timeServers names or addresses
 */
public record AddressPool(
        String name,
        String subnet,
        String first,
        String last,
        String gateway,
        @Nullable Integer vlan,
        String domain,
        List<String> nameServers,
        List<String> timeServers) {
    /** More are not looked through for one server. */
    private static final int LARGEST = 4096;

    public AddressPool {
        nameServers = List.copyOf(nameServers);
        timeServers = List.copyOf(timeServers);
    }

    /** What is wrong with it, each in a sentence that begins with the part; nothing when a server can have an address. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        try {
            Subnet.parse(subnet);
            InetAddress from = Subnet.address(first);
            InetAddress to = Subnet.address(last);
            long size = from.getAddress().length == to.getAddress().length
                    ? Subnet.from(from, to)
                            .min(BigInteger.valueOf(LARGEST + 1L))
                            .longValue()
                    : 0;
            if (size < 1 || size > LARGEST) {
                problems.add("first and last: from " + first + " to " + last + " are "
                        + (size < 1 ? "no addresses" : "more than " + LARGEST) + "; wanted 1 to " + LARGEST);
                return problems;
            }
            for (String end : first.equals(last) ? List.of(first) : List.of(first, last)) {
                of("server", end).problems().forEach(problem -> problems.add("with " + end + ": " + problem));
            }
        } catch (IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        return problems;
    }

    /** Its addresses, first one first. Only of a pool without problems. */
    public List<String> addresses() {
        InetAddress from = Subnet.address(first);
        int size = Subnet.from(from, Subnet.address(last)).intValueExact();
        return IntStream.range(0, size)
                .mapToObj(place -> Subnet.after(from, place).getHostAddress())
                .filter(address -> !address.equals(Subnet.address(gateway).getHostAddress()))
                .toList();
    }

    /** What a server of this name has with one of its addresses. */
    public ServerAddress of(String server, String address) {
        return new ServerAddress(
                server.toLowerCase(Locale.ROOT) + "." + domain,
                address + subnet.substring(Math.max(0, subnet.indexOf('/'))),
                gateway,
                vlan,
                nameServers,
                timeServers);
    }
}
