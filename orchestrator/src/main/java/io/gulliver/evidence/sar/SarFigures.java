package io.gulliver.evidence.sar;

import com.google.re2j.Pattern;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.Series;
import io.gulliver.evidence.SeriesReading;
import io.gulliver.evidence.TimeSeries;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Takes measurements as they come, from text or JSON alike, and turns them into series and facts. */
final class SarFigures {
    /** One measure over time. */
    enum Measure {
        CPU_BUSY("host.cpu.busyPercent", "% of the host's CPUs, without waiting for I/O"),
        CPU_USER("host.cpu.userPercent", "% of the host's CPUs"),
        CPU_SYSTEM("host.cpu.systemPercent", "% of the host's CPUs"),
        CPU_IOWAIT("host.cpu.iowaitPercent", "% of the host's CPUs"),
        CPU_STEAL("host.cpu.stealPercent", "% of the host's CPUs"),
        MEMORY_USED("host.memory.usedGb", "GB, without buffers and page cache"),
        HUGE_PAGES_USED("host.hugePages.usedGb", "GB"),
        HUGE_PAGES_TOTAL("host.hugePages.totalGb", "GB"),
        SWAP_USED("host.swap.usedGb", "GB"),
        SWAPPED("host.swap.pagesPerSecond", "pages in and out per s"),
        IOPS("host.io.iops", "I/O per s"),
        IO_MB("host.io.mbPerSecond", "MB/s"),
        DISK_IOPS("host.disks.iops", "I/O per s"),
        DISK_MB("host.disks.mbPerSecond", "MB/s"),
        NETWORK_MB("host.network.mbPerSecond", "MB/s, both directions"),
        RUN_QUEUE("host.load.runQueue", "tasks waiting to run"),
        LOAD_ONE("host.load.oneMinute", "load average"),
        BLOCKED("host.load.blocked", "tasks blocked by I/O");

        private final String fact;
        private final String unit;

        Measure(String fact, String unit) {
            this.fact = fact;
            this.unit = unit;
        }
    }

    private static final List<String> EXPECTED = List.of(
            "host.names",
            "host.cpus",
            "evidence.sar.from",
            "evidence.sar.to",
            "host.cpu.busyPercent.p95",
            "host.memory.usedGb.max",
            "host.hugePages.totalGb.max",
            "host.swap.usedGb.max",
            "host.swap.pagesPerSecond.max",
            "host.io.iops.p95",
            "host.io.mbPerSecond.p95",
            "host.network.mbPerSecond.p95",
            "host.load.runQueue.p95");
    private static final double KIB_PER_GB = 1024.0 * 1024;
    private static final int MOST_DEVICES = 20_000;
    private static final int TOLD_DEVICES = 200;
    /** Names under which the bytes of other devices would count a second time, or that are no disk. */
    private static final Pattern STACKED_DISK =
            Pattern.compile("dm-.*|md[0-9]+|loop[0-9]+|sr[0-9]+|ram[0-9]+|zram[0-9]+"
                    + "|dev25[2-4]-.*|(sd|vd|xvd|hd|dasd)[a-z]+[0-9]+|nvme.*p[0-9]+|mpath.*");

    private static final Pattern STACKED_NIC = Pattern.compile(
            "lo|bond.*|team.*|br[0-9-].*|virbr.*|docker.*|veth.*|tun.*|tap.*|vnet.*|.*\\.[0-9]+|vlan.*");

    /** Figures of one CPU, disk or interface. */
    private static final class Device {
        long count;
        double sum;
        double max;
        double other;

        void take(double value, double second) {
            count++;
            sum += value;
            max = Math.max(max, value);
            other = Math.max(other, second);
        }
    }

    /** A sum over devices at one time. */
    private static final class Sum {
        long second = Long.MIN_VALUE;
        double minutes;
        double first;
        double other;
    }

