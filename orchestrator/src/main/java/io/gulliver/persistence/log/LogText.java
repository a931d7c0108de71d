package io.gulliver.persistence.log;

import io.gulliver.domain.migration.LogLevel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The lines of one chunk with their times: packed, and the index by which a search passes it over. Pure. */
final class LogText {
    /** Most bytes of text in a chunk, in UTF-8 with line ends. */
    static final int MOST = 256 * 1024;

    /** A longer line goes on in the next one; three bytes a character are the most, so it fits a chunk. */
    static final int LONGEST_LINE = 64 * 1024;

    /** A line of a chunk with its times. */
    record Line(@Nullable Instant hostAt, Instant readAt, String text) {}

    private final List<Line> lines = new ArrayList<>();
    private int bytes;

    /** Whether there is room for one more. */
    boolean fits(Line line) {
        return bytes + size(line) <= MOST;
    }

    void add(Line line) {
        lines.add(line);
        bytes += size(line);
    }

    private static int size(Line line) {
        return line.text().getBytes(StandardCharsets.UTF_8).length + 1;
    }

    List<Line> lines() {
        return lines;
    }

    /** Of the text, in UTF-8 with line ends. */
    int bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** How many lines are of each level. */
    Map<LogLevel, Integer> levels() {
        Map<LogLevel, Integer> levels = new EnumMap<>(LogLevel.class);
        lines.forEach(line -> levels.merge(LogLevel.of(line.text()), 1, Integer::sum));
        return levels;
    }

    /** The words index: a bit for each three letters that stand together in a line. */
    byte[] words() {
        return WordFilter.of(lines.stream().map(Line::text).toList(), bytes);
    }

    /** Times as runs (from which line on, which), then the text; all of it zipped. */
    byte[] packed() {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(packed))) {
            out.writeInt(lines.size());
            long host = Long.MIN_VALUE;
            long read = Long.MIN_VALUE;
            for (int i = 0; i < lines.size(); i++) {
                Line line = lines.get(i);
                long hostNow = line.hostAt() == null ? -1 : line.hostAt().getEpochSecond();
                long readNow = line.readAt().toEpochMilli();
                if (hostNow != host || readNow != read) {
                    out.writeInt(i);
                    out.writeLong(hostNow);
                    out.writeLong(readNow);
                    host = hostNow;
                    read = readNow;
                }
            }
            out.writeInt(-1);
            for (Line line : lines) {
                out.write(line.text().getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    static LogText unpacked(byte[] packed) {
        try (DataInputStream in = new DataInputStream(new GZIPInputStream(new ByteArrayInputStream(packed)))) {
            int count = in.readInt();
            long[] host = new long[count];
            long[] read = new long[count];
            int done = 0;
            long hostNow = -1;
            long readNow = 0;
            for (int next = in.readInt(); next >= 0; next = in.readInt()) {
                for (; done < next; done++) {
                    host[done] = hostNow;
                    read[done] = readNow;
                }
                hostNow = in.readLong();
                readNow = in.readLong();
            }
            for (; done < count; done++) {
                host[done] = hostNow;
                read[done] = readNow;
            }
            String[] texts = new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1);
            LogText text = new LogText();
            for (int i = 0; i < count; i++) {
                text.add(new Line(
                        host[i] < 0 ? null : Instant.ofEpochSecond(host[i]), Instant.ofEpochMilli(read[i]), texts[i]));
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException("A chunk of a log cannot be unpacked", e);
        }
    }
}
