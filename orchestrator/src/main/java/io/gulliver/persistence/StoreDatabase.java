package io.gulliver.persistence;

import com.zaxxer.hikari.HikariConfig;
import io.gulliver.domain.program.ProgramClock;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The database beneath every store: opened, checked and brought to this version's schema.
 *
 * <p>PostgreSQL, either one that is named or one that runs as a child on the data directory.
 */
public final class StoreDatabase implements AutoCloseable {
    /** The oldest major version of PostgreSQL that is supported. */
    public static final int OLDEST = 15;

    /** Fewer new rows than this change no plan. */
    private static final int LEAST_GROWTH = 100;
    /** A transaction that lost to another one is tried so often in all. */
    private static final int TRIES = 6;

    private static final long LONGEST_PAUSE_MILLIS = 200;
    /** Another transaction was in the way: serialization failure, deadlock. */
    private static final Set<String> LOST_TO_ANOTHER = Set.of("40001", "40P01");

    private static final String MIGRATIONS = "db/migration";
    private final StorePools pools;
    private final @Nullable StoreServer server;
    private final JdbcClient jdbc;
    private final Map<String, Growth> grown = new ConcurrentHashMap<>();
    private final TransactionTemplate transactions;
    private final Clock clock;
    private final ProgramClocks programClocks;

