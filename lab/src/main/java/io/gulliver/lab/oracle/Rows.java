package io.gulliver.lab.oracle;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Short words for reading and writing the rows beneath a lab database. */
final class Rows {

    private Rows() {}

    static void run(Connection connection, String sql, @Nullable Object... binds) {
        count(connection, sql, binds);
    }

    /** Runs a change and answers how many rows it touched. */
    static int count(Connection connection, String sql, @Nullable Object... binds) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, binds);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    static List<Map<String, @Nullable Object>> query(Connection connection, String sql, @Nullable Object... binds) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, binds);
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            try (ResultSet answer = statement.executeQuery()) {
                int columns = answer.getMetaData().getColumnCount();
                while (answer.next()) {
                    Map<String, @Nullable Object> row = new LinkedHashMap<>();
                    for (int i = 1; i <= columns; i++) {
                        row.put(answer.getMetaData().getColumnLabel(i), answer.getObject(i));
                    }
                    rows.add(row);
                }
            }
            return rows;
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    /** Hands over the rows one by one, values in order of the columns. */
    static void each(
            Connection connection, String sql, java.util.function.Consumer<@Nullable Object[]> row, Object... binds) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, binds);
            try (ResultSet answer = statement.executeQuery()) {
                while (answer.next()) {
                    @Nullable Object[] values = new Object[answer.getMetaData().getColumnCount()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = answer.getObject(i + 1);
                    }
                    row.accept(values);
                }
            }
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    /** First column of each row as text. */
    static List<String> texts(Connection connection, String sql, @Nullable Object... binds) {
        return query(connection, sql, binds).stream()
                .map(row -> String.valueOf(row.values().iterator().next()))
                .toList();
    }

    static long number(Connection connection, String sql, @Nullable Object... binds) {
        return new java.math.BigDecimal(texts(connection, sql, binds).get(0)).longValue();
    }

    static void insert(Connection connection, String table, Map<String, ? extends @Nullable Object> row) {
        String columns = row.keySet().stream()
                .map(column -> '"' + column.toUpperCase(Locale.ROOT) + '"')
                .collect(Collectors.joining(", "));
        String places = row.keySet().stream().map(column -> "?").collect(Collectors.joining(", "));
        run(
                connection,
                "insert into " + table + " (" + columns + ") values (" + places + ")",
                row.values().toArray());
    }

    /** A row from alternating names and values. */
    static Map<String, @Nullable Object> row(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            row.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return row;
    }

    static String quote(String owner, String name) {
        return '"' + owner + "\".\"" + name + '"';
    }

    private static void bind(PreparedStatement statement, @Nullable Object... binds) throws SQLException {
        for (int i = 0; i < binds.length; i++) {
            statement.setObject(i + 1, binds[i]);
        }
    }

    private static IllegalStateException failed(String sql, SQLException e) {
        return new IllegalStateException("Rows of the lab: " + e.getMessage() + " in " + sql, e);
    }
}
