package io.gulliver.lab;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The lab's memory: JSON documents by system, kind and id, so that a simulator finds its objects again after a restart.
 *
 * <p>Kept in one H2 file that forces every change to disk ({@code WRITE_DELAY=0}); H2's default acknowledges commits that
 * a kill then loses. One connection, calls one after another: a lab needs truth, not throughput. Safe for many threads.
 */
public final class Documents implements AutoCloseable {

    private static final String CREATE_TABLE = """
            create table if not exists documents (
              system varchar(100) not null,
              kind varchar(100) not null,
              id varchar(400) not null,
              body clob not null,
              constraint documents_pk primary key (system, kind, id)
            )
            """;

    private final JsonMapper json = JsonMapper.shared();
    private final Connection connection;
    private final Path file;

    private Documents(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /**
     * Opens the store, creating it at the first start.
     *
     * @param file path without H2's {@code .mv.db} ending
     * @throws IllegalStateException when the file cannot be opened, for example because another lab has it
     */
    public static Documents open(Path file) {
        JdbcDataSource source = new JdbcDataSource();
        // DB_CLOSE_ON_EXIT=FALSE: H2's own shutdown hook would close the file under simulators that still answer.
        source.setURL(
                "jdbc:h2:file:" + file.toAbsolutePath() + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0");
        source.setUser("lab");
        source.setPassword("");
        try {
            Connection connection = source.getConnection();
            try (Statement statement = connection.createStatement()) {
                statement.execute(CREATE_TABLE);
            }
            return new Documents(file, connection);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "Lab store " + file + ".mv.db cannot be opened; is another lab running on this data directory?", e);
        }
    }

    /** Writes a document, replacing an older one of the same id. On disk when this returns. */
    public synchronized void put(String system, String kind, String id, JsonNode body) {
        try (PreparedStatement merge = connection.prepareStatement(
                "merge into documents (system, kind, id, body) key (system, kind, id) values (?, ?, ?, ?)")) {
            key(merge, system, kind, id);
            merge.setString(4, json.writeValueAsString(body));
            merge.executeUpdate();
        } catch (SQLException e) {
            throw failed("write", system, kind, id, e);
        }
    }

    /** The document of this id, or empty. */
    public synchronized Optional<JsonNode> find(String system, String kind, String id) {
        try (PreparedStatement select =
                connection.prepareStatement("select body from documents where system = ? and kind = ? and id = ?")) {
            key(select, system, kind, id);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? Optional.of(json.readTree(rows.getString(1))) : Optional.empty();
            }
        } catch (SQLException e) {
            throw failed("read", system, kind, id, e);
        }
    }

    /** All documents of one kind by id, in the order of their ids. */
    public synchronized Map<String, JsonNode> list(String system, String kind) {
        try (PreparedStatement select = connection.prepareStatement(
                "select id, body from documents where system = ? and kind = ? order by id")) {
            select.setString(1, system);
            select.setString(2, kind);
            Map<String, JsonNode> found = new LinkedHashMap<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getString(1), json.readTree(rows.getString(2)));
                }
            }
            return found;
        } catch (SQLException e) {
            throw failed("list", system, kind, "*", e);
        }
    }

    /** Removes a document; answers whether there was one. */
    public synchronized boolean delete(String system, String kind, String id) {
        try (PreparedStatement delete =
                connection.prepareStatement("delete from documents where system = ? and kind = ? and id = ?")) {
            key(delete, system, kind, id);
            return delete.executeUpdate() > 0;
        } catch (SQLException e) {
            throw failed("delete", system, kind, id, e);
        }
    }

    private static void key(PreparedStatement statement, String system, String kind, String id) throws SQLException {
        statement.setString(1, system);
        statement.setString(2, kind);
        statement.setString(3, id);
    }

    private IllegalStateException failed(String verb, String system, String kind, String id, SQLException cause) {
        return new IllegalStateException(
                "Lab store " + file + ".mv.db: cannot " + verb + " " + system + "/" + kind + "/" + id + ": "
                        + cause.getMessage(),
                cause);
    }

    @Override
    public synchronized void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("Lab store " + file + ".mv.db cannot be closed", e);
        }
    }
}
