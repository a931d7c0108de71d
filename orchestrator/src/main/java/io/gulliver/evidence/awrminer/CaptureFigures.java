package io.gulliver.evidence.awrminer;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.DecimalMark;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.LoadSample;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.Series;
import io.gulliver.evidence.TimeSeries;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Takes the rows of a capture as they come and turns what they add up to into facts. */
final class CaptureFigures {
    private static final String OS = CaptureHosts.SECTION;
    private static final String MEMORY = "MEMORY";
    private static final String SIZE = "SIZE-ON-DISK";
    private static final String METRICS = "MAIN-METRICS";
    private static final String PARAMETERS = CaptureParameters.SECTION;
    private static final String SESSIONS = "AVERAGE-ACTIVE-SESSIONS";
    private static final String TOP_SQL = "TOP-SQL-SUMMARY";
    private static final String SGA_ADVICE = "MEMORY-SGA-ADVICE";
    private static final String NETWORK = "SQLNET-METRICS";

    private static final Set<String> TAKEN = Set.of(
            OS,
            CaptureHosts.BY_INSTANCE,
            CaptureHosts.STATISTICS,
            MEMORY,
            SIZE,
            METRICS,
            PARAMETERS,
            CaptureParameters.BY_INSTANCE,
            SESSIONS,
            TOP_SQL,
            SGA_ADVICE,
            NETWORK);
    /** Known, counted, and read where a comparison needs them: no fact comes from them. */
    private static final Set<String> COUNTED = Set.of(
            "IO-WAIT-HISTOGRAM",
            "IO-OBJECT-TYPE",
            "IOSTAT-BY-FUNCTION",
            "TOP-SQL-BY-SNAPID",
            "PATCH-HISTORY",
            "MODULE",
            "SNAP-HISTORY",
            "MEMORY-PGA-ADVICE",
            "TOP-N-TIMED-EVENTS",
            "SYSSTAT",
            "PDBs",
            "SNAP-HISTORY-TZ",
            "FEATURES",
            "PERCENT-CPU",
            "PERCENT-IO");
    /** Sections that every version of the script writes. */
    private static final List<String> ALWAYS = List.of(
            OS,
            MEMORY,
            SIZE,
            METRICS,
            PARAMETERS,
            SESSIONS,
            "IO-WAIT-HISTOGRAM",
            "IO-OBJECT-TYPE",
            TOP_SQL,
            "TOP-SQL-BY-SNAPID");

    private static final List<String> EXPECTED = List.of(
            "database.name",
            "database.version",
            "database.platform",
            "database.instances",
            "host.names",
            "host.cores",
            "host.memoryGb",
            "evidence.snapshots",
            "evidence.from",
            "evidence.to",
            "cpu.busyCores.p50",
            "cpu.busyCores.p95",
            "cpu.busyCores.max",
            "memory.sgaGb.max",
            "memory.pgaGb.max",
            "storage.sizeGb.first",
            "storage.sizeGb.last",
            "io.iops.p95",
            "io.iops.max",
            "io.mbPerSecond.p95",
            "io.mbPerSecond.max",
            "redo.mbPerSecond.p95",
            "redo.mbPerSecond.max");

    private static final DateTimeFormatter END = DateTimeFormatter.ofPattern("uu/MM/dd HH:mm", Locale.ROOT);
    private static final DateTimeFormatter LONG_END = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm[:ss]", Locale.ROOT);
    /** The script divides bytes by 1024 three times over. */
    static final String BINARY_GB = "GB of 1,073,741,824 bytes";

    private static final int TOP = 10;
    private static final int ADVICE = 100;

    private static final List<String> NETWORK_BYTES =
            List.of("sqlnet_bytes_received", "sqlnet_bytes_sent", "sqlnet_bytes_vector_from", "sqlnet_bytes_vector_to");
    private static final int MOST_ROWS = 200_000;

    private static final int OS_CPU = 0;
    private static final int AAS = 1;
    private static final int IOPS = 2;
    private static final int MB = 3;
    private static final int REDO = 4;
    private static final int READ_IOPS = 5;
    private static final int WRITE_IOPS = 6;
    private static final int READ_MB = 7;
    private static final int WRITE_MB = 8;
    private static final int OWN_CPU = 9;
    private static final int LOGONS = 10;
    private static final int HOST_CPU = 11;
    private static final int MEASURES = 12;

