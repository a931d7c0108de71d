package io.gulliver.lab.oracle.driver;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * The words between the lab's driver and its listener.
 *
 * <p>Logon: {@link #MAGIC}, the descriptor without its addresses, user, password, {@code sysdba} flag, program; answer {@link #OK} or {@link #ERROR}, code,
 * message. Then any number of: {@link #EXECUTE}, client information that has changed
 * (a count, then name and value of each), text, whether it only reads, seconds that it may take (0 for ever), binds; answer {@link #OK}, columns (name, type letter), then rows,
 * each after a {@code true}, and a {@code false} at the end. At last {@link #QUIT}; answer {@link #OK} when the session
 * is gone. Values: a type letter and the value as text.
 */
public final class Wire {

    public static final int MAGIC = 0x474C4233;
    public static final byte EXECUTE = 1;
    public static final byte QUIT = 2;
    public static final byte OK = 10;
    public static final byte ERROR = 11;

    public static final char NUMBER = 'N';
    public static final char TEXT = 'S';
    public static final char TIME = 'T';
    private static final char NULL = '-';

    private Wire() {}

    /** Writes a text of any length. */
    public static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads a text. */
    public static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    /** Writes a number, text, timestamp or null. */
    public static void writeValue(DataOutputStream out, @Nullable Object value) throws IOException {
        if (value == null) {
            out.writeByte(NULL);
        } else if (value instanceof BigDecimal number) {
            out.writeByte(NUMBER);
            writeText(out, number.toPlainString());
        } else if (value instanceof Timestamp time) {
            out.writeByte(TIME);
            writeText(out, time.toString());
        } else {
            out.writeByte(TEXT);
            writeText(out, value.toString());
        }
    }

    /** Reads what {@link #writeValue} wrote. */
    public static @Nullable Object readValue(DataInputStream in) throws IOException {
        char type = (char) in.readByte();
        switch (type) {
            case NULL:
                return null;
            case NUMBER:
                return new BigDecimal(readText(in));
            case TIME:
                return Timestamp.valueOf(readText(in));
            case TEXT:
                return readText(in);
            default:
                throw new IOException("unknown value type " + type);
        }
    }
}
