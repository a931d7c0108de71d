package io.gulliver.persistence.embedded;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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
}
