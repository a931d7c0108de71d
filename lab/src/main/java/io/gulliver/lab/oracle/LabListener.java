package io.gulliver.lab.oracle;

import io.gulliver.lab.oracle.driver.LabDescriptor;
import io.gulliver.lab.oracle.driver.Wire;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listener of one lab host: takes connections on a loopback port and hands them to a database by service name. */
final class LabListener implements AutoCloseable {

    /** Opens a session for whoever knocks; refusals are {@link OraError}. */
    @FunctionalInterface
    interface Logon {
        LabSession session(LabDescriptor request, String user, String password, boolean sysdba);
    }

    private static final Logger LOG = LoggerFactory.getLogger(LabListener.class);

    private final Logon logon;
    private final int port;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private @Nullable ServerSocket server;

    /** Keeps the port of a listener that is stopped: bound and not listening, so it refuses and nobody else can take it. */
    private @Nullable SocketChannel held;

    /** @param port 0 for any; it stays the same over stop and start */
    LabListener(int port, Logon logon) {
        this.logon = logon;
        this.port = listen(port);
    }

    private int listen(int wanted) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
            server = socket;
            Thread thread = new Thread(() -> accept(socket), "lab-listener-" + socket.getLocalPort());
            thread.setDaemon(true);
            thread.start();
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("Lab listener cannot open port " + wanted, e);
        }
    }

    int port() {
        return port;
    }

    synchronized boolean running() {
        return server != null;
    }

    synchronized void start() {
        if (server == null) {
            letGo();
            listen(port);
        }
    }

    /** Takes no more connections; those that stand go on, as with the real one. */
    synchronized void stop() {
        if (server != null) {
            close(server);
            server = null;
            hold();
        }
    }

    /** The thread that accepts lets go of the port a moment after it is told. */
    private void hold() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        try {
            SocketChannel place = SocketChannel.open();
            held = place;
            place.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            while (place.getLocalAddress() == null) {
                try {
                    place.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                } catch (BindException e) {
                    if (System.nanoTime() > end) {
                        throw e;
                    }
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Lab listener cannot keep its port " + port, e);
        }
    }

    private synchronized void letGo() {
        if (held != null) {
            close(held);
            held = null;
        }
    }

    private void accept(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                connections.add(connection);
                Thread thread = new Thread(() -> serve(connection), "lab-session");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    LOG.warn("lab listener on port {}: {}", port, e.getMessage());
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()))) {
            socket.setTcpNoDelay(true);
            if (in.readInt() != Wire.MAGIC) {
                return;
            }
            LabSession session;
            try {
                LabDescriptor request = request(Wire.readText(in));
                String user = Wire.readText(in);
                String password = Wire.readText(in);
                boolean sysdba = in.readBoolean();
                String program = Wire.readText(in);
                session = logon.session(request, user, password, sysdba)
                        .of(program)
                        .heard(() -> left(socket, in));
            } catch (OraError e) {
                refuse(out, e);
                return;
            }
            out.writeByte(Wire.OK);
            Wire.writeText(out, session.banner());
            out.flush();
            boolean asked = false;
            try {
                asked = serve(session, in, out);
            } finally {
                close(session::close);
            }
            if (asked) {
                out.writeByte(Wire.OK);
                out.flush();
            }
        } catch (IOException e) {
            LOG.debug("lab session ended: {}", e.getMessage());
        } finally {
            connections.remove(socket);
        }
    }

    /** Whether the client is gone: as long as it waits for an answer it says nothing. */
    private static boolean left(Socket socket, DataInputStream in) {
        try {
            socket.setSoTimeout(1);
            in.read();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        } finally {
            close(() -> socket.setSoTimeout(0));
        }
    }

    private static LabDescriptor request(String text) {
        try {
            return LabDescriptor.parse(text);
        } catch (IllegalArgumentException e) {
            throw new OraError(12564, "TNS:connection refused: " + e.getMessage());
        }
    }

    /** Executes until the client logs off (true) or says something else. */
    private static boolean serve(LabSession session, DataInputStream in, DataOutputStream out) throws IOException {
        byte word = in.readByte();
        while (word == Wire.EXECUTE) {
            execute(session, in, out);
            out.flush();
            word = in.readByte();
        }
        return word == Wire.QUIT;
    }

    private static void execute(LabSession session, DataInputStream in, DataOutputStream out) throws IOException {
        for (int i = in.readInt(); i > 0; i--) {
            String name = Wire.readText(in);
            session.inform(name, Wire.readText(in));
        }
        String text = Wire.readText(in);
        boolean readOnly = in.readBoolean();
        Duration limit = Duration.ofSeconds(in.readInt());
        int count = in.readInt();
        List<@Nullable Object> binds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            binds.add(Wire.readValue(in));
        }
        LabSession.Answer answer;
        try {
            answer = session.execute(text, readOnly, binds, limit);
        } catch (OraError e) {
            refuse(out, e);
            return;
        } catch (RuntimeException e) {
            LOG.error("lab session", e);
            refuse(out, new OraError(600, "internal error code, arguments: [lab], [" + e.getMessage() + "]"));
            return;
        }
        out.writeByte(Wire.OK);
        out.writeInt(answer.names().size());
        for (int i = 0; i < answer.names().size(); i++) {
            Wire.writeText(out, answer.names().get(i));
            out.writeByte(answer.types().get(i));
        }
        for (List<@Nullable Object> row : answer.rows()) {
            out.writeBoolean(true);
            for (Object value : row) {
                Wire.writeValue(out, value);
            }
        }
        out.writeBoolean(false);
    }

    private static void refuse(DataOutputStream out, OraError error) throws IOException {
        out.writeByte(Wire.ERROR);
        out.writeInt(error.code());
        Wire.writeText(out, String.valueOf(error.getMessage()));
        out.flush();
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            LOG.debug("lab listener: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        stop();
        letGo();
        connections.forEach(LabListener::close);
    }
}
