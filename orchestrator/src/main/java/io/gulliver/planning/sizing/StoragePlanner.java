package io.gulliver.planning.sizing;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;
import static io.gulliver.planning.figure.Derivation.shown;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.FigureCheck;
import io.gulliver.planning.figure.Rounding;
import java.util.ArrayList;
import java.util.List;

/** Finds capacity, arrays, volumes, ports and aliases of a target's storage. */
public final class StoragePlanner {
    /** A target's disks have at least this much of the used space. */
    private static final double LEAST_ROOM = 1.3;

    private static final String MB_S = "MB/s";

    private StoragePlanner() {}

    /**
     * Growth as months showed it.
     *
     * @param sum of all months, GB
     * @param before size before the first of them, GB
     * @param month average of a month, GB
     * @param year twelve of them, GB
     */
    public record Growth(Derivation sum, Derivation before, Derivation month, Derivation year) {}

    /** Sizes the storage of one target. */
    public static StorageSizing plan(StorageNeeds needs, StorageTable table) {
        needs.check(table);
        ArrayCount count = ArrayCount.model(needs, table);
        Derivation capacity = capacity(needs);
        Derivation reads = given("read requests", needs.readIops(), "IOPS", needs.sourceOf("read requests"));
        Derivation writes = given("write requests", needs.writeIops(), "IOPS", needs.sourceOf("write requests"));
        Double together = needs.iops();
        Derivation iops = together == null
                ? computed(
                        "I/O requests",
                        "IOPS",
                        "read requests + write requests",
                        needs.readIops() + needs.writeIops(),
                        Rounding.NONE,
                        reads,
                        writes)
                : given("I/O requests", together, "IOPS", needs.sourceOf("I/O requests"));
        Derivation read = computed(
                "read throughput",
                MB_S,
                "reads + backup",
                needs.readMbPerSecond() + needs.backupMbPerSecond(),
                Rounding.NONE,
                given("reads", needs.readMbPerSecond(), MB_S, needs.sourceOf("reads")),
                given("backup", needs.backupMbPerSecond(), MB_S, needs.sourceOf("backup")));
        Derivation write = computed(
                "write throughput",
                MB_S,
                "writes + redo",
                needs.writeMbPerSecond() + needs.redoMbPerSecond(),
                Rounding.NONE,
                given("writes", needs.writeMbPerSecond(), MB_S, needs.sourceOf("writes")),
                given("redo", needs.redoMbPerSecond(), MB_S, needs.sourceOf("redo")));
        Double bytes = needs.mbPerSecond();
        Derivation throughput = bytes == null
                ? computed(
                        "throughput",
                        MB_S,
                        "read throughput + write throughput",
                        read.value() + write.value(),
                        Rounding.NONE,
                        read,
                        write)
                : computed(
                        "throughput",
                        MB_S,
                        "reads and writes + backup + redo",
                        bytes + needs.backupMbPerSecond() + needs.redoMbPerSecond(),
                        Rounding.NONE,
                        given("reads and writes", bytes, MB_S, needs.sourceOf("reads and writes")),
                        given("backup", needs.backupMbPerSecond(), MB_S, needs.sourceOf("backup")),
                        given("redo", needs.redoMbPerSecond(), MB_S, needs.sourceOf("redo")));
        count.load(needs, table, reads, writes, read, write);
        count.capacity(needs, capacity);
        Derivation ports = ports(
                computed(
                        "throughput in GB/s",
                        "GB/s",
                        "throughput / 1000",
                        throughput.value() / 1000,
                        Rounding.NONE,
                        throughput),
                table);
        Derivation doubled = withFabricLost(ports);
        return new StorageSizing(
                capacity,
                iops,
                throughput,
                density(iops, given("used", needs.usedGb(), "GB", needs.sourceOf("used"))),
                reads,
                writes,
                read,
                write,
                count.arrays(),
                count.forLoad(),
                count.forCapacity(),
                count.iopsShare(),
                count.throughputShare(),
                count.volumes(),
                ports,
                doubled,
                needs.disks() == 0
                        ? null
                        : computed(
                                "PAV aliases",
                                "",
                                "disks x aliases of a disk",
                                (double) needs.disks() * table.aliasesPerDisk(),
                                Rounding.NONE,
                                given("disks", needs.disks(), "", needs.sourceOf("disks")),
                                given("aliases of a disk", table.aliasesPerDisk(), "", "sizing rules")),
                needs.disks() == 0
                        ? null
                        : computed(
                                "HyperPAV aliases",
                                "",
                                "control units x aliases of a control unit, at least one control unit",
                                (double) Math.max(1, needs.controlUnits()) * table.hyperAliasesPerLcu(),
                                Rounding.NONE,
                                given("control units", needs.controlUnits(), "", needs.sourceOf("disks")),
                                given("aliases of a control unit", table.hyperAliasesPerLcu(), "", "sizing rules")),
                count.unknown(),
                warnings(needs, table, count, throughput, doubled, iops));
    }

