package io.gulliver.activity.movement;

import io.gulliver.lab.oracle.driver.LabDriver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The lab's driver with failures of the network and of the server in between, under addresses that begin with PREFIX. */
final class FaultyDriver implements Driver, AutoCloseable {
    static final String PREFIX = "jdbc:faulty:";

    /** What befalls the next so many statements whose text holds certain words. */
    private record Fault(String words, AtomicInteger times, SQLException failure) {}

    final AtomicInteger logons = new AtomicInteger();
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private volatile @Nullable SQLException closed;

    static FaultyDriver registered() throws SQLException {
        FaultyDriver driver = new FaultyDriver();
        DriverManager.registerDriver(driver);
        return driver;
    }

    FaultyDriver fail(String words, int times, SQLException failure) {
        faults.add(new Fault(words, new AtomicInteger(times), failure));
        return this;
    }

    /** From the first failure of the session on nobody can log on. */
    FaultyDriver thenRefuse(SQLException refusal) {
        closed = refusal;
        return this;
    }

    static SQLException lost() {
        return new SQLRecoverableException("ORA-03113: end-of-file on communication channel", "08003", 3113);
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        SQLException refusal = closed;
        if (logons.getAndIncrement() > 0 && refusal != null) {
            throw refusal;
        }
        Connection connection = new LabDriver().connect("jdbc:gulliver-lab:" + url.substring(PREFIX.length()), info);
        boolean[] dead = {false};
        return face(Connection.class, connection, (name, arguments, result) -> {
            if (!name.equals("prepareStatement")) {
                return result;
            }
            String sql = String.valueOf(arguments[0]);
            return face(PreparedStatement.class, result, (method, binds, answer) -> {
                if (method.startsWith("execute")) {
                    strike(sql, dead);
                }
                return answer;
            });
        });
    }

    private void strike(String sql, boolean[] dead) throws SQLException {
        if (dead[0]) {
            throw new SQLRecoverableException("ORA-17008: Closed connection.", "08003", 17008);
        }
        for (Fault fault : faults) {
            if (sql.contains(fault.words()) && fault.times().getAndDecrement() > 0) {
                dead[0] = fault.failure() instanceof SQLRecoverableException;
                throw fault.failure();
            }
        }
    }

    @FunctionalInterface
    private interface After {
        @Nullable
        Object call(String name, Object[] arguments, @Nullable Object result) throws SQLException;
    }

    private static <T> T face(Class<T> type, @Nullable Object real, After after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    Object[] arguments = given == null ? new Object[0] : given;
                    try {
                        return after.call(method.getName(), arguments, method.invoke(real, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
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
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public void close() throws SQLException {
        DriverManager.deregisterDriver(this);
    }
}
