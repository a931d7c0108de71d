package io.gulliver.persistence.embedded;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreException;
import io.gulliver.process.DirectoryLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** The store of a data directory, with a PostgreSQL of its own. */
public final class EmbeddedStore {
    private EmbeddedStore() {}

    /**
     * How the embedded server is run.
     *
     * @param program directory with {@code bin/initdb} and {@code bin/postgres}, or null for the one of this build
     * @param port of it, 0 for the last one when free, else any free one
     * @param startLimit how long it may take until it answers
     */
    public record Settings(@Nullable Path program, int port, Duration startLimit) {
        public static Settings defaults() {
            return new Settings(null, 0, Duration.ofSeconds(60));
        }
    }

    /** As {@link #open(Path, Settings, Clock)} does by default. */
    public static StoreDatabase open(Path directory, Clock clock) {
        return open(directory, Settings.defaults(), clock);
    }

    /**
     * Opens the store of a data directory with a PostgreSQL of its own under {@code store/}, making it when there is none;
     * only its owner may read it. Closing stops that PostgreSQL.
     *
     * @param directory the data directory; made when missing
     * @throws StoreException in use by another process, made by another version or on another platform, not private, not
     *     durable, no PostgreSQL for this machine, disk full; an H2 store of an earlier Gulliver
     */
    public static StoreDatabase open(Path directory, Settings settings, Clock clock) {
        Path file = directory.toAbsolutePath().resolve("gulliver.mv.db");
        if (Files.exists(file)) {
            throw new StoreException("The data directory " + directory + " holds an H2 store (" + file
                    + ") of a Gulliver before 0.1.0, which is not carried over. Start with another data directory, or move"
                    + " that file away.");
        }
        String schema = StoreDatabase.newestMigration();
        PostgresServer server = PostgresServer.open(new PostgresServer.Settings(
                directory.resolve("store"),
                PostgresProgram.require(settings.program()),
                settings.port(),
                settings.startLimit(),
                schema));
        try {
            StoreDatabase database = StoreDatabase.on(server, clock);
            server.schemaIs(schema);
            return database;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * A way into the store of a data directory that leaves its schema as it is. While a product runs on it, its server is
     * used; else one is run until the visit is closed.
     *
     * @param make whether a store that is not there is made, with nothing in it
     * @throws StoreException there is none, or as {@link #open}
     */
    public static EmbeddedVisit visit(Path directory, Settings settings, boolean make) {
        Path store = directory.toAbsolutePath().normalize().resolve("store");
        if (!make && Files.notExists(store.resolve("data"))) {
            throw new StoreException("There is no embedded store in " + directory
                    + ". Name the data directory with --data DIR, or the store's PostgreSQL with gulliver.store.url.");
        }
        if (!make && held(store)) {
            PostgresState state = PostgresState.read(store.resolve("postgres.json"))
                    .orElseThrow(() -> new StoreException("The store in " + store
                            + " is in use and does not say where its server is. Try again in a moment."));
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl("jdbc:postgresql://127.0.0.1:" + state.port() + "/gulliver");
            source.setUser(PostgresCredentials.OWNER);
            source.setPassword(
                    PostgresCredentials.read(store.resolve("passwords.json")).owner());
            source.setConnectTimeout(10);
            source.setSocketTimeout(300);
            source.setApplicationName("gulliver backup");
            return new EmbeddedVisit(source, null);
        }
        PostgresServer server = PostgresServer.open(new PostgresServer.Settings(
                store,
                PostgresProgram.require(settings.program()),
                settings.port(),
                settings.startLimit(),
                StoreDatabase.newestMigration()));
        return new EmbeddedVisit(server.dataSource(), server);
    }

    /** Whether a process runs the server of a store now. */
    private static boolean held(Path store) {
        try {
            Optional<DirectoryLock> lock = DirectoryLock.take(store.resolve("store.lock"));
            if (lock.isPresent()) {
                lock.get().close();
            }
            return lock.isEmpty();
        } catch (IOException e) {
            throw new StoreException("The store in " + store + " cannot be looked at: " + e.getMessage(), e);
        }
    }
}
