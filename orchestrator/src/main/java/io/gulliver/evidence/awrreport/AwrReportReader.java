package io.gulliver.evidence.awrreport;

import com.google.re2j.Pattern;
import io.gulliver.evidence.Columns;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.PlainBytes;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.TextLines;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.ZipException;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.parser.Parser;
import org.jsoup.parser.StreamParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads an AWR report of one instance, {@code awrrpt.sql} of 10.2 to 23ai, as text or HTML, plain or gzipped.
 *
 * <p>Tables are known by the names of their columns, for their order and titles differ between releases. One line of text
 * or one row of HTML is in memory at a time.
 */
public final class AwrReportReader {
    /** Enough to tell HTML from text. */
    private static final int HEAD = 4096;

    private static final Pattern HTML = Pattern.compile("(?is).*<(html|body|table|h1)\\b.*");
    private static final Pattern FAILED = Pattern.compile("(ORA|SP2|PLS)-[0-9]{4,5}:.*");
    private static final String END_OF_REPORT = "End of Report";
    private static final int MOST_HEADING_LINES = 4;
    /** The column of {@code table(dbms_workload_repository.awr_report_text(…))}, above each page of a spool file. */
    private static final String PAGE_HEADING = "OUTPUT";

    /** Of HTML; all else is passed over. */
    private static final String PARTS = "h1, h2, h3, tr";

    private final Problems problems = new Problems();
    private final ReportFigures figures = new ReportFigures(problems);
    private @Nullable Element table;

    private AwrReportReader() {}

    /**
     * Reads a report to its end.
     *
     * @param in plain or gzipped; not closed
     * @param origin its zone is the one of the times in the report
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(InputStream in, EvidenceOrigin origin) throws IOException {
        AwrReportReader reader = new AwrReportReader();
        BufferedInputStream start;
        String head;
        try {
            start = new BufferedInputStream(PlainBytes.of(in), HEAD * 2);
            start.mark(HEAD);
            head = new String(start.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
            start.reset();
        } catch (EOFException | ZipException e) {
            reader.damaged(0, "the gzip archive is damaged in its first bytes");
            return reader.figures.reading(origin, true);
        }
        String other = head.lines()
                .map(OtherReports::named)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (other != null) {
            reader.problems.add(0, null, "this is " + other, OtherReports.ADVICE);
        }
        boolean cut = HTML.matcher(head).matches() ? reader.html(start) : reader.text(start);
        return reader.figures.reading(origin, cut);
    }

    private void damaged(long line, String why) {
        problems.cut(
                line,
                null,
                "the file ends " + (line == 0 ? "early" : "after line " + line) + ": " + why,
                "fetch the file again and compare its size with the original; upload it whole");
    }

    /** Keeps the end of a stream and counts its lines, to tell whether it came to its own end. */
    private static final class Tail extends FilterInputStream {
        private static final int KEPT = 400;
        private String last = "";
        private long lines = 1;

        Tail(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int some = super.read(bytes, from, length);
            for (int i = from; i < from + some; i++) {
                lines += bytes[i] == '\n' ? 1 : 0;
            }
            if (some > 0) {
                int start = Math.max(from, from + some - KEPT);
                String end = last + new String(bytes, start, from + some - start, StandardCharsets.ISO_8859_1);
                last = end.substring(Math.max(0, end.length() - KEPT));
            }
            return some;
        }

        boolean ended() {
            return last.toLowerCase(Locale.ROOT).contains("</html") || last.contains(END_OF_REPORT);
        }

        /** Whether it ends behind a whole element, as a part that somebody took out of a report does. */
        boolean betweenElements() {
            return Regex.matches(last.strip(), "(?is).*(</(table|body|p|ul|h\\d|div)>|<(p|br|hr) ?/>)");
        }
    }

    private void noEnd(long line) {
        problems.add(
                line,
                null,
                "the report has no 'End of Report': it may have been cut; what it holds was taken",
                "compare it with the original; upload it whole when it is longer there");
    }

