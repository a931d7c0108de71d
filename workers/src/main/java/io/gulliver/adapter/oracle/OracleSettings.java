package io.gulliver.adapter.oracle;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to reach one database service. The password is not part of it.
 *
 * @param system name in the landscape, for messages
 * @param urlTemplate JDBC address with {@code {host}}, {@code {port}} and {@code {service}}; from a file of the operator
 * @param driverJar a jar with the driver, loaded by a class loader of its own; null = the driver on the class path
 * @param sysdba log on with SYSDBA
 * @param connectTimeout for reaching the listener and logging on
 * @param queryTimeout for each statement, at least a second
 */
public record OracleSettings(
        String system,
        String host,
        int port,
        String service,
        @Nullable String instance,
        String user,
        boolean sysdba,
        String urlTemplate,
        @Nullable Path driverJar,
        Duration connectTimeout,
        Duration queryTimeout) {

    /**
     * The address of a real Oracle database. UR=A lets the request through the listener while the instance is restricted,
     * where easy connect is refused with ORA-12526 whatever rights the user has.
     */
    public static final String ORACLE_URL =
            "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST={host})(PORT={port}))"
                    + "(CONNECT_DATA=(SERVICE_NAME={service})(UR=A)))";

    private static final String NAMED = "(SERVICE_NAME={service})";

    // Host and service come from an inventory that people upload: nothing that could add to the address may stand
    // there.
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:]+]");
    private static final Pattern SERVICE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.$#-]*");

    private static final Pattern INSTANCE = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,29}");

    /** Any instance that offers the service. */
    public OracleSettings(
            String system,
            String host,
            int port,
            String service,
            String user,
            boolean sysdba,
            String urlTemplate,
            @Nullable Path driverJar,
            Duration connectTimeout,
            Duration queryTimeout) {
        this(system, host, port, service, null, user, sysdba, urlTemplate, driverJar, connectTimeout, queryTimeout);
    }

    public OracleSettings {
        if (instance != null
                && (!INSTANCE.matcher(instance).matches()
                        || !urlTemplate.endsWith("/{service}") && !urlTemplate.contains(NAMED))) {
            throw new IllegalArgumentException("Database " + system + ": instance \"" + instance
                    + "\" cannot be named in addresses such as " + urlTemplate
                    + "; the template has " + NAMED + ", or ends with /{service} as Oracle's easy connect does.");
        }
        if (!HOST.matcher(host).matches() || !SERVICE.matcher(service).matches() || port < 1 || port > 65535) {
            throw new IllegalArgumentException("Database " + system + ": host \"" + host + "\", port " + port
                    + " and service \"" + service + "\" do not make an address; correct them in the inventory.");
        }
        if (connectTimeout.toSeconds() < 1 || queryTimeout.toSeconds() < 1) {
            throw new IllegalArgumentException("Database " + system + ": time-outs are at least one second.");
        }
    }

    /** The JDBC address. */
    public String url() {
        boolean descriptor = urlTemplate.contains(NAMED);
        String one = instance == null
                ? service
                : descriptor ? service + ")(INSTANCE_NAME=" + instance : service + "/" + instance;
        return urlTemplate
                .replace("{host}", descriptor ? host.replaceAll("[\\[\\]]", "") : host)
                .replace("{port}", Integer.toString(port))
                .replace("{service}", one);
    }
}
