package io.gulliver.lab.ssh;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A host to be set up in the lab.
 *
 * @param name {@code [a-z0-9-]+}, unique in the lab; also the name of its directory
 * @param user the login of Oracle's software
 * @param password accepted password, or null when only keys are
 * @param authorizedKeys public key lines as in OpenSSH's file of that name
 * @param overlay files laid into the host's tree, path to content; those below {@code bin/} are made executable and
 *     come first in PATH, so that a host can have an {@code lscpu}, {@code uname} or {@code expdp} of its own
 * @param administrator a second login with a key of its own, or null
 */
public record LabHostSpec(
        String name,
        String user,
        @Nullable String password,
        List<String> authorizedKeys,
        SortedMap<String, String> overlay,
        @Nullable Administrator administrator) {
    /**
     * A login beside that of Oracle's software.
     *
     * @param user a Unix login
     * @param key its public key line
     */
    public record Administrator(String user, String key) {}

    /** Of one login. */
    public LabHostSpec(
            String name,
            String user,
            @Nullable String password,
            List<String> authorizedKeys,
            SortedMap<String, String> overlay) {
        this(name, user, password, authorizedKeys, overlay, null);
    }

    public LabHostSpec {
        if (!name.matches("[a-z0-9-]+") || !user.matches("[a-z_][a-z0-9_-]*")) {
            throw new IllegalArgumentException("Lab host \"" + name + "\", user \"" + user
                    + "\": wanted a name of a-z, 0-9, dash and a Unix login.");
        }
        authorizedKeys = List.copyOf(authorizedKeys);
        overlay = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(overlay));
    }

    /** A host that takes one key and has no files of its own. */
    public static LabHostSpec withKey(String name, String user, String authorizedKey) {
        return new LabHostSpec(name, user, null, List.of(authorizedKey), new TreeMap<>());
    }

    /** The same host with these files. */
    public LabHostSpec withOverlay(Map<String, String> files) {
        return new LabHostSpec(name, user, password, authorizedKeys, new TreeMap<>(files), administrator);
    }

    /** The same host with a second login. */
    public LabHostSpec withAdministrator(String login, String key) {
        return new LabHostSpec(name, user, password, authorizedKeys, overlay, new Administrator(login, key));
    }

    @Override
    public String toString() {
        return "host " + name + " (user " + user + ", keys " + authorizedKeys.size() + ", files " + overlay.keySet()
                + ")";
    }
}
