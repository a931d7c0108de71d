package io.gulliver.lab.main;

import io.gulliver.lab.ssh.LabHost;
import java.util.ArrayList;
import java.util.List;

/**
 * What a Linux of the lab prints to its console while it starts.
 *
 * <p>The block with the host keys is cloud-init's (module <i>keys to console</i>, its script {@code write-ssh-key-fingerprints}), as
 * console logs of virtual machines show it; it is printed once, at the first start of an instance.
 */
final class BootMessages {
    private BootMessages() {}

    static List<String> of(LabHost host, boolean first) {
        List<String> lines = new ArrayList<>(List.of(
                "Linux version 5.14.0-427.13.1.el9_4.s390x (mockbuild@s390-068) #1 SMP",
                "setup: Linux is running natively in 64-bit mode",
                "systemd[1]: Detected architecture s390x.",
                "systemd[1]: Hostname set to <" + host.name() + ">."));
        if (first) {
            lines.addAll(List.of(
                    "systemd[1]: Initializing machine ID from random generator.",
                    "ci-info: no authorized SSH keys fingerprints found for user root.",
                    "ec2: #############################################################",
                    "ec2: -----BEGIN SSH HOST KEY FINGERPRINTS-----",
                    "ec2: 256 " + host.hostKeyFingerprint() + " root@" + host.name() + " (ECDSA)",
                    "ec2: -----END SSH HOST KEY FINGERPRINTS-----",
                    "ec2: #############################################################",
                    "-----BEGIN SSH HOST KEY KEYS-----",
                    host.hostKeyLine() + " root@" + host.name(),
                    "-----END SSH HOST KEY KEYS-----"));
        }
        lines.add("systemd[1]: Started OpenSSH server daemon.");
        return lines;
    }
}
