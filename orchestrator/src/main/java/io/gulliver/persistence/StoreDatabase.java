package io.gulliver.persistence;

import com.zaxxer.hikari.HikariConfig;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.h2.api.ErrorCode;
import org.h2.engine.Constants;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The database beneath every store: opened, checked and brought to this version's schema.
 *
 * <p>On H2 every commit is on disk before it is acknowledged ({@code WRITE_DELAY=0}): the default lost hundreds of
 * acknowledged commits at each kill.
 */
public final class StoreDatabase implements AutoCloseable {
    /** Below this much free space a store file is not opened, in bytes. */
    public static final long LEAST_FREE_BYTES = 64L * 1024 * 1024;
    /** As long as PostgreSQL's driver waits for an answer. */
    private static final Duration TURN = Duration.ofSeconds(60);
    /** Fewer new rows than this change no plan. */
    private static final int LEAST_GROWTH = 100;

    private static final String FILE = "gulliver";
    private final StorePools pools;
    private final DataSource source;
    private final JdbcClient jdbc;
    private final Map<String, Growth> grown = new ConcurrentHashMap<>();
    private final TransactionTemplate transactions;
    private final Clock clock;
    private final boolean embedded;

    private StoreDatabase(StorePools pools, Clock clock, boolean embedded) {
        this.pools = pools;
        this.clock = clock;
        this.embedded = embedded;
        this.source = embedded ? new OneWriter(pools.dataSource(), TURN) : pools.dataSource();
        this.jdbc = JdbcClient.create(source);
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(source));
    }

    /**
     * Opens the store file of a data directory, making it when there is none; only its owner may read it.
     *
     * @param directory the data directory; made when missing
     * @throws StoreException locked by another process, made by another version, directory not writable, disk full
     */
    public static StoreDatabase openFile(Path directory, Clock clock) {
        Path file = directory.toAbsolutePath().resolve(FILE + ".mv.db");
        prepareFile(directory.toAbsolutePath(), file);
        String base = directory.toAbsolutePath().resolve(FILE).toString();
        if (base.indexOf(';') >= 0) {
            throw new StoreException(
                    "The data directory " + directory + " has a semicolon in its name. Choose another directory.");
        }
        String url = "jdbc:h2:file:" + base + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;LOCK_TIMEOUT=10000"
                + ";TRACE_LEVEL_FILE=0";
        HikariConfig config = config(url, "sa", "");
        try {
            StoreDatabase database = new StoreDatabase(StorePools.open(config), clock, true);
            try {
                database.checkEmbedded(file);
                database.migrate();
            } catch (RuntimeException e) {
                database.close();
                throw e;
            }
            return database;
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            throw embeddedFailure(file, e);
        }
    }

    /**
     * Opens a PostgreSQL store.
     *
     * @param url {@code jdbc:postgresql://host:port/database}
     * @throws StoreException not reachable, logon refused, schema of a newer version
     */
    public static StoreDatabase openPostgres(String url, String user, String password, Clock clock) {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new StoreException("The store's address must begin with jdbc:postgresql: and does not."
                    + " Correct the store's url, or leave it out to use a file in the data directory.");
        }
        try {
            StoreDatabase database = new StoreDatabase(StorePools.open(config(url, user, password)), clock, false);
            try {
                database.migrate();
            } catch (RuntimeException e) {
                database.close();
                throw e;
            }
            return database;
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new StoreException(
                    "The store's PostgreSQL database could not be opened: " + root(e).getMessage()
                            + ". Check that it runs, that the address is right and that the user may log on.",
                    e);
        }
    }

    private static HikariConfig config(String url, String user, String password) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setConnectionTimeout(10_000);
        // A file that is locked or damaged stays so: one try. A server may be starting.
        config.setInitializationFailTimeout(url.startsWith("jdbc:h2:") ? 1 : 5_000);
        if (url.startsWith("jdbc:postgresql:")) {
            config.addDataSourceProperty("connectTimeout", "5");
            config.addDataSourceProperty("socketTimeout", "60");
            config.addDataSourceProperty("ApplicationName", "gulliver");
        }
        return config;
    }

    private static void prepareFile(Path directory, Path file) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        try {
            if (!Files.isDirectory(directory)) {
                if (posix) {
                    Files.createDirectories(
                            directory,
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                } else {
                    Files.createDirectories(directory);
                }
            }
            long free = Files.getFileStore(directory).getUsableSpace();
            if (free < LEAST_FREE_BYTES) {
                throw new StoreException("The data directory " + directory + " has " + free / 1024 / 1024
                        + " MiB left; the store needs " + LEAST_FREE_BYTES / 1024 / 1024
                        + " MiB to start. Make room, then start again.");
            }
            // Made here and not by H2, because H2 would make it readable by others.
            if (Files.notExists(file)) {
                try {
                    if (posix) {
                        Files.createFile(
                                file,
                                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                    } else {
                        Files.createFile(file);
                    }
                } catch (FileAlreadyExistsException another) {
                    // another process was faster; opening will say that it holds the lock
                }
            }
            if (!Files.isWritable(file)) {
                throw new StoreException(
                        "The store file " + file + " may not be written by this user. Give it back its owner.");
            }
            if (posix) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
        } catch (IOException e) {
            throw new StoreException(
                    "The data directory " + directory + " cannot be written ("
                            + e.getClass().getSimpleName() + ": " + e.getMessage()
                            + "). Give this user the right to write there, or choose another.",
                    e);
        }
    }

    private void checkEmbedded(Path file) {
        // Listed twice when the address names it: once as asked, once as in force.
        List<String> delays = settings("WRITE_DELAY");
        if (delays.isEmpty() || !delays.stream().allMatch("0"::equals)) {
            throw new StoreException("The store file " + file + " runs with WRITE_DELAY " + delays
                    + ", wanted 0: a crash would lose acknowledged work. Do not start on it.");
        }
        for (String build : settings("CREATE_BUILD")) {
            if (Integer.parseInt(build) > Constants.BUILD_ID) {
                throw new StoreException("The store file " + file + " was made by H2 build " + build
                        + ", newer than this version's " + Constants.BUILD_ID + ". Start the newer Gulliver again.");
            }
        }
    }

    private List<String> settings(String name) {
        return jdbc.sql("""
                        select setting_value from information_schema.settings where setting_name = :name
                        """).param("name", name).query(String.class).list();
    }

    private void migrate() {
        try {
            Flyway.configure()
                    .dataSource(pools.dataSource())
                    .locations("classpath:db/migration")
                    .validateMigrationNaming(true)
                    .outOfOrder(false)
                    .ignoreMigrationPatterns(new String[0])
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new StoreException(
                    "The store's schema is not this version's: " + e.getMessage()
                            + " A store written by a newer Gulliver needs that version; a changed one needs its backup.",
                    e);
        }
    }

    private static StoreException embeddedFailure(Path file, RuntimeException e) {
        Throwable root = e;
        for (Throwable t = e; t != null; t = t.getCause()) {
            root = t;
            if (t instanceof SQLException sql) {
                switch (sql.getErrorCode()) {
                    case ErrorCode.DATABASE_ALREADY_OPEN_1:
                        return new StoreException(
                                "The store file " + file + " is in use by another process."
                                        + " Stop the other Gulliver on this data directory, or choose another directory.",
                                e);
                    case ErrorCode.FILE_VERSION_ERROR_1:
                        return new StoreException(
                                "The store file " + file + " has the format of another H2 version (" + sql.getMessage()
                                        + "). Start the Gulliver that made it.",
                                e);
                    case ErrorCode.FILE_CORRUPTED_1:
                        return new StoreException(
                                "The store file " + file + " is damaged or no store file (" + sql.getMessage()
                                        + "). Put it aside and restore a backup.",
                                e);
                    default:
                        break;
                }
            }
        }
        if (String.valueOf(root.getMessage()).contains("No space left")) {
            return new StoreException(
                    "There is no room left for the store file " + file + ". Make room, then start again.", e);
        }
        return new StoreException("The store file " + file + " could not be opened: " + root.getMessage(), e);
    }

    private static Throwable root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    public DataSource dataSource() {
        return source;
    }

    public JdbcClient jdbc() {
        return jdbc;
    }

    public Clock clock() {
        return clock;
    }

    /** Whether the store is a file of this process. */
    public boolean embedded() {
        return embedded;
    }

    /** Ends the life of every connection now: a free one at once, one in use when it is given back. New ones are made. */
    public void retireConnections() {
        pools.retire();
    }

    /** Runs work in a transaction, or in the one that is open already; an exception rolls back. */
    public <T> T inTransaction(Supplier<T> work) {
        T result = transactions.execute(status -> work.get());
        if (result == null) {
            throw new IllegalStateException("the work of a transaction answered nothing");
        }
        return result;
    }

    /** As {@link #inTransaction(Supplier)}, without a result. */
    public void inTransaction(Runnable work) {
        transactions.executeWithoutResult(status -> work.run());
    }

    /**
     * Told that rows were added to a table. PostgreSQL plans by counts that it takes once a minute at best; between a
     * large import and then it would look through all rows once for each row. So it is told to count again as soon as a
     * table has grown by a fifth. H2 counts by itself.
     *
     * @param table one of ours, never a caller's text
     * @param rows how many were added
     */
    public void grown(String table, int rows) {
        if (embedded) {
            return;
        }
        Growth growth = grown.computeIfAbsent(table, name -> new Growth());
        boolean due;
        synchronized (growth) {
            growth.added += rows;
            due = growth.added >= Math.max(LEAST_GROWTH, growth.counted / 5);
            if (due) {
                growth.counted += growth.added;
                growth.added = 0;
            }
        }
        if (due) {
            jdbc.sql("analyze " + table).update();
        }
    }

    private static final class Growth {
        private long counted;
        private long added;
    }

    @Override
    public void close() {
        // H2 closes the file, and compacts it for a moment, when its last connection goes.
        pools.close();
    }
}
