package io.gulliver.adapter.ds8000.model;

import java.util.List;

/**
 * A port of a host.
 *
 * @param wwpn 16 upper-case hex digits
 * @param host that it belongs to; empty for none
 * @param loginPorts ids of the I/O ports at which it is logged in
 */
public record Ds8000HostPort(String wwpn, String host, String state, List<String> loginPorts) {
    public Ds8000HostPort {
        loginPorts = List.copyOf(loginPorts);
    }
}
