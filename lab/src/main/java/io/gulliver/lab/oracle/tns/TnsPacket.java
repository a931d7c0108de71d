package io.gulliver.lab.oracle.tns;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One packet of Oracle Net as it is before ACCEPT: a header of 8 bytes, then a body. All numbers are big-endian.
 *
 * <p>Header: length with the header (2 bytes), checksum (2, always 0), type (1), flags (1), checksum of the header (2, always
 * 0). From protocol version 315 on the length has 4 bytes, but only after ACCEPT (python-oracledb, {@code _send_packet}).
 */
final class TnsPacket {
    static final int CONNECT = 1;
    static final int ACCEPT = 2;
    static final int REFUSE = 4;
    static final int REDIRECT = 5;
    static final int DATA = 6;
    static final int RESEND = 11;

    /** Flag of a REDIRECT: behind the address and a zero byte stand the connect data (node-oracledb, NSPFRDS). */
    static final int REDIRECT_SEPARATED = 0x02;
    /** Flag of a CONNECT: it follows a redirect (python-oracledb, TNS_PACKET_FLAG_REDIRECT). */
    static final int REDIRECTED = 0x04;

    static final int HEADER = 8;
    /** A DATA packet begins with flags of its own. */
    static final int DATA_FLAGS = 2;

    private final byte[] bytes;

    private TnsPacket(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A packet with its header before the body. */
    static TnsPacket of(int type, int flags, byte[] body) {
        ByteBuffer packet = ByteBuffer.allocate(HEADER + body.length);
        packet.putShort((short) packet.capacity()).putShort((short) 0);
        packet.put((byte) type).put((byte) flags).putShort((short) 0);
        return new TnsPacket(packet.put(body).array());
    }

    /**
     * The next packet.
     *
     * @throws EOFException when the other end has closed
     * @throws IOException when what comes is no packet
     */
    static TnsPacket read(DataInputStream in) throws IOException {
        byte[] header = in.readNBytes(HEADER);
        if (header.length < HEADER) {
            throw new EOFException("closed after " + header.length + " bytes of a header");
        }
        int length = ByteBuffer.wrap(header).getShort() & 0xffff;
        if (length < HEADER) {
            throw new IOException("no packet of Oracle Net: its length is " + length);
        }
        byte[] packet = Arrays.copyOf(header, length);
        in.readFully(packet, HEADER, length - HEADER);
        return new TnsPacket(packet);
    }

    int type() {
        return bytes[4] & 0xff;
    }

    int flags() {
        return bytes[5] & 0xff;
    }

    int length() {
        return bytes.length;
    }

    /** Two bytes as a number, counted from the beginning of the header. */
    int number(int offset) throws IOException {
        if (offset + 2 > bytes.length) {
            throw new IOException("a packet of type " + type() + " has only " + bytes.length + " bytes");
        }
        return ByteBuffer.wrap(bytes).getShort(offset) & 0xffff;
    }

    /** All from there on, counted from the beginning of the header. */
    byte[] from(int offset) throws IOException {
        if (offset < HEADER || offset > bytes.length) {
            throw new IOException(
                    "a packet of type " + type() + " has " + bytes.length + " bytes, and nothing at " + offset);
        }
        return Arrays.copyOfRange(bytes, offset, bytes.length);
    }

    byte[] bytes() {
        return bytes.clone();
    }
}
