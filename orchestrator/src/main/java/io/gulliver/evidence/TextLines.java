package io.gulliver.evidence;

import com.google.re2j.Pattern;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a text that may be gzipped, cut off or damaged; holds one line at a time.
 *
 * <p>A line is UTF-8 or else Latin-1 (a file in UTF-16 is converted), ends with LF or CR LF, loses the colours of a
 * terminal, and what goes beyond {@value #LONGEST} bytes. When the archive is damaged or ends early, what came before is
 * given and {@link #damage()} says so.
 */
public final class TextLines {
    static final int LONGEST = 64 * 1024;
    /** What of a line is kept, in bytes. */
    public static final int LONGEST_BYTES = LONGEST;

    /** A gzip of 200 MB can unfold to 200 GB; no capture comes near this. */
    static final long MOST_BYTES = 2L * 1024 * 1024 * 1024;

    private static final char ESCAPE = '\u001b';
    /** Control sequences of terminals (ECMA-48): CSI, OSC with its end, and the two-letter ones. */
    private static final Pattern SEQUENCE = Pattern.compile("\u001b(?:\\[[0-?]*[ -/]*[@-~]"
            + "|\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)?|[()*+][0-9A-Za-z]|[ -/]*[0-~])");

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

    /** Damage of the content that somebody met before, in words for {@link #damage()}. */
    public static final class Damaged extends EOFException {
        private static final long serialVersionUID = 1;

        public Damaged(String damage) {
            super(damage);
        }
    }

    private TextLines(InputStream in) {
        this.in = in;
    }

    /** @param in is not closed */
    public static TextLines of(InputStream in) throws IOException {
        try {
            return new TextLines(PlainBytes.of(in));
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
        while (length > 0 && line[length - 1] == '\r') {
            length--;
        }
        String text = text(length);
        return text.indexOf(ESCAPE) < 0 && text.indexOf('\b') < 0 ? text : plain(text);
    }

    /** Without colours, titles and strokes taken back, as {@code script} and a coloured terminal leave them. */
    private static String plain(String text) {
        String uncoloured = SEQUENCE.matcher(text).replaceAll("");
        StringBuilder kept = new StringBuilder(uncoloured.length());
        for (int i = 0; i < uncoloured.length(); i++) {
            char c = uncoloured.charAt(i);
            if (c != '\b') {
                kept.append(c);
            } else if (kept.length() > 0) {
                kept.setLength(kept.length() - 1);
            }
        }
        return kept.toString();
    }

    private String text(int length) {
        // also where several files were joined into one
        int from = length >= 3 && line[0] == (byte) 0xEF && line[1] == (byte) 0xBB && line[2] == (byte) 0xBF ? 3 : 0;
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
        } catch (Damaged e) {
            damage = e.getMessage();
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
