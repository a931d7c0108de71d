package io.gulliver.evidence;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a text that may be gzipped, cut off or damaged; holds one line at a time.
 *
 * <p>A line is UTF-8 or else Latin-1, ends with LF or CR LF, and loses what goes beyond {@value #LONGEST} bytes. When
 * the archive is damaged or ends early, what came before is given and {@link #damage()} says so.
 */
public final class TextLines {
    static final int LONGEST = 64 * 1024;
    /** What of a line is kept, in bytes. */
    public static final int LONGEST_BYTES = LONGEST;

    /** A gzip of 200 MB can unfold to 200 GB; no capture comes near this. */
    static final long MOST_BYTES = 2L * 1024 * 1024 * 1024;

    private final InputStream in;
    private final byte[] chunk = new byte[32 * 1024];
    private int next;
    private int filled;
    private byte[] line = new byte[1024];
    private long number;
    private long bytes;
    private boolean ended;
    private boolean terminated = true;
    private boolean shortened;
    private @Nullable String damage;

    private TextLines(InputStream in) {
        this.in = in;
    }

    /** @param in is not closed */
    public static TextLines of(InputStream in) throws IOException {
        PushbackInputStream start = new PushbackInputStream(in, 2);
        byte[] magic = start.readNBytes(2);
        start.unread(magic);
        boolean gzip = magic.length == 2 && magic[0] == (byte) 0x1f && magic[1] == (byte) 0x8b;
        if (!gzip) {
            return new TextLines(start);
        }
        try {
            return new TextLines(new GZIPInputStream(start, 16 * 1024));
        } catch (EOFException | ZipException e) {
            TextLines nothing = new TextLines(InputStream.nullInputStream());
            nothing.damage = "the gzip archive is damaged in its first bytes";
            return nothing;
        }
    }

    /** The next line without its end, or null. */
    public @Nullable String next() throws IOException {
        int length = 0;
        boolean any = false;
        terminated = false;
        shortened = false;
        while (true) {
            if (next == filled && !fill()) {
                break;
            }
            byte one = chunk[next++];
            any = true;
            if (one == '\n') {
                terminated = true;
                break;
            }
            if (length == line.length && length < LONGEST) {
                line = Arrays.copyOf(line, Math.min(LONGEST, length * 2));
            }
            if (length < line.length) {
                line[length++] = one;
            } else {
                shortened = true;
            }
        }
        if (!any) {
            return null;
        }
        number++;
        if (length > 0 && line[length - 1] == '\r') {
            length--;
        }
        return text(length);
    }

    private String text(int length) {
        int from =
                number == 1 && length >= 3 && line[0] == (byte) 0xEF && line[1] == (byte) 0xBB && line[2] == (byte) 0xBF
                        ? 3
                        : 0;
        for (int i = from; i < length; i++) {
            if (line[i] < 0) {
                try {
                    return StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(line, from, length - from))
                            .toString();
                } catch (CharacterCodingException e) {
                    break;
                }
            }
        }
        return new String(line, from, length - from, StandardCharsets.ISO_8859_1);
    }

    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        try {
            int count = in.read(chunk);
            if (count > 0) {
                next = 0;
                filled = count;
                bytes += count;
                if (bytes <= MOST_BYTES) {
                    return true;
                }
                damage = "reading stopped after " + MOST_BYTES / 1024 / 1024 + " MB of text";
            }
        } catch (EOFException e) {
            damage = "the gzip archive ends before its end: the download was cut off";
        } catch (ZipException e) {
            damage = "the gzip archive is damaged: " + e.getMessage();
        }
        next = 0;
        filled = 0;
        ended = true;
        return false;
    }

    /** Number of the line given last, from 1. */
    public long number() {
        return number;
    }

    /** Whether the line given last ended with a line end; the last one of a cut file does not. */
    public boolean terminated() {
        return terminated;
    }

    /** Whether the line given last lost text. */
    public boolean shortened() {
        return shortened;
    }

    /** What is wrong with the bytes, known once they are read; null when nothing is. */
    public @Nullable String damage() {
        return damage;
    }
}
