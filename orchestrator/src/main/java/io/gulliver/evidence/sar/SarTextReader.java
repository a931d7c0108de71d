package io.gulliver.evidence.sar;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.DecimalMark;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SeriesReading;
import io.gulliver.evidence.TextLines;
import io.gulliver.evidence.host.HostSections;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code sar} of sysstat 10 to 12 prints, of one day or of several days one after the other, plain or
 * gzipped, in any order of tables and columns.
 *
 * <p>Clocks of 12 and 24 hours, decimal points and commas, the date in any order of its parts: where it is open whether
 * the day or the month comes first, all dates of the file are read alike. A time that falls back by more than half a day
 * within a table begins the next day. Lines with averages are left out, for they repeat. One line is in memory at a time.
 *
 * <p>Headings and the meaning of figures were checked against the sources of sysstat 10.0.5, 10.1.5, 11.0, 11.7, 12.0,
 * 12.5 and 12.7 ({@code pr_stats.c}, {@code sar.c}, {@code nls}) and the reports in its own tests.
 */
public final class SarTextReader {
    private static final Pattern HOST =
            Pattern.compile("(Linux|AIX|SunOS|HP-UX)\\s+(\\S+)\\s+\\((.+?)\\)\\s+(.+?)((?:\\s*\\t|\\s{2,}|\\s+_).*)?");
    private static final Pattern MACHINE = Pattern.compile("(?:^|\\s)_(\\S+)_(?:\\s|$)");
    private static final Pattern COUNT = Pattern.compile("\\((\\d{1,6}) CPU\\)");
    private static final Pattern DATE = Pattern.compile("(\\d{1,4})\\D+(\\d{1,2})\\D+(\\d{1,4})\\D*");
    /** With colons, with the dots of Finnish, with the signs of Chinese and Japanese. */
    private static final Pattern TIME = Pattern.compile("(\\d{1,2})[:.\u65f6\u6642](\\d{2})[:.\u5206](\\d{2})\u79d2?");

    private static final int HALF_DAY = 12 * 60 * 60;
    private static final String AGAIN = "write the report again with 'sar -A -f FILE' and upload it whole";

    private static final long ONE_DAY = 24L * 60 * 60;
    /** Room for the seconds of one report, which can go on for years. */
    private static final long DAY_SPACE = 1L << 32;

    /** What the parts of a date say of their order. */
    private enum Order {
        SURE,
        OPEN,
        ONLY_DAY_FIRST,
        ONLY_MONTH_FIRST
    }

    /** The day on which a report begins, in both readings of its date. */
    private record Day(String text, long line, LocalDate monthFirst, LocalDate dayFirst, Order order) {}

    /** Where a table stands in time. */
    private static final class Track {
        long day;
        int secondOfDay;
        long before;
        long at;

        Track(long day, int secondOfDay, long at) {
            this.day = day;
            this.secondOfDay = secondOfDay;
            this.before = at;
            this.at = at;
        }
    }

    /** A word of a line and where it ends. */
    private record Word(String text, int end) {}

    private final Problems problems = new Problems();
    private final SarFigures figures = new SarFigures(problems);
    private final DecimalMark numbers = new DecimalMark();
    private final Map<String, Track> tracks = new HashMap<>();
    private final ZoneId zone;
    private final List<Day> days = new ArrayList<>();
    private boolean dated;
    private @Nullable SarTable table;
    private String tableName = "";
    private List<Word> heading = List.of();
    private final Map<String, Integer> places = new HashMap<>();
    private List<String> cells = List.of();
    private long line;

