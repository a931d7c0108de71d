package io.gulliver.service.backup;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.embedded.EmbeddedStore;
import io.gulliver.persistence.embedded.EmbeddedVisit;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The store that is backed up or restored into, as the settings name it.
 *
 * @param directory the data directory, with the keys
 * @param url of a PostgreSQL, or null for the embedded one of the directory
 * @param user of it, or null
 * @param password of it, or null
 * @param program directory of a PostgreSQL for the embedded one, or null for the one of this build
 * @param port of the embedded one when nobody runs it, 0 for any free one
 * @param startLimit how long that may take to answer
 */
public record StoreTarget(
        Path directory,
        @Nullable String url,
        @Nullable String user,
        @Nullable String password,
        @Nullable Path program,
        int port,
        Duration startLimit) {
    private static final int CONNECT_SECONDS = 10;
    /** Between two answers of the server, however long the whole takes. */
    private static final int SILENCE_SECONDS = 300;

    @Override
    public String toString() {
        return url == null ? "the embedded store of " + directory : url.replaceAll("\\?.*", "");
    }

    /** A way into the store without bringing it to this version's schema. */
    static final class Access implements AutoCloseable {
        private final DataSource source;
        private final @Nullable EmbeddedVisit visit;

        Access(DataSource source, @Nullable EmbeddedVisit visit) {
            this.source = source;
            this.visit = visit;
        }

        DataSource source() {
            return source;
        }

        /** A session whose texts are the same on every server. */
        Connection connect() throws SQLException {
            Connection connection = source.getConnection();
            connection.setAutoCommit(true);
            try (Statement statement = connection.createStatement()) {
                statement.execute("set time zone 'UTC'");
                statement.execute("set datestyle to 'ISO, YMD'");
                statement.execute("set intervalstyle to 'iso_8601'");
                statement.execute("set bytea_output to 'hex'");
                statement.execute("set extra_float_digits to 1");
                statement.execute("set lock_timeout to '30s'");
                statement.execute("set statement_timeout to 0");
            }
            return connection;
        }

        @Override
        public void close() {
            if (visit != null) {
                visit.close();
            }
        }
    }

    /** @param make whether an embedded store that is not there is made */
    Access open(boolean make) {
        if (url == null) {
            EmbeddedVisit visit =
                    EmbeddedStore.visit(directory, new EmbeddedStore.Settings(program, port, startLimit), make);
            return new Access(visit.dataSource(), visit);
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(user == null ? "" : user);
        source.setPassword(password == null ? "" : password);
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setSocketTimeout(SILENCE_SECONDS);
        source.setApplicationName("gulliver backup");
        return new Access(source, null);
    }

    /**
     * The store as this version of the program writes it, for a few statements; what is not there is not made.
     *
     * @throws io.gulliver.persistence.StoreException there is none, it is not reached, or its schema is another version's
     */
    public OpenStore open(Clock clock) {
        Access access = open(false);
        try {
            return new OpenStore(StoreDatabase.asItIs(access.source(), clock), access);
        } catch (RuntimeException e) {
            access.close();
            throw e;
        }
    }

    /** An open store; closing stops an embedded server that was started for this. */
    public record OpenStore(StoreDatabase database, AutoCloseable access) implements AutoCloseable {
        @Override
        public void close() {
            database.close();
            try {
                access.close();
            } catch (Exception e) {
                throw new IllegalStateException("The store cannot be closed", e);
            }
        }
    }

    static String newestSchema() {
        return StoreDatabase.newestMigration();
    }
}