    private final Problems problems;
    private final DecimalMark numbers = new DecimalMark();
    private final CaptureHosts hosts;
    private final CaptureParameters parameters;
    private final Snapshots metrics = new Snapshots(MEASURES);
    private final List<LoadSample> samples = new ArrayList<>();
    private final boolean keepSamples;
    /** Busy per cent of the host of each instance, by the place of the snapshot: hosts can differ in cores. */
    private final SortedMap<Long, double[]> osCpuOf = new TreeMap<>();
    /** CPUs that each sample's host uses, beside {@link #samples}. */
    private final List<Double> hostCpus = new ArrayList<>();
    /** Some scripts write 0 for a metric that the database does not have: a column of nothing else is unknown. */
    private boolean osCpuMoves;

    private boolean hostCpuMoves;
    private final Map<Long, SortedMap<Long, Double>> networkBytes = new HashMap<>();
    private int networkRows;
    private boolean networkRounded;
    private boolean ownMeasured;
    private boolean ownDerived;
    private final Snapshots memory = new Snapshots(2);
    private final Snapshots waits = new Snapshots(1);
    private final Map<String, Long> waitClasses = new HashMap<>();
    private final SortedMap<Long, String> topSql = new TreeMap<>();
    private final List<String> advice = new ArrayList<>();
    private long adviceSnapshot = Long.MIN_VALUE;
    private long adviceInstance;
    private double largestSga = Double.NaN;
    private double sizeFirst = Double.NaN;
    private double sizeLast = Double.NaN;
    private long sizeFirstSnapshot = Long.MAX_VALUE;
    private long sizeLastSnapshot = Long.MIN_VALUE;

    /** @param keepSamples whether the load of every single instance stays in memory too */
    CaptureFigures(Problems problems, boolean keepSamples) {
        this.problems = problems;
        this.keepSamples = keepSamples;
        this.hosts = new CaptureHosts(problems, numbers);
        this.parameters = new CaptureParameters(problems);
    }

    static boolean understands(String section) {
        return TAKEN.contains(section) || COUNTED.contains(section);
    }

    static boolean takesRowsOf(String section) {
        return TAKEN.contains(section);
    }

    /** A line in a section that has shown no heading; only host facts can be read without one. */
    boolean bareLine(String section, String line) {
        return section.equals(OS) && hosts.bareLine(line);
    }

    /** Takes a row; false when it told a problem instead. */
    boolean row(String section, Row row, long line) {
        return switch (section) {
            case OS -> {
                hosts.row(row, line);
                yield true;
            }
            case CaptureHosts.BY_INSTANCE -> {
                hosts.instanceRow(row);
                yield true;
            }
            case CaptureHosts.STATISTICS -> {
                hosts.statisticsRow(row);
                yield true;
            }
            case MEMORY -> memoryRow(row, line);
            case SIZE -> sizeRow(row, line);
            case METRICS -> metricsRow(row, line);
            case PARAMETERS, CaptureParameters.BY_INSTANCE -> {
                parameters.row(row);
                yield true;
            }
            case NETWORK -> networkRow(row, line);
            case SESSIONS -> sessionsRow(row, line);
            case TOP_SQL -> topSqlRow(row);
            case SGA_ADVICE -> adviceRow(row);
            default -> throw new IllegalArgumentException("no rows are taken of section " + section);
        };
    }

    private boolean memoryRow(Row row, long line) {
        OptionalDouble snapshot = whole(row, "snap_id");
        OptionalDouble instance = whole(row, "instance_number");
        if (snapshot.isEmpty()) {
            return stray(MEMORY, line, "SNAP_ID", row.text("snap_id"));
        }
        double sga = figure(MEMORY, line, row, "sga");
        largestSga = Double.isNaN(largestSga) ? sga : Double.isNaN(sga) ? largestSga : Math.max(largestSga, sga);
        return added(
                MEMORY,
                line,
                memory.add(
                        (long) snapshot.getAsDouble(),
                        (long) instance.orElse(1),
                        1,
                        Long.MIN_VALUE,
                        sga,
                        figure(MEMORY, line, row, "pga")));
    }