    private final Problems problems;
    private final Map<Measure, TimeSeries> series = new EnumMap<>(Measure.class);
    private final Map<SarTable, long[]> rows = new EnumMap<>(SarTable.class);
    private final Map<String, long[]> notUnderstood = new TreeMap<>();
    private final Map<String, Device> cpus = new TreeMap<>(SarFigures::byNumber);
    private final Map<String, Device> disks = new TreeMap<>();
    private final Map<String, Device> interfaces = new TreeMap<>();
    private final TreeSet<String> others = new TreeSet<>();
    private final Sum disk = new Sum();
    private final Sum network = new Sum();
    private final UsedMemory usedMemory = new UsedMemory(this::usedMemory);
    private @Nullable String host;
    private boolean ofAnother;
    private @Nullable String architecture;
    private @Nullable String kernel;
    private long processors;
    private double memoryGb;
    private long restarts;
    private boolean tooMany;

    SarFigures(Problems problems) {
        this.problems = problems;
    }

    private static int byNumber(String a, String b) {
        int length = Integer.compare(a.length(), b.length());
        return length == 0 ? a.compareTo(b) : length;
    }

    void host(String name, String release, @Nullable String machine, long cpuCount) {
        host = host == null ? name : host;
        ofAnother = !host.equals(name);
        if (ofAnother) {
            if (others.size() < 100) {
                others.add(name);
            }
            return;
        }
        kernel = release;
        if (machine != null) {
            architecture = machine;
        }
        processors = Math.max(processors, cpuCount);
    }

    void restart(long cpuCount) {
        if (ofAnother) {
            return;
        }
        restarts++;
        processors = Math.max(processors, cpuCount);
    }

    /** Counts a row of a table whose columns are taken. */
    void counted(SarTable table, long line) {
        rows.computeIfAbsent(table, key -> new long[] {line, 0})[1]++;
    }

    /** Remembers a table that nobody reads. */
    void unknownTable(String name, long line) {
        if (notUnderstood.size() < 200) {
            notUnderstood.computeIfAbsent(name, key -> new long[] {line, 0});
        }
    }

    void unknownRow(String name) {
        long[] seen = notUnderstood.get(name);
        if (seen != null) {
            seen[1]++;
        }
    }

    private void add(Measure measure, long second, double minutes, double value) {
        if (!ofAnother
                && !Double.isNaN(value)
                && !series.computeIfAbsent(measure, m -> new TimeSeries(m.fact, m.unit))
                        .add(second, minutes, value)) {
            tooMany = true;
        }
    }

    /** @param busyParts user, nice, system (with interrupts), I/O wait, steal, idle; NaN where unknown */
    void cpu(long second, double minutes, String cpu, double... busyParts) {
        double idle = busyParts[5];
        double iowait = Double.isNaN(busyParts[3]) ? 0 : busyParts[3];
        double busy = Math.max(0, 100 - idle - iowait);
        if (cpu.equals("all") || cpu.equals("-1")) {
            add(Measure.CPU_BUSY, second, minutes, busy);
            add(Measure.CPU_USER, second, minutes, busyParts[0] + (Double.isNaN(busyParts[1]) ? 0 : busyParts[1]));
            add(Measure.CPU_SYSTEM, second, minutes, busyParts[2]);
            add(Measure.CPU_IOWAIT, second, minutes, busyParts[3]);
            add(Measure.CPU_STEAL, second, minutes, busyParts[4]);
        } else if (!Double.isNaN(busy)) {
            device(cpus, cpu, busy, 0);
        }
    }

    void memory(MemoryRow row) {
        if (!ofAnother && !Double.isNaN(row.used())) {
            usedMemory.row(row);
        }
    }

    private void usedMemory(long second, double minutes, double ownKib, double totalKib) {
        add(Measure.MEMORY_USED, second, minutes, ownKib / KIB_PER_GB);
        if (!Double.isNaN(totalKib)) {
            memoryGb = Math.max(memoryGb, totalKib / KIB_PER_GB);
        }
    }

    void hugePages(long second, double minutes, double freeKib, double usedKib) {
        add(Measure.HUGE_PAGES_USED, second, minutes, usedKib / KIB_PER_GB);
        add(Measure.HUGE_PAGES_TOTAL, second, minutes, (freeKib + usedKib) / KIB_PER_GB);
    }

    void swapSpace(long second, double minutes, double usedKib) {
        add(Measure.SWAP_USED, second, minutes, usedKib / KIB_PER_GB);
    }

    void swapping(long second, double minutes, double in, double out) {
        add(Measure.SWAPPED, second, minutes, in + out);
    }

