package io.gulliver.evidence.awrreport;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.KeptParameters;
import io.gulliver.evidence.OracleTimes;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Takes the rows and lines of a report as they come and turns them into facts. */
final class ReportFigures {
    /** What a report tells, and what was seen of it. */
    private enum Section {
        DATABASE("database"),
        HOST("host"),
        SNAPSHOTS("snapshots"),
        LOAD_PROFILE("load profile"),
        EFFICIENCY("instance efficiency"),
        TOP_EVENTS("top events"),
        HOST_CPU("host CPU"),
        MEMORY("memory statistics"),
        SGA_ADVICE("SGA target advisory"),
        PGA_ADVICE("PGA memory advisory"),
        OS_STATISTICS("operating system statistics"),
        PARAMETERS("init.ora parameters");

        private final String title;

        Section(String title) {
            this.title = title;
        }
    }

    private static final List<String> EXPECTED = List.of(
            "database.name",
            "database.version",
            "database.platform",
            "host.names",
            "host.cores",
            "host.memoryGb",
            "awr.from",
            "awr.to",
            "awr.elapsedMinutes",
            "awr.dbTimeMinutes",
            "awr.load.dbTimePerSecond",
            "awr.load.redoMbPerSecond",
            "awr.efficiency",
            "awr.topEvents",
            "awr.hostCpu.busyPercent",
            "memory.sgaAdvice",
            "memory.pgaAdvice",
            "database.parameters");

    private static final int TOP = 10;
    private static final int ADVICE = 100;
    /** Figures that can only be meant with a decimal comma. */
    private static final Pattern EUROPEAN =
            Pattern.compile("-?\\d{1,3}(\\.\\d{3})+,\\d+|-?\\d*,(\\d{1,2}|\\d{4,})(E[+-]?\\d+)?[KMG]?");

    private static final Pattern SNAP = Pattern.compile(
            "(Begin|End) Snap:\\s+(\\d+)\\s+(\\d{1,2}-[^-\\d]+?-\\d{2,4}\\s+\\d{1,2}[:.]\\d{2}[:.]\\d{2}|\\S+ \\S+).*");
    private static final Pattern MINUTES = Pattern.compile("(Elapsed|DB Time):\\s+([\\d.,]+)\\s+\\(mins\\).*");
    private static final Pattern CPU_TITLE =
            Pattern.compile("Host CPU.*\\(CPUs:\\s*(\\d+)\\s+Cores:\\s*(\\d*)\\s+Sockets:\\s*(\\d*)\\).*");
    private static final Pattern LOAD = Pattern.compile("([A-Za-z][A-Za-z/ ()]*?):\\s+(-?[\\d.,]+)(\\s+-?[\\d.,]+)*");
    private static final Pattern PERCENT = Pattern.compile("([A-Za-z%][A-Za-z% -]*?%?[A-Za-z% ]*):\\s+([\\d.,]+)");
    private static final Pattern MEMORY =
            Pattern.compile("(Host Mem|SGA use|PGA use) \\(MB\\):\\s+([\\d.,]+)\\s+([\\d.,]+).*");
    /** Names of the load profile in 11.2 and later, and the facts they become. */
    private static final Map<String, String> LOADS = new HashMap<>();

    static {
        LOADS.put("dbtimes", "awr.load.dbTimePerSecond");
        LOADS.put("dbcpus", "awr.load.dbCpuPerSecond");
        LOADS.put("backgroundcpus", "awr.load.backgroundCpuPerSecond");
        LOADS.put("redosize", "awr.load.redoMbPerSecond");
        LOADS.put("redosizebytes", "awr.load.redoMbPerSecond");
        LOADS.put("logicalreads", "awr.load.logicalReadsPerSecond");
        LOADS.put("logicalreadblocks", "awr.load.logicalReadsPerSecond");
        LOADS.put("physicalreads", "awr.load.physicalReadBlocksPerSecond");
        LOADS.put("physicalreadblocks", "awr.load.physicalReadBlocksPerSecond");
        LOADS.put("physicalwrites", "awr.load.physicalWriteBlocksPerSecond");
        LOADS.put("physicalwriteblocks", "awr.load.physicalWriteBlocksPerSecond");
        LOADS.put("readiorequests", "awr.load.readIops");
        LOADS.put("writeiorequests", "awr.load.writeIops");
        LOADS.put("readiomb", "awr.load.readMbPerSecond");
        LOADS.put("writeiomb", "awr.load.writeMbPerSecond");
        LOADS.put("usercalls", "awr.load.userCallsPerSecond");
        LOADS.put("parses", "awr.load.parsesPerSecond");
        LOADS.put("parsessql", "awr.load.parsesPerSecond");
        LOADS.put("hardparses", "awr.load.hardParsesPerSecond");
        LOADS.put("hardparsessql", "awr.load.hardParsesPerSecond");
        LOADS.put("logons", "awr.load.logonsPerSecond");
        LOADS.put("userlogons", "awr.load.logonsPerSecond");
        LOADS.put("executes", "awr.load.executesPerSecond");
        LOADS.put("executessql", "awr.load.executesPerSecond");
        LOADS.put("rollbacks", "awr.load.rollbacksPerSecond");
        LOADS.put("transactions", "awr.load.transactionsPerSecond");
    }

