package io.gulliver.lab.oracle.tns;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener of Oracle Net on loopback that plays the connect phase alone: it keeps each descriptor as received and answers as
 * it was told.
 *
 * <p>It knows neither users nor databases; the lab's own databases are behind {@code LabListener}, which speaks the lab's
 * driver's words.
 */
public final class TnsFrontDoor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TnsFrontDoor.class);

    private final ServerSocket server;
    private final List<Answer> answers;
    private final List<ConnectRequest> received = new ArrayList<>();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    private TnsFrontDoor(ServerSocket server, List<Answer> answers) {
        this.server = server;
        this.answers = List.copyOf(answers);
    }

    /**
     * Opens a door on a port of the system's choice.
     *
     * @param answers to the first request, the second and so on, over all connections; the last one also to all later ones
     */
    public static TnsFrontDoor open(Answer... answers) {
        if (answers.length == 0) {
            throw new IllegalArgumentException("A front door needs at least one answer");
        }
        try {
            ServerSocket server = new ServerSocket();
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            TnsFrontDoor door = new TnsFrontDoor(server, List.of(answers));
            start(door::accept, "tns-front-door-" + door.port());
            return door;
        } catch (IOException e) {
            throw new UncheckedIOException("The front door cannot open a port", e);
        }
    }

    public int port() {
        return server.getLocalPort();
    }

    /** All requests so far, in the order in which they came; each is here before it is answered. */
    public List<ConnectRequest> received() {
        synchronized (received) {
            return List.copyOf(received);
        }
    }

    private static void start(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket connection = server.accept();
                connections.add(connection);
                start(() -> serve(connection), "tns-connection");
            } catch (IOException e) {
                if (!server.isClosed()) {
                    LOG.warn("front door on port {}: {}", port(), e.getMessage());
                }
            }
        }
    }

    private void serve(Socket connection) {
        try (connection;
                DataInputStream in = new DataInputStream(new BufferedInputStream(connection.getInputStream()))) {
            connection.setTcpNoDelay(true);
            Answer.Then then = Answer.Then.LISTEN;
            while (then == Answer.Then.LISTEN) {
                ConnectRequest request = ConnectRequest.read(in);
                then = next(request).send(request, connection.getOutputStream());
                connection.getOutputStream().flush();
            }
            if (then == Answer.Then.WAIT) {
                // Until the client gives up or the door is closed.
                in.transferTo(java.io.OutputStream.nullOutputStream());
            }
        } catch (IOException e) {
            LOG.debug("front door on port {}: {}", port(), e.getMessage());
        } finally {
            connections.remove(connection);
        }
    }

    private Answer next(ConnectRequest request) {
        synchronized (received) {
            received.add(request);
            return answers.get(Math.min(received.size(), answers.size()) - 1);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            LOG.debug("front door: {}", e.getMessage());
        }
        for (Socket connection : connections) {
            try {
                connection.close();
            } catch (IOException e) {
                LOG.debug("front door: {}", e.getMessage());
            }
        }
    }
}
