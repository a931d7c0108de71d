package io.gulliver.adapter.oracle;

import io.gulliver.secret.SecretRegistry;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link OracleClient} over JDBC, the same for every driver that takes Oracle's connection properties. */
public final class JdbcOracleClient implements OracleClient {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcOracleClient.class);

    /** ORA-01013: the code of a statement stopped by its time limit; some drivers throw the time-out without it. */
    private static final int CANCELLED = 1013;

    private static final int FETCH_SIZE = 500;

    /** So close to its limit a statement that was cancelled has run into it. */
    private static final Duration CLOSE = Duration.ofMillis(500);

    /** How long a database may take to answer that it has cancelled a statement. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final OracleSettings settings;
    private final OracleStatements statements;
    private final StatementLog log;
    private final boolean readOnly;
    private final SecretRegistry secrets;
    private final Connection connection;
    private final @Nullable URLClassLoader loader;
    private volatile Supplier<Duration> left;
    private volatile Runnable closed = () -> {};
    private volatile @Nullable PreparedStatement running;
    private volatile boolean cancelled;

    private JdbcOracleClient(
            OracleSettings settings,
            OracleStatements statements,
            StatementLog log,
            boolean readOnly,
            SecretRegistry secrets,
            Connection connection,
            @Nullable URLClassLoader loader) {
        this.settings = settings;
        this.statements = statements;
        this.log = log;
        this.readOnly = readOnly;
        this.secrets = secrets;
        this.connection = connection;
        this.loader = loader;
        this.left = settings::queryTimeout;
    }

    /** From now on no statement has more time than this answers when it begins. */
    public void within(Supplier<Duration> left) {
        this.left = left;
    }

    /** Has this done when the connection is closed. */
    public void whenClosed(Runnable action) {
        closed = action;
    }

    /** Breaks the statement that runs now, and every later one; may be called by any thread. */
    public void cancel() {
        cancelled = true;
        PreparedStatement now = running;
        if (now != null) {
            try {
                now.cancel();
            } catch (SQLException e) {
                LOG.debug("oracle {} cancel: {}", settings.system(), e.getMessage());
            }
        }
    }

    /**
     * Logs on.
     *
     * @param password used for the logon and to blank it in messages; not kept anywhere else
     * @param readOnly refuse every statement that mutates; for discovery, validation and evaluation
     * @throws OracleException TRANSIENT when the listener or instance is away, EXTERNAL when the logon is refused
     */
    public static JdbcOracleClient open(
            OracleSettings settings, char[] password, OracleStatements statements, boolean readOnly, StatementLog log) {
        String secret = new String(password);
        SecretRegistry secrets = new SecretRegistry();
        secrets.add(secret);
        long start = System.nanoTime();
        URLClassLoader loader = null;
        try {
            Driver driver;
            if (settings.driverJar() == null) {
                driver = DriverManager.getDriver(settings.url());
            } else {
                loader = loader(settings.driverJar());
                driver = driver(loader, settings);
            }
            Connection connection = driver.connect(settings.url(), properties(settings, secret));
            if (connection == null) {
                throw new SQLException("The driver does not take the address " + settings.url(), "08001", 12154);
            }
            try {
                connection.setAutoCommit(true);
                connection.setReadOnly(readOnly);
                limitNetwork(connection, settings.queryTimeout());
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
            log.called(new StatementLog.Call(settings.system(), "connect", "", "ok", since(start)));
            return new JdbcOracleClient(settings, statements, log, readOnly, secrets, connection, loader);
        } catch (SQLException e) {
            close(loader);
            OracleException failure = translate(settings.system(), "connect", e, secrets);
            log.called(new StatementLog.Call(
                    settings.system(), "connect", "", String.valueOf(failure.getMessage()), since(start)));
            throw failure;
        }
    }

    /**
     * Labels the session in {@code V$SESSION} from the next statement on, without a round trip of its own.
     *
     * @throws OracleException when the driver does not take it
     */
    public void label(SessionLabel label) {
        try {
            // The names that the driver knows for end-to-end tracing: OracleConnection.OCSID_*_KEY.
            connection.setClientInfo("OCSID.MODULE", label.module());
            connection.setClientInfo("OCSID.ACTION", label.action());
            connection.setClientInfo("OCSID.CLIENTID", label.identifier());
        } catch (SQLException e) {
            throw translate(settings.system(), "label", e, secrets);
        }
    }

    private static final Executor DIRECT = Runnable::run;

    /** The socket's own limit comes after the statement's, so that the cancel has time to be answered. */
    private static void limitNetwork(Connection connection, Duration statement) throws SQLException {
        connection.setNetworkTimeout(
                DIRECT, Math.toIntExact(statement.plus(GRACE).toMillis()));
    }

    private static Properties properties(OracleSettings settings, String secret) {
        Properties properties = new Properties();
        properties.setProperty("user", settings.user());
        properties.setProperty("password", secret);
        properties.setProperty(
                "oracle.net.CONNECT_TIMEOUT",
                Long.toString(settings.connectTimeout().toMillis()));
        // Covers the logon; replaced by the statement's limit once the connection stands.
        properties.setProperty(
                "oracle.jdbc.ReadTimeout",
                Long.toString(settings.connectTimeout().toMillis()));
        properties.setProperty("v$session.program", "gulliver");
        // An old database refuses (ORA-01882) the name of a time zone that it does not know; an offset it takes.
        properties.setProperty("oracle.jdbc.timezoneAsRegion", "false");
        if (settings.sysdba()) {
            properties.setProperty("internal_logon", "sysdba");
        }
        return properties;
    }

    private static URLClassLoader loader(Path jar) {
        try {
            // Parent = platform: a driver jar may not pick up classes of ours, nor of another driver.
            return new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("Driver jar " + jar + " is no file path", e);
        }
    }

    private static Driver driver(URLClassLoader loader, OracleSettings settings) throws SQLException {
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (driver.getClass().getClassLoader() == loader && driver.acceptsURL(settings.url())) {
                return driver;
            }
        }
        throw new SQLException(
                "No driver in " + settings.driverJar() + " takes the address " + settings.url(), "08001", 12154);
    }

    @Override
    public List<OracleRow> query(String statement, Map<String, ?> binds) {
        return query(statement, binds, settings.queryTimeout());
    }

    @Override
    public List<OracleRow> query(String statement, Map<String, ?> binds, Duration limit) {
        OracleStatement known = statements.require(statement);
        if (known.kind() != OracleStatement.Kind.QUERY) {
            throw OracleException.refused(settings.system(), statement, "not a query.", "Run it with execute.");
        }
        return run(known, known.text(), binds, least(limit));
    }

    @Override
    public List<OracleRow> query(TableStatements.Generated generated, Map<String, ?> binds) {
        return run(statements.require(generated.statement()), generated.sql(), binds, least(settings.queryTimeout()));
    }

    @Override
    public OracleRow queryOne(String statement, Map<String, ?> binds) {
        List<OracleRow> rows = query(statement, binds);
        if (rows.size() != 1) {
            throw new OracleException(
                    settings.system(),
                    statement,
                    0,
                    OracleFailure.CONFLICT,
                    rows.size() + " rows instead of one.",
                    "Check that the object exists once.",
                    new IllegalStateException("one row wanted"));
        }
        return rows.get(0);
    }

    @Override
    public void execute(String statement, Map<String, String> slots, Map<String, ?> binds) {
        execute(statement, slots, binds, settings.queryTimeout());
    }

    @Override
    public void execute(String statement, Map<String, String> slots, Map<String, ?> binds, Duration limit) {
        OracleStatement known = statements.require(statement);
        if (known.answersRows()) {
            throw OracleException.refused(settings.system(), statement, "a query.", "Run it with query.");
        }
        run(known, fill(known, slots), binds, least(limit));
    }

    /** No statement has more time than the client gives all of them, nor more than is left. */
    private Duration least(Duration limit) {
        Duration least = limit.compareTo(settings.queryTimeout()) > 0 ? settings.queryTimeout() : limit;
        Duration still = left.get();
        return least.compareTo(still) > 0 ? still : least;
    }

    private String fill(OracleStatement statement, Map<String, String> slots) {
        String text = statement.text();
        for (OracleStatement.Field slot : statement.slots()) {
            String value = slots.get(slot.name());
            if (value == null || slots.size() != statement.slots().size()) {
                throw OracleException.refused(
                        settings.system(),
                        statement.id(),
                        "slots given " + new TreeMap<>(slots).keySet() + ".",
                        "Give exactly "
                                + statement.slots().stream()
                                        .map(OracleStatement.Field::name)
                                        .toList() + ".");
            }
            if (slot.hidden()) {
                secrets.add(value);
            }
            text = text.replace("{{" + slot.name() + "}}", quoted(statement, slot, value));
        }
        return text;
    }

    private String quoted(OracleStatement statement, OracleStatement.Field slot, String value) {
        try {
            return slot.quoted(value);
        } catch (IllegalArgumentException e) {
            throw OracleException.refused(
                    settings.system(),
                    statement.id(),
                    "slot " + slot.name() + " cannot take its value.",
                    slot.hidden() ? "Choose a password without double quotes." : String.valueOf(e.getMessage()));
        }
    }

    private List<OracleRow> run(OracleStatement statement, String text, Map<String, ?> binds, Duration limit) {
        if (readOnly && statement.mutates()) {
            throw OracleException.refused(
                    settings.system(), statement.id(), "it changes the database.", "This connection only reads.");
        }
        SqlText sql = SqlText.of(text);
        if (!new TreeMap<>(binds).keySet().equals(new java.util.TreeSet<>(sql.binds()))) {
            throw OracleException.refused(
                    settings.system(),
                    statement.id(),
                    "binds given " + new TreeMap<>(binds).keySet() + ".",
                    "Give exactly " + sql.binds() + ".");
        }
        long start = System.nanoTime();
        String operation = statement.answersRows() ? "query" : "execute";
        try (PreparedStatement prepared = connection.prepareStatement(sql.positional())) {
            running = prepared;
            if (cancelled) {
                throw new SQLTimeoutException("ORA-01013: called off before it began.", "72000", CANCELLED);
            }
            limitNetwork(connection, limit);
            prepared.setQueryTimeout(Math.toIntExact(limit.toSeconds()));
            prepared.setFetchSize(FETCH_SIZE);
            int position = 0;
            for (String name : sql.binds()) {
                bind(prepared, ++position, statement, name, binds.get(name));
            }
            List<OracleRow> rows = List.of();
            if (statement.answersRows()) {
                try (ResultSet answer = prepared.executeQuery()) {
                    rows = rows(statement, answer, start + limit.toNanos());
                }
            } else {
                prepared.execute();
            }
            called(operation, statement, statement.answersRows() ? "ok, rows: " + rows.size() : "ok", start);
            return rows;
        } catch (SQLException e) {
            OracleException failure = translate(settings.system(), statement.id(), e, secrets);
            if (failure.code() == CANCELLED
                    && !cancelled
                    && since(start).plus(CLOSE).compareTo(limit) >= 0) {
                failure = outOfTime(statement.id(), limit, e);
            }
            called(operation, statement, String.valueOf(failure.getMessage()), start);
            throw failure;
        } finally {
            running = null;
        }
    }

    /** Asked again it would run as long. */
    private OracleException outOfTime(String statement, Duration limit, SQLException cause) {
        return new OracleException(
                settings.system(),
                statement,
                CANCELLED,
                OracleFailure.EXTERNAL,
                "ORA-01013: not done within the " + limit.toSeconds() + " s that its step gives it.",
                "See in V$SESSION and V$SESSION_LONGOPS what it waits for; raise callTimeout of the step in the playbook"
                        + " when it needs so long.",
                cause);
    }

    private void called(String operation, OracleStatement statement, String outcome, long start) {
        Duration duration = since(start);
        LOG.debug(
                "oracle {} {} {} {} ms: {}",
                settings.system(),
                operation,
                statement.id(),
                duration.toMillis(),
                outcome);
        log.called(new StatementLog.Call(settings.system(), operation, statement.id(), outcome, duration));
    }

    private void bind(
            PreparedStatement prepared, int position, OracleStatement statement, String name, @Nullable Object value)
            throws SQLException {
        if (value instanceof String text) {
            prepared.setString(position, text);
        } else if (value instanceof BigDecimal number) {
            prepared.setBigDecimal(position, number);
        } else if (value instanceof Number number) {
            prepared.setBigDecimal(position, new BigDecimal(number.toString()));
        } else if (value instanceof LocalDateTime time) {
            prepared.setTimestamp(position, Timestamp.valueOf(time));
        } else {
            throw OracleException.refused(
                    settings.system(),
                    statement.id(),
                    "bind " + name + " is null or of an unknown type.",
                    "Give a value.");
        }
    }

    private List<OracleRow> rows(OracleStatement statement, ResultSet answer, long until) throws SQLException {
        var metadata = answer.getMetaData();
        List<String> have = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            have.add(metadata.getColumnLabel(i));
        }
        List<String> want =
                statement.columns().stream().map(OracleStatement.Field::name).toList();
        if (!have.equals(want)) {
            throw new OracleException(
                    settings.system(),
                    statement.id(),
                    0,
                    OracleFailure.BUG,
                    "answered the columns " + have + " and the catalogue declares " + want + ".",
                    "Correct the statement's header.",
                    new IllegalStateException("columns differ"));
        }
        List<OracleRow> rows = new ArrayList<>();
        while (answer.next()) {
            // A driver may hold its limit until the first row alone; the others may come as slowly.
            if (System.nanoTime() - until > 0) {
                throw new SQLTimeoutException(
                        "ORA-01013: the rows did not come within the time limit.", "72000", CANCELLED);
            }
            SortedMap<String, @Nullable Object> values = new TreeMap<>();
            for (int i = 1; i <= want.size(); i++) {
                values.put(
                        want.get(i - 1), value(answer, i, statement.columns().get(i - 1), metadata.getColumnType(i)));
            }
            rows.add(new OracleRow(values));
        }
        return rows;
    }

    private static @Nullable Object value(ResultSet answer, int i, OracleStatement.Field column, int wireType)
            throws SQLException {
        switch (column.type()) {
            case NUMBER:
                return answer.getBigDecimal(i);
            case TIMESTAMP:
                // A scheduler's TIMESTAMP WITH TIME ZONE keeps its own wall-clock time; getTimestamp would shift it.
                if (wireType == Types.TIMESTAMP_WITH_TIMEZONE || wireType == -101) {
                    var zoned = answer.getObject(i, java.time.OffsetDateTime.class);
                    return zoned == null ? null : zoned.toLocalDateTime();
                }
                // Not getTimestamp: it moves what lies in the hour that this machine's own time zone skips in spring.
                return answer.getObject(i, LocalDateTime.class);
            default:
                return answer.getString(i);
        }
    }

    @Override
    public String release() {
        return queryOne("release").text("VERSION");
    }

    private OracleRow queryOne(String statement) {
        return queryOne(statement, Map.of());
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static OracleException translate(String system, String statement, SQLException e, SecretRegistry secrets) {
        int code = e instanceof SQLTimeoutException && e.getErrorCode() == 0 ? CANCELLED : e.getErrorCode();
        OracleErrors.Meaning meaning = OracleErrors.meaning(code);
        String seen = secrets.mask(String.valueOf(e.getMessage()));
        OracleFailure kind = meaning.kind();
        String advice = meaning.advice();
        if (statement.equals("connect") && !OracleErrors.isKnown(code)) {
            // Nothing of ours was run: whatever the driver met there, it is for those who run listener and network.
            kind = OracleFailure.EXTERNAL;
            advice = "Check host, port, listener and service, and look the code up.";
        }
        return new OracleException(system, statement, code, kind, seen, advice, e);
    }

    @Override
    public void close() {
        closed.run();
        try {
            connection.close();
        } catch (SQLException e) {
            // The work is done or has failed already; a connection that does not close cleanly is the database's
            // matter.
            LOG.debug("oracle {} close: {}", settings.system(), e.getMessage());
        }
        close(loader);
    }

    private static void close(@Nullable URLClassLoader loader) {
        if (loader != null) {
            try {
                loader.close();
            } catch (IOException e) {
                LOG.debug("driver jar: {}", e.getMessage());
            }
        }
    }

    @Override
    public String toString() {
        return "JdbcOracleClient[" + settings.system() + "]";
    }
}