    /** Blocks of sar are 512 bytes. */
    void io(long second, double minutes, double read, double written, double blocksRead, double blocksWritten) {
        add(Measure.IOPS, second, minutes, read + written);
        add(Measure.IO_MB, second, minutes, (blocksRead + blocksWritten) / 2048);
    }

    void disk(long second, double minutes, String name, double tps, double kib, double await, double util) {
        if (Double.isNaN(tps)) {
            return;
        }
        device(disks, name, Double.isNaN(util) ? 0 : util, Double.isNaN(await) ? 0 : await);
        if (!STACKED_DISK.matcher(name).matches()) {
            sum(disk, second, minutes, tps, Double.isNaN(kib) ? 0 : kib / 1024, Measure.DISK_IOPS, Measure.DISK_MB);
        }
    }

    void network(long second, double minutes, String name, double kib) {
        if (Double.isNaN(kib)) {
            return;
        }
        device(interfaces, name, kib / 1024, 0);
        if (!STACKED_NIC.matcher(name).matches()) {
            sum(network, second, minutes, kib / 1024, 0, Measure.NETWORK_MB, null);
        }
    }

    void load(long second, double minutes, double runQueue, double one, double blocked) {
        add(Measure.RUN_QUEUE, second, minutes, runQueue);
        add(Measure.LOAD_ONE, second, minutes, one);
        add(Measure.BLOCKED, second, minutes, blocked);
    }

    private void device(Map<String, Device> devices, String name, double value, double other) {
        if (ofAnother) {
            return;
        }
        Device device = devices.get(name);
        if (device == null && devices.size() < MOST_DEVICES) {
            device = new Device();
            devices.put(name, device);
        }
        if (device != null) {
            device.take(value, other);
        }
    }

    private void sum(
            Sum sum, long second, double minutes, double first, double other, Measure one, @Nullable Measure two) {
        if (sum.second != second) {
            flush(sum, one, two);
            sum.second = second;
            sum.minutes = minutes;
        }
        sum.first += first;
        sum.other += other;
    }

    private void flush(Sum sum, Measure one, @Nullable Measure two) {
        if (sum.second != Long.MIN_VALUE) {
            add(one, sum.second, sum.minutes, sum.first);
            if (two != null) {
                add(two, sum.second, sum.minutes, sum.other);
            }
        }
        sum.second = Long.MIN_VALUE;
        sum.first = 0;
        sum.other = 0;
    }

