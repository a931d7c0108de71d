package io.gulliver.domain.landscape;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How to reach databases. Addresses are built from host, port and service; an uploaded file never gives one whole.
 *
 * @param urlTemplate a JDBC address with {@code {descriptor}}, or with {@code {host}}, {@code {port}} and {@code {service}}
 * @param driverJar jar of the JDBC driver when it is not the built-in one, or null
 * @param driverClass its class, or null
 * @param credentials what an inventory's {@code credential} column may name
 * @param listeners by the host that an inventory names, in lower case: what else is known of its listener
 * @param lab whether these databases are the lab's
 */
public record DatabaseAccess(
        String urlTemplate,
        @Nullable String driverJar,
        @Nullable String driverClass,
        SortedMap<String, Credential> credentials,
        SortedMap<String, Listener> listeners,
        boolean lab) {
    /**
     * The template for Oracle databases everywhere. The descriptor is made for the purpose of each connection: with
     * {@code (UR=A)} where it must reach a restricted instance.
     */
    public static final String ORACLE = "jdbc:oracle:thin:@{descriptor}";

    public DatabaseAccess {
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
        this(urlTemplate, driverJar, driverClass, credentials, new TreeMap<>(), lab);
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
