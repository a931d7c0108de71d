package io.gulliver.evidence;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The plain content of a file as UTF-8: unpacked where it is gzipped, and converted where it is in UTF-16, as Windows
 * writes what a command prints.
 */
public final class PlainBytes {
    private static final int HEAD = 4;
    /** So many bytes of prompts and banners can stand before a JSON text. */
    private static final int BANNER = 16 * 1024;

    private PlainBytes() {}

    /** Whether bytes begin as a gzip archive does. */
    public static boolean gzipped(byte[] head) {
        return head.length >= 2 && head[0] == (byte) 0x1f && head[1] == (byte) 0x8b;
    }

    /**
     * The content, unpacked when it begins as gzip does.
     *
     * @param in is not closed
     * @throws java.util.zip.ZipException the archive is damaged; while reading also {@link java.io.EOFException} where it
     *     ends early
     */
    public static InputStream of(InputStream in) throws IOException {
        PushbackInputStream start = new PushbackInputStream(in, HEAD);
        byte[] magic = start.readNBytes(2);
        start.unread(magic);
        if (!gzipped(magic)) {
            return converted(start);
        }
        return converted(new PushbackInputStream(new GZIPInputStream(start, 16 * 1024), HEAD));
    }

    private static InputStream converted(PushbackInputStream in) throws IOException {
        byte[] head = new byte[HEAD];
        int length = 0;
        try {
            length = in.readNBytes(head, 0, HEAD);
        } catch (java.io.EOFException | java.util.zip.ZipException damaged) {
            // said again by the next read, to those who ask for the damage there
            return new Failing(damaged);
        }
        in.unread(head, 0, length);
        Charset wide = length < HEAD ? null : wide(head);
        return wide == null ? in : new Narrowed(new InputStreamReader(in, wide));
    }

    /**
     * The content from the first line on that begins a JSON text; lines of a prompt or a banner before it become empty
     * ones, so that later lines keep their numbers.
     *
     * @param in is not closed
     */
    public static InputStream json(InputStream in) throws IOException {
        BufferedInputStream plain = new BufferedInputStream(of(in), BANNER);
        plain.mark(BANNER);
        byte[] head = ahead(plain);
        plain.reset();
        int line = 0;
        int lines = 0;
        for (int at = 0; at <= head.length; at++) {
            if (at == head.length || head[at] == '\n') {
                String text = new String(head, line, at - line, StandardCharsets.UTF_8);
                if (beginsJson(text)) {
                    plain.skipNBytes(line);
                    return new SequenceInputStream(
                            new ByteArrayInputStream("\n".repeat(lines).getBytes(StandardCharsets.US_ASCII)), plain);
                }
                line = at + 1;
                lines++;
            }
        }
        return plain;
    }

    private static byte[] ahead(InputStream in) throws IOException {
        byte[] head = new byte[BANNER - 1];
        int length = 0;
        try {
            for (int some = 0; some >= 0 && length < head.length; some = in.read(head, length, head.length - length)) {
                length += some;
            }
        } catch (java.io.EOFException | java.util.zip.ZipException damaged) {
            // said again when that place is read
        }
        return Arrays.copyOf(head, length);
    }

    /** What is wrong with an archive, in words for people. */
    public static String damage(IOException e) {
        return e instanceof java.io.EOFException
                ? "the gzip archive ends before its end: the download was cut off"
                : "the gzip archive is damaged: " + e.getMessage();
    }

    /** Whether a line is the first one of a JSON text, and not of a prompt like {@code [oracle@db ~]$}. */
    public static boolean beginsJson(String line) {
        String text = line.replace("\ufeff", "").strip();
        return text.startsWith("{") || Regex.matches(text, "(?s)\\[\\s*([{\\[\"\\]].*)?");
    }

    /** UTF-16 is known by its mark, or by the empty half of each of the first two signs. */
    private static @Nullable Charset wide(byte[] head) {
        if (head[0] == (byte) 0xFF && head[1] == (byte) 0xFE
                || head[0] > 0 && head[1] == 0 && head[2] > 0 && head[3] == 0) {
            return StandardCharsets.UTF_16LE;
        }
        return head[0] == (byte) 0xFE && head[1] == (byte) 0xFF
                        || head[0] == 0 && head[1] > 0 && head[2] == 0 && head[3] > 0
                ? StandardCharsets.UTF_16BE
                : null;
    }

    /** An archive whose first bytes cannot be unpacked. */
    private static final class Failing extends InputStream {
        private final IOException damage;

        Failing(IOException damage) {
            this.damage = damage;
        }

        @Override
        public int read() throws IOException {
            throw damage;
        }
    }

    /** Text of any form as UTF-8. */
    private static final class Narrowed extends InputStream {
        private final Reader reader;
        private final char[] chars = new char[8 * 1024];
        private byte[] bytes = new byte[0];
        private int at;
        private char pending;

        Narrowed(Reader reader) {
            this.reader = reader;
        }

        @Override
        public int read() throws IOException {
            return more() ? bytes[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!more()) {
                return -1;
            }
            int some = Math.min(length, bytes.length - at);
            System.arraycopy(bytes, at, into, from, some);
            at += some;
            return some;
        }

        private boolean more() throws IOException {
            while (at == bytes.length) {
                int count = 0;
                if (pending != 0) {
                    chars[count++] = pending;
                    pending = 0;
                }
                int some = reader.read(chars, count, chars.length - count);
                if (some < 0 && count == 0) {
                    return false;
                }
                count += Math.max(0, some);
                if (some >= 0 && Character.isHighSurrogate(chars[count - 1])) {
                    pending = chars[--count];
                }
                bytes = new String(chars, 0, count).getBytes(StandardCharsets.UTF_8);
                at = 0;
            }
            return true;
        }
    }
}
