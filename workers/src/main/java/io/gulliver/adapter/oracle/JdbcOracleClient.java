package io.gulliver.adapter.oracle;

import io.gulliver.secret.SecretRegistry;
import java.math.BigDecimal;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link OracleClient} over JDBC, the same for every driver that takes Oracle's connection properties. */
public final class JdbcOracleClient extends CatalogueClient {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcOracleClient.class);

    private static final int FETCH_SIZE = 500;

    /** In what a server says of itself: Release 19.0.0.0.0 - Production, and from 18 on a line with the exact one. */
    private static final Pattern RELEASE = Pattern.compile("Release (\\d+(?:\\.\\d+)+)");

    /** So close to its limit a statement that was cancelled has run into it. */
    private static final Duration CLOSE = Duration.ofMillis(500);

    /** How long a database may take to answer that it has cancelled a statement. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final Connection connection;
    private volatile @Nullable PreparedStatement running;
    private volatile boolean cancelled;

    private JdbcOracleClient(
            OracleSettings settings,
            OracleStatements statements,
            StatementLog log,
            boolean readOnly,
            SecretRegistry secrets,
            Connection connection) {
        super(settings.system(), settings.queryTimeout(), statements, log, readOnly, secrets);
        this.connection = connection;
    }

    @Override
    public void cancel() {
        cancelled = true;
        PreparedStatement now = running;
        if (now != null) {
            try {
                now.cancel();
            } catch (SQLException e) {
                LOG.debug("oracle {} cancel: {}", system(), e.getMessage());
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
        try {
            Driver driver = settings.driverJar() == null
                    ? DriverManager.getDriver(settings.url())
                    : DriverJars.driver(settings.driverJar(), settings.url());
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
            return new JdbcOracleClient(settings, statements, log, readOnly, secrets, connection);
        } catch (SQLException e) {
            OracleException failure = translate(settings.system(), "connect", e, secrets);
            log.called(new StatementLog.Call(
                    settings.system(), "connect", "", String.valueOf(failure.getMessage()), since(start)));
            throw failure;
        }
    }

    /** Without a round trip of its own. */
    @Override
    public void label(SessionLabel label) {
        try {
            // The names that the driver knows for end-to-end tracing: OracleConnection.OCSID_*_KEY.
            connection.setClientInfo("OCSID.MODULE", label.module());
            connection.setClientInfo("OCSID.ACTION", label.action());
            connection.setClientInfo("OCSID.CLIENTID", label.identifier());
        } catch (SQLException e) {
            throw translate(system(), "label", e, secrets());
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

    /** The release as the server told it at logon, such as 12.1.0.2.0, or the empty text. */
    public String told() {
        try {
            String banner = connection.getMetaData().getDatabaseProductVersion();
            Matcher release = RELEASE.matcher(banner == null ? "" : banner);
            return release.find() ? release.group(1) : "";
        } catch (SQLException e) {
            throw translate(system(), "connect", e, secrets());
        }
    }

    @Override
    List<OracleRow> run(OracleStatement statement, String text, Map<String, ?> binds, Duration limit) {
        SqlText sql = checked(statement, text, binds);
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
            OracleException failure = translate(system(), statement.id(), e, secrets());
            if (failure.code() == CANCELLED
                    && !cancelled
                    && since(start).plus(CLOSE).compareTo(limit) >= 0) {
                failure = outOfTime(statement, limit, e);
            }
            called(operation, statement, String.valueOf(failure.getMessage()), start);
            throw failure;
        } finally {
            running = null;
        }
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
                    system(), statement.id(), "bind " + name + " is null or of an unknown type.", "Give a value.");
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
                    system(),
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

    private static OracleException translate(String system, String statement, SQLException e, SecretRegistry secrets) {
        int code = e instanceof SQLTimeoutException && e.getErrorCode() == 0 ? CANCELLED : e.getErrorCode();
        return failed(system, statement, code, secrets.mask(String.valueOf(e.getMessage())), e);
    }

    @Override
    public void close() {
        ended();
        try {
            connection.close();
        } catch (SQLException e) {
            // The work is done or has failed already; a connection that does not close cleanly is the database's
            // matter.
            LOG.debug("oracle {} close: {}", system(), e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "JdbcOracleClient[" + system() + "]";
    }
}
