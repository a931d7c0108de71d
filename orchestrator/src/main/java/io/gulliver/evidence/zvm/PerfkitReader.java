package io.gulliver.evidence.zvm;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.HeadedTable;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.SeriesReading;
import io.gulliver.evidence.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads printed reports of the z/VM Performance Toolkit: FCX100 (CPU), FCX112 (USER), FCX113 (UPAGE), FCX114 (USTAT),
 * FCX126 (LPAR) and FCX225 (SYSSUMLG), any number of them one after the other, plain or gzipped.
 *
 * <p>Columns are found by their headings, because their order and number differ from release to release. The layout (page
 * head with {@code FCXnnn}, interval in lines {@code From}, {@code To} and {@code For}, headings below a rule) is that of the
 * z/VM Performance Toolkit Reference as it is remembered: a search of public pages and repositories found descriptions of
 * the toolkit and its monitor records, and no printed report to check against. One line is in memory at a time, and of each
 * guest its sums.
 */
public final class PerfkitReader {
    private static final Pattern HEAD = Pattern.compile("[1 ]?\\s*(FCX\\d{3})\\b.*");
    private static final Pattern FROM_TO =
            Pattern.compile("\\s*(From|To)\\s+(\\d{4})[/.-](\\d{2})[/.-](\\d{2})\\s+(\\d{2}:\\d{2}:\\d{2}).*");
    private static final Pattern FOR = Pattern.compile("\\s*For\\s+(\\d{1,9}) Secs\\b.*");
    private static final Pattern INTERVAL =
            Pattern.compile(".*\\bInterval\\s+(\\d{2}:\\d{2}:\\d{2})\\s*-\\s*(\\d{2}:\\d{2}:\\d{2}).*");
    private static final Pattern RULE = Pattern.compile("\\s*[_=.: -]*(_{4,}|={4,}|-{20,})[_=.: -]*");
    private static final Pattern ERROR = Pattern.compile(".*\\b((?:FCX|HCP)[A-Z]{3}\\d{3,4}[EWSTA])\\b.*");
    private static final int MOST_HEADINGS = 6;
    private static final int MOST_UNKNOWN = 200;

    private final Problems problems = new Problems();
    private final PerfkitFigures figures;
    private final Map<String, long[]> unknown = new LinkedHashMap<>();
    private final List<String> above = new ArrayList<>();
    private @Nullable ZvmReport report;
    private @Nullable String strange;
    private @Nullable HeadedTable table;
    private @Nullable LocalDateTime from;
    private @Nullable LocalDateTime to;
    private double seconds;
    private boolean told;

    private PerfkitReader(EvidenceOrigin origin) {
        this.figures = new PerfkitFigures(problems, origin.zone());
    }

    /**
     * Reads reports to their end.
     *
     * @param in plain or gzipped; not closed
     * @param origin its zone is the one of the times in the file
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static SeriesReading read(InputStream in, EvidenceOrigin origin) throws IOException {
        PerfkitReader reader = new PerfkitReader(origin);
        TextLines lines = TextLines.of(in);
        boolean cut = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!lines.terminated() && lines.damage() != null) {
                cut = true;
                break;
            }
            reader.line(line, lines.number());
        }
        String damage = lines.damage();
        ZvmReport last = reader.report;
        if (damage != null) {
            reader.problems.cut(
                    lines.number(),
                    last == null ? null : last.section(),
                    "the file ends after line " + lines.number() + ": " + damage
                            + (cut ? "; the row that was cut is left out" : ""),
                    "fetch the file again and compare its size with the original; upload it whole");
        }
        List<SectionCoverage> others = new ArrayList<>();
        reader.unknown.forEach(
                (code, count) -> others.add(new SectionCoverage(code, count[0], count[1], State.NOT_UNDERSTOOD)));
        return reader.figures.reading(origin, damage == null ? null : last, others);
    }

    /** Whether a line is the first one of a report. */
    public static boolean recognises(String line) {
        return HEAD.matcher(line).matches() && !ERROR.matcher(line).matches();
    }

    private void line(String line, long number) {
        if (ERROR.matcher(line).matches()) {
            problems.add(
                    number,
                    section(),
                    "the report met '" + start(line) + "'",
                    "look the message up in the z/VM manual, make the report again and upload it whole");
            return;
        }
        Matcher head = HEAD.matcher(line);
        if (head.matches()) {
            begin(head.group(1), line, number);
            return;
        }
        if (line.isBlank()) {
            return;
        }
        if (report == null) {
            if (strange != null) {
                unknown.getOrDefault(strange, new long[2])[1]++;
            }
            return;
        }
        if (times(line, number)) {
            return;
        }
        if (RULE.matcher(line).matches()) {
            above.clear();
        } else if (report.heads(line)) {
            above.add(line);
            table = new HeadedTable(above);
            figures.headed(report, table, number);
            above.clear();
        } else if (table == null) {
            figures.beside(report, line);
            if (above.size() == MOST_HEADINGS) {
                above.remove(0);
            }
            above.add(line);
        } else {
            row(report, table, line, number);
        }
    }

    private void row(ZvmReport of, HeadedTable columns, String line, long number) {
        if (figures.beside(of, line)) {
            return;
        }
        List<String> cells = columns.cells(line);
        boolean taken = cells != null && figures.row(of, cells, number, from, to, seconds);
        if (!taken && figures.looksLikeRow(of, line)) {
            problems.add(
                    number,
                    of.section(),
                    "'" + start(line) + "' does not fit the columns and was left out",
                    "print the report again without folding its lines, and upload it whole");
        }
    }

    private void begin(String code, String line, long number) {
        report = ZvmReport.coded(code);
        table = null;
        above.clear();
        if (report == null) {
            strange = code;
            if (unknown.size() < MOST_UNKNOWN) {
                unknown.computeIfAbsent(code, none -> new long[] {number, 0});
            }
            return;
        }
        strange = null;
        told = false;
        from = null;
        to = null;
        seconds = 0;
        figures.begun(report, number);
        Matcher interval = INTERVAL.matcher(line);
        if (interval.matches()) {
            // a screen tells the interval without its day
            long length = java.time.Duration.between(
                            LocalTime.parse(interval.group(1)), LocalTime.parse(interval.group(2)))
                    .toSeconds();
            seconds = length > 0 ? length : length + 24 * 60 * 60;
        }
    }

    private boolean times(String line, long number) {
        Matcher time = FROM_TO.matcher(line);
        if (time.matches()) {
            try {
                LocalDateTime at = LocalDate.of(
                                Integer.parseInt(time.group(2)),
                                Integer.parseInt(time.group(3)),
                                Integer.parseInt(time.group(4)))
                        .atTime(LocalTime.parse(time.group(5)));
                if (time.group(1).equals("From")) {
                    from = at;
                } else {
                    to = at;
                    figures.until(at);
                }
            } catch (DateTimeException e) {
                if (!told) {
                    told = true;
                    problems.add(
                            number,
                            section(),
                            "'" + start(line) + "' is no time; figures of this report have the age of the file",
                            "print the report again and upload it whole");
                }
            }
            return true;
        }
        Matcher length = FOR.matcher(line);
        if (length.matches()) {
            seconds = Long.parseLong(length.group(1));
            return true;
        }
        return false;
    }

    private @Nullable String section() {
        return report == null ? strange : report.section();
    }

    private static String start(String line) {
        String plain = Regex.replaceAll(line.strip(), "[[:cntrl:]]", "·");
        return plain.length() <= 60 ? plain : plain.substring(0, 60) + "…";
    }
}
