package io.gulliver.evidence.zvm;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.HeadedTable;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.SeriesReading;
import io.gulliver.evidence.TimeSeries;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sums up the rows of reports to facts of the z/VM system, its guests and its partitions. */
final class PerfkitFigures {
    private static final int TOLD = 500;
    /** No z/VM system runs so many guests. */
    private static final int MOST_GUESTS = 20_000;

    private static final Pattern PROCESSOR = Pattern.compile("P?[0-9A-F]{2,4}");
    private static final Pattern GUEST = Pattern.compile("[A-Z0-9$@#_:+-]{1,8}");
    private static final Pattern PAGE_RATE = Pattern.compile("(?i).*\\bPage rate\\s+([0-9.,]+)\\s*/s.*");
    private static final Pattern OWN = Pattern.compile("(?i).*Collected in Partition\\s+(\\S+).*");
    private static final Pattern MODEL = Pattern.compile("(?i)\\s*Processor type and model\\s*:\\s*(\\S+).*");
    private static final Pattern PHYSICAL = Pattern.compile("(?i)\\s*Nr\\.? of physical processors\\s*:\\s*(\\d+).*");
    private static final Pattern CONFIGURED =
            Pattern.compile("(?i)\\s*Nr\\.? of configured partitions\\s*:\\s*(\\d+).*");

    private static final List<String> EXPECTED = List.of(
            "zvm.cpu.processors",
            "zvm.cpu.busyPercent.p95",
            "zvm.paging.pagesPerSecond.p95",
            "zvm.guests.count",
            "zvm.guests.cpuPercent.each",
            "zvm.guests.pageReadsPerSecond.max",
            "zvm.guests.cpuWaitPercent.max",
            "zvm.guests.pageWaitPercent.max",
            "lpar.partitions",
            "lpar.physicalProcessors",
            "lpar.each");

    /** A figure over several reports, each with its length. */
    private static final class Mean {
        private double sum;
        private double weight;
        private double most = Double.NEGATIVE_INFINITY;

        void add(double value, double seconds) {
            double length = seconds > 0 ? seconds : 1;
            sum += value * length;
            weight += length;
            most = Math.max(most, value);
        }

        boolean any() {
            return weight > 0;
        }

        double mean() {
            return weight > 0 ? sum / weight : 0;
        }

        String said() {
            return weight > 0
                    ? FactList.rounded(mean()) + (most > mean() ? " (most " + FactList.rounded(most) + ")" : "")
                    : "unknown";
        }
    }

    /** One partition of the machine. */
    private static final class Partition {
        String logical = "";
        String weight = "";
        String cap = "";
        String type = "";
        final Mean load = new Mean();
        final Mean busy = new Mean();
        final Mean suspended = new Mean();
    }

    private static final class Section {
        final long line;
        long rows;

        Section(long line) {
            this.line = line;
        }
    }

    private final Problems problems;
    private final ZoneId zone;
    private final Cells numbers = new Cells();
    private final Map<ZvmReport, Section> sections = new EnumMap<>(ZvmReport.class);
    private final Map<ZvmReport, HeadedTable> tables = new EnumMap<>(ZvmReport.class);
    private final Map<String, Map<String, Mean>> guests = new TreeMap<>();
    private final Map<String, Mean> processors = new TreeMap<>();
    private final Map<String, String> processorTypes = new TreeMap<>();
    private final Mean control = new Mean();
    private final Mean logical = new Mean();
    private final Mean pageRate = new Mean();
    private final Map<String, Partition> partitions = new LinkedHashMap<>();
    private final Map<String, String> machine = new LinkedHashMap<>();
    private final TimeSeries busy = new TimeSeries("zvm.cpu.busyPercent", "percent of the system's processors");
    private final TimeSeries paging =
            new TimeSeries("zvm.paging.pagesPerSecond", "pages/s read from and written to DASD");
    private final TimeSeries ratio = new TimeSeries("zvm.cpu.totalToVirtualRatio", "total to virtual CPU time");
    private @Nullable Partition partition;
    private @Nullable LocalDateTime until;
    private @Nullable LocalDateTime before;
    private @Nullable LocalDateTime began;

    PerfkitFigures(Problems problems, ZoneId zone) {
        this.problems = problems;
        this.zone = zone;
    }

