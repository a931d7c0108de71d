package io.gulliver.domain.landscape;

import java.util.List;
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
    public AddressPool {
        nameServers = List.copyOf(nameServers);
        timeServers = List.copyOf(timeServers);
    }
}
