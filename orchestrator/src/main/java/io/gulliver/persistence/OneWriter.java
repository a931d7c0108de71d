package io.gulliver.persistence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Lets one transaction at a time change an embedded store; readers are not held up.
 *
 * <p>H2 (every version from 2.2.224 to 2.5.252 that was tried) loses acknowledged changes otherwise: a transaction that
 * locks a row in the moment in which another one commits it, and then rolls back, puts back the row as it was before that
 * commit. With six editors of one row, one of fifty rounds lost a change. See
 * {@code docs/decisions/2026-11-21-one-writer-on-h2.md}.
 *
 * <p>A transaction waits at its first statement that changes or locks rows, and holds its turn until commit or rollback.
 */
final class OneWriter extends DelegatingDataSource {
    private final ReentrantLock turn = new ReentrantLock(true);
    private final Duration patience;

    /** @param patience how long a statement waits for its turn before it fails */
    OneWriter(DataSource target, Duration patience) {
        super(target);
        this.patience = patience;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return new Session(super.getConnection()).outer;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return new Session(super.getConnection(user, password)).outer;
    }

    /** Whether a statement changes or locks rows. What is not known for sure to read only, does. */
    static boolean changes(String sql) {
        String text = sql.stripLeading().toLowerCase(Locale.ROOT);
        boolean reads = text.startsWith("select") || text.startsWith("with") || text.startsWith("values");
        return !reads || text.contains("for update") || text.contains("final table");
    }

    private final class Session {
        private final Connection inner;
        private final Connection outer;
        private boolean mine;

        Session(Connection inner) {
            this.inner = inner;
            this.outer = proxy(Connection.class, this::onConnection);
        }

        private @Nullable Object onConnection(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            switch (method.getName()) {
                case "createStatement":
                    return statement(Statement.class, call(inner, method, arguments), null);
                case "prepareStatement":
                    return statement(PreparedStatement.class, call(inner, method, arguments), first(arguments));
                case "prepareCall":
                    return statement(CallableStatement.class, call(inner, method, arguments), first(arguments));
                case "commit", "close", "abort", "setAutoCommit":
                    try {
                        return call(inner, method, arguments);
                    } finally {
                        done();
                    }
                case "rollback":
                    try {
                        return call(inner, method, arguments);
                    } finally {
                        if (arguments == null) { // a savepoint ends nothing
                            done();
                        }
                    }
                default:
                    return call(inner, method, arguments);
            }
        }

        private Object statement(Class<? extends Statement> type, @Nullable Object made, @Nullable String prepared) {
            return proxy(type, (method, arguments) -> {
                if (method.getName().equals("getConnection")) {
                    return outer;
                }
                if (!method.getName().startsWith("execute")) {
                    return call(made, method, arguments);
                }
                String sql = prepared == null ? first(arguments) : prepared;
                if (sql != null && !changes(sql)) {
                    return call(made, method, arguments);
                }
                boolean alone = inner.getAutoCommit();
                await();
                try {
                    return call(made, method, arguments);
                } finally {
                    if (alone) {
                        done();
                    }
                }
            });
        }

        private void await() throws SQLException {
            if (mine) {
                return;
            }
            try {
                mine = turn.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("The wait for the store was interrupted; nothing was changed.", e);
            }
            if (!mine) {
                throw new SQLTimeoutException("The store was busy with another change for " + patience.toSeconds()
                        + " s; nothing was changed. Try again; if it stays so, look for what takes so long.");
            }
        }

        private void done() {
            if (mine) {
                mine = false;
                turn.unlock();
            }
        }
    }

    @FunctionalInterface
    private interface Call {
        @Nullable
        Object to(Method method, @Nullable Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                OneWriter.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> call.to(method, arguments)));
    }

    private static @Nullable String first(@Nullable Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String text ? text : null;
    }

    private static @Nullable Object call(
            @Nullable Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