    private final Problems problems;
    private boolean european;
    private final Map<Section, long[]> seen = new EnumMap<>(Section.class);
    private final Map<String, String> database = new HashMap<>();
    private final Map<String, String> host = new HashMap<>();
    private final Map<String, String> snapshots = new HashMap<>();
    private final Map<String, Double> minutes = new HashMap<>();
    private final Map<String, Double> loads = new LinkedHashMap<>();
    private final Map<String, String> efficiency = new LinkedHashMap<>();
    private final Map<String, double[]> memory = new HashMap<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> sgaAdvice = new ArrayList<>();
    private final List<String> pgaAdvice = new ArrayList<>();
    private final TreeMap<String, String> parameters = new TreeMap<>();
    private final Map<String, String> statistics = new HashMap<>();
    private double hostIdle = Double.NaN;
    private double hostUser = Double.NaN;
    private double hostSystem = Double.NaN;
    private double hostWaiting = Double.NaN;
    private @Nullable Section table;
    private @Nullable Section lines;
    private List<String> columns = List.of();
    private boolean eventsDone;

    ReportFigures(Problems problems) {
        this.problems = problems;
    }

    private void count(Section section, long line, int rows) {
        seen.computeIfAbsent(section, key -> new long[] {line, 0})[1] += rows;
    }

    static String plain(String heading) {
        return Regex.replaceAll(heading.toLowerCase(Locale.ROOT), "[^a-z0-9]", "");
    }

    /** A title above what follows. */
    void title(String title, long line) {
        String text = title.strip();
        Matcher cpu = CPU_TITLE.matcher(text);
        if (cpu.matches()) {
            host.putIfAbsent("cpus", cpu.group(1));
            host.putIfAbsent("cores", cpu.group(2));
            host.putIfAbsent("sockets", cpu.group(3));
        }
        if (text.startsWith("Load Profile")) {
            begin(Section.LOAD_PROFILE, line);
        } else if (text.startsWith("Instance Efficiency")) {
            begin(Section.EFFICIENCY, line);
        } else if (text.startsWith("Memory Statistics")) {
            begin(Section.MEMORY, line);
        } else if (!text.isEmpty()) {
            lines = null;
        }
    }

    private void begin(Section section, long line) {
        lines = section;
        count(section, line, 0);
    }

    /** The names of a table's columns. */
    void columns(List<String> names, long line) {
        columns = names.stream().map(ReportFigures::plain).toList();
        table = null;
        if (columns.isEmpty()) {
            return;
        }
        if (has("dbname", "dbid") || has("instance", "instnum")) {
            table = Section.DATABASE;
        } else if (has("hostname", "platform")) {
            table = Section.HOST;
        } else if (has("event", "waits", "waitclass") && !eventsDone) {
            table = Section.TOP_EVENTS;
        } else if (has("user", "system", "wio", "idle")) {
            table = Section.HOST_CPU;
        } else if (has("sgatargetsizem")) {
            table = Section.SGA_ADVICE;
        } else if (has("pgatargetestmb")) {
            table = Section.PGA_ADVICE;
        } else if (columns.get(0).equals("statistic")
                && columns.size() <= 3
                && (has("total") || has("value"))
                && !seen.containsKey(Section.OS_STATISTICS)) {
            table = Section.OS_STATISTICS;
        } else if (has("parametername", "beginvalue")) {
            table = Section.PARAMETERS;
        } else if (has("persecond", "pertransaction") && !seen.containsKey(Section.LOAD_PROFILE)) {
            // HTML has the title outside of any heading
            begin(Section.LOAD_PROFILE, line);
        }
        Section now = table;
        if (now != null) {
            count(now, line, 0);
        }
    }

