package io.gulliver.persistence.embedded;

import io.gulliver.persistence.StoreException;
import io.gulliver.persistence.StoreServer;
import io.gulliver.process.ChildEnvironment;
import io.gulliver.process.DirectoryLock;
import io.gulliver.process.Keeper;
import io.gulliver.process.LoopbackPort;
import io.gulliver.process.ProcessMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * The real PostgreSQL as a child process, with its data in a directory of its own.
 *
 * <p>{@code postgres.json} beside the data names the process. One that still runs is attached to when pid, start time and
 * data directory are right and it takes our password, so that a server that was killed finds its store running; else a new
 * one is started on the same data. It is started again when it dies, on another port if its own was lost meanwhile. It
 * listens on loopback alone, wants a password (scram), and has fsync, full_page_writes and synchronous_commit on, which is
 * asked of it at every start.
 */
public final class PostgresServer implements StoreServer {
    private static final Logger log = LoggerFactory.getLogger(PostgresServer.class);
    private static final String DATABASE = "gulliver";
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");
    private static final Duration HOUSEKEEPING = Duration.ofMinutes(1);
    private static final int LOG_FILES = 8;
    private static final int PORT_TRIES = 10;
    /** Below this it cannot even end its recovery. */
    private static final long LEAST_FREE_BYTES = 32L << 20;
    /** Still starting, or going down: not an answer yet. */
    private static final String CANNOT_CONNECT_NOW = "57P03";

    private static final String WRONG_PASSWORD = "28P01";
    private static final int REFUSALS = 40;

    /** Without these an acknowledged commit can be lost. */
    private static final Map<String, String> DURABLE =
            Map.of("fsync", "on", "full_page_writes", "on", "synchronous_commit", "on");

    /**
     * How to run it.
     *
     * @param directory of its own, made when missing, for its owner alone
     * @param program the programs
     * @param port wanted, or 0 for the last one when free, else any free one
     * @param startLimit how long it may take until it answers, recovery after a crash included
     * @param schema newest migration that this version knows; data with a newer one is refused
     */
    public record Settings(Path directory, PostgresProgram program, int port, Duration startLimit, String schema) {
        public Settings {
            directory = directory.toAbsolutePath().normalize();
        }
    }

    private final Settings settings;
    private final Path data;
    private final Path stateFile;
    private final Path logs;
    private final DirectoryLock lock;
    private final List<String> prefix;
    private final PostgresCredentials credentials;
    private final ReserveFile reserve;
    private final Keeper keeper;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final boolean attached;
    private volatile PostgresState state;

    private PostgresServer(Settings settings, DirectoryLock lock) throws IOException {
        this.settings = settings;
        this.lock = lock;
        this.data = settings.directory.resolve("data");
        this.logs = settings.directory.resolve("log");
        this.stateFile = settings.directory.resolve("postgres.json");
        this.reserve = new ReserveFile(settings.directory.resolve("reserve"));
        Optional<PostgresState> known = PostgresState.read(stateFile);
        requireSameMaker(known);
        this.prefix = UserNamespace.prefix();
        Path passwords = settings.directory.resolve("passwords.json");
        if (Files.notExists(data)) {
            PostgresCredentials.random().write(passwords);
            this.credentials = PostgresCredentials.read(passwords);
            initialise();
        } else {
            requirePrivate(data);
            this.credentials = PostgresCredentials.read(passwords);
        }
        this.state = known.orElseGet(
                () -> new PostgresState(settings.program.version(), Platform.current(), "", 0, "", settings.port));
        Optional<PostgresState> running = attach(known);
        this.attached = running.isPresent();
        this.state = running.isPresent() ? running.get() : launch();
        this.keeper = new Keeper("PostgreSQL", () -> {
            state = launch();
            return state.process();
        });
        keeper.watch(state.process());
        keeper.every(HOUSEKEEPING, this::keepHouse);
    }

