package io.gulliver.whole;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.postgresql.PGConnection;
import tools.jackson.databind.json.JsonMapper;

/** How large the embedded store is: its files, what the database says, and its rows as text. */
final class StoreFigures {
    private StoreFigures() {}

    /** @param content whether the rows are counted too, which reads them all */
    static Map<String, Double> of(Path data, boolean content) {
        Map<String, Double> figures = new HashMap<>();
        Path store = data.resolve("store");
        figures.put("store_files_mb", SoakIT.mega(SoakIT.size(store)));
        try (Connection connection = open(store);
                Statement statement = connection.createStatement()) {
            figures.put(
                    "store_database_mb", SoakIT.mega(number(statement, "select pg_database_size(current_database())")));
            if (content) {
                figures.put("store_content_mb", SoakIT.mega(rows(connection, statement)));
            }
        } catch (IOException | SQLException away) {
            // no figure: it cannot be asked just now
        }
        return figures;
    }

    /** The postmaster. */
    static Optional<ProcessHandle> process(Path data) {
        try {
            return ProcessHandle.of(
                    Long.parseLong(postmaster(data.resolve("store")).get(0).trim()));
        } catch (IOException away) {
            return Optional.empty();
        }
    }

    private static List<String> postmaster(Path store) throws IOException {
        return Files.readAllLines(store.resolve("data/postmaster.pid"));
    }

    /** Log-on as the store's own user to the PostgreSQL that runs in the directory {@code store}. */
    static Connection open(Path store) throws IOException, SQLException {
        // Lines of the file: pid, directory, start, port.
        int port = Integer.parseInt(postmaster(store).get(3).trim());
        String password = JsonMapper.shared()
                .readTree(Files.readString(store.resolve("passwords.json")))
                .path("owner")
                .asString();
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/gulliver", "gulliver", password);
    }

    private static long number(Statement statement, String question) throws SQLException {
        try (ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Bytes of every table as {@code COPY} writes it. */
    private static long rows(Connection connection, Statement statement) throws IOException, SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(
                "select quote_ident(tablename) from pg_tables where schemaname = current_schema() order by 1")) {
            while (row.next()) {
                tables.add(row.getString(1));
            }
        }
        long[] bytes = new long[1];
        OutputStream counting = new OutputStream() {
            @Override
            public void write(int one) {
                bytes[0]++;
            }

            @Override
            public void write(byte[] some, int from, int length) {
                bytes[0] += length;
            }
        };
        for (String table : tables) {
            connection.unwrap(PGConnection.class).getCopyAPI().copyOut("copy " + table + " to stdout", counting);
        }
        return bytes[0];
    }
}
