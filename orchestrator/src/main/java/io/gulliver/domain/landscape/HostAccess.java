package io.gulliver.domain.landscape;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to log in to the hosts whose names match a pattern; the first entry that matches counts. Two logins: the owner of Oracle's
 * software, which does what is Oracle's, and a privileged one for what needs root while a server is built.
 *
 * @param pattern which hosts
 * @param address where to connect, or null for the host's own name
 * @param port of its SSH server
 * @param user to log in as, the owner of Oracle's software; {@code {host}} stands for the host's name
 * @param secret reference to the private key, or null
 * @param passwordSecret reference to a password, where no key is allowed; or null
 * @param hostKeys accepted host keys: {@code SHA256:…} or a public key line; {@value #FROM_CONSOLE} for hosts that a run builds, and
 *     whose key it reads from the console; empty means that every login is refused
 * @param lab whether these hosts belong to the lab
 * @param privileged the other login, or null where nothing that needs root is done
 */
public record HostAccess(
        HostPattern pattern,
        @Nullable String address,
        int port,
        String user,
        @Nullable String secret,
        @Nullable String passwordSecret,
        List<String> hostKeys,
        boolean lab,
        @Nullable Privileged privileged) {
    /**
     * A login that may use sudo without a password for what a server is built with.
     *
     * @param user to log in as; {@code {host}} stands for the host's name
     * @param secret reference to its private key, or null
     * @param passwordSecret reference to its password, where no key is allowed; or null
     */
    public record Privileged(
            String user, @Nullable String secret, @Nullable String passwordSecret) {}

    /** Without a privileged login. */
    public HostAccess(
            HostPattern pattern,
            @Nullable String address,
            int port,
            String user,
            @Nullable String secret,
            @Nullable String passwordSecret,
            List<String> hostKeys,
            boolean lab) {
        this(pattern, address, port, user, secret, passwordSecret, hostKeys, lab, null);
    }

    /** In place of a key: it is the one that the run which built the host has read from its console. */
    public static final String FROM_CONSOLE = "from-console";

    public HostAccess {
        hostKeys = List.copyOf(hostKeys);
    }

    /** The keys that are known beforehand. */
    public List<String> pinned() {
        return hostKeys.stream().filter(key -> !key.equals(FROM_CONSOLE)).toList();
    }
}
