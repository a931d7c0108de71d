package io.gulliver.domain.landscape;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to reach databases. Addresses are built from host, port and service; an uploaded file never gives one whole.
 *
 * @param urlTemplate a JDBC address with {@code {descriptor}}, or with {@code {host}}, {@code {port}} and {@code {service}}
 * @param driverJar jar of the JDBC driver when it is not the built-in one, or null
 * @param driverClass its class, or null
 * @param credentials what an inventory's {@code credential} column may name
 * @param drivers drivers for some releases, the first that serves one counts; empty for one driver for all
 * @param acceptUncertified whether a release for which nobody certifies the driver may be moved all the same
 * @param listeners by the host that an inventory names, in lower case: what else is known of its listener
 * @param lab whether these databases are the lab's
 */
public record DatabaseAccess(
        String urlTemplate,
        @Nullable String driverJar,
        @Nullable String driverClass,
        List<DriverJar> drivers,
        boolean acceptUncertified,
        SortedMap<String, Credential> credentials,
        SortedMap<String, Listener> listeners,
        boolean lab) {
    /**
     * The first release for which Oracle certifies the driver that Gulliver brings, 23.26 (Oracle JDBC FAQ, in
     * {@code docs/domain/releases.md}).
     */
    public static final String CERTIFIED = "19";

    /** The first release with which a driver of today is to speak at all; before it SQL*Plus does. */
    public static final String DRIVEN = "11.2.0.4";

    /**
     * The template for Oracle databases everywhere. The descriptor is made for the purpose of each connection: with
     * {@code (UR=A)} where it must reach a restricted instance.
     */
    public static final String ORACLE = "jdbc:oracle:thin:@{descriptor}";

    public DatabaseAccess {
        drivers = List.copyOf(drivers);
        credentials = Collections.unmodifiableSortedMap(new TreeMap<>(credentials));
        listeners = Collections.unmodifiableSortedMap(new TreeMap<>(listeners));
    }

    /** Nothing else is known of any listener. */
    public DatabaseAccess(
            String urlTemplate,
            @Nullable String driverJar,
            @Nullable String driverClass,
            SortedMap<String, Credential> credentials,
            boolean lab) {
        this(urlTemplate, driverJar, driverClass, List.of(), false, credentials, new TreeMap<>(), lab);
    }

    /** The driver that the operator names for a release, such as 12.1.0.2.0. */
    public Optional<DriverJar> driver(String release) {
        return drivers.stream().filter(one -> one.serves(release)).findFirst();
    }

    /** Whether somebody vouches for the driver with which a release is spoken with, or accepts that nobody does. */
    public boolean mayMove(String release) {
        return acceptUncertified || certified(release);
    }

    /** Whether Oracle, or the operator who names a driver for it, vouches for the driver of a release. */
    public boolean certified(String release) {
        return driver(release).isPresent() || compare(release, CERTIFIED) >= 0;
    }

    /** Whether a driver speaks with a release at all: one of today, or one that the operator names for it. */
    public boolean drives(String release) {
        return driver(release).isPresent() || compare(release, DRIVEN) >= 0;
    }

    /** By as many numbers as the limit has. */
    private static int compare(String release, String limit) {
        String[] have = release.split("\\.");
        String[] want = limit.split("\\.");
        for (int i = 0; i < want.length; i++) {
            int order = Integer.compare(i < have.length ? Integer.parseInt(have[i]) : 0, Integer.parseInt(want[i]));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /**
     * A driver that the operator vouches for.
     *
     * @param jar path of its jar
     * @param from first release that it serves, such as 11.2.0.4
     * @param to last release, by as many numbers as it has: 18 serves all of 18; null for no end
     */
    public record DriverJar(
            String jar, String from, @Nullable String to) {
        private static final Pattern RELEASE = Pattern.compile("\\d{1,3}(\\.\\d{1,8}){0,4}");

        public DriverJar {
            if (!RELEASE.matcher(from).matches()
                    || to != null && (!RELEASE.matcher(to).matches() || compare(from, to) > 0)) {
                throw new IllegalArgumentException("gulliver.landscape.databases.drivers: " + jar + " from " + from
                        + " to " + to + " is no range of releases; give numbers such as from 11.2.0.4 to 18.");
            }
        }

        boolean serves(String release) {
            return compare(release, from) >= 0 && (to == null || compare(release, to) <= 0);
        }
    }

    /**
     * A user and a reference to its password.
     *
     * @param user the database user
     * @param secret a reference, never the secret
     */
    public record Credential(String user, String secret) {}

    /**
     * What is known of a listener beside its host and port.
     *
     * @param addresses where it is reached, {@code host} or {@code host:port}, in the order in which they are tried; empty
     *     for the host itself
     * @param sids by service: the SID by which it is reached in place of the service
     */
    public record Listener(List<String> addresses, SortedMap<String, String> sids) {
        public Listener {
            addresses = List.copyOf(addresses);
            sids = Collections.unmodifiableSortedMap(new TreeMap<>(sids));
        }
    }
}