    private boolean has(String... names) {
        return columns.containsAll(List.of(names));
    }

    boolean inTable() {
        return table != null;
    }

    void tableEnds() {
        if (table == Section.TOP_EVENTS && !events.isEmpty()) {
            eventsDone = true;
        }
        table = null;
        columns = List.of();
    }

    /** Takes a row of the table whose columns came last; false when nobody reads that table. */
    boolean row(List<String> cells, long line) {
        Section now = table;
        if (now == null || cells.size() < columns.size()) {
            return false;
        }
        boolean taken = switch (now) {
            case DATABASE -> pairs(database, cells);
            case HOST -> pairs(host, cells);
            case TOP_EVENTS -> event(cells);
            case HOST_CPU -> hostCpu(cells, line);
            case SGA_ADVICE -> sga(cells, line);
            case PGA_ADVICE -> pga(cells, line);
            case OS_STATISTICS -> statistic(cells);
            case PARAMETERS -> parameter(cells);
            default -> false;
        };
        count(now, line, taken ? 1 : 0);
        return true;
    }

    private boolean pairs(Map<String, String> into, List<String> cells) {
        boolean any = false;
        for (int i = 0; i < columns.size(); i++) {
            if (!cells.get(i).isEmpty()) {
                any |= into.putIfAbsent(columns.get(i), cells.get(i)) == null;
            }
        }
        return any;
    }

    private String cell(List<String> cells, String... names) {
        for (String name : names) {
            int place = columns.indexOf(name);
            if (place >= 0) {
                return cells.get(place);
            }
        }
        return "";
    }

    private boolean event(List<String> cells) {
        String name = cell(cells, "event");
        if (name.isEmpty() || events.size() >= TOP) {
            return false;
        }
        // 10.2 gives the share of the time of calls
        String percent = cell(cells, "dbtime", "totalcalltime", "totaltime", "time");
        String seconds = cell(cells, "times", "totalwaittimesec", "totalwaittimes", "timesec");
        String type = cell(cells, "waitclass");
        events.add(name + ": " + percent + " % of DB time, " + seconds + " s" + (type.isEmpty() ? "" : ", " + type));
        return true;
    }

    private boolean hostCpu(List<String> cells, long line) {
        pairs(host, cells);
        hostIdle = figure(Section.HOST_CPU, line, "%Idle", cell(cells, "idle"));
        hostUser = figure(Section.HOST_CPU, line, "%User", cell(cells, "user"));
        hostSystem = figure(Section.HOST_CPU, line, "%System", cell(cells, "system"));
        hostWaiting = figure(Section.HOST_CPU, line, "%WIO", cell(cells, "wio"));
        return true;
    }

    private boolean sga(List<String> cells, long line) {
        double size = figure(Section.SGA_ADVICE, line, "SGA Target Size (M)", cell(cells, "sgatargetsizem"));
        double factor = figure(Section.SGA_ADVICE, line, "SGA Size Factor", cell(cells, "sgasizefactor"));
        double time = figure(Section.SGA_ADVICE, line, "Est DB Time (s)", cell(cells, "estdbtimes"));
        double reads = figure(Section.SGA_ADVICE, line, "Est Physical Reads", cell(cells, "estphysicalreads"));
        if (Double.isNaN(size + factor + reads) || sgaAdvice.size() >= ADVICE) {
            return false;
        }
        sgaAdvice.add(FactList.rounded(size / 1024) + " GB, factor " + factor + ", reads " + (long) reads
                + (Double.isNaN(time) ? "" : ", DB time " + (long) time + " s"));
        return true;
    }

    private boolean pga(List<String> cells, long line) {
        double size = figure(Section.PGA_ADVICE, line, "PGA Target Est (MB)", cell(cells, "pgatargetestmb"));
        double factor = figure(Section.PGA_ADVICE, line, "Size Factr", cell(cells, "sizefactr"));
        double over = figure(
                Section.PGA_ADVICE,
                line,
                "Estd PGA Overalloc Count",
                cell(cells, "estdpgaoveralloccount", "estdpgaoverallocount"));
        if (Double.isNaN(size + factor + over) || pgaAdvice.size() >= ADVICE) {
            return false;
        }
        pgaAdvice.add(FactList.rounded(size / 1024) + " GB, factor " + factor + ", over-allocations " + (long) over);
        return true;
    }

