package io.gulliver.evidence.awrminer;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.Columns;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.SeriesReading;
import io.gulliver.evidence.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the capture of one database, plain or gzipped, of any version of the AWR Miner script.
 *
 * <p>Lines are read one by one; what stays in memory is one figure a snapshot of each measure (see {@link Snapshots})
 * and never the text, so that a long file needs no more than a short one with as many snapshots. A cut or damaged file
 * gives what came before the cut; the row that was cut is left out.
 */
public final class AwrMinerReader {
    private static final int MOST_SECTIONS = 500;
    /** Some versions of the script write a mark with one tilde where two are meant, such as {@code ~END-OS-INFORMATION2~~}. */
    private static final Pattern MARK = Pattern.compile("~{1,2}(BEGIN|END)-([A-Za-z0-9_ -]{1,60})~{1,2}");

    private static final Pattern NOISE = Pattern.compile("Elapsed: [0-9:.,]+|no rows selected|[0-9]+ rows? selected\\.?"
            + "|ERROR at line [0-9]+:.*|\\*|PL/SQL procedure successfully completed\\.?|SQL> .*");
    private static final Pattern FAILED = Pattern.compile("(ORA|SP2|PLS)-[0-9]{4,5}:.*");

    /** Headings of a section whose table or column the release does not have. */
    private static final Set<String> ABSENT = Set.of("'tablenotinthisversion'", "'columnnotinthisversion'");

    private final Problems problems = new Problems();
    private final List<SectionCoverage> sections = new ArrayList<>();
    private final SortedSet<String> seen = new TreeSet<>();
    private final CaptureFigures figures;

    private @Nullable String section;
    private long sectionLine;
    private long rows;
    private boolean absent;
    private @Nullable Columns columns;
    private @Nullable String pending;
    private long pendingLine;

    private AwrMinerReader(boolean keepSamples) {
        figures = new CaptureFigures(problems, keepSamples);
    }

    /**
     * Reads a capture to its end.
     *
     * @param in plain or gzipped; not closed
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(InputStream in, EvidenceOrigin origin) throws IOException {
        AwrMinerReader reader = readAll(in, false);
        return reader.figures.reading(origin, reader.sections, reader.seen);
    }

    /**
     * Reads a capture to its end, with the measurements themselves.
     *
     * @param in plain or gzipped; not closed
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static SeriesReading readSeries(InputStream in, EvidenceOrigin origin) throws IOException {
        AwrMinerReader reader = readAll(in, false);
        return new SeriesReading(
                reader.figures.reading(origin, reader.sections, reader.seen), reader.figures.series(origin));
    }

    /**
     * Reads a capture to its end for the load of each instance at each snapshot. Needs some 60 bytes a row in memory, at most
     * for {@value LoadSamples#MOST} rows.
     *
     * @param in plain or gzipped; not closed
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static LoadSamples readLoad(InputStream in, EvidenceOrigin origin) throws IOException {
        return readAll(in, true).figures.samples(origin);
    }

    private static AwrMinerReader readAll(InputStream in, boolean keepSamples) throws IOException {
        AwrMinerReader reader = new AwrMinerReader(keepSamples);
        TextLines lines = TextLines.of(in);
        boolean terminated = true;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!lines.terminated()) {
                terminated = false;
                Matcher mark = MARK.matcher(line.strip());
                if (!mark.matches()
                        || !mark.group(1).equals("END")
                        || !line.strip().endsWith("~~")) {
                    break;
                }
            }
            if (lines.shortened()) {
                reader.problems.add(
                        lines.number(),
                        reader.section,
                        "the line is longer than any capture's; its end is left out",
                        "check that the file is the one that the script wrote, then upload it again");
            }
            reader.line(lines.number(), line);
        }
        reader.ended(lines.number(), lines.damage(), terminated);
        return reader;
    }

    private void line(long number, String raw) {
        String line = raw.indexOf('\t') < 0 ? raw : tabsToBlanks(raw);
        String text = line.strip();
        if (text.isEmpty()) {
            return;
        }
        Matcher mark = text.charAt(0) == '~' ? MARK.matcher(text) : null;
        if (mark != null && mark.matches()) {
            if (mark.group(1).equals("BEGIN")) {
                begin(number, mark.group(2));
            } else {
                end(number, mark.group(2));
            }
        } else if (FAILED.matcher(text).matches()) {
            problems.add(
                    number,
                    section,
                    "the script met " + text + (section == null ? "" : "; rows of this section can be missing"),
                    "let the DBA run the script again with select on the AWR views, where this section counts");
        } else if (section != null && !NOISE.matcher(text).matches()) {
            inSection(number, line);
        }
    }

    private void inSection(long number, String line) {
        if (Columns.dashes(line)) {
            columns = new Columns(pending == null ? "" : pending, line);
            pending = null;
            absent |= ABSENT.contains(columns.names().get(0));
            return;
        }
        row();
        pending = line;
        pendingLine = number;
    }

    /** A line is a row once the line after it turns out not to be dashes. */
    private void row() {
        String line = pending;
        String name = section;
        pending = null;
        if (line == null || name == null || absent) {
            return;
        }
        if (!CaptureFigures.understands(name)) {
            rows++;
        } else if (columns == null) {
            if (figures.bareLine(name, line)) {
                rows++;
            } else {
                problems.add(
                        pendingLine,
                        name,
                        "'" + start(line) + "' stands before any column heading and was left out",
                        "nothing to do, unless rows are missing: then let the DBA run the script again");
            }
        } else if (!columns.repeats(line)) {
            Row row = CaptureFigures.takesRowsOf(name) ? Row.of(columns, line) : null;
            if (!CaptureFigures.takesRowsOf(name) || (row != null && figures.row(name, row, pendingLine))) {
                rows++;
            } else if (row == null) {
                problems.add(
                        pendingLine,
                        name,
                        "'" + start(line) + "' does not fit the columns and was left out",
                        "nothing to do, unless rows are missing: then let the DBA run the script again");
            }
        }
    }

