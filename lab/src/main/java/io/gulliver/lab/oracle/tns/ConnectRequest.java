package io.gulliver.lab.oracle.tns;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What a client asked of the listener: its CONNECT packet with the connect data.
 *
 * <p>Of the packet, counted from its beginning: version wanted at 8, lowest version taken at 10, session data unit at 14,
 * length of the connect data at 24, where they begin at 26 (Wireshark, {@code dissect_tns_connect}). Connect data of more than
 * 230 bytes follow in DATA packets (node-oracledb, {@code MAX_CDATA_LEN}).
 *
 * @param version protocol version that the client wants, for example 319
 * @param lowest the lowest version that it takes
 * @param sdu its session data unit in bytes, 65535 where it is larger
 * @param redirected whether the packet says that the client was sent here by another listener
 * @param apart whether the descriptor came in DATA packets of its own
 * @param descriptor the connect data as received
 */
public record ConnectRequest(int version, int lowest, int sdu, boolean redirected, boolean apart, String descriptor) {

    private static final int VERSION = 8;
    private static final int LOWEST = 10;
    private static final int SDU = 14;
    private static final int LENGTH = 24;
    private static final int OFFSET = 26;

    /** Longer than this no client's descriptor is. */
    private static final int MOST = 16_384;

    /**
     * Reads a whole request.
     *
     * @throws IOException when something else comes than a request
     */
    static ConnectRequest read(DataInputStream in) throws IOException {
        TnsPacket packet = TnsPacket.read(in);
        if (packet.type() != TnsPacket.CONNECT) {
            throw new IOException("a packet of type " + packet.type() + " where a CONNECT was due");
        }
        int length = packet.number(LENGTH);
        int offset = packet.number(OFFSET);
        if (length > MOST) {
            throw new IOException("connect data of " + length + " bytes");
        }
        boolean apart = packet.length() <= offset && length > 0;
        byte[] data = apart ? following(in, length) : packet.from(offset);
        if (data.length != length) {
            throw new IOException("connect data of " + data.length + " bytes, and " + length + " were announced");
        }
        return new ConnectRequest(
                packet.number(VERSION),
                packet.number(LOWEST),
                packet.number(SDU),
                (packet.flags() & TnsPacket.REDIRECTED) != 0,
                apart,
                new String(data, StandardCharsets.UTF_8));
    }

    private static byte[] following(DataInputStream in, int length) throws IOException {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        while (data.size() < length) {
            TnsPacket packet = TnsPacket.read(in);
            if (packet.type() != TnsPacket.DATA) {
                throw new IOException("a packet of type " + packet.type() + " where connect data were due");
            }
            data.writeBytes(packet.from(TnsPacket.HEADER + TnsPacket.DATA_FLAGS));
        }
        return data.toByteArray();
    }
}