    private boolean html(InputStream content) throws IOException {
        String title = "";
        Tail in = new Tail(content);
        try (StreamParser parser =
                new StreamParser(Parser.htmlParser()).parse(new InputStreamReader(in, StandardCharsets.UTF_8), "")) {
            for (Element element = parser.selectNext(PARTS); element != null; element = parser.selectNext(PARTS)) {
                if (element.normalName().equals("tr")) {
                    row(title, element);
                } else {
                    tableEnds();
                    title = element.text();
                    figures.title(title, 0);
                }
                forget(element);
            }
            tableEnds();
            if (in.ended()) {
                return false;
            }
            if (in.betweenElements()) {
                noEnd(in.lines);
                return false;
            }
            damaged(in.lines, "the report stops in the middle of its HTML" + (title.isEmpty() ? "" : ", in " + title));
            return true;
        } catch (UncheckedIOException | EOFException | ZipException e) {
            Throwable cause = e instanceof UncheckedIOException wrapped ? wrapped.getCause() : e;
            if (cause instanceof EOFException || cause instanceof ZipException) {
                damaged(in.lines, "the gzip archive is cut off or damaged");
                return true;
            }
            throw cause instanceof IOException broken ? broken : new IOException(cause);
        }
    }

    private void row(String title, Element row) {
        Element within = row.closest("table");
        boolean first = within == null || within != table;
        if (first) {
            tableEnds();
            table = within;
        }
        List<String> cells = new ArrayList<>();
        for (Element cell : row.select("> td, > th")) {
            String text = cell.text().replace('\u00a0', ' ').strip();
            cells.add(text);
            for (int i = 1; i < span(cell); i++) {
                cells.add("");
            }
        }
        boolean heading = first && !row.select("> th").isEmpty();
        if (heading) {
            figures.columns(cells, 0);
        } else if (!figures.row(cells, 0)) {
            figures.line(title, String.join("  ", cells), 0);
        }
    }

    /** What was read goes with all before it, blanks too, so that a long report needs no more than its longest row. */
    private static void forget(Element element) {
        for (Node before = element.previousSibling(); before != null; before = element.previousSibling()) {
            before.remove();
        }
        element.remove();
    }

    private void tableEnds() {
        if (table != null) {
            figures.tableEnds();
            table = null;
        }
    }

    private static int span(Element cell) {
        String span = cell.attr("colspan");
        return Regex.matches(span, "[1-9]\\d?") ? Integer.parseInt(span) : 1;
    }

    private boolean text(InputStream in) throws IOException {
        TextLines lines = TextLines.of(in);
        List<String> above = new ArrayList<>();
        Columns columns = null;
        String title = "";
        boolean ended = false;
        boolean terminated = true;
        boolean blank = false;
        boolean page = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!lines.terminated() && lines.damage() != null) {
                break;
            }
            String text = line.strip();
            ended |= text.startsWith(END_OF_REPORT);
            terminated = lines.terminated();
            if (!terminated && !ended) {
                break;
            }
            boolean rule = Regex.matches(text, "-{30,}");
            // SQL*Plus begins a page in the middle of whatever stands there: a blank line, the heading, dashes
            boolean heading = text.equals(PAGE_HEADING);
            if (heading || page && rule) {
                page = heading;
                blank = false;
                continue;
            }
            page = false;
            if (blank || rule) {
                figures.tableEnds();
                columns = null;
                above.clear();
            }
            blank = text.isEmpty();
            if (blank || rule) {
                continue;
            }
            if (FAILED.matcher(text).matches()) {
                problems.add(
                        lines.number(),
                        title.isEmpty() ? null : title,
                        "the report met " + text,
                        "let the DBA make the report again");
            } else if (Columns.dashes(line)) {
                columns = new Columns(above, line);
                figures.columns(columns.names(), lines.number());
                above.clear();
            } else if (text.startsWith("~~")) {
                figures.tableEnds();
                columns = null;
                if (!above.isEmpty()) {
                    title = above.get(above.size() - 1).strip();
                    figures.title(title, lines.number());
                }
                above.clear();
            } else if (columns != null
                    && figures.inTable()
                    && columns.fits(line)
                    // follows the events without a blank line
                    && !text.startsWith("Host CPU (")) {
                List<String> cells = new ArrayList<>();
                for (int i = 0; i < columns.count(); i++) {
                    cells.add(columns.cell(line, i));
                }
                figures.row(cells, lines.number());
            } else {
                figures.line(title, text, lines.number());
                if (text.contains("DB/Inst:") || above.isEmpty() && line.charAt(0) != ' ' && text.indexOf(':') < 0) {
                    title = text;
                    figures.title(text, lines.number());
                }
                above.add(line);
                if (above.size() > MOST_HEADING_LINES) {
                    above.remove(0);
                }
            }
        }
        String damage = lines.damage();
        if (damage != null) {
            damaged(lines.number(), damage);
        } else if (!ended && !terminated) {
            damaged(
                    lines.number(),
                    "the report stops in the middle of a line" + (title.isEmpty() ? "" : ", in " + title));
            return true;
        } else if (!ended) {
            noEnd(lines.number());
        }
        return damage != null;
    }
}
