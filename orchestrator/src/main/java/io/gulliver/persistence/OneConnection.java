package io.gulliver.persistence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Refuses a second connection to a thread that holds one. Threads that each hold one and wait for another hold up all
 * of a bounded pool until the wait ends: a statement inside the reading of another one's rows does that, outside of a
 * transaction. Stands before the pools where assertions are on, which is in every test.
 */
final class OneConnection extends DelegatingDataSource {
    private final ThreadLocal<Boolean> holds = ThreadLocal.withInitial(() -> false);

    OneConnection(DataSource pools) {
        super(pools);
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (holds.get()) {
            throw new AssertionError("This thread holds a connection of the store and asks for a second one."
                    + " Read the rows first, then ask for more, or do both in one transaction.");
        }
        Connection connection = super.getConnection();
        holds.set(true);
        Thread holder = Thread.currentThread();
        AtomicBoolean open = new AtomicBoolean(true);
        return (Connection) Proxy.newProxyInstance(
                OneConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    if (method.getName().equals("close") && open.getAndSet(false)) {
                        if (Thread.currentThread() != holder) {
                            throw new AssertionError(
                                    "A connection of the store is given back by another thread than took it.");
                        }
                        holds.set(false);
                    }
                    try {
                        return method.invoke(connection, args);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }
}
