package io.gulliver.lab.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Functions that Oracle has and the rows' store has not; called by it, by name. */
public final class LabFunctions {

    private LabFunctions() {}

    /** STANDARD_HASH of a text. */
    public static byte @Nullable [] standardHash(@Nullable String text, String algorithm) {
        if (!"SHA256".equals(algorithm)) {
            throw new IllegalArgumentException("The lab knows STANDARD_HASH with SHA256 alone");
        }
        // Oracle digests NULL as the empty text.
        return sha256().digest((text == null ? "" : text).getBytes(StandardCharsets.UTF_8));
    }

    /** TO_NUMBER with a format of X. */
    public static @Nullable BigDecimal toNumber(@Nullable String hex, String format) {
        if (!format.matches("X+")) {
            throw new IllegalArgumentException("The lab knows TO_NUMBER with a hexadecimal format alone");
        }
        return hex == null ? null : new BigDecimal(new BigInteger(hex, 16));
    }

    /** DBMS_CRYPTO.HASH of a BLOB. */
    public static byte @Nullable [] hashBlob(@Nullable Blob lob, int algorithm) throws SQLException, IOException {
        if (lob == null) {
            return null;
        }
        MessageDigest digest = sha256();
        try (InputStream in = lob.getBinaryStream()) {
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return digest.digest();
    }

    /** DBMS_CRYPTO.HASH of a CLOB, digested in AL32UTF8. */
    public static byte @Nullable [] hashClob(@Nullable Clob lob, int algorithm) throws SQLException, IOException {
        if (lob == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        try (Reader in = lob.getCharacterStream()) {
            char[] buffer = new char[4096];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                text.append(buffer, 0, n);
            }
        }
        return sha256().digest(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** UTL_RAW.CAST_FROM_BINARY_DOUBLE with the big-endian flag. */
    public static byte @Nullable [] rawDouble(@Nullable Double value, int endian) {
        return value == null ? null : ByteBuffer.allocate(8).putDouble(value).array();
    }

    /** UTL_RAW.CAST_FROM_BINARY_FLOAT with the big-endian flag. */
    public static byte @Nullable [] rawFloat(@Nullable Float value, int endian) {
        return value == null ? null : ByteBuffer.allocate(4).putFloat(value).array();
    }

    /** SYS_EXTRACT_UTC. */
    public static @Nullable OffsetDateTime extractUtc(@Nullable OffsetDateTime time) {
        return time == null ? null : time.withOffsetSameInstant(ZoneOffset.UTC);
    }

    /** The SCN of this moment: grows about three a second, as on a quiet database. */
    public static long scn() {
        return System.currentTimeMillis() / 333 - 4_000_000_000L;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