    void begun(ZvmReport report, long number) {
        sections.computeIfAbsent(report, none -> new Section(number));
        partition = null;
    }

    void until(LocalDateTime time) {
        if (until == null || until.isBefore(time)) {
            until = time;
        }
    }

    void headed(ZvmReport report, HeadedTable table, long number) {
        tables.put(report, table);
        List<String> wanted = switch (report) {
            case CPU -> List.of("%cpu");
            case USER -> List.of("%cpu");
            case USER_PAGING -> List.of("reads", "write");
            case USER_WAITS -> List.of("%cpu", "%pgw");
            case LPAR -> List.of("weight", "%busy");
            case SYSTEM -> List.of("busy");
        };
        for (String name : wanted) {
            if (table.place(name) < 0) {
                problems.add(
                        number,
                        report.section(),
                        "no column '" + name + "'; its facts are left out",
                        "say which release of z/VM printed the report; its layout is not known");
            }
        }
    }

    /** Takes a line that is no row of the table; true when it is one that is known. */
    boolean beside(ZvmReport report, String line) {
        if (report == ZvmReport.CPU) {
            Matcher rate = PAGE_RATE.matcher(line);
            if (rate.matches()) {
                numbers.read(rate.group(1)).ifPresent(value -> pageRate.add(value, 1));
                return true;
            }
        }
        if (report == ZvmReport.LPAR) {
            return kept(OWN, "own", line)
                    || kept(MODEL, "model", line)
                    || kept(PHYSICAL, "physical", line)
                    || kept(CONFIGURED, "configured", line);
        }
        return false;
    }

    private boolean kept(Pattern pattern, String name, String line) {
        Matcher matcher = pattern.matcher(line);
        if (matcher.matches()) {
            machine.put(name, matcher.group(1));
            return true;
        }
        return false;
    }

    /** Whether a line that was not taken should have been. */
    boolean looksLikeRow(ZvmReport report, String line) {
        String first = Regex.split(line.strip(), "\\s+", 2)[0];
        return switch (report) {
            case CPU -> Regex.matches(first, "P[0-9A-F]{2,4}");
            case USER, USER_PAGING, USER_WAITS ->
                GUEST.matcher(first).matches() && line.strip().contains(" ");
            case LPAR -> Regex.split(line.strip(), "\\s+").length >= 10;
            case SYSTEM -> Regex.matches(first, "\\d{2}:\\d{2}(:\\d{2})?");
        };
    }

    /** Takes a row; false when it is none. */
    boolean row(
            ZvmReport report,
            List<String> cells,
            long number,
            @Nullable LocalDateTime from,
            @Nullable LocalDateTime to,
            double seconds) {
        HeadedTable table = tables.get(report);
        if (table == null) {
            return false;
        }
        boolean taken = switch (report) {
            case CPU -> processor(table, cells, seconds);
            case USER -> guest(table, cells, seconds, "%cpu", "ratio", "pg/s");
            case USER_PAGING ->
                guest(table, cells, seconds, "reads", "write", "steals", "x>ds", "wss", "resrvd", "dasd", "size");
            case USER_WAITS -> guest(table, cells, seconds, "%run", "%cpu", "%pgw", "%iow", "%sim", "%cfw", "%pga");
            case LPAR -> partition(table, cells, seconds);
            case SYSTEM -> interval(table, cells, number, from, to, seconds);
        };
        Section section = sections.get(report);
        if (taken && section != null) {
            section.rows++;
        }
        return taken;
    }

    private OptionalDouble figure(HeadedTable table, List<String> cells, String... names) {
        int place = table.place(names);
        return place < 0 ? OptionalDouble.empty() : numbers.read(cells.get(place));
    }

    private boolean processor(HeadedTable table, List<String> cells, double seconds) {
        String name = cells.get(Math.max(0, table.place("proc")));
        OptionalDouble load = figure(table, cells, "%cpu");
        if (!PROCESSOR.matcher(name).matches() || load.isEmpty()) {
            return false;
        }
        processors.computeIfAbsent(name, none -> new Mean()).add(load.getAsDouble(), seconds);
        int type = table.place("type");
        if (type >= 0 && !cells.get(type).isEmpty()) {
            processorTypes.put(name, cells.get(type));
        }
        figure(table, cells, "%cp").ifPresent(value -> control.add(value, seconds));
        figure(table, cells, "%logld").ifPresent(value -> logical.add(value, seconds));
        return true;
    }

