package io.gulliver.lab.oracle.driver;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * JDBC driver of the lab's databases: {@code jdbc:gulliver-lab:@//host:port/service}, or a whole descriptor as Oracle's
 * driver takes it: {@code jdbc:gulliver-lab:@(DESCRIPTION=...)}.
 */
public final class LabDriver implements Driver {

    private static final String PREFIX = "jdbc:gulliver-lab:@";

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        LabDescriptor descriptor;
        try {
            descriptor = LabDescriptor.parse(url.substring(PREFIX.length()));
        } catch (IllegalArgumentException e) {
            throw new SQLException(
                    "ORA-12154: Cannot connect to database. The address cannot be read: " + e.getMessage(),
                    "08001",
                    12154,
                    e);
        }
        return Facade.of(Connection.class, LabConnection.open(descriptor, info));
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
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
