package io.gulliver.evidence.intake;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a file that somebody attaches is, by its bytes alone: its name and the type that a browser says are not asked. */
public enum AttachedKind {
    /** Logs, lists, scripts and answers of a terminal. */
    TEXT("txt", "log", "lst", "out", "csv", "sql", "trc", "json", "par", "ora", "md"),
    PNG("png"),
    JPEG("jpg", "jpeg"),
    PDF("pdf");

    private static final byte[] PNG_HEAD = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte[] JPEG_HEAD = {(byte) 0xff, (byte) 0xd8, (byte) 0xff};
    private static final byte[] PDF_HEAD = {'%', 'P', 'D', 'F', '-'};

    private final List<String> endings;

    AttachedKind(String... endings) {
        this.endings = List.of(endings);
    }

    /** The kind of a whole file; empty for one that is none of those that are taken. */
    public static Optional<AttachedKind> of(byte[] content) {
        if (begins(content, PNG_HEAD)) {
            return Optional.of(PNG);
        }
        if (begins(content, JPEG_HEAD)) {
            return Optional.of(JPEG);
        }
        if (begins(content, PDF_HEAD)) {
            return Optional.of(PDF);
        }
        return text(content) ? Optional.of(TEXT) : Optional.empty();
    }

    /** The name with an ending of this kind: one that says something else gets ours behind it. */
    public String named(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        return endings.stream().anyMatch(ending -> small.endsWith("." + ending)) ? name : name + "." + endings.get(0);
    }

    private static boolean begins(byte[] content, byte[] head) {
        if (content.length < head.length) {
            return false;
        }
        for (int i = 0; i < head.length; i++) {
            if (content[i] != head[i]) {
                return false;
            }
        }
        return true;
    }

    /** Without signs that no text has, whichever its character set: terminals colour lines by ESC and erase by BS. */
    private static boolean text(byte[] content) {
        for (byte one : content) {
            boolean blank = one == '\t' || one == '\n' || one == '\r' || one == '\f' || one == '\b' || one == 0x1b;
            if (one >= 0 && one < ' ' && !blank) {
                return false;
            }
        }
        return content.length > 0;
    }
}