    /**
     * All that the file said, once it is read.
     *
     * @param clock of the times that were given
     */
    SeriesReading reading(EvidenceOrigin origin, @Nullable SarTable cutIn, LongUnaryOperator clock) {
        ofAnother = false;
        flush(disk, Measure.DISK_IOPS, Measure.DISK_MB);
        flush(network, Measure.NETWORK_MB, null);
        usedMemory.end();
        int twice = 0;
        for (TimeSeries one : series.values()) {
            one.retime(clock);
            twice = Math.max(twice, one.sort());
        }
        if (twice > 0) {
            problems.add(
                    0,
                    null,
                    twice + " intervals are in the file twice; the first ones count",
                    "check that the file does not hold the same day twice");
        }
        if (tooMany) {
            problems.add(
                    0,
                    null,
                    "more than " + TimeSeries.MOST + " intervals; the later ones are left out",
                    "give a shorter period: 35 days with a month end are enough");
        }
        FactList facts = new FactList(origin.source(), latest(origin));
        hostFacts(facts, origin);
        series.forEach((measure, one) -> {
            boolean derived =
                    measure == Measure.NETWORK_MB || measure == Measure.DISK_IOPS || measure == Measure.DISK_MB;
            facts.distribution(
                    measure.fact, measure.unit, one.series(), derived ? Confidence.ASSUMED : Confidence.MEASURED);
        });
        devices(facts, "host.cpu.each", cpus, "busy %.2f %% on average, at most %.2f %%", false);
        devices(
                facts,
                "host.disks.each",
                disks,
                "busy %.2f %% on average, at most %.2f %%, wait at most %.2f ms",
                true);
        devices(facts, "host.network.each", interfaces, "%.3f MB/s on average, at most %.3f MB/s", false);
        if (!series.containsKey(Measure.CPU_BUSY)) {
            problems.add(
                    0,
                    SarTable.CPU.title(),
                    "no figure of all CPUs together is in the file, so the host's load is unknown",
                    "write the file with 'sar -A' or 'sadf -j -- -A' and upload it again");
        }
        return new SeriesReading(
                Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), sections(cutIn))),
                List.copyOf(series.values()));
    }

    private List<SectionCoverage> sections(@Nullable SarTable cutIn) {
        List<SectionCoverage> sections = new ArrayList<>();
        for (SarTable table : SarTable.values()) {
            long[] seen = rows.get(table);
            if (seen == null) {
                sections.add(new SectionCoverage(table.title(), 0, 0, State.MISSING));
            } else {
                sections.add(new SectionCoverage(
                        table.title(),
                        seen[0],
                        seen[1],
                        table == cutIn ? State.CUT : seen[1] == 0 ? State.EMPTY : State.READ));
            }
        }
        notUnderstood.forEach(
                (name, seen) -> sections.add(new SectionCoverage(name, seen[0], seen[1], State.NOT_UNDERSTOOD)));
        return sections;
    }

    /** Remembers that a table began, so that one without rows is told from one that is not there. */
    void began(SarTable table, long line) {
        rows.putIfAbsent(table, new long[] {line, 0});
    }

    private Instant latest(EvidenceOrigin origin) {
        return series.values().stream()
                .filter(one -> one.size() > 0)
                .map(one -> Instant.ofEpochSecond(one.second(one.size() - 1)))
                .max(Instant::compareTo)
                .orElse(origin.receivedAt());
    }

    private void hostFacts(FactList facts, EvidenceOrigin origin) {
        if (host != null) {
            facts.add("host.names", List.of(host), null);
        }
        if (!others.isEmpty()) {
            problems.add(
                    0,
                    null,
                    "the file holds several hosts; the figures of " + host + " are taken, those of "
                            + String.join(", ", others) + " are left out",
                    "upload one file for each host");
        }
        if (architecture != null) {
            facts.add("host.architecture", architecture, null);
        }
        if (kernel != null) {
            facts.add("host.kernel", kernel, null);
        }
        if (processors > 0) {
            facts.add("host.cpus", processors, "logical CPUs of one host");
        }
        if (memoryGb > 0) {
            facts.add("host.memoryGb", FactList.rounded(memoryGb), "GB of one host");
        }
        facts.add("evidence.sar.restarts", restarts, "restarts of the host in the period");
        TimeSeries busy = series.get(Measure.CPU_BUSY);
        if (busy == null || busy.size() == 0) {
            return;
        }
        double measured = 0;
        Series lengths = new Series();
        for (int i = 0; i < busy.size(); i++) {
            measured += busy.minutes(i);
            lengths.add(busy.minutes(i), 1);
        }
        long last = busy.second(busy.size() - 1);
        double whole = (last - busy.second(0)) / 60.0 + busy.minutes(0);
        facts.add("evidence.sar.intervals", (long) busy.size(), null);
        facts.add("evidence.sar.from", local(busy.second(0), origin), null);
        facts.add("evidence.sar.to", local(last, origin), null);
        facts.add(
                "evidence.sar.intervalMinutes",
                FactList.rounded(lengths.distribution().p50()),
                "minutes, median");
        if (whole > 0) {
            facts.add(
                    "evidence.sar.coveredPercent",
                    (long) Math.min(100, Math.floor(measured / whole * 100 + 1e-9)),
                    "% of the period that intervals cover");
        }
    }

    private static String local(long second, EvidenceOrigin origin) {
        return LocalDateTime.ofInstant(Instant.ofEpochSecond(second), origin.zone())
                .toString();
    }

    private static void devices(FactList facts, String name, Map<String, Device> devices, String form, boolean other) {
        if (devices.isEmpty()) {
            return;
        }
        List<String> texts = new ArrayList<>();
        devices.forEach((device, seen) -> {
            if (texts.size() < TOLD_DEVICES) {
                double mean = seen.sum / seen.count;
                texts.add(device + ": "
                        + (other
                                ? String.format(Locale.ROOT, form, mean, seen.max, seen.other)
                                : String.format(Locale.ROOT, form, mean, seen.max)));
            }
        });
        facts.add(name, texts, null);
    }
}
