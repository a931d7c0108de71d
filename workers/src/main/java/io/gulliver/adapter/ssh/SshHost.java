package io.gulliver.adapter.ssh;

import java.util.List;
import java.util.function.Supplier;

/**
 * One host we may log in to: where it is, as whom, with what, and by which key we recognise it.
 *
 * @param name the name people use; it stands in messages
 * @param address DNS name or IP address
 * @param port TCP port of its SSH server
 * @param user login on the host
 * @param credential key or password
 * @param pins gives the host keys we accept, asked at every login and not between; none means that the login is refused
 */
public record SshHost(
        String name, String address, int port, String user, SshCredential credential, Supplier<List<HostKeyPin>> pins) {

    public SshHost {
        if (name.isBlank() || address.isBlank() || user.isBlank() || port < 1 || port > 65535) {
            throw new IllegalArgumentException(
                    "A host needs a name, an address, a port from 1 to 65535 and a user; seen: " + name + ", " + address
                            + ", " + port + ", " + user);
        }
    }

    /** A host whose keys are known before. */
    public SshHost(
            String name, String address, int port, String user, SshCredential credential, List<HostKeyPin> pins) {
        this(name, address, port, user, credential, known(List.copyOf(pins)));
    }

    private static Supplier<List<HostKeyPin>> known(List<HostKeyPin> pins) {
        return () -> pins;
    }
}
