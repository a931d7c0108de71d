package io.gulliver.lab.oracle.driver;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the lab's driver does for a {@link java.sql.PreparedStatement}. */
public final class LabStatement {

    private final LabConnection connection;
    private final String sql;
    private final List<@Nullable Object> binds = new ArrayList<>();
    private int timeoutSeconds;

    LabStatement(LabConnection connection, String sql) {
        this.connection = connection;
        this.sql = sql;
    }

    private void bind(int position, @Nullable Object value) {
        while (binds.size() < position) {
            binds.add(null);
        }
        binds.set(position - 1, value);
    }

    public void setString(int position, String value) {
        bind(position, value);
    }

    public void setBigDecimal(int position, BigDecimal value) {
        bind(position, value);
    }

    public void setLong(int position, long value) {
        bind(position, BigDecimal.valueOf(value));
    }

    public void setTimestamp(int position, Timestamp value) {
        bind(position, value);
    }

    public void setQueryTimeout(int seconds) {
        timeoutSeconds = seconds;
    }

    public void setFetchSize(int rows) {
        // Rows come as they are made; there is nothing to size.
    }

    public ResultSet executeQuery() throws SQLException {
        return Facade.of(ResultSet.class, connection.run(sql, binds, timeoutSeconds));
    }

    public boolean execute() throws SQLException {
        connection.run(sql, binds, timeoutSeconds);
        return false;
    }

    public void cancel() {
        connection.cancel();
    }

    public void close() {
        // The lab keeps nothing for a statement.
    }
}