    private SarTextReader(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Reads a report to its end.
     *
     * @param in plain or gzipped; not closed
     * @param origin its zone is the one of the times in the file
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static SeriesReading read(InputStream in, EvidenceOrigin origin) throws IOException {
        SarTextReader reader = new SarTextReader(origin.zone());
        TextLines lines = TextLines.of(HostSections.only(HostSections.Owner.SAR, in));
        boolean cut = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            reader.line = lines.number();
            if (!lines.terminated() && lines.damage() != null) {
                cut = true;
                break;
            }
            if (!lines.terminated() && lines.damage() == null && reader.cutRow(line)) {
                reader.problems.cut(
                        lines.number(),
                        reader.table == null ? null : reader.table.title(),
                        "the file ends in the middle of line " + lines.number() + ", in a row",
                        "fetch the file again and compare its size with the original; upload it whole");
                break;
            }
            reader.line(line);
        }
        String damage = lines.damage();
        if (damage != null) {
            reader.problems.cut(
                    lines.number(),
                    reader.table == null ? null : reader.table.title(),
                    "the file ends after line " + lines.number() + ": " + damage
                            + (cut ? "; the row that was cut is left out" : ""),
                    "fetch the file again and compare its size with the original; upload it whole");
        }
        boolean dayFirst = reader.dayFirst();
        return reader.figures.reading(
                origin, reader.problems.cut() == null ? null : reader.table, second -> reader.epoch(second, dayFirst));
    }

    private void line(String raw) {
        if (raw.isBlank()) {
            return;
        }
        Matcher host = HOST.matcher(raw.strip());
        if (host.matches()) {
            host(host);
            return;
        }
        List<Word> words = words(raw);
        int second = second(words);
        if (second == -1) {
            // averages, in the language of the session: "Average:", "Moyenne :"
            boolean average = Regex.matches(words.get(0).text(), "\\p{L}+\\.?:")
                    || (words.size() > 1 && words.get(1).text().equals(":"));
            if (!average) {
                stray(raw, "is no line of sar");
            }
            return;
        }
        if (!dated) {
            stray(raw, "stands before any line with a host and a date");
            return;
        }
        words = words.subList(clockWords(words), words.size());
        if (words.isEmpty()) {
            stray(raw, "has a time and nothing else");
        } else if (raw.contains("LINUX RESTART")) {
            Matcher count = COUNT.matcher(raw);
            figures.restart(count.find() ? Long.parseLong(count.group(1)) : 0);
        } else if (words.get(0).text().equals("COM")) {
            return;
        } else if (words.stream().noneMatch(word -> numeric(word.text()))) {
            heading(second, words);
        } else if (heading.isEmpty()) {
            stray(raw, "stands before any column heading");
        } else {
            row(second, words, raw);
        }
    }

    /** Whether the file's last line, which has no end, is a row without its last figures or digits. */
    private boolean cutRow(String raw) {
        List<Word> words = words(raw);
        if (words.isEmpty() || heading.isEmpty() || second(words) < 0 || words.size() <= clockWords(words)) {
            return false;
        }
        List<Word> row = words.subList(clockWords(words), words.size());
        boolean heads = row.stream().noneMatch(word -> numeric(word.text()));
        return !heads
                && !raw.contains("LINUX RESTART")
                && (row.size() < heading.size()
                        || !cells.isEmpty()
                                && decimals(row.get(row.size() - 1).text()) < decimals(cells.get(cells.size() - 1)));
    }

    private static int decimals(String figure) {
        int mark = Math.max(figure.indexOf('.'), figure.indexOf(','));
        return mark < 0 ? 0 : figure.length() - mark - 1;
    }

    private void host(Matcher host) {
        if (!host.group(1).equals("Linux")) {
            problems.add(
                    line,
                    null,
                    "this is sar of " + host.group(1) + ", which has other columns than sysstat's",
                    "give the AWR Miner capture of that host's databases, or enter the facts by hand");
        }
        String rest = host.group(5) == null ? "" : host.group(5);
        Matcher machine = MACHINE.matcher(rest);
        Matcher count = COUNT.matcher(rest);
        figures.host(
                host.group(3),
                host.group(2),
                machine.find() ? machine.group(1) : null,
                count.find() ? Long.parseLong(count.group(1)) : 0);
        Day day = day(host.group(4));
        dated = day != null;
        if (day != null) {
            days.add(day);
        } else {
            problems.add(
                    line,
                    null,
                    "'" + cut(host.group(4)) + "' is no date; the rows below it are left out",
                    "write the report again with S_TIME_FORMAT=ISO sar -A -f FILE");
        }
        tracks.clear();
        heading = List.of();
        table = null;
    }