    /** Of the host, since the begin snapshot; times in hundredths of a second. */
    private boolean statistic(List<String> cells) {
        String name = cells.get(0);
        String value = cells.get(1);
        if (!value.isEmpty()) {
            statistics.putIfAbsent(name, value);
        }
        return Regex.matches(name, "[A-Z_]+");
    }

    /** What 10.2 and 11.1 tell of the host in no other place. */
    private void fromStatistics(FactList facts) {
        double busy = statistic("BUSY_TIME");
        double idle = statistic("IDLE_TIME");
        if (Double.isNaN(hostIdle) && busy + idle > 0) {
            facts.add("awr.hostCpu.busyPercent", FactList.rounded(busy / (busy + idle) * 100), "% of the host's CPUs");
        }
        for (String[] one :
                new String[][] {{"NUM_CPUS", "cpus"}, {"NUM_CPU_CORES", "cores"}, {"NUM_CPU_SOCKETS", "sockets"}}) {
            double count = statistic(one[0]);
            if (count >= 1) {
                host.putIfAbsent(one[1], String.valueOf((long) count));
            }
        }
        double bytes = statistic("PHYSICAL_MEMORY_BYTES");
        if (bytes > 0 && !host.containsKey("memorygb")) {
            facts.add("host.memoryGb", FactList.rounded(bytes / 1024 / 1024 / 1024), "GB of one host");
        }
    }

    private double statistic(String name) {
        return figure(Section.OS_STATISTICS, 0, name, statistics.getOrDefault(name, ""));
    }

    private boolean parameter(List<String> cells) {
        String name = cell(cells, "parametername");
        String value = cell(cells, "beginvalue");
        String end = cell(cells, "endvalueifdifferent");
        if (KeptParameters.has(name)) {
            String last = end.isEmpty() ? value : end;
            if (!last.isEmpty()) {
                parameters.put(name, last);
            }
        }
        return !name.isEmpty();
    }

    /** A line that stands in no table, or in one whose columns have no dashes. */
    void line(String title, String raw, long line) {
        String text = raw.strip();
        Matcher snap = SNAP.matcher(text);
        Matcher length = MINUTES.matcher(text);
        Matcher used = MEMORY.matcher(text);
        if (snap.matches()) {
            count(Section.SNAPSHOTS, line, 1);
            snapshots.putIfAbsent(snap.group(1) + " id", snap.group(2));
            snapshots.putIfAbsent(snap.group(1), snap.group(3));
        } else if (length.matches()) {
            minutes.putIfAbsent(length.group(1), figure(Section.SNAPSHOTS, line, length.group(1), length.group(2)));
        } else if (used.matches()) {
            count(Section.MEMORY, line, 1);
            memory.putIfAbsent(used.group(1), new double[] {
                figure(Section.MEMORY, line, used.group(1), used.group(2)),
                figure(Section.MEMORY, line, used.group(1), used.group(3))
            });
        } else if (lines == Section.EFFICIENCY || text.startsWith("Buffer Nowait %")) {
            // in HTML this table follows the load profile without a heading that is one
            lines = Section.EFFICIENCY;
            efficiency(text, line);
        } else if (lines == Section.LOAD_PROFILE) {
            Matcher load = LOAD.matcher(text);
            if (!load.matches()) {
                title(text, line);
                return;
            }
            String fact = LOADS.get(plain(load.group(1)));
            if (fact != null) {
                loads.putIfAbsent(fact, figure(Section.LOAD_PROFILE, line, load.group(1), load.group(2)));
                count(Section.LOAD_PROFILE, line, 1);
            }
        } else {
            title(text, line);
        }
    }

    private void efficiency(String text, long line) {
        Matcher percent = PERCENT.matcher(text);
        boolean any = false;
        while (percent.find()) {
            efficiency.putIfAbsent(Regex.replaceAll(percent.group(1).strip(), "\\s+", " "), percent.group(2));
            any = true;
        }
        if (any) {
            count(Section.EFFICIENCY, line, 1);
        } else {
            title(text, line);
        }
    }

