package io.gulliver.persistence.log;

import io.gulliver.domain.migration.LogLevel;
import io.gulliver.persistence.view.LogLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds lines of one log by the heads of its chunks, and unpacks only those that may hold them. Pure. */
final class LogBook {
    /**
     * What is known of a chunk without unpacking it.
     *
     * @param chunk its number within the log, from 0
     * @param firstLine from 1
     * @param lines how many
     * @param notes lines of that level
     * @param warnings likewise
     * @param errors likewise
     */
    record Head(int chunk, long firstLine, int lines, int notes, int warnings, int errors) {
        private boolean has(LogLevel least) {
            return switch (least) {
                case PLAIN -> true;
                case NOTE -> notes + warnings + errors > 0;
                case WARNING -> warnings + errors > 0;
                case ERROR -> errors > 0;
            };
        }
    }

    /** Where the chunks are. */
    interface Chunks {
        /** Chunks with lines from one on, at most so many, in their order. */
        List<Head> heads(long fromLine, int count);

        byte[] content(int chunk);

        byte[] words(int chunk);
    }

    private static final int HEADS = 256;

    private final int number;
    private final Chunks chunks;

    /** @param number of the log within its step */
    LogBook(int number, Chunks chunks) {
        this.number = number;
        this.chunks = chunks;
    }

    /** Lines from one on, at most so many. */
    List<LogLine> lines(long from, int count) {
        List<LogLine> found = new ArrayList<>();
        long next = Math.max(1, from);
        while (found.size() < count) {
            List<Head> heads = chunks.heads(next, 1);
            if (heads.isEmpty()) {
                break;
            }
            Head head = heads.get(0);
            LogText text = LogText.unpacked(chunks.content(head.chunk()));
            for (int i = (int) Math.max(0, next - head.firstLine()); i < head.lines() && found.size() < count; i++) {
                found.add(line(head, text, i));
            }
            next = head.firstLine() + head.lines();
        }
        return found;
    }

    /** Lines behind one that hold a text and are of a level or above, at most so many. */
    List<LogLine> search(String word, LogLevel least, long after, int count) {
        String small = word.toLowerCase(Locale.ROOT);
        List<LogLine> found = new ArrayList<>();
        long next = Math.max(0, after) + 1;
        while (found.size() < count) {
            List<Head> heads = chunks.heads(next, HEADS);
            if (heads.isEmpty()) {
                break;
            }
            for (Head head : heads) {
                if (found.size() < count
                        && head.has(least)
                        && (small.isEmpty() || WordFilter.mayHold(chunks.words(head.chunk()), small))) {
                    LogText content = LogText.unpacked(chunks.content(head.chunk()));
                    for (int i = (int) Math.max(0, next - head.firstLine());
                            i < head.lines() && found.size() < count;
                            i++) {
                        String text = content.lines().get(i).text();
                        // The level is looked for last: it takes longer than all else.
                        if (text.toLowerCase(Locale.ROOT).contains(small)) {
                            LogLine line = line(head, content, i);
                            if (line.level().compareTo(least) >= 0) {
                                found.add(line);
                            }
                        }
                    }
                }
                next = head.firstLine() + head.lines();
            }
        }
        return found;
    }

    private LogLine line(Head head, LogText text, int i) {
        LogText.Line line = text.lines().get(i);
        return new LogLine(
                number, head.firstLine() + i, LogLevel.of(line.text()), line.hostAt(), line.readAt(), line.text());
    }
}
