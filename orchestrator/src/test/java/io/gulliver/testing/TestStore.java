package io.gulliver.testing;

import io.gulliver.persistence.StoreDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * Stores for tests: one PostgreSQL for each JVM, and for each store a database that is copied from a template in tens of
 * milliseconds. The schema is laid once. The server runs without fsync, so nothing that kills it may use it.
 *
 * <p>{@code -Dgulliver.test.postgres=container} takes the oldest supported release in a container instead; that wants
 * a Docker engine.
 */
public final class TestStore {
    private static final String TEMPLATE = "gulliver_template";
    /** More databases than this are not left behind by tests that have closed theirs. */
    private static final int LEFT_BEHIND = 12;

    private static final Deque<String> opened = new ArrayDeque<>();
    private static int made;

    private TestStore() {}

    /** A database of the test server. A test that closes its store and opens it again does so here. */
    public record Database(String url, String user, String password) {
        public StoreDatabase open(Clock clock) {
            return StoreDatabase.openPostgres(url, user, password, clock);
        }
    }

    /** An open store with this version's schema and no rows; the caller closes it, and its database goes later. */
    public static StoreDatabase open(Clock clock) {
        String name = make("template " + Server.laid());
        StoreDatabase store = Server.database(name).open(clock);
        forget(name);
        return store;
    }

    /** A database with this version's schema and no rows; it stays until the JVM ends. */
    public static Database create() {
        return Server.database(make("template " + Server.laid()));
    }

    /** A database with nothing in it; it stays until the JVM ends. */
    public static Database createEmpty() {
        return Server.database(make(""));
    }

    private static synchronized String make(String from) {
        String name = "t" + ++made;
        Server.execute("create database " + name + " " + from);
        return name;
    }

    /** Drops the oldest of those that {@link #open} made, if its store has been closed. */
    private static synchronized void forget(String name) {
        opened.addLast(name);
        for (int i = opened.size(); i > LEFT_BEHIND; i--) {
            String oldest = opened.removeFirst();
            try {
                Server.execute("drop database " + oldest);
            } catch (IllegalStateException stillOpen) {
                opened.addLast(oldest);
            }
        }
    }

    private static final class Server {
        private static final Database ADMIN = start();
        private static boolean laid;

        private static Database start() {
            if ("container".equals(System.getProperty("gulliver.test.postgres"))) {
                return Container.start();
            }
            try {
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .setServerConfig("timezone", "UTC")
                        .start();
                return new Database(server.getJdbcUrl("postgres", "postgres"), "postgres", "");
            } catch (IOException e) {
                throw new UncheckedIOException("the PostgreSQL of the tests did not start", e);
            }
        }

        /** The template's name, after the first caller has laid the schema. */
        static synchronized String laid() {
            if (!laid) {
                // of an attempt that failed: each test shall say why, and not that the name is taken
                execute("drop database if exists " + TEMPLATE);
                execute("create database " + TEMPLATE);
                database(TEMPLATE).open(Clock.systemUTC()).close();
                laid = true;
            }
            return TEMPLATE;
        }

        static Database database(String name) {
            return new Database(
                    ADMIN.url().replaceFirst("/postgres(?=\\?|$)", "/" + name), ADMIN.user(), ADMIN.password());
        }

        static void execute(String sql) {
            try (Connection connection = DriverManager.getConnection(ADMIN.url(), ADMIN.user(), ADMIN.password());
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException("the PostgreSQL of the tests refused: " + sql, e);
            }
        }
    }

    /** Apart, because other modules have no Testcontainers. */
    private static final class Container {
        static Database start() {
            PostgreSQLContainer container = new PostgreSQLContainer("postgres:15-alpine").withDatabaseName("postgres");
            container.start();
            return new Database(container.getJdbcUrl(), container.getUsername(), container.getPassword());
        }
    }
}