    /** What a date says: where its order is open, the other dates of the file decide it. */
    private @Nullable Day day(String text) {
        Matcher parts = DATE.matcher(text.strip());
        if (!parts.matches()) {
            return null;
        }
        int a = Integer.parseInt(parts.group(1));
        int b = Integer.parseInt(parts.group(2));
        int c = Integer.parseInt(parts.group(3));
        int year = c < 100 ? 2000 + c : c;
        LocalDate monthFirst = a > 31 ? date(a, b, c) : date(year, a, b);
        LocalDate dayFirst = a > 31 ? monthFirst : date(year, b, a);
        if (a > 31 || text.indexOf('.') > 0) {
            return dayFirst == null ? null : new Day(text, line, dayFirst, dayFirst, Order.SURE);
        }
        if (monthFirst == null) {
            return dayFirst == null ? null : new Day(text, line, dayFirst, dayFirst, Order.ONLY_DAY_FIRST);
        }
        return dayFirst == null
                ? new Day(text, line, monthFirst, monthFirst, Order.ONLY_MONTH_FIRST)
                : new Day(text, line, monthFirst, dayFirst, Order.OPEN);
    }

    private static @Nullable LocalDate date(int year, int month, int day) {
        try {
            return LocalDate.of(year, month, day);
        } catch (DateTimeException notInTheCalendar) {
            return null;
        }
    }

    /**
     * Whether dates of open order have the day first: where one of the file can be read only so, or where only so its days
     * follow each other. Else the month is first, as sar writes by default.
     */
    private boolean dayFirst() {
        List<Day> open = days.stream().filter(day -> day.order() != Order.SURE).toList();
        boolean onlyDay = open.stream().anyMatch(day -> day.order() == Order.ONLY_DAY_FIRST);
        boolean onlyMonth = open.stream().anyMatch(day -> day.order() == Order.ONLY_MONTH_FIRST);
        if (onlyDay != onlyMonth) {
            return onlyDay;
        }
        boolean daily = follow(open, true);
        boolean monthly = follow(open, false);
        if (daily != monthly) {
            return daily;
        }
        open.stream()
                .filter(day -> !day.monthFirst().equals(day.dayFirst()))
                .findFirst()
                .ifPresent(day -> problems.add(
                        day.line(),
                        null,
                        "the date " + day.text() + " is taken as month/day/year; it could be day/month/year",
                        "if that is wrong, write the report again with S_TIME_FORMAT=ISO sar -A -f FILE"));
        return false;
    }

    private static boolean follow(List<Day> days, boolean dayFirst) {
        LocalDate before = null;
        boolean any = false;
        for (Day day : days) {
            LocalDate now = dayFirst ? day.dayFirst() : day.monthFirst();
            if (before != null && !before.equals(now)) {
                any = true;
                if (now.isBefore(before) || before.plusDays(3).isBefore(now)) {
                    return false;
                }
            }
            before = now;
        }
        return any;
    }

    /** From seconds since the first midnight of a day of the file to those of the epoch. */
    private long epoch(long second, boolean dayFirst) {
        // an interval can begin before the midnight of its day
        int place = (int) Math.floorDiv(second + HALF_DAY, DAY_SPACE);
        Day day = days.get(Math.min(Math.max(place, 0), days.size() - 1));
        long since = second - place * DAY_SPACE;
        LocalDate first = dayFirst ? day.dayFirst() : day.monthFirst();
        return first.plusDays(Math.floorDiv(since, ONE_DAY))
                .atTime(LocalTime.ofSecondOfDay(Math.floorMod(since, ONE_DAY)))
                .atZone(zone)
                .toEpochSecond();
    }

