package io.gulliver.domain.landscape;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How to reach databases. Addresses are built from host, port and service; an uploaded file never gives one whole.
 *
 * @param urlTemplate a JDBC address with {@code {host}}, {@code {port}} and {@code {service}}
 * @param driverJar jar of the JDBC driver when it is not the built-in one, or null
 * @param driverClass its class, or null
 * @param credentials what an inventory's {@code credential} column may name
 * @param lab whether these databases are the lab's
 */
public record DatabaseAccess(
        String urlTemplate,
        @Nullable String driverJar,
        @Nullable String driverClass,
        SortedMap<String, Credential> credentials,
        boolean lab) {
    /**
     * The template for Oracle databases everywhere. UR=A lets the request through the listener also while the instance is
     * restricted; the user then needs RESTRICTED SESSION.
     */
    public static final String ORACLE =
            "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST={host})(PORT={port}))"
                    + "(CONNECT_DATA=(SERVICE_NAME={service})(UR=A)))";

    public DatabaseAccess {
        credentials = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(credentials));
    }

    /**
     * A user and a reference to its password.
     *
     * @param user the database user
     * @param secret a reference, never the secret
     */
    public record Credential(String user, String secret) {}

    /**
     * The JDBC address of a service.
     *
     * @throws IllegalArgumentException when a part holds anything but letters, digits, dot, dash, underscore, dollar
     */
    public String url(String host, int port, String service) {
        for (String part : new String[] {host, service}) {
            if (!part.matches("[A-Za-z0-9._$#-]{1,255}")) {
                throw new IllegalArgumentException("Database address: '" + part
                        + "' is no host or service name; wanted letters, digits and . _ - $ #");
            }
        }
        return urlTemplate
                .replace("{host}", host)
                .replace("{port}", Integer.toString(port))
                .replace("{service}", service);
    }
}
