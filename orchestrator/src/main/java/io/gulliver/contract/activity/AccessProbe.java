package io.gulliver.contract.activity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks a worker to try everything that reading one database needs.
 *
 * @param database its name in the program
 * @param host of its listener and of its operating system, or null when the inventory has none
 * @param port of its listener
 * @param service it is reached by, or null when the inventory has none
 * @param credential name of a configured credential, or null when the inventory has none
 * @param release as the inventory tells it, or null
 * @param awr whether the program says that the Diagnostics Pack is licensed
 * @param keepDays for how many days AWR is wanted to keep
 * @param addresses of further listeners (SCAN, virtual addresses, other nodes), each {@code host} or {@code host:port}
 * @param nodes further hosts of a cluster that are logged in to
 */
public record AccessProbe(
        String database,
        @Nullable String host,
        int port,
        @Nullable String service,
        @Nullable String credential,
        @Nullable String release,
        boolean awr,
        int keepDays,
        @Nullable List<String> addresses,
        @Nullable List<String> nodes) {
    public AccessProbe {
        // a probe that an older program sent has neither
        addresses = addresses == null ? List.of() : List.copyOf(addresses);
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
    }

    /** A database with one listener on one host. */
    public AccessProbe(
            String database,
            @Nullable String host,
            int port,
            @Nullable String service,
            @Nullable String credential,
            @Nullable String release,
            boolean awr,
            int keepDays) {
        this(database, host, port, service, credential, release, awr, keepDays, List.of(), List.of());
    }

    @Override
    public List<String> addresses() {
        return addresses == null ? List.of() : addresses;
    }

    @Override
    public List<String> nodes() {
        return nodes == null ? List.of() : nodes;
    }
}
