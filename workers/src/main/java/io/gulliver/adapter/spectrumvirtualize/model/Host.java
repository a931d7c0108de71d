package io.gulliver.adapter.spectrumvirtualize.model;

import java.util.List;

/**
 * A host object: a name for a set of ports that may see the same volumes.
 *
 * @param status {@code online} when every port is logged in, {@code degraded} when some are, {@code offline} when none is
 * @param ports Fibre Channel ports only
 * @param portset in which it is; empty where the level has none
 */
public record Host(String id, String name, String status, String type, List<HostPort> ports, String portset) {

    public Host {
        ports = List.copyOf(ports);
    }

    /** WWPNs of the ports, in the array's order. */
    public List<String> wwpns() {
        return ports.stream().map(HostPort::wwpn).toList();
    }
}