    /**
     * Attaches to the running server of this directory, or makes the directory and starts one.
     *
     * @throws StoreException in use by another process, of another version or platform, not private, not durable, or it
     *     does not come up; the message says what to do
     */
    public static PostgresServer open(Settings settings) {
        Path directory = settings.directory;
        try {
            if (Files.isDirectory(directory)) {
                requirePrivate(directory);
            } else {
                Files.createDirectories(directory.getParent());
                Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PRIVATE));
            }
            if (!Files.isWritable(directory)) {
                throw new StoreException("The store's directory " + directory
                        + " cannot be written by this user. Give it back to its owner, or start as that one.");
            }
            DirectoryLock lock = DirectoryLock.take(directory.resolve("store.lock"))
                    .orElseThrow(() -> new StoreException("The store in " + directory + " is in use by another process."
                            + " Stop the other Gulliver on this data directory, or choose another directory."));
            try {
                return new PostgresServer(settings, lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new StoreException(
                    "The store's directory " + directory + " cannot be used ("
                            + e.getClass().getSimpleName() + ": " + e.getMessage()
                            + "). Make room or give this user the right to write there, or choose another data directory.",
                    e);
        }
    }

    /** Where it serves now; another port after its own was lost. */
    public String url() {
        return url(state.port(), DATABASE);
    }

    /** Sessions of the store's own user, wherever the server is when one is asked for. */
    @Override
    public DataSource dataSource() {
        return new AbstractDataSource() {
            /** The pool's; the limit of a log-on is a property of ours. */
            @Override
            public void setLoginTimeout(int seconds) {}

            @Override
            public Connection getConnection() throws SQLException {
                return logOn(state.port(), DATABASE, PostgresCredentials.OWNER, credentials.owner(), 60);
            }

            @Override
            public Connection getConnection(String user, String password) throws SQLException {
                return logOn(state.port(), DATABASE, user, password, 60);
            }
        };
    }

    public String user() {
        return PostgresCredentials.OWNER;
    }

    public String password() {
        return credentials.owner();
    }

    /** Process id of the server now. */
    @Override
    public long pid() {
        return state.pid();
    }

    public int port() {
        return state.port();
    }

    /** Whether this object found it running instead of starting it. */
    @Override
    public boolean attached() {
        return attached;
    }

    /** The space that is held back beside its data. */
    public ReserveFile reserve() {
        return reserve;
    }

    /** The directory whose file system must have room. */
    public Path directory() {
        return settings.directory;
    }

    /** Notes which schema the data has now, so that an older version refuses it before it starts anything. */
    public void schemaIs(String newest) {
        if (!newest.equals(state.schema())) {
            state = state.withSchema(newest);
            state.write(stateFile);
        }
    }

    /** Stops looking after it and leaves it running, for the next start to attach to. */
    public void leaveRunning() {
        closing.countDown();
        keeper.close();
        unlock();
    }

    /** Stops it: sessions end, everything is written, 30 s at most; then by force. */
    @Override
    public void close() {
        if (closing.getCount() == 0) {
            return;
        }
        closing.countDown();
        keeper.close();
        stop(state.process());
        log.info("PostgreSQL stopped: pid={}", state.pid());
        state = state.stopped();
        state.write(stateFile);
        unlock();
    }

    private void unlock() {
        try {
            lock.close();
        } catch (IOException e) {
            log.debug("Store lock: {}", e.getMessage());
        }
    }

