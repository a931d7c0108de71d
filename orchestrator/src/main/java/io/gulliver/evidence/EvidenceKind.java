package io.gulliver.evidence;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.regex.Pattern;

/** What kind of file this is, judged by its content, never by its name. */
public enum EvidenceKind {
    AWR_MINER("awr-miner", "AWR Miner capture"),
    SAR_TEXT("sar", "sar report as text"),
    SADF_JSON("sadf-json", "sadf -j report"),
    INVENTORY_CSV("inventory-csv", "inventory list"),
    NOT_RECOGNISED("not-recognised", "file of no known kind");

    /** So many first bytes are enough to tell. */
    public static final int HEAD_BYTES = 64 * 1024;

    /** A gzipped head can unfold to a thousand times its size. */
    private static final int MOST_TEXT = 1024 * 1024;

    private static final Pattern SAR_HEAD = Pattern.compile("(Linux|SunOS|AIX|HP-UX) +\\S+.*");
    private static final Pattern AWR = Pattern.compile("~~BEGIN-[A-Za-z0-9_-]+~~");
    private final String word;
    private final String title;

    EvidenceKind(String word, String title) {
        this.word = word;
        this.title = title;
    }

    /** As the API says it. */
    public String word() {
        return word;
    }

    /** As people say it. */
    public String title() {
        return title;
    }

    /**
     * Looks at the beginning of a file, gzipped or plain.
     *
     * @param head the first {@value #HEAD_BYTES} bytes, or all when there are fewer
     */
    public static EvidenceKind of(byte[] head) {
        try {
            TextLines lines = TextLines.of(new ByteArrayInputStream(head));
            boolean first = true;
            StringBuilder start = new StringBuilder();
            long seen = 0;
            for (String line = lines.next(); line != null && seen < MOST_TEXT; line = lines.next()) {
                seen += line.length() + 1;
                if (line.isBlank()) {
                    continue;
                }
                if (AWR.matcher(line.strip()).matches()) {
                    return AWR_MINER;
                }
                if (first) {
                    if (SAR_HEAD.matcher(line).matches()) {
                        return SAR_TEXT;
                    }
                    if (inventory(line)) {
                        return INVENTORY_CSV;
                    }
                    first = false;
                }
                if (start.length() < 2000) {
                    start.append(line.strip());
                }
            }
            return start.indexOf("{") == 0 && start.indexOf("\"sysstat\"") > 0 ? SADF_JSON : NOT_RECOGNISED;
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory could not be read", e);
        }
    }

    private static boolean inventory(String header) {
        boolean database = false;
        boolean application = false;
        for (String cell : header.split("[,;\t]", -1)) {
            String name = cell.strip().replace("\"", "").toLowerCase(Locale.ROOT);
            database |= name.equals("database");
            application |= name.equals("application");
        }
        return database && application;
    }
}