    private boolean sizeRow(Row row, long line) {
        OptionalDouble snapshot = whole(row, "snap_id");
        if (snapshot.isEmpty()) {
            return stray(SIZE, line, "SNAP_ID", row.text("snap_id"));
        }
        double size = figure(SIZE, line, row, "size_gb");
        if (!Double.isNaN(size)) {
            long id = (long) snapshot.getAsDouble();
            if (id < sizeFirstSnapshot) {
                sizeFirstSnapshot = id;
                sizeFirst = size;
            }
            if (id >= sizeLastSnapshot) {
                sizeLastSnapshot = id;
                sizeLast = size;
            }
        }
        return true;
    }

    private boolean metricsRow(Row row, long line) {
        OptionalDouble snapshot = whole(row, "snap");
        OptionalDouble instance = whole(row, "inst");
        if (snapshot.isEmpty()) {
            return stray(METRICS, line, "snap", row.text("snap"));
        }
        double osCpu = figure(METRICS, line, row, "os_cpu");
        if (osCpu > 100.5) {
            problems.add(
                    line,
                    METRICS,
                    "os_cpu is " + row.text("os_cpu") + " % of a host; it is left out",
                    "check the capture at that snapshot: a share of a host cannot exceed 100 %");
            osCpu = Double.NaN;
        }
        double hostCpu = figure(METRICS, line, row, "h_cpu_per_s");
        osCpuMoves |= osCpu > 0;
        hostCpuMoves |= hostCpu > 0;
        double minutes = figure(METRICS, line, row, "dur_m");
        double aas = figure(METRICS, line, row, "aas");
        double readIops = figure(METRICS, line, row, "read_iops");
        double writeIops = figure(METRICS, line, row, "write_iops");
        double readMb = figure(METRICS, line, row, "read_mb_s");
        double writeMb = figure(METRICS, line, row, "write_mb_s");
        double own = ownCpus(row, aas, line);
        long end = end(row.text("end"), line);
        Snapshots.Added added = metrics.add(
                (long) snapshot.getAsDouble(),
                (long) instance.orElse(1),
                Double.isNaN(minutes) ? 0 : minutes,
                end,
                osCpu,
                aas,
                readIops + writeIops,
                readMb + writeMb,
                figure(METRICS, line, row, "redo_mb_s"),
                readIops,
                writeIops,
                readMb,
                writeMb,
                own,
                figure(METRICS, line, row, "logons_total"),
                hostCpu);
        if (added == Snapshots.Added.TAKEN) {
            keepOsCpu((long) instance.orElse(1), metrics.place((long) snapshot.getAsDouble()), osCpu);
        }
        if (keepSamples
                && added == Snapshots.Added.TAKEN
                && end != Long.MIN_VALUE
                && samples.size() < LoadSamples.MOST) {
            samples.add(new LoadSample(
                    (long) snapshot.getAsDouble(),
                    (long) instance.orElse(1),
                    end * 60,
                    Double.isNaN(minutes) ? 0 : minutes,
                    osCpu,
                    own));
            hostCpus.add(hostCpu);
        }
        return added(METRICS, line, added);
    }

    /**
     * CPU of the instance itself, in CPU seconds a second, NaN while unknown.
     *
     * <p>{@code cpu_per_s} is Oracle's metric <i>CPU Usage Per Sec</i>, which counts centiseconds of the sessions of users; the
     * script writes it divided by 100 ({@code round(average/100,3)} in every version that has the column, called {@code
     * cpu_p_sec} in some), so it is in CPUs. {@code bkgd_t_per_s} is <i>Background Time Per Sec</i>, which Oracle counts in
     * active sessions and the script writes as it is: elapsed time of background processes, an upper bound of their CPU (one
     * server showed 0.014 of it beside 1.303 centiseconds of background CPU). Versions 2.9 and 3.0, the three real captures
     * among them, have no {@code cpu_per_s}: there it is {@code aas} x {@code db_cpu_ratio} / 100, CPU time of users by the two
     * ratios that they do have, rounded to a tenth and therefore an estimate.
     */
    private double ownCpus(Row row, double aas, long line) {
        double users = figure(METRICS, line, row, "cpu_per_s");
        if (Double.isNaN(users)) {
            users = figure(METRICS, line, row, "cpu_p_sec");
        }
        if (!Double.isNaN(users)) {
            ownMeasured = true;
        } else {
            users = aas * Math.min(100, figure(METRICS, line, row, "db_cpu_ratio")) / 100;
            ownDerived |= !Double.isNaN(users);
        }
        double background = figure(METRICS, line, row, "bkgd_t_per_s");
        return users + (Double.isNaN(background) ? 0 : background);
    }