    /** A row of one guest; sums of the system and of classes, which begin with a sign, are left out. */
    private boolean guest(HeadedTable table, List<String> cells, double seconds, String... names) {
        String name = cells.get(Math.max(0, table.place("userid")));
        if (name.startsWith(">") || name.startsWith("=")) {
            return true;
        }
        if (!GUEST.matcher(name).matches()) {
            return false;
        }
        boolean any = false;
        Map<String, Double> found = new LinkedHashMap<>();
        for (String column : names) {
            int place = table.place(column);
            if (place < 0) {
                continue;
            }
            any |= Cells.none(cells.get(place));
            OptionalDouble value = numbers.read(cells.get(place));
            if (value.isPresent()) {
                any = true;
                // waits and uses have columns of the same name
                found.put(names[0].equals("%run") ? "wait " + column : column, value.getAsDouble());
            } else if (!Cells.none(cells.get(place))) {
                return false;
            }
        }
        if (!any || !guests.containsKey(name) && guests.size() >= MOST_GUESTS) {
            return any;
        }
        Map<String, Mean> means = guests.computeIfAbsent(name, none -> new LinkedHashMap<>());
        found.forEach((column, value) ->
                means.computeIfAbsent(column, none -> new Mean()).add(value, seconds));
        return true;
    }

    private boolean partition(HeadedTable table, List<String> cells, double seconds) {
        String name = cells.get(Math.max(0, table.place("partition")));
        OptionalDouble load = figure(table, cells, "%busy");
        if (!name.isEmpty()) {
            int count = table.place("#proc", "#core");
            if (count < 0 || !Regex.matches(cells.get(count), "\\d{1,4}")) {
                partition = null;
                return false;
            }
            partition = partitions.computeIfAbsent(name, none -> new Partition());
            partition.logical = cells.get(count);
            partition.weight = text(table, cells, "weight");
            partition.cap = text(table, cells, "cap");
            Partition now = partition;
            figure(table, cells, "%load").ifPresent(value -> now.load.add(value, seconds));
        }
        Partition now = partition;
        if (now == null || load.isEmpty()) {
            return now != null && !name.isEmpty();
        }
        now.busy.add(load.getAsDouble(), seconds);
        figure(table, cells, "%susp").ifPresent(value -> now.suspended.add(value, seconds));
        String type = text(table, cells, "type");
        now.type = type.isEmpty() ? now.type : type;
        return true;
    }

    private static String text(HeadedTable table, List<String> cells, String name) {
        int place = table.place(name);
        return place < 0 ? "" : cells.get(place);
    }

    private boolean interval(
            HeadedTable table,
            List<String> cells,
            long number,
            @Nullable LocalDateTime from,
            @Nullable LocalDateTime to,
            double seconds) {
        String time =
                text(table, cells, "end time").isEmpty() ? text(table, cells, "time") : text(table, cells, "end time");
        if (time.startsWith(">>")) {
            return true;
        }
        LocalTime clock;
        try {
            clock = LocalTime.parse(time.length() == 5 ? time + ":00" : time);
        } catch (DateTimeException e) {
            return false;
        }
        int cpu = table.placeIn("cpu", "busy");
        OptionalDouble load = numbers.read(cells.get(cpu < 0 ? Math.max(0, table.place("busy")) : cpu));
        if (from != null && !from.equals(began)) {
            // a page that goes on has the same head; another period begins anew
            began = from;
            before = null;
        }
        LocalDateTime day =
                before != null ? before : from != null ? from : to != null ? to.minusSeconds((long) seconds) : null;
        if (day == null) {
            problems.add(
                    number,
                    ZvmReport.SYSTEM.section(),
                    "a row at " + time
                            + " without a line 'From date time' before it was left out: its day is not known",
                    "print the report again with its head, and upload it whole");
            return true;
        }
        LocalDateTime at = day.toLocalDate().atTime(clock);
        if (at.isBefore(day)) {
            at = at.plusDays(1);
        }
        double minutes = Math.max(1, java.time.Duration.between(day, at).toSeconds()) / 60.0;
        before = at;
        until(at);
        long second = at.atZone(zone).toEpochSecond();
        boolean kept = true;
        if (load.isPresent()) {
            kept = busy.add(second, minutes, load.getAsDouble());
        }
        int pages = table.placeIn("paging", "write");
        OptionalDouble moved = pages < 0 ? figure(table, cells, "write") : numbers.read(cells.get(pages));
        if (moved.isPresent()) {
            paging.add(second, minutes, moved.getAsDouble());
        }
        figure(table, cells, "t/v").ifPresent(value -> ratio.add(second, minutes, value));
        if (!kept) {
            problems.add(
                    number,
                    ZvmReport.SYSTEM.section(),
                    "more than " + TimeSeries.MOST + " intervals; the later ones are left out",
                    "upload a shorter period");
        }
        return load.isPresent() || moved.isPresent() || cells.stream().anyMatch(Cells::none);
    }

