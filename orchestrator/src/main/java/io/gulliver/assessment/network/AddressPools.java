package io.gulliver.assessment.network;

import io.gulliver.domain.landscape.AddressPool;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What a pool of addresses can give, and what is wrong with it. */
public final class AddressPools {
    /** More are not looked through for one server. */
    private static final int LARGEST = 4096;

    private AddressPools() {}

    /** What is wrong with it, each in a sentence that begins with the part; nothing when a server can have an address. */
    public static List<String> problems(AddressPool pool) {
        List<String> problems = new ArrayList<>();
        try {
            Subnet.parse(pool.subnet());
            InetAddress from = Subnet.address(pool.first());
            InetAddress to = Subnet.address(pool.last());
            long size = from.getAddress().length == to.getAddress().length
                    ? Subnet.from(from, to)
                            .min(BigInteger.valueOf(LARGEST + 1L))
                            .longValue()
                    : 0;
            if (size < 1 || size > LARGEST) {
                problems.add("first and last: from " + pool.first() + " to " + pool.last() + " are "
                        + (size < 1 ? "no addresses" : "more than " + LARGEST) + "; wanted 1 to " + LARGEST);
                return problems;
            }
            for (String end :
                    pool.first().equals(pool.last()) ? List.of(pool.first()) : List.of(pool.first(), pool.last())) {
                of(pool, "server", end).problems().forEach(problem -> problems.add("with " + end + ": " + problem));
            }
        } catch (IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        return problems;
    }

    /** Its addresses, first one first. Only of a pool without problems. */
    public static List<String> addresses(AddressPool pool) {
        InetAddress from = Subnet.address(pool.first());
        int size = Subnet.from(from, Subnet.address(pool.last())).intValueExact();
        return IntStream.range(0, size)
                .mapToObj(place -> Subnet.after(from, place).getHostAddress())
                .filter(address ->
                        !address.equals(Subnet.address(pool.gateway()).getHostAddress()))
                .toList();
    }

    /** What a server of this name has with one of its addresses. */
    public static ServerAddress of(AddressPool pool, String server, String address) {
        return new ServerAddress(
                server.toLowerCase(Locale.ROOT) + "." + pool.domain(),
                address + pool.subnet().substring(Math.max(0, pool.subnet().indexOf('/'))),
                pool.gateway(),
                pool.vlan(),
                pool.nameServers(),
                pool.timeServers());
    }
}
