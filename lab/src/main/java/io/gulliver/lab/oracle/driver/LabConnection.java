package io.gulliver.lab.oracle.driver;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What the lab's driver does for a {@link java.sql.Connection}; methods have the names of that interface. */
public final class LabConnection {

    /** Without a limit of its own a logon gives up after so many milliseconds. */
    private static final String DEFAULT_TIMEOUT = "30000";

    private static final int LOGOFF_TIMEOUT_MILLIS = 5_000;

    /** What Oracle's driver takes, by the OCSID keys of its OracleConnection. */
    private static final Set<String> CLIENT_INFO = Set.of(
            "OCSID.ACTION",
            "OCSID.CLIENTID",
            "OCSID.CLIENT_INFO",
            "OCSID.DBOP",
            "OCSID.ECID",
            "OCSID.MODULE",
            "OCSID.SEQUENCE_NUMBER");

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final Map<String, String> changed = new TreeMap<>();
    private String banner = "";
    private boolean readOnly;
    private int networkTimeout;
    private volatile boolean cancelled;
    private boolean closed;

    private LabConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /** Tries the addresses in their order; the last failure is told. */
    static LabConnection open(LabDescriptor descriptor, Properties info) throws SQLException {
        SQLException last = new SQLException("ORA-12154: The address names no host.", "08001", 12154);
        for (LabDescriptor.Endpoint endpoint : descriptor.endpoints()) {
            try {
                return open(endpoint.host(), endpoint.port(), descriptor, info);
            } catch (SQLException e) {
                last = e;
                if (!descriptor.failover() || !beforeLogon(e.getErrorCode())) {
                    throw e;
                }
            }
        }
        throw last;
    }

    /** Whether network or listener refused; nobody's password was looked at. */
    private static boolean beforeLogon(int code) {
        return code >= 12_150 && code < 12_600;
    }