    private String ownFrom() {
        return ownMeasured && !ownDerived
                ? "cpu_per_s + bkgd_t_per_s"
                : ownDerived ? "aas x db_cpu_ratio + bkgd_t_per_s, an estimate: the capture has no cpu_per_s" : "";
    }

    private void keepOsCpu(long instance, int at, double percent) {
        double[] known = osCpuOf.computeIfAbsent(instance, number -> new double[0]);
        if (at >= known.length) {
            double[] longer = Arrays.copyOf(known, Math.max(64, at * 2));
            Arrays.fill(longer, known.length, longer.length, Double.NaN);
            known = longer;
            osCpuOf.put(instance, known);
        }
        known[at] = percent;
    }

    /** Load of every instance at every snapshot that has a time; empty unless it was asked for. */
    LoadSamples samples(EvidenceOrigin origin) {
        List<LoadSample> known = samples;
        if (!osCpuMoves) {
            Double cpus = hosts.cpus().map(Long::doubleValue).orElse(Double.NaN);
            known = new ArrayList<>();
            for (int i = 0; i < samples.size(); i++) {
                LoadSample one = samples.get(i);
                double percent = hostCpuMoves ? Math.min(100, hostCpus.get(i) / cpus * 100) : Double.NaN;
                known.add(new LoadSample(
                        one.snapshot(), one.instance(), one.second(), one.minutes(), percent, one.ownCpus()));
            }
        }
        return new LoadSamples(
                        hosts.cores().map(Long::doubleValue).orElse(null),
                        hosts.cpus().map(Long::doubleValue).orElse(null),
                        hosts.hosts().orElse(List.of()),
                        hosts.hostOf(),
                        hosts.coresOf(),
                        ownFrom(),
                        known)
                .inZone(origin.zone());
    }

    /** Bytes to and from clients since the start of the instance; what a snapshot moved is the difference to the one before. */
    private boolean networkRow(Row row, long line) {
        OptionalDouble snapshot = whole(row, "snap");
        if (snapshot.isEmpty()) {
            return stray(NETWORK, line, "snap", row.text("snap"));
        }
        double bytes = 0;
        boolean known = false;
        for (String column : NETWORK_BYTES) {
            double part = figure(NETWORK, line, row, column);
            known |= !Double.isNaN(part);
            bytes += Double.isNaN(part) ? 0 : part;
            // as 1.2346E+14, five digits of it
            networkRounded |= row.text(column).indexOf('E') >= 0;
        }
        if (!known || ++networkRows > MOST_ROWS) {
            return known;
        }
        networkBytes
                .computeIfAbsent((long) whole(row, "inst").orElse(1), number -> new TreeMap<>())
                .put((long) snapshot.getAsDouble(), bytes);
        return true;
    }

    /** Traffic of clients at each snapshot, by those before it; a counter that falls was begun anew. */
    private Series network() {
        SortedMap<Long, double[]> bySnapshot = new TreeMap<>();
        networkBytes.values().forEach(counters -> {
            long before = Long.MIN_VALUE;
            double last = 0;
            for (Map.Entry<Long, Double> one : counters.entrySet()) {
                int at = metrics.place(one.getKey());
                double minutes = at < 0 ? 0 : metrics.minutes(at);
                if (before == one.getKey() - 1 && one.getValue() >= last && minutes > 0) {
                    double[] sum = bySnapshot.computeIfAbsent(one.getKey(), key -> new double[] {0, minutes});
                    sum[0] += (one.getValue() - last) / (minutes * 60) / 1_000_000;
                }
                before = one.getKey();
                last = one.getValue();
            }
        });
        Series series = new Series();
        bySnapshot.values().forEach(one -> series.add(one[0], one[1]));
        return series;
    }

    private boolean sessionsRow(Row row, long line) {
        OptionalDouble snapshot = whole(row, "snap_id");
        if (snapshot.isEmpty()) {
            return stray(SESSIONS, line, "SNAP_ID", row.text("snap_id"));
        }
        String name = row.text("wait_class");
        Long known = waitClasses.get(name);
        if (known == null) {
            known = (long) waitClasses.size();
            if (known < Long.SIZE) {
                waitClasses.put(name, known);
            }
        }
        return added(
                SESSIONS,
                line,
                waits.add(
                        (long) snapshot.getAsDouble(),
                        known,
                        1,
                        Long.MIN_VALUE,
                        figure(SESSIONS, line, row, "avg_sess")));
    }

