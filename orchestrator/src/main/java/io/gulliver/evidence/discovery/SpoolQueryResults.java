package io.gulliver.evidence.discovery;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes the answers out of what the discovery script wrote. A question whose rows are damaged, cut or followed by an ORA-
 * error has no answer, because a part of the rows would give wrong sums; the others have theirs.
 */
public final class SpoolQueryResults {
    static final String MARK = "gulliver ";
    private static final int MOST_ROWS = 500_000;
    /** The script asks a few hundred. */
    private static final int MOST_QUESTIONS = 5_000;

    /** What rows of all answers may take of the memory, by a rough count of what each cell needs. */
    private static final long MOST_BYTES = 192L * 1024 * 1024;

    private static final int BYTES_OF_ROW = 64;
    private static final int BYTES_OF_CELL = 96;
    private static final Pattern QUESTION = Pattern.compile("question ([a-z0-9-]+) ([a-z0-9-]+) ([A-Z0-9_$#,]+)");
    private static final Pattern ERROR = Pattern.compile("^((?:ORA|SP2|PLS)-\\d{4,5}): ?(.*)");
    private static final Pattern COLUMN_SEPARATOR = Pattern.compile(",");

    private final QueryResults answers = new QueryResults();
    private final Problems problems = new Problems();
    private final Map<String, SectionCoverage> sections = new LinkedHashMap<>();

    private @Nullable String question;
    private List<String> columns = List.of();
    private List<AnswerRow> rows = new ArrayList<>();
    private @Nullable String broken;
    private long from;
    private long bytes;
    private boolean begun;
    private boolean ended;

    private SpoolQueryResults() {}

    /**
     * Reads to the end; holds the rows, not the text.
     *
     * @param in plain or gzipped, any line ends; not closed
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static SpoolQueryResults read(InputStream in) throws IOException {
        SpoolQueryResults spool = new SpoolQueryResults();
        TextLines lines = TextLines.of(in);
        for (String line = lines.next(); line != null; line = lines.next()) {
            spool.line(line, lines);
        }
        spool.close(lines);
        return spool;
    }

    /** What was answered, and what was not and why. */
    public QueryResults answers() {
        return answers;
    }

    /** What is wrong with the file, by line. */
    public Problems problems() {
        return problems;
    }

    /** Whether the file is what the script writes, and whole. */
    public boolean whole() {
        return begun && ended;
    }

    List<SectionCoverage> sections() {
        return List.copyOf(sections.values());
    }

    private void line(String line, TextLines lines) {
        if (line.startsWith(MARK)) {
            mark(line.substring(MARK.length()).stripTrailing(), lines);
        } else if (question != null && line.startsWith("=")) {
            row(line.stripTrailing(), lines);
        } else if (question != null) {
            Matcher error = ERROR.matcher(line);
            if (error.find() && broken == null) {
                spoil(
                        error.group(1),
                        lines.number(),
                        error.group(1) + ": " + error.group(2).strip(),
                        "look the code up; often a privilege of the grant script is missing. The other questions stand");
            }
        }
    }

    private void mark(String words, TextLines lines) {
        if (words.startsWith("discovery ")) {
            begun |= Regex.matches(words, "discovery 1 begin .*");
            ended = words.equals("discovery 1 end");
            if (!words.startsWith("discovery 1 ")) {
                problems.add(
                        lines.number(),
                        null,
                        "written in the form '" + words + "', of which this reader knows 1 alone",
                        "render the script again with this release of Gulliver, and run that");
            }
            return;
        }
        if (words.startsWith("end ")) {
            if (question != null && words.equals("end " + question)) {
                finish(lines.number());
            }
            return;
        }
        Matcher opening = QUESTION.matcher(words);
        if (opening.matches() && sections.size() >= MOST_QUESTIONS) {
            abandon(lines.number(), "its end mark is missing");
            problems.add(
                    lines.number(),
                    null,
                    "more than " + MOST_QUESTIONS + " questions; the rest is left out",
                    "give the file of one run of the script on one database");
        } else if (opening.matches()) {
            abandon(lines.number(), "its end mark is missing");
            question = opening.group(1);
            columns = List.of(COLUMN_SEPARATOR.split(opening.group(3)));
            rows = new ArrayList<>();
            broken = null;
            from = lines.number();
        } else {
            problems.add(
                    lines.number(),
                    question,
                    "the mark '" + words + "' is none that the script writes",
                    "give the file as SQL*Plus wrote it, without changes by an editor or a mail program");
        }
    }

