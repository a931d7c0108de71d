package io.gulliver.persistence;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.UUID;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** Where a contract runs: a fresh, empty store for each test class. */
public enum Engine {
    H2 {
        @Override
        public StoreDatabase open(Clock clock) {
            try {
                Path directory = Files.createTempDirectory("gulliver-store");
                directory.toFile().deleteOnExit();
                return StoreDatabase.openFile(directory, clock);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    },
    POSTGRES {
        @Override
        public StoreDatabase open(Clock clock) {
            String name = "t" + UUID.randomUUID().toString().replace("-", "");
            EmbeddedPostgres server = Server.INSTANCE;
            try (Connection connection = server.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create database " + name);
            } catch (SQLException e) {
                throw new IllegalStateException("a database for the test could not be made", e);
            }
            return StoreDatabase.openPostgres(server.getJdbcUrl("postgres", name), "postgres", "", clock);
        }
    },
    /** The oldest release that PostgreSQL's own project still supports; wants a Docker engine. */
    POSTGRES_CONTAINER {
        @Override
        public StoreDatabase open(Clock clock) {
            String name = "t" + UUID.randomUUID().toString().replace("-", "");
            PostgreSQLContainer server = Oldest.INSTANCE;
            try (Connection connection = server.createConnection("");
                    Statement statement = connection.createStatement()) {
                statement.execute("create database " + name);
            } catch (SQLException e) {
                throw new IllegalStateException("a database for the test could not be made", e);
            }
            String url = "jdbc:postgresql://" + server.getHost() + ":"
                    + server.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT) + "/" + name;
            return StoreDatabase.openPostgres(url, server.getUsername(), server.getPassword(), clock);
        }
    };

    public abstract StoreDatabase open(Clock clock);

    /** One server for all test classes of a JVM; it ends with the JVM. */
    private static final class Server {
        static final EmbeddedPostgres INSTANCE = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder().start();
            } catch (IOException e) {
                throw new UncheckedIOException("the embedded PostgreSQL did not start", e);
            }
        }
    }

    /** One container for all test classes of a JVM; Testcontainers removes it when the JVM ends. */
    private static final class Oldest {
        static final PostgreSQLContainer INSTANCE = start();

        private static PostgreSQLContainer start() {
            PostgreSQLContainer container = new PostgreSQLContainer("postgres:15-alpine");
            container.start();
            return container;
        }
    }
}
