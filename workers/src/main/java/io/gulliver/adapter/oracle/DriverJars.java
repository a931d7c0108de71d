package io.gulliver.adapter.oracle;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Drivers from jars: each in a class loader of its own, apart from our classes and from every other driver. One loader a jar
 * serves all connections until the process ends: a driver of Oracle's, once loaded, is held by what it registered with Java,
 * and one a connection would stay for every connection.
 */
final class DriverJars {
    private static final Map<Path, Driver> FOUND = new ConcurrentHashMap<>();

    private DriverJars() {}

    /**
     * The driver of a jar. One that is not there is looked for again at the next call.
     *
     * @throws SQLException ORA-12154 when the jar is none, or has no driver that takes the address
     */
    static Driver driver(Path jar, String url) throws SQLException {
        Driver known = FOUND.get(jar);
        if (known != null && known.acceptsURL(url)) {
            return known;
        }
        try {
            URLClassLoader loader =
                    new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
            Driver found = find(loader, url);
            if (found != null) {
                Driver first = FOUND.putIfAbsent(jar, found);
                return first == null ? found : first;
            }
            loader.close();
        } catch (IOException e) {
            throw new SQLException("Driver jar " + jar + " cannot be read: " + e.getMessage(), "08001", 12154, e);
        }
        throw new SQLException("No driver in " + jar + " takes the address " + url, "08001", 12154);
    }

    private static @Nullable Driver find(URLClassLoader loader, String url) throws SQLException {
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (driver.getClass().getClassLoader() == loader && driver.acceptsURL(url)) {
                return driver;
            }
        }
        return null;
    }
}