    private void requireSameMaker(Optional<PostgresState> known) throws IOException {
        Path version = data.resolve("PG_VERSION");
        if (Files.exists(version)) {
            String made = Files.readString(version).strip();
            if (!made.equals(Integer.toString(settings.program.major()))) {
                throw new StoreException("The store in " + settings.directory + " was made by PostgreSQL " + made
                        + ", and the program in " + settings.program.directory() + " is " + settings.program.version()
                        + ", which cannot read it. Name a PostgreSQL " + made + " with gulliver.store.program, or start"
                        + " the Gulliver that made it.");
            }
        } else if (Files.exists(data)) {
            throw new StoreException("The store in " + data + " has no PG_VERSION: it is no PostgreSQL data directory."
                    + " Put it aside and restore a backup.");
        }
        if (known.isPresent()) {
            String platform = Platform.current();
            if (!known.get().platform().equals(platform)) {
                throw new StoreException("The store in " + settings.directory + " was made on "
                        + known.get().platform() + ", and this machine is " + platform
                        + "; its files fit no other kind of machine. Start it there again.");
            }
            if (known.get().schema().compareTo(settings.schema) > 0) {
                throw new StoreException("The store in " + settings.directory + " has the schema "
                        + known.get().schema() + " of a newer Gulliver; this version knows " + settings.schema
                        + ". Start the newer Gulliver again.");
            }
        }
    }

    private static void requirePrivate(Path directory) throws IOException {
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(directory);
        if (!PRIVATE.containsAll(found)) {
            throw new StoreException("The store's directory " + directory + " is open to others ("
                    + PosixFilePermissions.toString(found) + ", wanted rwx------). Close it with 'chmod 700 "
                    + directory
                    + "', see who could have read it, then start again.");
        }
    }

