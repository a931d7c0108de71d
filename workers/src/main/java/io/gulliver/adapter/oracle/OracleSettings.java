package io.gulliver.adapter.oracle;

import io.gulliver.adapter.oracle.ConnectDescriptor.Endpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to reach one database. The password is not part of it.
 *
 * @param system name in the landscape, for messages
 * @param where the listener and what is behind it
 * @param urlTemplate JDBC address from a file of the operator. With {@code {descriptor}} that of {@code where} stands in
 *     it. With easy connect ({@code @//{host}:{port}/{service}}; host and port may be fixed) a descriptor takes its place
 *     where easy connect lacks the words. Any other has {@code {host}}, {@code {port}} and {@code {service}}, and reaches
 *     what it says.
 * @param driverJar a jar with the driver, loaded by a class loader of its own; null = the driver on the class path
 * @param sysdba log on with SYSDBA
 * @param connectTimeout for reaching the listener and logging on
 * @param queryTimeout for each statement, at least a second
 */
public record OracleSettings(
        String system,
        ConnectDescriptor where,
        String user,
        boolean sysdba,
        String urlTemplate,
        @Nullable Path driverJar,
        Duration connectTimeout,
        Duration queryTimeout) {

    private static final String DESCRIPTOR = "{descriptor}";

    /** The address of a real Oracle database. */
    public static final String ORACLE_URL = "jdbc:oracle:thin:@" + DESCRIPTOR;

    private static final String NAMED = "(SERVICE_NAME={service})";

    private static final Pattern EASY =
            Pattern.compile("(jdbc:[a-z0-9:-]+:@)//([^/:]+|\\[[^]]+]):([^/:]+)/\\{service}");

    /** A service of any instance, a restricted one too. */
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
        this(
                system,
                new ConnectDescriptor(List.of(new Endpoint(host, port)), service, null, null, true),
                user,
                sysdba,
                urlTemplate,
                driverJar,
                connectTimeout,
                queryTimeout);
    }

    public OracleSettings {
        boolean plain = where.instance() == null && where.sid() == null;
        if (!plain
                && !urlTemplate.contains(DESCRIPTOR)
                && !urlTemplate.contains(NAMED)
                && !EASY.matcher(urlTemplate).matches()) {
            throw new IllegalArgumentException(
                    "Database " + system + ": an instance or SID cannot be named in addresses" + " such as "
                            + urlTemplate + "; the template has " + DESCRIPTOR + ", or " + NAMED + ".");
        }
        if (connectTimeout.toSeconds() < 1 || queryTimeout.toSeconds() < 1) {
            throw new IllegalArgumentException("Database " + system + ": time-outs are at least one second.");
        }
    }

    /** The same database by another driver. */
    public OracleSettings by(@Nullable Path jar) {
        return new OracleSettings(system, where, user, sysdba, urlTemplate, jar, connectTimeout, queryTimeout);
    }

    /** The JDBC address. */
    public String url() {
        if (urlTemplate.contains(DESCRIPTOR)) {
            return urlTemplate.replace(DESCRIPTOR, where.text(connectTimeout));
        }
        Matcher easy = EASY.matcher(urlTemplate);
        if (easy.matches()) {
            ConnectDescriptor there = where.at(where.endpoints().stream()
                    .map(one -> new Endpoint(
                            easy.group(2).replace("{host}", one.host()),
                            Integer.parseInt(easy.group(3).replace("{port}", Integer.toString(one.port())))))
                    .distinct()
                    .toList());
            return easy.group(1) + (there.easy() ? there.easyConnect() : there.text(connectTimeout));
        }
        return own(where.endpoints().get(0));
    }

    /** The operator's own words. */
    private String own(Endpoint first) {
        String instance = where.instance();
        String sid = where.sid();
        String named = sid == null
                ? NAMED + (instance == null ? "" : "(INSTANCE_NAME=" + instance + ")")
                : "(SID=" + sid + ")";
        String service = where.service();
        return urlTemplate
                .replace(NAMED, named)
                .replace("{host}", urlTemplate.contains(NAMED) ? first.host().replaceAll("[\\[\\]]", "") : first.host())
                .replace("{port}", Integer.toString(first.port()))
                .replace("{service}", service == null ? "" : service);
    }
}