    /** Ports that carry a throughput in GB a second. */
    public static Derivation ports(Derivation gigabytesPerSecond, StorageTable table) {
        return computed(
                "ports",
                "",
                "throughput / throughput of a port, at least 1",
                Math.max(1, gigabytesPerSecond.value() / table.portGigabytesPerSecond()),
                Rounding.UP,
                gigabytesPerSecond,
                given("throughput of a port", table.portGigabytesPerSecond(), "GB/s", "sizing rules"));
    }

    /** Ports of which half may fail with their fabric. */
    public static Derivation withFabricLost(Derivation ports) {
        return computed("ports with one fabric lost", "", "ports x 2", ports.value() * 2, Rounding.NONE, ports);
    }

    /** Throughput of requests of one size, in GiB a second: sheets count 1,024 KB to the MB. */
    public static Derivation transfer(double iops, double averageKb, String source) {
        return computed(
                "throughput",
                "GiB/s",
                "requests a second x average KB / 1024 / 1024",
                iops * averageKb / 1024 / 1024,
                Rounding.NONE,
                given("requests a second", iops, "IOPS", source),
                given("average transfer", averageKb, "KB", source));
    }

    /** I/O density: requests a second for each GB. */
    public static Derivation density(Derivation iops, Derivation gigabytes) {
        return computed(
                "I/O density",
                "IOPS/GB",
                "requests / GB",
                iops.value() / gigabytes.value(),
                Rounding.NONE,
                iops,
                gigabytes);
    }

    /** The growth of some months that made the given percent of the size before. */
    public static Growth growth(List<Double> monthsGb, double percent, String source) {
        FigureCheck check =
                new FigureCheck().some("/monthsGb", monthsGb.size(), 240).positive("/percent", percent);
        for (int i = 0; i < monthsGb.size(); i++) {
            check.notNegative("/monthsGb/" + i, monthsGb.get(i));
        }
        check.done();
        List<Derivation> each = new ArrayList<>();
        for (int i = 0; i < monthsGb.size(); i++) {
            each.add(given("month " + (i + 1), monthsGb.get(i), "GB", source));
        }
        double total = each.stream().mapToDouble(Derivation::value).sum();
        Derivation sum = computed("growth", "GB", "sum of the months", total, Rounding.NONE, each);
        Derivation month =
                computed("growth a month", "GB", "growth / months", total / monthsGb.size(), Rounding.NONE, sum);
        return new Growth(
                sum,
                computed(
                        "size before",
                        "GB",
                        "growth / percent x 100",
                        total / percent * 100,
                        Rounding.NEAREST,
                        sum,
                        given("growth in percent", percent, "%", source)),
                month,
                computed("growth a year", "GB", "growth a month x 12", month.value() * 12, Rounding.NEAREST, month));
    }

    private static Derivation capacity(StorageNeeds needs) {
        return capacity(
                given("used", needs.usedGb(), "GB", needs.sourceOf("used")),
                given("growth a year", needs.growthPercentYear(), "%", needs.sourceOf("growth")),
                given("months", needs.months(), "", "policy"));
    }

    /** Capacity in whole GB for used data that grows so many percent a year, with the least room that a target has. */
    public static double capacity(double usedGb, double growthPercentYear, double months) {
        return capacity(
                        given("used", usedGb, "GB", ""),
                        given("growth a year", growthPercentYear, "%", ""),
                        given("months", months, "", ""))
                .value();
    }

    /** Capacity for used data that grows, with the least room that a target has. */
    static Derivation capacity(Derivation used, Derivation growthPercentYear, Derivation months) {
        double grown = used.value() * Math.pow(1 + growthPercentYear.value() / 100, months.value() / 12);
        return computed(
                "capacity",
                "GB",
                "the larger of used x (1 + growth) ^ (months / 12) and used x 1.3",
                Math.max(grown, used.value() * LEAST_ROOM),
                Rounding.UP,
                used,
                growthPercentYear,
                months);
    }

    private static List<String> warnings(
            StorageNeeds needs,
            StorageTable table,
            ArrayCount count,
            Derivation throughput,
            Derivation doubled,
            Derivation iops) {
        List<String> warnings = new ArrayList<>();
        Integer there = count.ports();
        if (there != null) {
            double carried = there * table.portGigabytesPerSecond();
            if (carried < throughput.value() / 1000) {
                warnings.add(shown(there) + " ports carry " + shown(carried) + " GB/s, wanted are "
                        + shown(throughput.value() / 1000) + " GB/s: the ports limit first");
            } else if (there < doubled.value()) {
                warnings.add("With one fabric lost the arrays' ports do not carry the throughput: "
                        + shown(doubled.value()) + " ports are wanted, there are " + shown(there));
            }
        }
        if (iops.value() > 0 && (needs.readMbPerSecond() + needs.writeMbPerSecond()) * 1000 / iops.value() > 64) {
            warnings.add("Requests are larger than 64 KB on average: multiblock reads are counted as random, so do not"
                    + " size by 8 KB requests");
        }
        return warnings;
    }
}
