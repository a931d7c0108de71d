package io.gulliver.lab.oracle.driver;

import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the lab's driver does for a {@link java.sql.ResultSet}: the whole answer, read at once. */
public final class LabRows {

    private final List<String> names;
    private final List<Character> types;
    private final List<List<@Nullable Object>> rows;
    private int at = -1;
    private boolean lastWasNull;

    private LabRows(List<String> names, List<Character> types, List<List<@Nullable Object>> rows) {
        this.names = names;
        this.types = types;
        this.rows = rows;
    }

    static LabRows read(DataInputStream in) throws IOException {
        int columns = in.readInt();
        List<String> names = new ArrayList<>();
        List<Character> types = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            names.add(Wire.readText(in));
            types.add((char) in.readByte());
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        while (in.readBoolean()) {
            List<@Nullable Object> row = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                row.add(Wire.readValue(in));
            }
            rows.add(row);
        }
        return new LabRows(names, types, rows);
    }

    public boolean next() {
        return ++at < rows.size();
    }

    private @Nullable Object value(int column) throws SQLException {
        if (at < 0 || at >= rows.size()) {
            throw new SQLException("ORA-17011: Exhausted result set.", "99999", 17011);
        }
        Object value = rows.get(at).get(column - 1);
        lastWasNull = value == null;
        return value;
    }

    public @Nullable String getString(int column) throws SQLException {
        Object value = value(column);
        return value instanceof BigDecimal number ? number.toPlainString() : value == null ? null : value.toString();
    }

    public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
        Object value = value(column);
        if (value instanceof String text) {
            throw new SQLException("ORA-17132: Cannot convert \"" + text + "\" to a number.", "99999", 17132);
        }
        return (BigDecimal) value;
    }

    public @Nullable Timestamp getTimestamp(int column) throws SQLException {
        Object value = value(column);
        if (value != null && !(value instanceof Timestamp)) {
            throw new SQLException("ORA-17132: Cannot convert \"" + value + "\" to a timestamp.", "99999", 17132);
        }
        return (Timestamp) value;
    }

    public @Nullable Object getObject(int column) throws SQLException {
        return value(column);
    }

    /** The value as one of the few classes that this driver converts to. */
    public @Nullable Object getObject(int column, Class<?> wanted) throws SQLException {
        Object value = value(column);
        if (value == null || wanted.isInstance(value)) {
            return value;
        }
        if (wanted == LocalDateTime.class && value instanceof Timestamp time) {
            return time.toLocalDateTime();
        }
        throw new SQLException(
                "ORA-17132: Cannot convert \"" + value + "\" to " + wanted.getSimpleName() + ".", "99999", 17132);
    }

    public boolean wasNull() {
        return lastWasNull;
    }

    public ResultSetMetaData getMetaData() {
        return Facade.of(ResultSetMetaData.class, new Columns(names, types));
    }

    public void close() {
        // Everything was read already.
    }

    /** What the lab's driver does for a {@link ResultSetMetaData}. */
    public static final class Columns {

        private final List<String> names;
        private final List<Character> types;

        Columns(List<String> names, List<Character> types) {
            this.names = names;
            this.types = types;
        }

        public int getColumnCount() {
            return names.size();
        }

        public String getColumnLabel(int column) {
            return names.get(column - 1);
        }

        public String getColumnName(int column) {
            return names.get(column - 1);
        }

        public int getColumnType(int column) {
            char type = types.get(column - 1);
            return type == Wire.NUMBER ? Types.NUMERIC : type == Wire.TIME ? Types.TIMESTAMP : Types.VARCHAR;
        }
    }
}