    SeriesReading reading(EvidenceOrigin origin, @Nullable ZvmReport cut, List<SectionCoverage> others) {
        LocalDateTime end = until;
        FactList facts = new FactList(
                origin.source(),
                end == null ? origin.receivedAt() : end.atZone(zone).toInstant());
        system(facts);
        guests(facts);
        partitions(facts);
        List<SectionCoverage> all = new ArrayList<>();
        for (ZvmReport report : ZvmReport.values()) {
            Section section = sections.get(report);
            all.add(
                    section == null
                            ? new SectionCoverage(report.section(), 0, 0, State.MISSING)
                            : new SectionCoverage(
                                    report.section(),
                                    section.line,
                                    section.rows,
                                    report == cut ? State.CUT : section.rows == 0 ? State.EMPTY : State.READ));
        }
        all.addAll(others);
        List<TimeSeries> series = new ArrayList<>();
        for (TimeSeries one : List.of(busy, paging, ratio)) {
            one.sort();
            if (one.size() > 0) {
                series.add(one);
            }
        }
        return new SeriesReading(Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), all)), series);
    }

    private void system(FactList facts) {
        if (!processors.isEmpty()) {
            facts.add("zvm.cpu.processors", (long) processors.size(), "logical processors of the z/VM system");
            Map<String, Long> types = new TreeMap<>();
            processorTypes.values().forEach(type -> types.merge(type, 1L, Long::sum));
            if (!types.isEmpty()) {
                facts.add(
                        "zvm.cpu.processorTypes",
                        types.entrySet().stream()
                                .map(one -> one.getKey() + ": " + one.getValue())
                                .toList(),
                        null);
            }
            facts.add(
                    "zvm.cpu.each",
                    processors.entrySet().stream()
                            .limit(TOLD)
                            .map(one -> one.getKey() + ": " + one.getValue().said() + " % busy")
                            .toList(),
                    null);
        }
        for (TimeSeries one : List.of(busy, paging, ratio)) {
            one.sort();
            facts.distribution(one.name(), one.unit(), one.series(), Confidence.MEASURED);
        }
        if (busy.size() == 0 && !processors.isEmpty()) {
            facts.add(
                    "zvm.cpu.busyPercent.mean",
                    FactList.rounded(processors.values().stream()
                            .mapToDouble(Mean::mean)
                            .average()
                            .orElse(0)),
                    busy.unit());
        }
        if (control.any()) {
            facts.add("zvm.cpu.controlProgramPercent", FactList.rounded(control.mean()), "percent of one processor");
        }
        if (logical.any()) {
            facts.add("zvm.cpu.logicalLoadPercent", FactList.rounded(logical.mean()), "percent of one processor");
        }
        if (pageRate.any()) {
            facts.add("zvm.paging.pageRate", FactList.rounded(pageRate.mean()), "pages/s");
        }
    }

    private void guests(FactList facts) {
        if (guests.isEmpty()) {
            return;
        }
        facts.add("zvm.guests.count", (long) guests.size(), "guests in the reports");
        most(
                facts,
                "%cpu",
                "zvm.guests.cpuPercent",
                "percent of one processor",
                List.of("%cpu"),
                Map.of("ratio", "total to virtual"));
        most(
                facts,
                "reads",
                "zvm.guests.pageReadsPerSecond",
                "pages/s",
                List.of("reads"),
                Map.of("write", "writes/s", "x>ds", "to DASD/s", "resrvd", "pages reserved", "dasd", "pages on DASD"));
        most(facts, "wait %cpu", "zvm.guests.cpuWaitPercent", "percent of samples", List.of("wait %cpu"), Map.of());
        most(
                facts,
                "wait %pgw",
                "zvm.guests.pageWaitPercent",
                "percent of samples: page wait, page active and console function wait",
                List.of("wait %pgw", "wait %pga", "wait %cfw"),
                Map.of("wait %iow", "I/O wait"));
    }

    /** The largest mean of all guests, and each guest with it in falling order. */
    private void most(
            FactList facts, String has, String name, String unit, List<String> sum, Map<String, String> beside) {
        record One(String guest, double value, Map<String, Mean> means) {}
        List<One> all = guests.entrySet().stream()
                .filter(guest -> guest.getValue().containsKey(has))
                .map(guest -> new One(
                        guest.getKey(),
                        sum.stream()
                                .mapToDouble(column -> guest.getValue()
                                        .getOrDefault(column, new Mean())
                                        .mean())
                                .sum(),
                        guest.getValue()))
                .sorted(Comparator.comparingDouble(One::value).reversed().thenComparing(One::guest))
                .toList();
        if (all.isEmpty()) {
            return;
        }
        facts.add(name + ".max", FactList.rounded(all.get(0).value()), unit);
        facts.add(
                name + ".each",
                all.stream()
                        .limit(TOLD)
                        .map(one -> {
                            StringBuilder text = new StringBuilder(one.guest() + ": " + FactList.rounded(one.value()));
                            new TreeMap<>(beside).forEach((column, said) -> {
                                Mean mean = one.means().get(column);
                                if (mean != null) {
                                    text.append(", ").append(said).append(' ').append(FactList.rounded(mean.mean()));
                                }
                            });
                            return text.toString();
                        })
                        .toList(),
                unit);
    }

    private void partitions(FactList facts) {
        String model = machine.get("model");
        if (model != null) {
            facts.add("lpar.machineModel", model, null);
        }
        whole(facts, "physical", "lpar.physicalProcessors", "physical processors of the machine");
        whole(facts, "configured", "lpar.configuredPartitions", "partitions of the machine");
        if (partitions.isEmpty()) {
            return;
        }
        facts.add("lpar.partitions", (long) partitions.size(), "partitions in the report");
        facts.add(
                "lpar.each",
                partitions.entrySet().stream()
                        .limit(TOLD)
                        .map(one -> one.getKey() + ": " + one.getValue().logical + " logical"
                                + (one.getValue().type.isEmpty() ? "" : " " + one.getValue().type)
                                + ", weight " + (one.getValue().weight.isEmpty() ? "unknown" : one.getValue().weight)
                                + ", cap "
                                + (one.getValue().cap.isEmpty()
                                        ? "unknown"
                                        : one.getValue().cap.toLowerCase(Locale.ROOT))
                                + ", busy " + one.getValue().busy.said() + " %, suspended "
                                + one.getValue().suspended.said() + " %")
                        .toList(),
                null);
        String own = machine.get("own");
        Partition mine = own == null ? null : partitions.get(own);
        if (own != null && mine != null) {
            facts.add("lpar.own.name", own, null);
            facts.add("lpar.own.logicalProcessors", Long.parseLong(mine.logical), "logical processors");
            if (Regex.matches(mine.weight, "\\d{1,6}")) {
                facts.add("lpar.own.weight", Long.parseLong(mine.weight), null);
            } else if (!mine.weight.isEmpty()) {
                facts.add("lpar.own.processors", mine.weight.equals("DED") ? "dedicated" : mine.weight, null);
            }
            if (mine.busy.any()) {
                facts.add("lpar.own.busyPercent", FactList.rounded(mine.busy.mean()), "percent of a logical processor");
            }
            if (mine.suspended.any()) {
                facts.add(
                        "lpar.own.suspendedPercent",
                        FactList.rounded(mine.suspended.mean()),
                        "percent of a logical processor");
            }
        }
    }

    private void whole(FactList facts, String key, String name, String unit) {
        String value = machine.get(key);
        if (value != null && value.length() < 10) {
            facts.add(name, Long.parseLong(value), unit);
        }
    }
}
