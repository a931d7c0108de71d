package io.gulliver.adapter.ssh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A host to test against, with the hands of somebody who stands in front of it. */
interface FarEnd extends AutoCloseable {

    /** The host as the settings would describe it, all correct. */
    SshHost host();

    /** The login's home on this machine. */
    Path home();

    /** Every connection drops; processes live. */
    void cutConnections() throws IOException;

    /** The host goes down hard and comes up. */
    void reboot() throws IOException;

    @Override
    void close() throws IOException;

    /** The right host with other pins. */
    default SshHost pinned(List<HostKeyPin> pins) {
        SshHost right = host();
        return new SshHost(right.name(), right.address(), right.port(), right.user(), right.credential(), pins);
    }

    /** The right host with another proof of who we are. */
    default SshHost as(SshCredential credential) {
        SshHost right = host();
        return new SshHost(right.name(), right.address(), right.port(), right.user(), credential, right.pins());
    }
}
