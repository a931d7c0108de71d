package io.gulliver.adapter.ssh;

import java.util.List;

/**
 * One host we may log in to: where it is, as whom, with what, and by which key we recognise it.
 *
 * @param name the name people use; it stands in messages
 * @param address DNS name or IP address
 * @param port TCP port of its SSH server
 * @param user login on the host
 * @param credential key or password
 * @param pins the host keys we accept; empty means that every login is refused
 */
public record SshHost(
        String name, String address, int port, String user, SshCredential credential, List<HostKeyPin> pins) {

    public SshHost {
        if (name.isBlank() || address.isBlank() || user.isBlank() || port < 1 || port > 65535) {
            throw new IllegalArgumentException(
                    "A host needs a name, an address, a port from 1 to 65535 and a user; seen: " + name + ", " + address
                            + ", " + port + ", " + user);
        }
        pins = List.copyOf(pins);
    }
}
