package io.gulliver.lab.oracle.tns;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How the front door answers one CONNECT. */
public sealed interface Answer {

    /** What becomes of the connection after the answer. */
    enum Then {
        /** The same client may ask again on it. */
        LISTEN,
        /** It stands, and nothing more comes. */
        WAIT,
        /** It is closed. */
        CLOSE
    }

    /** Sends what is to be sent. */
    Then send(ConnectRequest request, OutputStream out) throws IOException;

    /** REFUSE with the code of an error, as a listener of 21c words it. */
    static Answer refused(int code) {
        return new Refused(code);
    }

    /** REDIRECT to another listener, with the connect data for it, as listeners do since 12.1. */
    static Answer redirected(String host, int port) {
        return new Redirected(host, port, true);
    }

    /** REDIRECT with the address alone, as in the Administrator's Guide; the client repeats its own connect data. */
    static Answer redirectedByAddress(String host, int port) {
        return new Redirected(host, port, false);
    }

    /** RESEND: the client sends the same request again, on the same connection. */
    static Answer resend() {
        return new Resend();
    }

    /** Nothing, ever. */
    static Answer silence() {
        return new Silence();
    }

    /**
     * The first bytes of a REFUSE, and the connection is closed.
     *
     * @param bytes how many, 0 for none
     */
    static Answer cut(int bytes) {
        return new Cut(bytes);
    }

    /** ACCEPT, and nothing after it: what a client says then is answered by nobody. */
    static Answer accepted() {
        return new Accepted();
    }

    /**
     * Body: reason of the application (1 byte), of the system (1), length of the text (2), the text (Wireshark, {@code
     * dissect_tns_refuse}; 0x22, 0 and the words of the text as a 21c XE sent them).
     *
     * @param code without {@code ORA-}
     */
    record Refused(int code) implements Answer {
        private static final int REASON = 0x22;
        /** 21.0.0.0.0 as {@code VSNNUM}. */
        private static final int RELEASE = 352_321_536;

        byte[] packet() {
            byte[] text = ("(DESCRIPTION=(TMP=)(VSNNUM=" + RELEASE + ")(ERR=" + code + ")(ERROR_STACK=(ERROR=(CODE="
                            + code + ")(EMFI=4))))")
                    .getBytes(StandardCharsets.US_ASCII);
            ByteBuffer body = ByteBuffer.allocate(4 + text.length);
            body.put((byte) REASON).put((byte) 0).putShort((short) text.length).put(text);
            return TnsPacket.of(TnsPacket.REFUSE, 0, body.array()).bytes();
        }

        @Override
        public Then send(ConnectRequest request, OutputStream out) throws IOException {
            out.write(packet());
            return Then.CLOSE;
        }
    }

    /**
     * Body: length (2 bytes), then an address. With the flag that they are separated, address, zero byte and connect data
     * follow in a DATA packet: python-oracledb waits for one in any case.
     *
     * @param separated whether the connect data go with it
     */
    record Redirected(String host, int port, boolean separated) implements Answer {
        @Override
        public Then send(ConnectRequest request, OutputStream out) throws IOException {
            String address = "(ADDRESS=(PROTOCOL=tcp)(HOST=" + host + ")(PORT=" + port + "))";
            byte[] data =
                    (separated ? address + "\0" + request.descriptor() : address).getBytes(StandardCharsets.UTF_8);
            ByteBuffer body = ByteBuffer.allocate(separated ? 2 : 2 + data.length);
            body.putShort((short) data.length);
            if (separated) {
                out.write(TnsPacket.of(TnsPacket.REDIRECT, TnsPacket.REDIRECT_SEPARATED, body.array())
                        .bytes());
                ByteBuffer after = ByteBuffer.allocate(TnsPacket.DATA_FLAGS + data.length);
                out.write(TnsPacket.of(
                                TnsPacket.DATA,
                                0,
                                after.position(TnsPacket.DATA_FLAGS).put(data).array())
                        .bytes());
            } else {
                out.write(TnsPacket.of(TnsPacket.REDIRECT, 0, body.put(data).array())
                        .bytes());
            }
            return Then.CLOSE;
        }
    }

    /** A header without a body. */
    record Resend() implements Answer {
        @Override
        public Then send(ConnectRequest request, OutputStream out) throws IOException {
            out.write(TnsPacket.of(TnsPacket.RESEND, 0, new byte[0]).bytes());
            return Then.LISTEN;
        }
    }

    /** Sends nothing. */
    record Silence() implements Answer {
        @Override
        public Then send(ConnectRequest request, OutputStream out) {
            return Then.WAIT;
        }
    }

    /** @param bytes as many of a REFUSE are sent, at most all but the last */
    record Cut(int bytes) implements Answer {
        public Cut {
            if (bytes < 0) {
                throw new IllegalArgumentException("cut after " + bytes + " bytes");
            }
        }

        @Override
        public Then send(ConnectRequest request, OutputStream out) throws IOException {
            byte[] whole = new Refused(12_514).packet();
            out.write(Arrays.copyOf(whole, Math.min(bytes, whole.length - 1)));
            return Then.CLOSE;
        }
    }

    /**
     * Body: version (2 bytes), options (2), session and transport data unit (2 each), the number one (2), length and place of
     * data (2 each), two flags (1 each), 8 bytes that nobody reads, both data units again (4 each), 4 bytes that nobody
     * reads (node-oracledb, {@code AcceptPacket}; python-oracledb, {@code connect.pyx}). Flag 0x04: no native encryption.
     */
    record Accepted() implements Answer {
        /** Of 12.1, the lowest that python-oracledb takes; the length of later packets has 4 bytes. */
        private static final int VERSION = 315;

        private static final int UNIT = 8192;
        private static final int LENGTH = 45;
        private static final int NO_NATIVE_SERVICES = 0x04;

        @Override
        public Then send(ConnectRequest request, OutputStream out) throws IOException {
            ByteBuffer body = ByteBuffer.allocate(LENGTH - TnsPacket.HEADER);
            body.putShort((short) VERSION).putShort((short) 1);
            body.putShort((short) UNIT).putShort((short) UNIT).putShort((short) 1);
            body.putShort((short) 0).putShort((short) LENGTH);
            body.put((byte) NO_NATIVE_SERVICES).put((byte) NO_NATIVE_SERVICES).putLong(0);
            body.putInt(UNIT).putInt(UNIT);
            out.write(TnsPacket.of(TnsPacket.ACCEPT, 0, body.array()).bytes());
            return Then.WAIT;
        }
    }
}