    /** NaN when blank or not available, and with a problem when it is no number. */
    private double figure(Section section, long line, String name, String cell) {
        if (cell.isEmpty() || cell.equals("N/A")) {
            return Double.NaN;
        }
        european |= EUROPEAN.matcher(cell).matches();
        OptionalDouble value = number(european ? english(cell) : cell);
        if (value.isEmpty()) {
            problems.add(
                    line,
                    section.title,
                    name + " is '" + (cell.length() > 40 ? cell.substring(0, 40) + "…" : cell) + "': taken as unknown",
                    "look at that place of the report; make it again if the figure is damaged there too");
            return Double.NaN;
        }
        return value.getAsDouble();
    }

    /** A figure of a report whose marks were exchanged, as a spreadsheet does, with the marks of a report. */
    private static String english(String cell) {
        return Regex.matches(cell, "-?\\d{1,3}(\\.\\d{3})+(,\\d+)?") || cell.indexOf(',') >= 0
                ? cell.replace(".", "").replace(',', '.')
                : cell;
    }

    /**
     * Reports put commas between thousands whatever the session's language; a comma that cannot be one is a decimal
     * comma of an edited report.
     */
    static OptionalDouble number(String cell) {
        String text = cell;
        if (Regex.matches(text, "-?\\d{1,3}(,\\d{3})+(\\.\\d+)?")) {
            text = text.replace(",", "");
        } else if (Regex.matches(text, "-?\\d{1,3}(\\.\\d{3})+,\\d+")) {
            text = text.replace(".", "").replace(',', '.');
        } else if (Regex.matches(text, "-?\\d*,\\d+(E[+-]?\\d+)?")) {
            text = text.replace(',', '.');
        }
        if (!Regex.matches(text, "-?(\\d+\\.?\\d*|\\.\\d+)(E[+-]?\\d{1,3})?[KMG]?") || text.length() > 40) {
            return OptionalDouble.empty();
        }
        int unit = "KMG".indexOf(text.charAt(text.length() - 1));
        double value = Double.parseDouble(unit < 0 ? text : text.substring(0, text.length() - 1));
        value *= Math.pow(1000, unit + 1.0);
        return Double.isInfinite(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** All that the report said, once it is read. */
    Reading reading(EvidenceOrigin origin, boolean cut) {
        LocalDateTime from = time("Begin");
        LocalDateTime to = time("End");
        Instant at = to == null ? origin.receivedAt() : to.atZone(origin.zone()).toInstant();
        FactList facts = new FactList(origin.source(), at);
        fromStatistics(facts);
        identity(facts);
        if (from != null) {
            facts.add("awr.from", from.toString(), null);
        }
        if (to != null) {
            facts.add("awr.to", to.toString(), null);
        }
        whole(facts, snapshots.get("Begin id"), "awr.beginSnapshot", null);
        whole(facts, snapshots.get("End id"), "awr.endSnapshot", null);
        decimal(facts, "awr.elapsedMinutes", minutes.get("Elapsed"), "minutes");
        decimal(facts, "awr.dbTimeMinutes", minutes.get("DB Time"), "minutes");
        loads.forEach((name, value) -> decimal(
                facts,
                name,
                name.endsWith("redoMbPerSecond") ? value / 1024 / 1024 : value,
                name.contains("Mb") ? "MB/s" : "per s, average of the report"));
        if (!efficiency.isEmpty()) {
            facts.add(
                    "awr.efficiency",
                    efficiency.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList(),
                    null);
        }
        if (!events.isEmpty()) {
            facts.add("awr.topEvents", List.copyOf(events), null);
        }
        if (!Double.isNaN(hostIdle)) {
            facts.add("awr.hostCpu.busyPercent", FactList.rounded(100 - hostIdle), "% of the host's CPUs");
        }
        decimal(facts, "awr.hostCpu.userPercent", hostUser, "% of the host's CPUs");
        decimal(facts, "awr.hostCpu.systemPercent", hostSystem, "% of the host's CPUs");
        decimal(facts, "awr.hostCpu.iowaitPercent", hostWaiting, "% of the host's CPUs, part of idle");
        memory.forEach((name, values) -> decimal(
                facts,
                switch (name) {
                    case "SGA use" -> "awr.memory.sgaGb";
                    case "PGA use" -> "awr.memory.pgaGb";
                    default -> "host.memoryGb";
                },
                Math.max(values[0], values[1]) / 1024,
                "GB"));
        if (!sgaAdvice.isEmpty()) {
            facts.add("memory.sgaAdvice", List.copyOf(sgaAdvice), null);
        }
        if (!pgaAdvice.isEmpty()) {
            facts.add("memory.pgaAdvice", List.copyOf(pgaAdvice), null);
        }
        if (!parameters.isEmpty()) {
            facts.add(
                    "database.parameters",
                    parameters.entrySet().stream()
                            .map(one -> one.getKey() + "=" + one.getValue())
                            .toList(),
                    null);
        }
        return Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), sections(cut)));
    }

    private void identity(FactList facts) {
        text(facts, "database.name", database.get("dbname"));
        text(facts, "database.dbid", database.get("dbid"));
        text(facts, "database.version", database.get("release"));
        text(facts, "database.edition", database.get("edition"));
        text(facts, "database.instance", database.get("instance"));
        yes(facts, "database.rac", database.get("rac"));
        yes(facts, "database.cdb", database.get("cdb"));
        // in 10.2 the host stands beside the database
        String name = host.getOrDefault("hostname", database.get("host"));
        if (name != null) {
            facts.add("host.names", List.of(name), null);
        }
        text(facts, "database.platform", host.get("platform"));
        whole(facts, host.get("cpus"), "host.cpus", "logical CPUs of one host");
        whole(facts, host.get("sockets"), "host.sockets", "sockets of one host");
        whole(facts, host.get("cores"), "host.cores", "cores of one host");
        if (!facts.names().contains("host.cores")) {
            String cpus = host.get("cpus");
            if (cpus != null && Regex.matches(cpus, "\\d{1,9}")) {
                facts.add("host.cores", Long.valueOf(cpus), "cores of one host", Confidence.ASSUMED);
                problems.add(
                        0,
                        Section.HOST.title,
                        "the report gives no cores; its " + cpus + " CPUs stand for them and may count threads",
                        "give the cores of one host, for example from lscpu");
            }
        }
        String gb = host.get("memorygb");
        if (gb != null) {
            decimal(facts, "host.memoryGb", figure(Section.HOST, 0, "Memory (GB)", gb), "GB of one host");
        }
    }

    private static void text(FactList facts, String name, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            facts.add(name, value, null);
        }
    }

    private static void yes(FactList facts, String name, @Nullable String value) {
        if (value != null && Regex.matches(value, "(?i)yes|no")) {
            facts.add(name, value.equalsIgnoreCase("yes"), null);
        }
    }

    private static void whole(FactList facts, @Nullable String value, String name, @Nullable String unit) {
        if (value != null && Regex.matches(value, "[1-9]\\d{0,14}")) {
            facts.add(name, Long.valueOf(value), unit);
        }
    }

    private static void decimal(FactList facts, String name, @Nullable Double value, String unit) {
        if (value != null && !value.isNaN()) {
            facts.add(name, FactList.rounded(value), unit);
        }
    }

    private @Nullable LocalDateTime time(String which) {
        String text = snapshots.get(which);
        if (text == null) {
            return null;
        }
        Optional<LocalDateTime> time = OracleTimes.of(text);
        if (time.isEmpty()) {
            problems.add(
                    0,
                    Section.SNAPSHOTS.title,
                    "the time of the " + which.toLowerCase(Locale.ROOT) + " snapshot is '" + text
                            + "', not one like 12-Feb-17 12:16:04: taken as unknown",
                    "make the report in a session with NLS_DATE_LANGUAGE=AMERICAN");
        }
        return time.orElse(null);
    }

    private List<SectionCoverage> sections(boolean cut) {
        List<SectionCoverage> sections = new ArrayList<>();
        Section last = null;
        for (Section section : Section.values()) {
            if (seen.containsKey(section)) {
                last = section;
            }
        }
        for (Section section : Section.values()) {
            long[] rows = seen.get(section);
            State state = rows == null
                    ? State.MISSING
                    : cut && section == last ? State.CUT : rows[1] == 0 ? State.EMPTY : State.READ;
            sections.add(
                    new SectionCoverage(section.title, rows == null ? 0 : rows[0], rows == null ? 0 : rows[1], state));
        }
        if (seen.isEmpty()) {
            problems.add(
                    0,
                    null,
                    "no table of an AWR report is in the file",
                    "upload the report of awrrpt.sql as it was written, not the one that compares periods");
        }
        return sections;
    }
}