    private void row(String line, TextLines lines) {
        if (broken != null) {
            return;
        }
        if (rows.size() == MOST_ROWS) {
            spoil("too many rows", lines.number(), "more than " + MOST_ROWS + " rows", "collect this part by hand");
            return;
        }
        Map<String, String> values = new TreeMap<>();
        int column = 0;
        StringBuilder value = new StringBuilder();
        for (int i = 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '|') {
                if (column < columns.size() && value.length() > 0) {
                    values.put(columns.get(column), value.toString());
                }
                column++;
                value.setLength(0);
            } else if (c == '\\' && i + 1 < line.length()) {
                value.append(plain(line.charAt(++i)));
            } else {
                value.append(c);
            }
        }
        if (column != columns.size() || value.length() > 0 || lines.shortened()) {
            spoil(
                    "a damaged row",
                    lines.number(),
                    "a row has " + column + " values" + (value.length() > 0 ? " and a rest" : "") + ", wanted "
                            + columns.size() + "; the question counts as not answered",
                    "give the file as SQL*Plus wrote it; a terminal or a mail program may have wrapped its lines");
            return;
        }
        bytes += BYTES_OF_ROW + values.size() * (long) BYTES_OF_CELL + line.length();
        if (bytes > MOST_BYTES) {
            spoil(
                    "too much text",
                    lines.number(),
                    "the answers before this row fill the memory that a spool may take, " + MOST_BYTES / 1024 / 1024
                            + " MB",
                    "collect this part by hand");
            return;
        }
        rows.add(new AnswerRow(values));
    }

    private static char plain(char escaped) {
        return switch (escaped) {
            case 'p' -> '|';
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> escaped;
        };
    }

    private void spoil(String why, long line, String message, String advice) {
        broken = why;
        problems.add(line, question, message, advice);
    }

    private void finish(long line) {
        String name = question;
        if (name == null) {
            return;
        }
        if (broken != null) {
            answers.miss(name, broken);
            sections.put(name, new SectionCoverage(name, from, 0, SectionCoverage.State.MISSING));
        } else {
            answers.add(name, rows);
            int count = answers.of(name).size();
            sections.put(
                    name,
                    new SectionCoverage(
                            name, from, count, count == 0 ? SectionCoverage.State.EMPTY : SectionCoverage.State.READ));
        }
        question = null;
    }

    private void abandon(long line, String why) {
        String name = question;
        if (name != null) {
            if (broken == null) {
                problems.add(
                        line,
                        name,
                        "the answer that begins in line " + from + " has no end: " + why,
                        "run the script again, or give the whole file");
            }
            answers.miss(name, broken == null ? why : broken);
            sections.put(name, new SectionCoverage(name, from, rows.size(), SectionCoverage.State.CUT));
            question = null;
        }
    }

    private void close(TextLines lines) {
        String damage = lines.damage();
        abandon(lines.number(), damage == null ? "the file ends there" : damage);
        if (!begun) {
            problems.add(
                    0,
                    null,
                    "the line 'gulliver discovery 1 begin' is missing",
                    "upload the file that the discovery script spooled");
        }
        if (ended && damage != null) {
            problems.cut(
                    lines.number(),
                    null,
                    "the file ends after line " + lines.number() + ": " + damage,
                    "fetch the file again, then upload it whole");
        }
        if (!ended) {
            problems.cut(
                    lines.number(),
                    null,
                    "the file ends after line " + lines.number() + " without 'gulliver discovery 1 end'"
                            + (damage == null ? "" : ": " + damage) + "; questions after it have no answer",
                    "wait for the script to end, or fetch the file again, then upload it whole");
        }
    }
}