    private void begin(long number, String name) {
        if (section != null) {
            problems.add(
                    number,
                    section,
                    "the section has no end; " + name + " begins",
                    "let the DBA run the script again: it was stopped, or the file was edited");
            row();
            close(State.CUT);
        }
        section = name;
        sectionLine = number;
        rows = 0;
        absent = false;
        columns = null;
        pending = null;
    }

    private void end(long number, String name) {
        if (!name.equals(section)) {
            problems.add(
                    number,
                    name,
                    "the section ends without having begun" + (section == null ? "" : ", inside " + section),
                    "let the DBA run the script again: it was stopped, or the file was edited");
            return;
        }
        row();
        if (absent) {
            close(State.NOT_IN_THIS_VERSION);
        } else if (!CaptureFigures.understands(name)) {
            close(State.NOT_UNDERSTOOD);
        } else {
            close(rows == 0 ? State.EMPTY : State.READ);
        }
    }

    private void close(State state) {
        String name = section;
        if (name != null) {
            if (sections.size() < MOST_SECTIONS) {
                sections.add(new SectionCoverage(name, sectionLine, rows, state));
                seen.add(name);
            } else {
                problems.add(
                        sectionLine,
                        name,
                        "more sections than " + MOST_SECTIONS + "; this one is not listed",
                        "check that the file is the one that the script wrote, then upload it again");
            }
        }
        section = null;
    }

    private void ended(long number, @Nullable String damage, boolean terminated) {
        String name = section;
        if (name != null) {
            row();
            close(State.CUT);
        }
        if (damage != null || name != null) {
            String where = name == null ? "after line " + number : "in section " + name + " at line " + number;
            problems.cut(
                    number,
                    name,
                    "the file ends " + where + (damage == null ? " without the section's end" : ": " + damage)
                            + (terminated ? "" : "; the row that was cut is left out"),
                    "fetch the file again and compare its size with the original; upload it whole");
        }
    }

    private static String start(String line) {
        String text = line.strip();
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    /** SQL*Plus writes tabs of eight for blanks unless told not to. */
    private static String tabsToBlanks(String line) {
        StringBuilder text = new StringBuilder(line.length() + 64);
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\t') {
                do {
                    text.append(' ');
                } while (text.length() % 8 != 0);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