    private StoreDatabase(StorePools pools, @Nullable StoreServer server, Clock clock) {
        this.pools = pools;
        this.server = server;
        this.clock = clock;
        this.jdbc = JdbcClient.create(pools.dataSource());
        this.programClocks = new ProgramClocks(jdbc);
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(pools.dataSource()));
    }

    /** Opens the store that a server of ours holds; closing stops the server too. */
    public static StoreDatabase on(StoreServer server, Clock clock) {
        HikariConfig config = config();
        config.setDataSource(server.dataSource());
        return open(config, server, clock);
    }

    /**
     * Opens a PostgreSQL store.
     *
     * @param url {@code jdbc:postgresql://host:port/database}
     * @throws StoreException not reachable, logon refused, older than version 15, schema of a newer version
     */
    public static StoreDatabase openPostgres(String url, String user, String password, Clock clock) {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new StoreException("The store's address must begin with jdbc:postgresql: and does not."
                    + " Correct the store's url, or leave it out to use the embedded store of the data directory.");
        }
        HikariConfig config = config();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.addDataSourceProperty("connectTimeout", "5");
        config.addDataSourceProperty("socketTimeout", "60");
        config.addDataSourceProperty("ApplicationName", "gulliver");
        return open(config, null, clock);
    }

    /**
     * Opens a store of this version's schema and leaves that as it is: a server may run on it, and lays it.
     *
     * @throws StoreException not reachable, or its schema is another version's
     */
    public static StoreDatabase asItIs(DataSource source, Clock clock) {
        HikariConfig config = config();
        config.setDataSource(source);
        StorePools pools;
        try {
            pools = StorePools.open(config);
        } catch (RuntimeException e) {
            throw new StoreException(
                    "The store's PostgreSQL database could not be opened: " + root(e).getMessage()
                            + ". Check that it runs, that the address is right and that the user may log on.",
                    e);
        }
        StoreDatabase database = new StoreDatabase(pools, null, clock);
        try {
            database.requireVersion();
            database.requireSchema();
            return database;
        } catch (RuntimeException e) {
            pools.close();
            throw e;
        }
    }

    private void requireSchema() {
        boolean laid = jdbc.sql("select to_regclass('flyway_schema_history') is not null")
                .query(Boolean.class)
                .single();
        String found = laid ? jdbc.sql("""
                        select version from flyway_schema_history where success and version is not null
                        order by installed_rank desc limit 1
                        """).query(String.class).optional().orElse("") : "";
        if (!found.equals(newestMigration())) {
            throw new StoreException(
                    found.isEmpty()
                            ? "The store has no tables yet: start the server on it once, which lays them."
                            : "The store's schema is of " + found + ", and this program's of " + newestMigration()
                                    + ". Use the program of the server that runs on it, or start this version's server"
                                    + " once.");
        }
    }

    private static StoreDatabase open(HikariConfig config, @Nullable StoreServer server, Clock clock) {
        try {
            StorePools pools = StorePools.open(config);
            try {
                StoreDatabase database = new StoreDatabase(pools, server, clock);
                database.requireVersion();
                database.migrate();
                return database;
            } catch (RuntimeException e) {
                pools.close();
                throw e;
            }
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new StoreException(
                    "The store's PostgreSQL database could not be opened: " + root(e).getMessage()
                            + ". Check that it runs, that the address is right and that the user may log on.",
                    e);
        }
    }

    private static HikariConfig config() {
        HikariConfig config = new HikariConfig();
        config.setConnectionTimeout(10_000);
        // The driver asks for the time zone of this machine otherwise.
        config.setConnectionInitSql("set time zone 'UTC'");
        // A server may be starting.
        config.setInitializationFailTimeout(5_000);
        return config;
    }

    private void requireVersion() {
        int version = jdbc.sql("select current_setting('server_version_num')::int")
                .query(Integer.class)
                .single();
        if (version / 10_000 < OLDEST) {
            throw new StoreException("The store's PostgreSQL is version " + version / 10_000 + "; Gulliver needs "
                    + OLDEST + " or later.");
        }
    }

    /** The newest of this version, as Flyway writes it: {@code 20261122.0000}. */
    public static String newestMigration() {
        try {
            return Stream.of(new PathMatchingResourcePatternResolver(StoreDatabase.class.getClassLoader())
                            .getResources("classpath*:" + MIGRATIONS + "/V*__*.sql"))
                    .map(resource -> String.valueOf(resource.getFilename()))
                    .map(name -> name.substring(1, name.indexOf("__")).replace('_', '.'))
                    .max(Comparator.naturalOrder())
                    .orElseThrow(
                            () -> new StoreException("This build has no migrations of the store; build it again."));
        } catch (IOException e) {
            throw new StoreException("The migrations of the store cannot be read: " + e.getMessage(), e);
        }
    }

    private void migrate() {
        try {
            Flyway.configure()
                    .dataSource(pools.forSchema())
                    .locations("classpath:" + MIGRATIONS)
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

    private static Throwable root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    public DataSource dataSource() {
        return pools.dataSource();
    }

    public JdbcClient jdbc() {
        return jdbc;
    }

    /** The wall clock: real time, of all that is technical. */
    public Clock clock() {
        return clock;
    }

    /** The time of a program: of all that its plan says. */
    public ProgramClock time(String program) {
        return programClocks.of(program);
    }

    /** What the calendar of a program says now. */
    public Instant now(String program) {
        return time(program).program(clock.instant());
    }

    /** The times of programs as this process knows them. */
    public ProgramClocks programClocks() {
        return programClocks;
    }

    /** The PostgreSQL that runs as our child, or empty when one was named. */
    public Optional<StoreServer> server() {
        return Optional.ofNullable(server);
    }

    /** Whether the store's PostgreSQL is a child of this process. */
    public boolean embedded() {
        return server != null;
    }

    /** Ends the life of every connection now: a free one at once, one in use when it is given back. New ones are made. */
    public void retireConnections() {
        pools.retire();
    }

    /**
     * Runs work in a transaction, or in the one that is open already; an exception rolls back. The outermost one is run
     * again when it lost to another transaction (deadlock, serialization failure), so that work changes nothing but the
     * store.
     */
    public <T> T inTransaction(Supplier<T> work) {
        for (int lost = 1; ; lost++) {
            boolean outermost = !TransactionSynchronizationManager.isActualTransactionActive();
            try {
                T result = transactions.execute(status -> work.get());
                if (result == null) {
                    throw new IllegalStateException("the work of a transaction answered nothing");
                }
                return result;
            } catch (RuntimeException e) {
                if (!outermost || lost == TRIES || !lostToAnother(e)) {
                    throw e;
                }
                pause(lost);
            }
        }
    }

    /** As {@link #inTransaction(Supplier)}, without a result. */
    public void inTransaction(Runnable work) {
        inTransaction(() -> {
            work.run();
            return Boolean.TRUE;
        });
    }

    private static boolean lostToAnother(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql
                    && sql.getSQLState() != null
                    && LOST_TO_ANOTHER.contains(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /** Of random length, so that two that lost to each other do not meet again. */
    private static void pause(int lost) {
        long longest = Math.min(LONGEST_PAUSE_MILLIS, 10L << lost);
        LockSupport.parkNanos(
                TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextLong(1, longest)));
    }

    /**
     * Told that rows were added to a table. PostgreSQL plans by counts that it takes once a minute at best; between a
     * large import and then it would look through all rows once for each row. So it is told to count again as soon as a
     * table has grown by a fifth.
     *
     * @param table one of ours, never a caller's text
     * @param rows how many were added
     */
    public void grown(String table, int rows) {
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
        pools.close();
        if (server != null) {
            server.close();
        }
    }
}