    private static List<Word> words(String raw) {
        List<Word> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= raw.length(); i++) {
            boolean blank = i == raw.length() || Character.isWhitespace(raw.charAt(i));
            if (!blank && start < 0) {
                start = i;
            } else if (blank && start >= 0) {
                words.add(new Word(raw.substring(start, i), i));
                start = -1;
            }
        }
        return words;
    }

    private static int clockWords(List<Word> words) {
        return words.size() > 1
                        && words.get(1).text().length() <= 4
                        && "AaPp".indexOf(words.get(1).text().charAt(0)) >= 0
                        && Regex.matches(words.get(1).text(), "(?i)[AP]\\.?M\\.?")
                ? 2
                : 1;
    }

    /** Second of the day, or -1 when the line does not begin with a time. */
    private static int second(List<Word> words) {
        Matcher time = TIME.matcher(words.get(0).text());
        if (!time.matches()) {
            return -1;
        }
        int hour = Integer.parseInt(time.group(1));
        if (clockWords(words) == 2) {
            boolean afternoon = Character.toUpperCase(words.get(1).text().charAt(0)) == 'P';
            if (hour < 1 || hour > 12) {
                return -1;
            }
            hour = hour % 12 + (afternoon ? 12 : 0);
        }
        int minute = Integer.parseInt(time.group(2));
        int second = Integer.parseInt(time.group(3));
        return hour > 23 || minute > 59 || second > 59 ? -1 : hour * 3600 + minute * 60 + second;
    }

    /** Whether it is a figure in any notation of sar, with a percent sign or a unit of {@code --human} too. */
    private static boolean numeric(String text) {
        // by hand, for it is asked of each cell
        int end = text.length();
        int at = end > 0 && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        int digits = digits(text, at);
        if (digits == at) {
            return Regex.matches(text, "-?nan%?");
        }
        at = digits;
        if (at < end && (text.charAt(at) == '.' || text.charAt(at) == ',')) {
            digits = digits(text, at + 1);
            if (digits == at + 1) {
                return false;
            }
            at = digits;
        }
        return at == end || at == end - 1 && "%sBkMGTP".indexOf(text.charAt(at)) >= 0;
    }

    /** Where digits that begin at a place end. */
    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private void heading(int second, List<Word> words) {
        heading = List.copyOf(words);
        cells = List.of();
        places.clear();
        for (int i = 0; i < words.size(); i++) {
            places.putIfAbsent(words.get(i).text(), i);
        }
        table = SarTable.of(places.keySet());
        tableName = table == null
                ? words.get(0).text() + " " + words.get(words.size() - 1).text()
                : table.name();
        if (table == null) {
            figures.unknownTable(tableName, line);
        } else {
            figures.began(table, line);
            move(second);
        }
    }

    /** Brings the table's clock to this line. */
    private Track move(int second) {
        Track track = tracks.get(tableName);
        if (track == null) {
            long day = (days.size() - 1) * DAY_SPACE;
            track = new Track(day, second, day + second);
            tracks.put(tableName, track);
            return track;
        }
        if (second < track.secondOfDay - HALF_DAY) {
            track.day += ONE_DAY;
        }
        if (second != track.secondOfDay) {
            track.secondOfDay = second;
            track.before = track.at;
            track.at = track.day + second;
        }
        return track;
    }

    private void row(int second, List<Word> words, String raw) {
        SarTable rows = table;
        if (rows == null) {
            figures.unknownRow(tableName);
            return;
        }
        List<String> found = fit(words);
        if (found.isEmpty()) {
            stray(raw, "has " + words.size() + " words under " + heading.size() + " columns");
            return;
        }
        cells = found;
        Track track = move(second);
        take(rows, track.at, (track.at - track.before) / 60.0);
        figures.counted(rows, line);
    }

    /** One text a column; with fewer words than columns each goes to the column that ends nearest, for all are right-aligned. */
    private List<String> fit(List<Word> words) {
        if (words.size() == heading.size()) {
            return words.stream().map(Word::text).toList();
        }
        if (words.size() > heading.size()) {
            return List.of();
        }
        List<String> fitted = new ArrayList<>();
        int next = 0;
        for (int column = 0; column < heading.size(); column++) {
            Word word = next < words.size() ? words.get(next) : null;
            boolean here = word != null
                    && (column == heading.size() - 1
                            || Math.abs(word.end() - heading.get(column).end())
                                    <= Math.abs(
                                            word.end() - heading.get(column + 1).end()));
            fitted.add(here && word != null ? word.text() : "");
            next += here ? 1 : 0;
        }
        return next == words.size() ? fitted : List.of();
    }

    private void take(SarTable rows, long at, double minutes) {
        switch (rows) {
            case CPU ->
                figures.cpu(
                        at,
                        minutes,
                        text("CPU"),
                        number("%user", "%usr"),
                        number("%nice"),
                        sum("%system", "%sys", "%irq", "%soft"),
                        number("%iowait"),
                        number("%steal"),
                        number("%idle"));
            case MEMORY ->
                figures.memory(new MemoryRow(
                        at,
                        minutes,
                        number("kbmemfree"),
                        number("kbmemused"),
                        number("%memused"),
                        number("kbbuffers"),
                        number("kbcached"),
                        number("kbslab"),
                        number("kbavail")));
            case HUGE_PAGES -> figures.hugePages(at, minutes, number("kbhugfree"), number("kbhugused"));
            case SWAP_SPACE -> figures.swapSpace(at, minutes, number("kbswpused"));
            case SWAPPING -> figures.swapping(at, minutes, number("pswpin/s"), number("pswpout/s"));
            case IO -> figures.io(at, minutes, number("rtps"), number("wtps"), number("bread/s"), number("bwrtn/s"));
            case DISKS -> {
                boolean sectors = places.containsKey("rd_sec/s");
                double read = number(sectors ? "rd_sec/s" : "rkB/s") + number(sectors ? "wr_sec/s" : "wkB/s");
                figures.disk(
                        at,
                        minutes,
                        text("DEV"),
                        number("tps"),
                        sectors ? read / 2 : read,
                        number("await"),
                        number("%util"));
            }
            case NETWORK -> figures.network(at, minutes, text("IFACE"), number("rxkB/s") + number("txkB/s"));
            case LOAD -> figures.load(at, minutes, number("runq-sz"), number("ldavg-1"), number("blocked"));
        }
    }

    private String text(String column) {
        Integer place = places.get(column);
        return place == null ? "" : cells.get(place);
    }

    private double sum(String... columns) {
        double sum = Double.NaN;
        for (String column : columns) {
            double value = number(column);
            if (!Double.isNaN(value)) {
                sum = Double.isNaN(sum) ? value : sum + value;
            }
        }
        return sum;
    }

    /** NaN when blank, not there or no number. */
    private double number(String... columns) {
        for (String column : columns) {
            String cell = text(column);
            if (cell.isEmpty() || cell.endsWith("nan") || cell.endsWith("nan%")) {
                continue;
            }
            double factor = 1;
            String digits = cell;
            char last = cell.charAt(cell.length() - 1);
            if (last < '0' || last > '9') {
                digits = cell.substring(0, cell.length() - 1);
                int power = "kMGTP".indexOf(last);
                // with --human, figures in kB carry the unit that they stand in
                boolean kilobytes = column.contains("kB") || column.startsWith("kb");
                factor = !kilobytes ? 1 : power > 0 ? Math.pow(1024, power) : last == 'B' ? 1 / 1024.0 : 1;
            }
            OptionalDouble value = numbers.read(digits);
            if (value.isPresent()) {
                return value.getAsDouble() * factor;
            }
            problems.add(
                    line,
                    table == null ? null : table.title(),
                    column + " is '" + cut(cell) + "': taken as unknown",
                    "a figure is digits with the decimal mark of the first figure in the file; look at that line");
        }
        return Double.NaN;
    }

    private void stray(String raw, String why) {
        problems.add(
                line,
                table == null ? null : table.title(),
                "'" + cut(raw.strip()) + "' " + why + " and was left out",
                AGAIN);
    }

    private static String cut(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