    /** Made beside its place and moved there when it is whole, so that a kill leaves no half of one. */
    private void initialise() throws IOException {
        Path next = settings.directory.resolve("data.new");
        PostgresArchive.remove(next);
        Path password = settings.directory.resolve("initdb.password");
        Files.deleteIfExists(password);
        Files.createFile(password, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Path words = settings.directory.resolve("initdb.log");
        try {
            Files.writeString(password, credentials.administrator() + "\n");
            List<String> command = new ArrayList<>(prefix);
            command.addAll(List.of(
                    settings.program.initdb().toString(),
                    "-D",
                    next.toString(),
                    "--locale=C",
                    "-E",
                    "UTF8",
                    "-U",
                    PostgresCredentials.ADMINISTRATOR,
                    "--auth=scram-sha-256",
                    "--pwfile=" + password));
            Process process = process(command, words, false).start();
            process.getOutputStream().close();
            if (!process.waitFor(settings.startLimit.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new StoreException("initdb did not end within " + settings.startLimit.toSeconds() + " s; see "
                        + words + ". Give it longer with gulliver.store.start-limit.");
            }
            if (process.exitValue() != 0) {
                throw new StoreException("The store's data directory " + data + " could not be made: initdb said: "
                        + tail(words) + " See " + words + ".");
            }
            Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("Interrupted while the store was made", e);
        } finally {
            Files.deleteIfExists(password);
        }
    }

    private Optional<PostgresState> attach(Optional<PostgresState> known) throws IOException {
        Optional<PostmasterFile> file = PostmasterFile.read(data);
        Optional<ProcessMark> process = file.flatMap(found -> found.server(known));
        if (process.isEmpty()) {
            return Optional.empty();
        }
        PostgresState running = new PostgresState(
                settings.program.version(),
                Platform.current(),
                known.map(PostgresState::schema).orElse(""),
                process.get().pid(),
                process.get().started(),
                file.get().port());
        if (answers(running)) {
            try {
                prepare(running);
            } catch (RuntimeException e) {
                stop(process.get());
                throw e;
            }
            running.write(stateFile);
            log.info("PostgreSQL still runs: pid={} port={}; attached", running.pid(), running.port());
            return Optional.of(running);
        }
        log.warn("PostgreSQL pid={} runs but does not answer on port {}; stopping it", running.pid(), running.port());
        stop(process.get());
        return Optional.empty();
    }

    private PostgresState launch() {
        long deadline = System.nanoTime() + settings.startLimit.toNanos();
        int lost = 0;
        boolean gaveUpReserve = false;
        int port = choosePort();
        while (true) {
            try {
                writeConfiguration();
                Optional<PostmasterFile> left = PostmasterFile.read(data);
                if (left.isPresent() && left.get().server(Optional.of(state)).isEmpty()) {
                    left.get().forgetProcess();
                }
                if (reserve.usable() < LEAST_FREE_BYTES) {
                    gaveUpReserve |= reserve.release();
                }
                Optional<PostgresState> started = start(port);
                if (started.isPresent() && answers(started.get())) {
                    try {
                        prepare(started.get());
                    } catch (RuntimeException e) {
                        stop(started.get().process());
                        throw e;
                    }
                    log.info(
                            "PostgreSQL started: version={} pid={} port={}",
                            started.get().version(),
                            started.get().pid(),
                            port);
                    return started.get();
                }
                if (started.isPresent() && started.get().process().alive()) {
                    stop(started.get().process());
                    throw new StoreException("PostgreSQL did not answer on port " + port + " within "
                            + settings.startLimit.toSeconds() + " s and was stopped; see " + logs
                            + ". Give it longer with gulliver.store.start-limit.");
                }
                String words = lastWords();
                if (!LoopbackPort.isFree(port) || words.contains("could not bind")) {
                    if (settings.port != 0 || ++lost > PORT_TRIES) {
                        throw portTaken(port);
                    }
                    port = LoopbackPort.anyFree();
                    log.warn("PostgreSQL lost its port to another process; trying port {}", port);
                } else if (words.contains("No space left on device")) {
                    if (gaveUpReserve || !reserve.release()) {
                        throw new StoreException("There is no room left for the store in " + settings.directory
                                + ". Make room, then start again.");
                    }
                    gaveUpReserve = true;
                } else if (!oldOneStillLives(words) || System.nanoTime() > deadline) {
                    throw new StoreException("PostgreSQL ended while starting and said: " + words + " Its log is in "
                            + logs + "; a full or damaged disk are the usual causes.");
                } else if (closing.await(200, TimeUnit.MILLISECONDS)) {
                    throw new StoreException("PostgreSQL is not started: Gulliver stops.");
                }
            } catch (IOException e) {
                throw new StoreException(
                        "PostgreSQL in " + settings.program.directory() + " cannot be started on " + settings.directory
                                + ": " + e.getMessage(),
                        e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoreException("Interrupted while PostgreSQL started", e);
            }
        }
    }

    /** Processes of a server that was killed end within a moment, and hold its shared memory until then. */
    private static boolean oldOneStillLives(String words) {
        return words.contains("shared memory block") || words.contains("\"postmaster.pid\" already exists");
    }

    private int choosePort() {
        if (settings.port != 0) {
            if (!LoopbackPort.isFree(settings.port)) {
                throw portTaken(settings.port);
            }
            return settings.port;
        }
        return state.port() != 0 && LoopbackPort.isFree(state.port()) ? state.port() : LoopbackPort.anyFree();
    }

    private static StoreException portTaken(int port) {
        return new StoreException("Port " + port + " on 127.0.0.1 is taken by another program, and gulliver.store.port"
                + " asks for it. Choose another, or leave the setting out.");
    }

    private Optional<PostgresState> start(int port) throws IOException {
        List<String> command = new ArrayList<>();
        // A session of its own: Ctrl-C in the terminal reaches us alone, and we stop it in order.
        Path setsid = Path.of("/usr/bin/setsid");
        if (Files.isExecutable(setsid)) {
            command.add(setsid.toString());
        }
        command.addAll(prefix);
        command.addAll(
                List.of(settings.program.postgres().toString(), "-D", data.toString(), "-p", Integer.toString(port)));
        Process process =
                process(command, settings.directory.resolve("start.log"), true).start();
        process.getOutputStream().close();
        Optional<ProcessMark> mark = ProcessMark.of(process.pid());
        if (mark.isEmpty()) {
            return Optional.empty();
        }
        PostgresState started = new PostgresState(
                settings.program.version(),
                Platform.current(),
                state.schema(),
                mark.get().pid(),
                mark.get().started(),
                port);
        started.write(stateFile);
        return Optional.of(started);
    }

    private ProcessBuilder process(List<String> command, Path words, boolean inData) {
        ProcessBuilder builder = ChildEnvironment.clean(new ProcessBuilder(command))
                .directory((inData ? data : settings.directory).toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(words.toFile()));
        builder.environment().putAll(Map.of("LC_ALL", "C", "TZ", "UTC"));
        return builder;
    }

    private void writeConfiguration() throws IOException {
        if (Files.notExists(logs)) {
            Files.createDirectory(logs, PosixFilePermissions.asFileAttribute(PRIVATE));
        }
        replace(data.resolve("postgresql.conf"), """
                # Written by Gulliver at every start.
                listen_addresses = '127.0.0.1'
                unix_socket_directories = ''
                max_connections = 60
                password_encryption = 'scram-sha-256'
                fsync = on
                full_page_writes = on
                synchronous_commit = on
                restart_after_crash = on
                shared_buffers = 64MB
                huge_pages = off
                max_wal_size = 256MB
                min_wal_size = 32MB
                max_wal_senders = 0
                max_logical_replication_workers = 0
                max_parallel_workers_per_gather = 0
                max_parallel_maintenance_workers = 0
                max_parallel_workers = 0
                jit = off
                timezone = 'UTC'
                log_timezone = 'UTC'
                datestyle = 'ISO, MDY'
                lc_messages = 'C'
                logging_collector = on
                log_directory = '%s'
                log_filename = 'postgresql-%%Y%%m%%d-%%H%%M%%S.log'
                log_file_mode = 0600
                log_rotation_age = 1d
                log_rotation_size = 8MB
                log_min_messages = warning
                # a statement's text can hold what people typed
                log_min_error_statement = panic
                """.formatted(logs.toString().replace("'", "''")));
        replace(data.resolve("pg_hba.conf"), """
                # Written by Gulliver at every start.
                host all all 127.0.0.1/32 scram-sha-256
                """);
    }

    private static void replace(Path file, String text) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(text)) {
            return;
        }
        Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(next);
        Files.createFile(next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Waits until it takes our password, or ended, or the limit is over. */
    private boolean answers(PostgresState process) throws IOException {
        long deadline = System.nanoTime() + settings.startLimit.toNanos();
        int refusals = 0;
        while (process.process().alive() && System.nanoTime() < deadline) {
            try (Connection connection = administrator(process.port());
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("select current_setting('data_directory')")) {
                row.next();
                return Files.isSameFile(Path.of(row.getString(1)), data);
            } catch (SQLException e) {
                // Another server can hold the port in the moment before ours sees that it has lost it.
                if (WRONG_PASSWORD.equals(e.getSQLState()) && ++refusals > REFUSALS) {
                    throw new StoreException(
                            "The store in " + settings.directory + " does not take the password of its password file."
                                    + " Restore passwords.json and data from the same backup.",
                            e);
                }
                if (!CANNOT_CONNECT_NOW.equals(e.getSQLState())) {
                    log.debug("PostgreSQL on port {}: {}", process.port(), e.getMessage());
                }
            }
            try {
                if (closing.await(50, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoreException("Interrupted while PostgreSQL started", e);
            }
        }
        return false;
    }

    /** Makes user and database where they are missing, and asks whether what is committed stays. */
    private void prepare(PostgresState running) {
        try (Connection connection = administrator(running.port());
                Statement statement = connection.createStatement()) {
            if (!exists(statement, "select 1 from pg_roles where rolname = '" + PostgresCredentials.OWNER + "'")) {
                statement.execute(
                        "create role " + PostgresCredentials.OWNER + " login password '" + credentials.owner() + "'");
            }
            if (!exists(statement, "select 1 from pg_database where datname = '" + DATABASE + "'")) {
                statement.execute("create database " + DATABASE + " owner " + PostgresCredentials.OWNER
                        + " template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'");
            }
        } catch (SQLException e) {
            throw new StoreException(
                    "PostgreSQL on port " + running.port() + " refused to be prepared: " + e.getMessage(), e);
        }
        // As the store's own user and in its database, for both can have settings of their own.
        try (Connection connection =
                logOn(running.port(), DATABASE, PostgresCredentials.OWNER, credentials.owner(), 10)) {
            requireDurable(connection);
        } catch (SQLException e) {
            throw new StoreException(
                    "PostgreSQL on port " + running.port() + " does not let the store's user in: " + e.getMessage(), e);
        }
    }

    private static boolean exists(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            return row.next();
        }
    }

    private void requireDurable(Connection connection) throws SQLException {
        Map<String, String> wrong = new TreeMap<>();
        try (Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> wanted : DURABLE.entrySet()) {
                try (ResultSet row = statement.executeQuery("show " + wanted.getKey())) {
                    row.next();
                    if (!row.getString(1).equals(wanted.getValue())) {
                        wrong.put(wanted.getKey(), row.getString(1));
                    }
                }
            }
        }
        if (!wrong.isEmpty()) {
            throw new StoreException("The store in " + settings.directory + " runs with " + wrong + ", wanted "
                    + new TreeMap<>(DURABLE)
                    + ": a crash would lose acknowledged work. It was stopped. Remove what sets it"
                    + " (" + data.resolve("postgresql.auto.conf")
                    + ", or ALTER ROLE and ALTER DATABASE ... RESET), then"
                    + " start again.");
        }
    }

    private Connection administrator(int port) throws SQLException {
        return logOn(port, "postgres", PostgresCredentials.ADMINISTRATOR, credentials.administrator(), 10);
    }

    private static String url(int port, String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    private static Connection logOn(int port, String database, String user, String password, int socketSeconds)
            throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", Integer.toString(socketSeconds));
        properties.setProperty("ApplicationName", "gulliver");
        return DriverManager.getConnection(url(port, database), properties);
    }

    private void stop(ProcessMark process) {
        // "fast": sessions end, everything is written. The plain request of a process would wait for all sessions.
        for (String signal : List.of("INT", "QUIT", "KILL")) {
            if (!process.alive()) {
                return;
            }
            signal(process.pid(), signal);
            try {
                ProcessHandle handle = ProcessHandle.of(process.pid()).orElse(null);
                if (handle == null) {
                    return;
                }
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(signal.equals("INT") ? 30 : 10);
                while (process.alive() && System.nanoTime() < deadline) {
                    try {
                        handle.onExit().get(100, TimeUnit.MILLISECONDS);
                    } catch (java.util.concurrent.TimeoutException e) {
                        continue; // still writing
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return; // it was asked to, and ends by itself
            } catch (java.util.concurrent.ExecutionException e) {
                throw new StoreException("PostgreSQL's process " + process.pid() + " cannot be watched", e);
            }
        }
    }

    private static void signal(long pid, String signal) {
        try {
            Process process = ChildEnvironment.clean(new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new StoreException("PostgreSQL's process " + pid + " cannot be stopped: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void keepHouse() {
        try {
            reserve.restore();
            List<Path> files = logFiles();
            for (Path old : files.subList(0, Math.max(0, files.size() - LOG_FILES))) {
                Files.deleteIfExists(old);
            }
        } catch (IOException e) {
            log.debug("Store {}: {}", settings.directory, e.getMessage());
        }
    }

    /** Oldest first: their names are instants. */
    private List<Path> logFiles() throws IOException {
        if (Files.notExists(logs)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(logs)) {
            return files.sorted(Comparator.comparing(Path::toString)).toList();
        }
    }

    private String lastWords() throws IOException {
        List<Path> files = logFiles();
        String collected = files.isEmpty() ? "" : tail(files.get(files.size() - 1));
        return (tail(settings.directory.resolve("start.log")) + " " + collected).strip();
    }

    private static String tail(Path file) throws IOException {
        if (Files.notExists(file)) {
            return "";
        }
        List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return String.join(" ", lines.subList(Math.max(0, lines.size() - 6), lines.size()));
    }
}