    private static LabConnection open(String host, int port, LabDescriptor descriptor, Properties info)
            throws SQLException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            int transport = limit(descriptor.transportTimeout(), number(info, "oracle.net.CONNECT_TIMEOUT"));
            int whole = limit(descriptor.connectTimeout(), number(info, "oracle.jdbc.ReadTimeout"));
            socket.connect(new InetSocketAddress(host, port), transport);
            socket.setSoTimeout(whole);
            LabConnection connection = new LabConnection(socket);
            connection.logon(descriptor, info);
            return connection;
        } catch (ConnectException e) {
            close(socket);
            throw new SQLRecoverableException(
                    "ORA-12541: Cannot connect. No listener at host " + host + " port " + port + ".",
                    "08001",
                    12541,
                    e);
        } catch (SocketTimeoutException e) {
            close(socket);
            throw new SQLRecoverableException(
                    "ORA-12170: Cannot connect. TCP connect timeout for host " + host + " port " + port + ".",
                    "08001",
                    12170,
                    e);
        } catch (IOException e) {
            close(socket);
            throw new SQLRecoverableException(
                    "ORA-12537: Network session: End of file at host " + host + " port " + port + ".",
                    "08001",
                    12537,
                    e);
        } catch (SQLException e) {
            close(socket);
            throw e;
        }
    }

    private static int limit(@Nullable Duration said, int otherwise) {
        return said == null ? otherwise : Math.toIntExact(said.toMillis());
    }

    private static int number(Properties info, String name) {
        return Integer.parseInt(info.getProperty(name, DEFAULT_TIMEOUT));
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // A socket that failed has nothing left to lose.
            return;
        }
    }

    private void logon(LabDescriptor descriptor, Properties info) throws IOException, SQLException {
        out.writeInt(Wire.MAGIC);
        Wire.writeText(out, descriptor.request());
        Wire.writeText(out, info.getProperty("user", ""));
        Wire.writeText(out, info.getProperty("password", ""));
        out.writeBoolean("sysdba".equals(info.getProperty("internal_logon")));
        Wire.writeText(out, info.getProperty("v$session.program", "JDBC Thin Client"));
        out.flush();
        answer();
        banner = Wire.readText(in);
    }

    private void answer() throws IOException, SQLException {
        byte kind = in.readByte();
        if (kind == Wire.ERROR) {
            int code = in.readInt();
            if (code == 1013) {
                throw new SQLTimeoutException(Wire.readText(in), "72000", code);
            }
            throw new SQLException(Wire.readText(in), "72000", code);
        }
        if (kind != Wire.OK) {
            throw new IOException("unknown answer " + kind);
        }
    }

    synchronized LabRows run(String sql, List<@Nullable Object> binds, int timeoutSeconds) throws SQLException {
        if (closed) {
            throw new SQLRecoverableException("ORA-17008: Closed connection.", "08003", 17008);
        }
        try {
            socket.setSoTimeout(timeoutSeconds > 0 ? timeoutSeconds * 1000 : networkTimeout);
            out.writeByte(Wire.EXECUTE);
            out.writeInt(changed.size());
            for (Map.Entry<String, String> info : changed.entrySet()) {
                Wire.writeText(out, info.getKey());
                Wire.writeText(out, info.getValue());
            }
            changed.clear();
            Wire.writeText(out, sql);
            out.writeBoolean(readOnly);
            out.writeInt(timeoutSeconds);
            out.writeInt(binds.size());
            for (Object bind : binds) {
                Wire.writeValue(out, bind);
            }
            out.flush();
            answer();
            return LabRows.read(in);
        } catch (SocketTimeoutException e) {
            // The answer may still come: nothing sensible can be read on this connection any more.
            drop();
            throw new SQLTimeoutException("ORA-01013: User requested cancel of current operation.", "72000", 1013, e);
        } catch (IOException e) {
            drop();
            if (cancelled) {
                throw new SQLTimeoutException(
                        "ORA-01013: User requested cancel of current operation.", "72000", 1013, e);
            }
            throw new SQLRecoverableException("ORA-03113: End-of-file on communication channel.", "08003", 3113, e);
        }
    }

    /** Breaks the call that waits for its answer; the lab's driver loses the connection with it. */
    void cancel() {
        cancelled = true;
        close(socket);
    }

    public PreparedStatement prepareStatement(String sql) {
        return Facade.of(PreparedStatement.class, new LabStatement(this, sql));
    }

    public DatabaseMetaData getMetaData() {
        return Facade.of(DatabaseMetaData.class, new Product(banner));
    }

    /** Sent with the next statement, as Oracle's driver does; other names are refused, as it refuses them. */
    public synchronized void setClientInfo(String name, String value) throws SQLClientInfoException {
        if (!CLIENT_INFO.contains(name)) {
            throw new SQLClientInfoException("The client information " + name + " is not supported.", Map.of());
        }
        changed.put(name, value);
    }

    public void setAutoCommit(boolean on) throws SQLException {
        if (!on) {
            throw new java.sql.SQLFeatureNotSupportedException("The lab's databases commit every statement.");
        }
    }

    public boolean getAutoCommit() {
        return true;
    }

    public void setReadOnly(boolean on) {
        readOnly = on;
    }

    public boolean isReadOnly() {
        return readOnly;
    }

    public void setNetworkTimeout(Executor executor, int milliseconds) {
        networkTimeout = milliseconds;
    }

    public int getNetworkTimeout() {
        return networkTimeout;
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isValid(int seconds) {
        return !closed && socket.isConnected();
    }

    /** Logs off and waits until the database has done it, as Oracle's driver does: the session is gone afterwards. */
    public synchronized void close() {
        if (closed) {
            return;
        }
        quit();
        drop();
    }

    private void quit() {
        try {
            socket.setSoTimeout(LOGOFF_TIMEOUT_MILLIS);
            out.writeByte(Wire.QUIT);
            out.flush();
            in.readByte();
        } catch (IOException e) {
            // Without an answer the session ends with its connection.
            return;
        }
    }

    private void drop() {
        closed = true;
        close(socket);
    }

    /** What the driver says of itself. */
    public static final class Product {
        private final String banner;

        Product(String banner) {
            this.banner = banner;
        }

        /** What the server said of itself at logon. */
        public String getDatabaseProductVersion() {
            return banner;
        }

        public String getDatabaseProductName() {
            return "Oracle";
        }

        public String getDriverName() {
            return "Gulliver lab driver";
        }
    }
}