    private boolean topSqlRow(Row row) {
        OptionalDouble rank = whole(row, "elap_rank");
        String id = row.text("sql_id");
        if (rank.isPresent() && rank.getAsDouble() <= TOP && !id.isEmpty()) {
            topSql.putIfAbsent(
                    (long) rank.getAsDouble(),
                    String.join(" ", id, row.text("command_name"), row.text("parsing_schema_name"))
                            .strip());
        }
        return true;
    }

    private boolean adviceRow(Row row) {
        OptionalDouble snapshot = whole(row, "snap_id");
        OptionalDouble instance = whole(row, "instance_number");
        OptionalDouble size = numbers.read(row.text("sga_target_gb"));
        OptionalDouble factor = numbers.read(row.text("size_factor"));
        OptionalDouble reads = numbers.read(row.text("estd_physical_reads"));
        if (snapshot.isPresent() && size.isPresent() && factor.isPresent() && reads.isPresent()) {
            long id = (long) snapshot.getAsDouble();
            long number = (long) instance.orElse(1);
            if (id > adviceSnapshot || (id == adviceSnapshot && number < adviceInstance)) {
                advice.clear();
                adviceSnapshot = id;
                adviceInstance = number;
            }
            if (id == adviceSnapshot && number == adviceInstance && advice.size() < ADVICE) {
                advice.add(size.getAsDouble() + " GB, factor " + factor.getAsDouble() + ", reads "
                        + (long) reads.getAsDouble());
            }
        }
        return true;
    }

    private boolean stray(String section, long line, String column, String seen) {
        problems.add(
                line,
                section,
                column + " is '" + (seen.length() > 40 ? seen.substring(0, 40) + "…" : seen)
                        + "', not a snapshot's number; the line is left out",
                "nothing to do, unless rows are missing: then let the DBA run the script again");
        return false;
    }

    private boolean added(String section, long line, Snapshots.Added added) {
        return switch (added) {
            case TAKEN -> true;
            case TWICE -> {
                problems.add(
                        line,
                        section,
                        "a second row for the same snapshot and instance; the first one counts",
                        "check that the file holds one capture only");
                yield false;
            }
            case TOO_MANY -> {
                problems.add(
                        line,
                        section,
                        "more than " + Snapshots.MOST + " snapshots or 64 instances; this row is left out",
                        "capture a shorter period: 30 days with a month end are enough");
                yield false;
            }
        };
    }

    private OptionalDouble whole(Row row, String column) {
        String cell = row.text(column);
        if (cell.isEmpty() || cell.length() > 15) {
            return OptionalDouble.empty();
        }
        for (int i = 0; i < cell.length(); i++) {
            if (cell.charAt(i) < '0' || cell.charAt(i) > '9') {
                return OptionalDouble.empty();
            }
        }
        return OptionalDouble.of(Long.parseLong(cell));
    }

    /** NaN when blank, and with a problem when it is no number of this file or below zero. */
    private double figure(String section, long line, Row row, String column) {
        String cell = row.text(column);
        if (cell.isEmpty()) {
            return Double.NaN;
        }
        OptionalDouble value = numbers.read(cell);
        if (value.isEmpty() || value.getAsDouble() < 0) {
            problems.add(
                    line,
                    section,
                    column + " is '" + (cell.length() > 40 ? cell.substring(0, 40) + "…" : cell)
                            + "': taken as unknown",
                    "a figure is digits with the decimal mark of the first figure in the file, and not below zero;"
                            + " check the capture there");
            return Double.NaN;
        }
        return value.getAsDouble();
    }

    private long end(String cell, long line) {
        if (!cell.isEmpty()) {
            try {
                boolean wholeYear = Regex.matches(cell, "[0-9]{4}[-/].*");
                return LocalDateTime.parse(wholeYear ? cell.replace('/', '-') : cell, wholeYear ? LONG_END : END)
                                .toEpochSecond(ZoneOffset.UTC)
                        / 60;
            } catch (DateTimeParseException e) {
                problems.add(
                        line,
                        METRICS,
                        "end is '" + (cell.length() > 40 ? cell.substring(0, 40) + "…" : cell)
                                + "', not a time like 12/02/24 00:59: taken as unknown",
                        "check the capture there");
            }
        }
        return Long.MIN_VALUE;
    }

