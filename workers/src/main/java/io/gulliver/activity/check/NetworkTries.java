package io.gulliver.activity.check;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.runtime.RecordingContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessReach;
import io.gulliver.domain.access.AccessState;
import java.io.IOException;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tries whether names resolve here and listeners take connections. */
final class NetworkTries {
    private static final Duration RESOLVE = Duration.ofSeconds(5);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final String ORACLE_NET = "Oracle Net";
    private static final Pattern LISTENER = Pattern.compile("(?<host>[A-Za-z0-9._-]+)(?::(?<port>\\d{1,5}))?");

    private final Databases databases;
    private final ExecutorService resolvers;
    private final RecordingContext context;
    private final AccessFindings findings;

    NetworkTries(Databases databases, ExecutorService resolvers, RecordingContext context, AccessFindings findings) {
        this.databases = databases;
        this.resolvers = resolvers;
        this.context = context;
        this.findings = findings;
    }

    /** Tries a further listener: {@code host} or {@code host:port}. */
    void listener(String text, String service, int usual) {
        Matcher parts = LISTENER.matcher(text);
        if (!parts.matches()) {
            findings.put(AccessFinding.bad(
                            AccessItem.NAME,
                            "'" + text + "' of source_addresses is no host and no host:port.",
                            "Correct source_addresses in the inventory.")
                    .by("migration-manager"));
            return;
        }
        String port = parts.group("port");
        try {
            Databases.Endpoint endpoint = databases.endpoint(new Databases.Address(
                    parts.group("host"), port == null ? usual : Integer.parseInt(port), service, ""));
            if (resolves(endpoint.host())) {
                connects(endpoint);
            } else {
                findings.reached(new AccessReach(
                        endpoint.host(),
                        endpoint.port(),
                        ORACLE_NET,
                        AccessState.UNKNOWN,
                        null,
                        null,
                        "Make the name resolve in the workers' zone.",
                        "network"));
            }
        } catch (StepFailedException invalid) {
            findings.put(AccessFinding.bad(
                            AccessItem.NAME, invalid.failure().message(), "Correct source_addresses in the inventory.")
                    .by("migration-manager"));
        }
    }

    boolean resolves(String name) {
        Future<InetAddress[]> answer = resolvers.submit(() -> InetAddress.getAllByName(name));
        try {
            InetAddress[] addresses = answer.get(RESOLVE.toSeconds(), TimeUnit.SECONDS);
            findings.put(AccessFinding.good(AccessItem.NAME, name + " is " + addresses[0].getHostAddress() + " here."));
            return true;
        } catch (TimeoutException e) {
            answer.cancel(true);
            findings.put(AccessFinding.bad(
                    AccessItem.NAME,
                    "The name " + name + " did not resolve within " + RESOLVE.toSeconds() + " s.",
                    "Look at the name servers that the workers' machines ask."));
        } catch (ExecutionException e) {
            findings.put(AccessFinding.bad(
                    AccessItem.NAME,
                    e.getCause() instanceof UnknownHostException
                            ? "No name server here knows " + name + "."
                            : "The name " + name + " did not resolve: " + e.getCause() + ".",
                    "Make the name resolve in the workers' zone, or correct source_host in the inventory."));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.cancel(true);
            findings.put(AccessFinding.unknown(AccessItem.NAME, "The worker was stopped before the name resolved."));
        }
        return false;
    }

    boolean connects(Databases.Endpoint endpoint) {
        boolean open = connected(endpoint);
        AccessFinding last = port;
        findings.reached(new AccessReach(
                endpoint.host(),
                endpoint.port(),
                ORACLE_NET,
                open ? AccessState.GOOD : AccessState.BAD,
                local(endpoint.host(), endpoint.port()),
                address(endpoint.host()),
                last == null || open ? null : last.action(),
                last == null || open ? null : last.role()));
        return open;
    }

    /** What the last connection to a listener was found to be. */
    private @Nullable AccessFinding port;

    private void port(AccessFinding finding) {
        port = finding;
        findings.put(finding);
    }

    private boolean connected(Databases.Endpoint endpoint) {
        String where = endpoint.host() + ":" + endpoint.port();
        long begun = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), (int) CONNECT.toMillis());
            called(where, "ok", begun, "connected");
            port(AccessFinding.good(
                    AccessItem.PORT,
                    where + " takes connections from "
                            + socket.getLocalAddress().getHostAddress() + "."));
            return true;
        } catch (SocketTimeoutException e) {
            called(where, "failed", begun, "no answer");
            port(AccessFinding.bad(
                    AccessItem.PORT,
                    where + " did not answer within " + CONNECT.toSeconds() + " s.",
                    "Open tcp " + where + " in the firewalls between the workers and the host."));
        } catch (ConnectException e) {
            called(where, "failed", begun, e.getMessage());
            port(AccessFinding.bad(
                            AccessItem.PORT,
                            where + " refuses connections.",
                            "Start the listener on " + where + ", or correct source_port in the inventory.")
                    .by("dba"));
        } catch (IOException e) {
            called(where, "failed", begun, e.getMessage());
            port(AccessFinding.bad(
                    AccessItem.PORT,
                    where + " cannot be reached: " + e.getMessage() + ".",
                    "Look at routes and firewalls between the workers and " + where + "."));
        }
        return false;
    }

    private void called(String where, String status, long begun, @Nullable String message) {
        context.called(where, "connect", where, status, Duration.ofNanos(System.nanoTime() - begun), message);
    }

    /** The address that this machine would send from; asking for it sends nothing. */
    static @Nullable String local(String host, int port) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(host, port));
            InetAddress from = socket.getLocalAddress();
            return from.isAnyLocalAddress() ? null : from.getHostAddress();
        } catch (IOException | RuntimeException nowhere) {
            return null;
        }
    }

    static @Nullable String address(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException nameless) {
            return null;
        }
    }

    static @Nullable String worker() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (UnknownHostException nameless) {
            return null;
        }
    }
}
