package io.gulliver.lab.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Functions that Oracle has and the rows' store has not; called by it, by name. */
public final class LabFunctions {

    private static final long UNSIGNED = 4_294_967_295L;

    /** The highest that was told. */
    private static final AtomicLong SCN = new AtomicLong(quiet());

    /** Of the estate's character sets those that are not UTF-8. */
    private static final Map<String, Charset> CHARACTER_SETS = Map.of(
            "WE8ISO8859P1", StandardCharsets.ISO_8859_1,
            "WE8ISO8859P15", Charset.forName("ISO-8859-15"),
            "EE8ISO8859P2", Charset.forName("ISO-8859-2"),
            "WE8MSWIN1252", Charset.forName("windows-1252"),
            "JA16SJIS", Charset.forName("Shift_JIS"),
            "KO16MSWIN949", Charset.forName("x-windows-949"));

    private LabFunctions() {}

    /** STANDARD_HASH of a text. */
    public static byte @Nullable [] standardHash(@Nullable String text, String algorithm) {
        if (!"SHA256".equals(algorithm)) {
            throw new IllegalArgumentException("The lab knows STANDARD_HASH with SHA256 alone");
        }
        // Oracle digests NULL as the empty text.
        return sha256().digest((text == null ? "" : text).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * ORA_HASH of a text: a bucket from 0 to the largest, another one for another seed. Not Oracle's own figures, but as in
     * Oracle the bytes are those of the database's character set, so equal texts differ where those sets do.
     */
    public static @Nullable Long oraHash(String characterSet, @Nullable String text, long maxBucket, long seed) {
        if (maxBucket < 0 || maxBucket > UNSIGNED || seed < 0 || seed > UNSIGNED) {
            throw new IllegalArgumentException("ORA_HASH takes buckets and seeds from 0 to " + UNSIGNED);
        }
        if (text == null) {
            return null;
        }
        MessageDigest digest = sha256();
        digest.update(ByteBuffer.allocate(8).putLong(seed).array());
        byte[] hash = digest.digest(text.getBytes(CHARACTER_SETS.getOrDefault(characterSet, StandardCharsets.UTF_8)));
        return (ByteBuffer.wrap(hash).getInt() & UNSIGNED) % (maxBucket + 1);
    }

    /** UTL_I18N.STRING_TO_RAW. */
    public static byte @Nullable [] stringToRaw(@Nullable String text, String characterSet) {
        if (!"AL32UTF8".equals(characterSet)) {
            throw new IllegalArgumentException("The lab knows UTL_I18N.STRING_TO_RAW with AL32UTF8 alone");
        }
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** UTL_RAW.CAST_TO_RAW: the bytes that the database holds, of which a RAW of SQL takes 2000 (ORA-06502). */
    public static byte @Nullable [] castToRaw(String characterSet, @Nullable String text) {
        byte[] bytes = bytes(characterSet, text);
        if (bytes != null && bytes.length > 2000) {
            throw new OraError(6502, "PL/SQL: numeric or value error: raw variable length too long");
        }
        return bytes;
    }

    /** By what two texts are compared. */
    public static byte @Nullable [] bytes(String characterSet, @Nullable String text) {
        return text == null ? null : text.getBytes(CHARACTER_SETS.getOrDefault(characterSet, StandardCharsets.UTF_8));
    }

    /** HEXTORAW. */
    public static byte @Nullable [] hexToRaw(@Nullable String hex) {
        try {
            return hex == null ? null : HexFormat.of().parseHex(hex);
        } catch (IllegalArgumentException e) {
            throw new OraError(1465, "invalid hex number");
        }
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
        MessageDigest digest = hash(algorithm);
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
        return hash(algorithm).digest(text.toString().getBytes(StandardCharsets.UTF_8));
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

    /** The SCN of this moment: grows about three a second, as on a quiet database, and with each {@link #nextScn}. */
    public static long scn() {
        return SCN.updateAndGet(last -> Math.max(last, quiet()));
    }

    /** The SCN of a change: later than any that somebody read before it, however short that is ago. */
    static long nextScn() {
        return SCN.updateAndGet(last -> Math.max(last + 1, quiet()));
    }

    private static long quiet() {
        return System.currentTimeMillis() / 333 - 4_000_000_000L;
    }

    /** HASH_SH1 is 3, HASH_SH256 is 4. */
    private static MessageDigest hash(int algorithm) {
        switch (algorithm) {
            case 3:
                return digest("SHA-1");
            case 4:
                return sha256();
            default:
                throw new IllegalArgumentException("The lab knows DBMS_CRYPTO.HASH with 3 and 4 alone");
        }
    }

    static MessageDigest sha256() {
        return digest("SHA-256");
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }
}
