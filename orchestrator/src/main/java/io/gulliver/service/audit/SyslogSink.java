package io.gulliver.service.audit;

import io.gulliver.persistence.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A syslog server, by RFC 5424: over TLS (RFC 5425), TCP with counted octets (RFC 6587) or UDP (RFC 5426), one connection a
 * checkpoint. Syslog acknowledges nothing: what a server that dies loses shows there as a gap in the numbers.
 */
final class SyslogSink implements CheckpointSink {
    private static final int TIMEOUT_MILLIS = 10_000;
    /** Facility 13, log audit; severity 6, informational. */
    private static final int PRIORITY = 13 * 8 + 6;
    /** What one UDP packet takes anywhere; longer lines travel without their text, number and digest stay. */
    private static final int LONGEST_PACKET = 1400;

    private static final int TLS_PORT = 6514;
    private static final int OTHER_PORT = 514;

    private final URI address;
    private final SSLContext tls;
    private final Clock clock;
    private final String host;

    /** @param address {@code tls:}, {@code tcp:} or {@code udp:}, {@code //host} and perhaps a port */
    SyslogSink(URI address, SSLContext tls, Clock clock) {
        this.address = address;
        this.tls = tls;
        this.clock = clock;
        this.host = localName();
    }

    private static String localName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException unknown) {
            return "-";
        }
    }

    @Override
    public String name() {
        return "syslog " + address;
    }

    @Override
    public void deliver(long number, String line) throws IOException {
        byte[] whole = message(number, line, true);
        switch (address.getScheme()) {
            case "udp" -> packet(whole.length <= LONGEST_PACKET ? whole : message(number, line, false));
            case "tcp" -> {
                try (Socket socket = new Socket()) {
                    connect(socket);
                    write(socket, whole);
                }
            }
            default -> {
                try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket()) {
                    SSLParameters parameters = socket.getSSLParameters();
                    parameters.setEndpointIdentificationAlgorithm("HTTPS");
                    socket.setSSLParameters(parameters);
                    connect(socket);
                    socket.startHandshake();
                    write(socket, whole);
                }
            }
        }
    }

    byte[] message(long number, String line, boolean withText) {
        Checkpoint checkpoint = Json.read(line, Checkpoint.class);
        String text = "<" + PRIORITY + ">1 " + clock.instant().truncatedTo(ChronoUnit.MICROS) + " " + host
                + " gulliver " + ProcessHandle.current().pid() + " audit-checkpoint [checkpoint@32473 number=\""
                + number
                + "\" sha256=\"" + checkpoint.hash() + "\" signature=\"" + checkpoint.signature() + "\"]"
                + (withText ? " " + line : "");
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void connect(Socket socket) throws IOException {
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress(address.getHost(), port()), TIMEOUT_MILLIS);
    }

    /** Waits for the other end to close, as far as it does: a reset while it reads would be a loss unseen. */
    private static void write(Socket socket, byte[] message) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write((message.length + " ").getBytes(StandardCharsets.US_ASCII));
        out.write(message);
        out.flush();
        if (socket instanceof SSLSocket) {
            return;
        }
        socket.shutdownOutput();
        socket.setSoTimeout(500);
        try {
            socket.getInputStream().read();
        } catch (SocketTimeoutException open) {
            // It keeps its end open, which is its good right.
        }
    }

    private void packet(byte[] message) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(
                    message, message.length, new InetSocketAddress(InetAddress.getByName(address.getHost()), port())));
        }
    }

    private int port() {
        if (address.getPort() > 0) {
            return address.getPort();
        }
        return "tls".equals(address.getScheme()) ? TLS_PORT : OTHER_PORT;
    }
}