    /** All that the capture said, once it is read. */
    Reading reading(EvidenceOrigin origin, List<SectionCoverage> read, SortedSet<String> seen) {
        FactList facts = new FactList(origin.source(), latest(origin));
        hosts.facts(facts, origin);
        seriesFacts(facts);
        parameters.facts(facts);
        if (!topSql.isEmpty()) {
            facts.add("sql.topByElapsed", List.copyOf(topSql.values()), null);
        }
        if (!advice.isEmpty()) {
            facts.add("memory.sgaAdvice", List.copyOf(advice), null);
        }
        List<SectionCoverage> sections = new ArrayList<>(read);
        for (String name : ALWAYS) {
            if (!seen.contains(name)) {
                sections.add(new SectionCoverage(name, 0, 0, State.MISSING));
            }
        }
        for (SectionCoverage section : sections) {
            boolean nothing = section.rows() == 0 && section.state() != State.NOT_UNDERSTOOD;
            if (nothing && Set.of(OS, MEMORY, SIZE, METRICS).contains(section.name())) {
                problems.add(
                        section.line(),
                        section.name(),
                        section.state() == State.MISSING
                                ? "the capture lacks this section"
                                : "the section holds no row that could be read",
                        "let the DBA run the script again, or enter its facts by hand");
            }
        }
        return Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), sections));
    }

    private Instant latest(EvidenceOrigin origin) {
        long last = Long.MIN_VALUE;
        for (int at = 0; at < metrics.size(); at++) {
            last = Math.max(last, metrics.end(at));
        }
        return last == Long.MIN_VALUE
                ? origin.receivedAt()
                : local(last).atZone(origin.zone()).toInstant();
    }

    private static LocalDateTime local(long epochMinutes) {
        return LocalDateTime.ofEpochSecond(epochMinutes * 60, 0, ZoneOffset.UTC);
    }

    private void seriesFacts(FactList facts) {
        if (metrics.size() > 0) {
            facts.add("evidence.snapshots", (long) metrics.size(), null);
            periodFacts(facts);
            busyCores(facts);
            if (!facts.distribution("sessions.averageActive", "sessions", series(metrics, AAS), Confidence.MEASURED)) {
                facts.distribution("sessions.averageActive", "sessions", series(waits, 0), Confidence.MEASURED);
            }
            // one decimal a column: an instance's 0.0 lies below 0.05
            double rounds = 0.05 * metrics.rows().size();
            facts.distribution("io.iops", "I/O per s", series(metrics, IOPS), Confidence.MEASURED, 2 * rounds);
            facts.distribution("io.readIops", "reads per s", series(metrics, READ_IOPS), Confidence.MEASURED, rounds);
            facts.distribution(
                    "io.writeIops", "writes per s", series(metrics, WRITE_IOPS), Confidence.MEASURED, rounds);
            facts.distribution("io.mbPerSecond", "MB/s", series(metrics, MB), Confidence.MEASURED, 2 * rounds);
            facts.distribution("io.readMbPerSecond", "MB/s", series(metrics, READ_MB), Confidence.MEASURED, rounds);
            facts.distribution("io.writeMbPerSecond", "MB/s", series(metrics, WRITE_MB), Confidence.MEASURED, rounds);
            facts.distribution("redo.mbPerSecond", "MB/s", series(metrics, REDO), Confidence.MEASURED, rounds);
            facts.distribution("sessions.total", "sessions", series(metrics, LOGONS), Confidence.MEASURED);
            facts.distribution(
                    "network.mbPerSecond",
                    "MB/s",
                    network(),
                    networkRounded ? Confidence.ASSUMED : Confidence.MEASURED);
            ownCores(facts);
            instanceGaps(facts);
        }
        max(facts, "memory.sgaGb.max", series(memory, 0));
        if (!Double.isNaN(largestSga)) {
            facts.add("memory.sgaGb.largestInstance", FactList.rounded(largestSga), BINARY_GB + ", one instance");
        }
        max(facts, "memory.pgaGb.max", series(memory, 1));
        if (!Double.isNaN(sizeFirst)) {
            facts.add("storage.sizeGb.first", FactList.rounded(sizeFirst), BINARY_GB);
            facts.add("storage.sizeGb.last", FactList.rounded(sizeLast), BINARY_GB);
        }
    }

    /** CPU of the database itself in cores: where a core has several threads, so many CPU seconds are one core's second. */
    private void ownCores(FactList facts) {
        double threads = hosts.threads();
        Series own = new Series();
        for (int at = 0; at < metrics.size(); at++) {
            if (!Double.isNaN(metrics.sum(OWN_CPU, at))) {
                own.add(metrics.sum(OWN_CPU, at) / threads, metrics.minutes(at));
            }
        }
        facts.distribution("load.databaseCores", "cores", own, ownDerived ? Confidence.ASSUMED : Confidence.MEASURED);
    }

    private void periodFacts(FactList facts) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        Series minutes = new Series();
        for (int at = 0; at < metrics.size(); at++) {
            if (metrics.end(at) != Long.MIN_VALUE) {
                first = Math.min(first, metrics.end(at));
                last = Math.max(last, metrics.end(at));
            }
            if (metrics.minutes(at) > 0) {
                minutes.add(metrics.minutes(at), 1);
            }
        }
        if (last != Long.MIN_VALUE) {
            facts.add("evidence.from", local(first).toString(), null);
            facts.add("evidence.to", local(last).toString(), null);
        }
        if (minutes.size() > 0) {
            facts.add(
                    "evidence.intervalMinutes",
                    FactList.rounded(minutes.distribution().p50()),
                    "minutes, median");
        }
    }

    /** The load of hosts, not of the database: each host once. */
    private void busyCores(FactList facts) {
        if (hosts.cores().isEmpty()) {
            return;
        }
        int instances = metrics.rows().size();
        int names = hosts.hosts().map(List::size).orElse(instances);
        Confidence confidence = hosts.coresAreTold() ? Confidence.MEASURED : Confidence.ASSUMED;
        if (!oneHost() && names < instances) {
            confidence = Confidence.ASSUMED;
            problems.add(
                    0,
                    METRICS,
                    instances + " instances stand on " + names
                            + " hosts; busy cores count a shared host more than once",
                    "say which instance stands on which host, or take sar files of the hosts");
        }
        if (!osCpuMoves && !osCpuOf.isEmpty() && series(metrics, OS_CPU).size() > 0) {
            problems.add(
                    0,
                    METRICS,
                    "os_cpu is 0 in every row, as scripts write it where the database has no such metric; it is unknown"
                            + (hostCpuMoves ? ", and h_cpu_per_s stands for it" : ""),
                    hostCpuMoves ? "nothing to do" : "upload sar files of the hosts for the same period");
        }
        Series busy = new Series();
        Hosts how = howHostsCount();
        for (int at = 0; at < metrics.size(); at++) {
            double busyCores = busyCores(at, how);
            if (!Double.isNaN(busyCores)) {
                busy.add(busyCores, metrics.minutes(at));
            }
        }
        if (!facts.distribution("cpu.busyCores", "cores of the source model", busy, confidence)) {
            problems.add(
                    0,
                    METRICS,
                    "no row has os_cpu, so busy cores are unknown",
                    "upload sar files of the hosts for the same period");
        }
    }

    /** Whether all instances report the load of one and the same host. */
    private boolean oneHost() {
        int instances = metrics.rows().size();
        return instances > 1 && hosts.hosts().map(List::size).orElse(instances) == 1;
    }

    /**
     * How hosts count, found once for all snapshots.
     *
     * @param shared whether all instances report the load of one host
     * @param cores of one host
     * @param each cores by instance where hosts differ
     * @param threads of one core
     */
    private record Hosts(boolean shared, double cores, SortedMap<Long, Double> each, double threads) {}

    private Hosts howHostsCount() {
        return new Hosts(
                oneHost(), hosts.cores().map(Long::doubleValue).orElse(Double.NaN), hosts.coresOf(), hosts.threads());
    }

    /** Busy cores of the hosts at a snapshot, each with its own cores; NaN where unknown. */
    private double busyCores(int at, Hosts how) {
        double shared = how.shared() ? metrics.instances(at) : 1;
        if (!osCpuMoves) {
            return hostCpuMoves ? metrics.sum(HOST_CPU, at) / how.threads() / shared : Double.NaN;
        }
        if (how.each().isEmpty()) {
            return metrics.sum(OS_CPU, at) / shared / 100 * how.cores();
        }
        double sum = Double.NaN;
        for (Map.Entry<Long, double[]> one : osCpuOf.entrySet()) {
            double percent = at < one.getValue().length ? one.getValue()[at] : Double.NaN;
            if (!Double.isNaN(percent)) {
                double busy = percent / 100 * how.each().getOrDefault(one.getKey(), how.cores());
                sum = Double.isNaN(sum) ? busy : sum + busy;
            }
        }
        return sum / shared;
    }

    /** The measurements themselves, for charts: what has a time. */
    List<TimeSeries> series(EvidenceOrigin origin) {
        TimeSeries busy = new TimeSeries("cpu.busyCores", "cores of the source model");
        TimeSeries sga = new TimeSeries("memory.sgaGb", "GB");
        TimeSeries pga = new TimeSeries("memory.pgaGb", "GB");
        TimeSeries iops = new TimeSeries("io.iops", "I/O per s");
        TimeSeries mb = new TimeSeries("io.mbPerSecond", "MB/s");
        TimeSeries redo = new TimeSeries("redo.mbPerSecond", "MB/s");
        Hosts how = howHostsCount();
        Map<Long, Integer> places = new HashMap<>();
        for (int at = 0; at < memory.size(); at++) {
            places.put(memory.id(at), at);
        }
        for (int at = 0; at < metrics.size(); at++) {
            if (metrics.end(at) == Long.MIN_VALUE) {
                continue;
            }
            long second = local(metrics.end(at)).atZone(origin.zone()).toEpochSecond();
            double minutes = metrics.minutes(at);
            add(busy, second, minutes, busyCores(at, how));
            add(iops, second, minutes, metrics.sum(IOPS, at));
            add(mb, second, minutes, metrics.sum(MB, at));
            add(redo, second, minutes, metrics.sum(REDO, at));
            Integer place = places.get(metrics.id(at));
            if (place != null) {
                add(sga, second, minutes, memory.sum(0, place));
                add(pga, second, minutes, memory.sum(1, place));
            }
        }
        List<TimeSeries> all = new ArrayList<>(List.of(busy, sga, pga, iops, mb, redo));
        all.removeIf(one -> one.size() == 0);
        all.forEach(TimeSeries::sort);
        return all;
    }

    private static void add(TimeSeries series, long second, double minutes, double value) {
        if (!Double.isNaN(value)) {
            series.add(second, minutes, value);
        }
    }

    private void instanceGaps(FactList facts) {
        SortedMap<Long, Integer> rows = metrics.rows();
        long wanted = (long) metrics.size()
                * Math.max(rows.size(), hosts.instanceCount().orElse(1L));
        long present = rows.values().stream().mapToLong(Integer::longValue).sum();
        facts.add("evidence.rowsPercent", Math.floorDiv(present * 100, wanted), "% of snapshots times instances");
        List<String> partly = new ArrayList<>();
        rows.forEach((instance, count) -> {
            if (count < metrics.size()) {
                partly.add("instance " + instance + " has " + count);
            }
        });
        hosts.instanceCount()
                .filter(count -> count > rows.size())
                .ifPresent(count -> partly.add((count - rows.size()) + " of " + count + " instances have none"));
        if (!partly.isEmpty()) {
            problems.add(
                    0,
                    METRICS,
                    "rows for " + metrics.size() + " snapshots are not complete: " + String.join(", ", partly)
                            + "; sums at the others count the instances that have a row",
                    "ask whether these instances were down; if not, capture a period in which all ran");
        }
    }

    private static Series series(Snapshots snapshots, int measure) {
        Series series = new Series();
        for (int at = 0; at < snapshots.size(); at++) {
            if (!Double.isNaN(snapshots.sum(measure, at))) {
                series.add(snapshots.sum(measure, at), snapshots.minutes(at));
            }
        }
        return series;
    }

    private static void max(FactList facts, String name, Series series) {
        if (series.size() > 0) {
            facts.add(name, FactList.rounded(series.distribution().max()), "GB of 1,073,741,824 bytes, whole database");
        }
    }
}
