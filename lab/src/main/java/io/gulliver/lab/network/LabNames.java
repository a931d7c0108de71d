package io.gulliver.lab.network;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A name server on loopback that speaks DNS by UDP (RFC 1035) and knows what its people entered: addresses of names and names of
 * addresses, each for itself, as in zones that are kept by different hands. What it does not know it denies (NXDOMAIN); what is
 * no query of the Internet class it refuses.
 */
public final class LabNames implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LabNames.class);
    private static final int LARGEST = 512;
    private static final int A = 1;
    private static final int PTR = 12;
    private static final int AAAA = 28;
    private static final int INTERNET = 1;
    private static final int ANSWERS = 0x8400;
    private static final int RECURSION_WANTED = 0x0100;
    private static final int FORM_ERROR = 1;
    private static final int UNKNOWN_NAME = 3;
    private static final int NOT_IMPLEMENTED = 4;
    private static final int REFUSED = 5;
    private static final int SECONDS = 60;

    private final DatagramSocket socket;
    private final Zones zones;

    /** What its people entered. */
    public interface Zones {
        /** Addresses of a name in lower case without a dot at its end. */
        List<InetAddress> addresses(String name);

        /** Names of the reversed name of an address, as {@code 41.30.20.10.in-addr.arpa}. */
        List<String> names(String reversed);
    }

    private LabNames(DatagramSocket socket, Zones zones) {
        this.socket = socket;
        this.zones = zones;
    }

    /** Opens one on a port of the system's choice. */
    public static LabNames start(Zones zones) throws IOException {
        LabNames names =
                new LabNames(new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), zones);
        Thread thread = new Thread(names::serve, "lab-names");
        thread.setDaemon(true);
        thread.start();
        return names;
    }

    public int port() {
        return socket.getLocalPort();
    }

    private void serve() {
        byte[] buffer = new byte[LARGEST];
        while (!socket.isClosed()) {
            DatagramPacket query = new DatagramPacket(buffer, buffer.length);
            try {
                socket.receive(query);
                byte[] answer = answer(Arrays.copyOf(query.getData(), query.getLength()));
                if (answer.length > 0) {
                    socket.send(new DatagramPacket(answer, answer.length, query.getSocketAddress()));
                }
            } catch (SocketException e) {
                return; // closed
            } catch (IOException | RuntimeException e) {
                LOG.warn("lab names: a query is not answered: {}", e.getMessage());
            }
        }
    }

    /** The answer to a message; empty for what is no query. */
    byte[] answer(byte[] message) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(message);
        if (message.length < 12) {
            return new byte[0];
        }
        int id = in.getShort() & 0xffff;
        int flags = in.getShort() & 0xffff;
        int questions = in.getShort() & 0xffff;
        in.position(12);
        if ((flags & 0x8000) != 0) {
            return new byte[0];
        }
        if ((flags & 0x7800) != 0) {
            return header(id, flags, NOT_IMPLEMENTED, 0, 0, new byte[0]);
        }
        String name;
        int type;
        int kind;
        try {
            name = name(in);
            type = in.getShort() & 0xffff;
            kind = in.getShort() & 0xffff;
        } catch (RuntimeException e) {
            return header(id, flags, FORM_ERROR, 0, 0, new byte[0]);
        }
        if (questions != 1) {
            return header(id, flags, FORM_ERROR, 0, 0, new byte[0]);
        }
        byte[] question = Arrays.copyOfRange(message, 12, in.position());
        if (kind != INTERNET) {
            return header(id, flags, REFUSED, 1, 0, question);
        }
        List<byte[]> found = found(name, type);
        boolean known = !zones.addresses(name).isEmpty() || !zones.names(name).isEmpty();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        out.write(question);
        for (byte[] data : found) {
            // The name of the question stands behind the header.
            out.writeShort(0xc00c);
            out.writeShort(type);
            out.writeShort(INTERNET);
            out.writeInt(SECONDS);
            out.writeShort(data.length);
            out.write(data);
        }
        return header(id, flags, known ? 0 : UNKNOWN_NAME, 1, found.size(), body.toByteArray());
    }

    private List<byte[]> found(String name, int type) {
        return switch (type) {
            case A, AAAA ->
                zones.addresses(name).stream()
                        .map(InetAddress::getAddress)
                        .filter(bytes -> bytes.length == (type == A ? 4 : 16))
                        .toList();
            case PTR -> zones.names(name).stream().map(LabNames::encoded).toList();
            default -> List.of();
        };
    }

    private static byte[] header(int id, int flags, int code, int questions, int answers, byte[] body)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(id);
        out.writeShort(ANSWERS | flags & RECURSION_WANTED | code);
        out.writeShort(questions);
        out.writeShort(answers);
        out.writeShort(0);
        out.writeShort(0);
        out.write(body);
        return bytes.toByteArray();
    }

    private static String name(ByteBuffer in) {
        StringBuilder name = new StringBuilder();
        for (int length = in.get() & 0xff; length > 0; length = in.get() & 0xff) {
            if (length > 63) {
                throw new IllegalArgumentException("A label of " + length + " bytes");
            }
            byte[] label = new byte[length];
            in.get(label);
            name.append(name.isEmpty() ? "" : ".").append(new String(label, StandardCharsets.US_ASCII));
        }
        return name.toString().toLowerCase(Locale.ROOT);
    }

    private static byte[] encoded(String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String label : name.split("\\.")) {
            byte[] text = label.getBytes(StandardCharsets.US_ASCII);
            bytes.write(text.length);
            bytes.writeBytes(text);
        }
        bytes.write(0);
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        socket.close();
    }
}
