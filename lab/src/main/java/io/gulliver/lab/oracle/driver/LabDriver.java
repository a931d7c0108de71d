package io.gulliver.lab.oracle.driver;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** JDBC driver of the lab's databases: {@code jdbc:gulliver-lab:@//host:port/service}. */
public final class LabDriver implements Driver {

    private static final Pattern URL = Pattern.compile("jdbc:gulliver-lab:@//([^:/]+):(\\d+)/([^/]+(?:/[^/]+)?)");

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        Matcher address = URL.matcher(url);
        return address.matches()
                ? Facade.of(
                        Connection.class,
                        LabConnection.open(
                                address.group(1), Integer.parseInt(address.group(2)), address.group(3), info))
                : null;
    }

    @Override
    public boolean acceptsURL(String url) {
        return URL.matcher(url).matches();
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("The lab's driver does not log.");
    }
}
