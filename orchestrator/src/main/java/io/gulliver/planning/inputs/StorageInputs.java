package io.gulliver.planning.inputs;

import io.gulliver.domain.estate.DisasterRecovery;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.sizing.FilePlanner;
import io.gulliver.planning.sizing.FileSizing;
import io.gulliver.planning.sizing.NetworkPlanner;
import io.gulliver.planning.sizing.StorageNeeds;
import io.gulliver.planning.sizing.StoragePlanner;
import io.gulliver.planning.sizing.StorageSizing;
import io.gulliver.planning.sizing.StorageTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Storage and network of one database. */
final class StorageInputs {
    /** A shorter stretch says nothing of a year. */
    private static final double LEAST_DAYS = 28;

    /** The mix that array sheets give beside pure reads and writes. */
    private static final double READS = 0.7;

    /** Decimal GB of a GB of 1,073,741,824 bytes. */
    private static final double BINARY = 1.073741824;

    /** Unit addresses of a logical control unit, disks and aliases together. */
    private static final int DEVICES_PER_LCU = 256;

    private static final Gap SIZE = new Gap(
            "the used size",
            List.of("files_gb", "storage.sizeGb.last", "inventory size_gb"),
            "run discovery, upload an AWR Miner capture, or put size_gb into the inventory");
    private static final Gap RATES = new Gap(
            "requests and throughput",
            List.of("io.iops.p95", "io.mbPerSecond.p95"),
            "upload an AWR Miner capture or an AWR report of the busiest hours");
    private static final Gap REDO = new Gap(
            "the redo rate",
            List.of("redo.mbPerSecond.max", "redo_mb_s", "redo_peak_gb_hour"),
            "upload an AWR Miner capture, or run discovery");
    private static final Gap CLIENTS = new Gap(
            "traffic of its clients",
            List.of("network.mbPerSecond.p95", "host.network.mbPerSecond.p95"),
            "run discovery, or upload sar files with -n DEV of the hosts");

    private final StorageTable table;
    private final SizingPolicy policy;

    StorageInputs(StorageTable table, SizingPolicy policy) {
        this.table = table;
        this.policy = policy;
    }

    /** Used space of a database as best known. */
    static Optional<FactFigures.Known> used(FactFigures figures) {
        return figures.positive("size_gb");
    }

    Part<StorageSizing> storage(Subject database) {
        PartBuilder builder = new PartBuilder();
        FactFigures figures = new FactFigures(database.facts());
        Optional<FactFigures.Known> used = used(figures);
        double usedGb = builder.need("used", used, SIZE);
        if (used.isPresent() && used.get().source().equals(FactFigures.INVENTORY)) {
            builder.assume("The size is what the inventory says, nobody measured it");
        }
        if (used.isPresent() && used.get().source().contains("storage.sizeGb.last of")) {
            builder.note("A capture counts GB of 1,073,741,824 bytes: its "
                    + Derivation.shown(Math.round(usedGb / BINARY * 100) / 100.0) + " GB are "
                    + Derivation.shown(Math.round(usedGb * 100) / 100.0) + " GB as arrays are sold");
        }
        double growth = growth(figures, builder);
        Split iops = split(
                figures,
                new Rates(
                        "read requests",
                        "write requests",
                        "I/O requests",
                        "io.readIops.p95",
                        "io.writeIops.p95",
                        "io.iops.p95",
                        "awr.load.readIops",
                        "awr.load.writeIops"),
                builder);
        Split bytes = split(
                figures,
                new Rates(
                        "reads",
                        "writes",
                        "reads and writes",
                        "io.readMbPerSecond.p95",
                        "io.writeMbPerSecond.p95",
                        "io.mbPerSecond.p95",
                        "awr.load.readMbPerSecond",
                        "awr.load.writeMbPerSecond"),
                builder);
        peaks(figures, "I/O requests a second", "io.iops", builder);
        peaks(figures, "MB/s of reads and writes", "io.mbPerSecond", builder);
        Optional<FactFigures.Known> redo = redo(figures);
        double redoMb = builder.orAssume("redo", redo, 0, "The redo rate is unknown and counts nothing");
        if (redo.isEmpty()) {
            builder.wanted(REDO);
        }
        builder.source("backup", "not counted: backup is planned apart");
        double capacity = StoragePlanner.capacity(usedGb, growth, policy.months());
        int disks = policy.eckd() ? (int) Math.min(65_536, Math.ceil(capacity / policy.eckdDiskGb())) : 0;
        int controlUnits = (int) Math.ceil(disks / (double) (DEVICES_PER_LCU - table.hyperAliasesPerLcu()));
        if (policy.eckd()) {
            builder.source(
                    "disks",
                    "capacity / " + Derivation.shown(policy.eckdDiskGb())
                            + " GB of an ECKD disk (policy sizing.eckdDiskGb), "
                            + (DEVICES_PER_LCU - table.hyperAliasesPerLcu())
                            + " disks a control unit beside its aliases");
        } else {
            builder.note("Volumes are SCSI over FCP, which need no PAV aliases (policy sizing.eckd)");
        }
        Part<StorageSizing> part = builder.part(() -> StoragePlanner.plan(
                new StorageNeeds(
                        usedGb,
                        growth,
                        policy.months(),
                        iops.reads(),
                        iops.writes(),
                        bytes.reads(),
                        bytes.writes(),
                        0,
                        redoMb,
                        policy.array(),
                        null,
                        disks,
                        controlUnits,
                        iops.total(),
                        bytes.total(),
                        "policy",
                        builder.sources()),
                table));
        StorageSizing sizing = part.sizing();
        if (sizing != null) {
            sizing.unknown()
                    .forEach(unknown -> builder.wanted(new Gap(
                            "figures of its arrays", List.of("policy sizing.array", "capacity/arrays.yaml"), unknown)));
        }
        return new Part<>(sizing, part.confidence(), builder.missing(), part.assumptions());
    }

    /** Redo logs, recovery area and temporary files. */
    Part<FileSizing> files(Subject database) {
        PartBuilder builder = new PartBuilder();
        FactFigures figures = new FactFigures(database.facts());
        double usedGb = builder.need("used", used(figures), SIZE);
        Optional<FactFigures.Known> redo = redo(figures);
        double redoMb = builder.orAssume(
                "redo",
                redo,
                0,
                "The redo rate is unknown: redo logs are the least, and the recovery area holds one backup alone");
        if (redo.isEmpty()) {
            builder.wanted(REDO);
        }
        Optional<FactFigures.Known> temporary = figures.positive("temporary_gb");
        if (temporary.isEmpty()) {
            builder.note("Temporary space of the source is unknown: it stays as DBCA makes it");
        }
        Double temporaryGb =
                temporary.map(known -> builder.take("temporary", known)).orElse(null);
        Double undoGb = figures.positive("undo_gb")
                .map(known -> builder.take("undo", known))
                .orElse(null);
        return builder.part(() -> FilePlanner.plan(
                usedGb,
                redoMb,
                temporaryGb,
                undoGb,
                List.of("used", "redo", "temporary", "undo").stream()
                        .map(name -> builder.sources().getOrDefault(name, "unknown"))
                        .toList()));
    }

    /**
     * Reads and writes at their own percentiles, and both of the same moments.
     *
     * @param total null where it is simply the sum
     */
    private record Split(
            double reads, double writes, @Nullable Double total) {}

    /** Names of figures in a derivation, of facts at the 95th percentile, and of the averages of a report. */
    private record Rates(
            String reads,
            String writes,
            String both,
            String readFact,
            String writeFact,
            String totalFact,
            String readReport,
            String writeReport) {}

    /** By reads and writes where both are known, by the averages of a report next, and by a mix of the sum at last. */
    private static Split split(FactFigures figures, Rates names, PartBuilder builder) {
        Optional<FactFigures.Known> read = figures.number(names.readFact());
        Optional<FactFigures.Known> write = figures.number(names.writeFact());
        Optional<FactFigures.Known> both = figures.number(names.totalFact());
        if (read.isPresent() && write.isPresent()) {
            return new Split(
                    builder.take(names.reads(), read.get()),
                    builder.take(names.writes(), write.get()),
                    both.map(known -> builder.take(names.both(), known)).orElse(null));
        }
        Optional<FactFigures.Known> readMean = figures.number(names.readReport());
        Optional<FactFigures.Known> writeMean = figures.number(names.writeReport());
        if (both.isPresent()) {
            double total = builder.take(names.both(), both.get());
            boolean parted = readMean.isPresent()
                    && writeMean.isPresent()
                    && readMean.get().value() + writeMean.get().value() > 0;
            double reads = parted
                    ? readMean.get().value()
                            / (readMean.get().value() + writeMean.get().value())
                    : READS;
            String how =
                    parted ? ", parted as the AWR report parts them" : ", the mix of array sheets: nothing parts them";
            if (parted) {
                builder.note(
                        names.totalFact() + " does not tell reads from writes: they are parted as in the AWR report");
            } else {
                builder.assume(names.totalFact()
                        + " does not tell reads from writes: 70 and 30 % are taken, the mix of array sheets");
            }
            return new Split(
                    builder.take(names.reads(), both.get().times(reads, ", x " + Derivation.shown(reads) + how)),
                    builder.take(
                            names.writes(), both.get().times(1 - reads, ", x " + Derivation.shown(1 - reads) + how)),
                    total);
        }
        if (readMean.isPresent() && writeMean.isPresent()) {
            builder.assume(names.readReport() + " is an average of a report: peaks lie above it");
            builder.wanted(RATES);
            return new Split(
                    builder.take(names.reads(), readMean.get()), builder.take(names.writes(), writeMean.get()), null);
        }
        builder.wanted(RATES);
        builder.assume(
                "Requests and throughput are unknown and count nothing: arrays, volumes and ports are the least");
        builder.source(names.reads(), "unknown");
        builder.source(names.writes(), "unknown");
        return new Split(0, 0, null);
    }

    /** What was measured above the percentile that is planned. */
    private static void peaks(FactFigures figures, String what, String fact, PartBuilder builder) {
        Optional<FactFigures.Known> planned = figures.number(fact + ".p95");
        Optional<FactFigures.Known> most = figures.number(fact + ".max");
        if (planned.isEmpty() || most.isEmpty()) {
            return;
        }
        builder.note("Planned for " + Derivation.shown(planned.get().value()) + " " + what + ", the 95th percentile; "
                + figures.number(fact + ".p99")
                        .map(known -> "p99 is " + Derivation.shown(known.value()) + ", ")
                        .orElse("")
                + "the maximum " + Derivation.shown(most.get().value())
                + (most.get().value() > planned.get().value() ? ": above the plan I/O takes longer" : ""));
    }

    private double growth(FactFigures figures, PartBuilder builder) {
        if (policy.growthPercentYear() != null) {
            builder.source("growth", "policy sizing.growthPercentYear");
            return policy.growthPercentYear();
        }
        Optional<FactFigures.Known> first = figures.positive("storage.sizeGb.first");
        Optional<FactFigures.Known> last = figures.positive("storage.sizeGb.last");
        EvidencePeriod evidence = EvidencePeriod.of(figures);
        if (first.isPresent() && last.isPresent() && evidence.days() >= LEAST_DAYS) {
            double year = (Math.pow(last.get().value() / first.get().value(), 365 / evidence.days()) - 1) * 100;
            double growth = Math.min(1000, Math.max(0, year));
            builder.take(
                    "growth",
                    new FactFigures.Known(
                            "growth",
                            growth,
                            Derivation.shown(first.get().value()) + " GB to "
                                    + Derivation.shown(last.get().value()) + " GB in "
                                    + Derivation.shown(Math.floor(evidence.days())) + " days, carried on for a year; "
                                    + last.get().source(),
                            last.get().confidence()));
            return growth;
        }
        builder.wanted(new Gap(
                "growth of a year",
                List.of("storage.sizeGb.first and .last over 28 days", "policy sizing.growthPercentYear"),
                "upload an AWR Miner capture of a month, or write it into the program's policy"));
        builder.assume("Growth is unknown: the least room of 30 % stands for it");
        builder.source("growth", "unknown");
        return 0;
    }

    static Optional<FactFigures.Known> redo(FactFigures figures) {
        return figures.number("redo_peak_mb_s", "redo_mb_s");
    }

    Part<NetworkPlanner.Sizing> network(Subject database) {
        PartBuilder builder = new PartBuilder();
        FactFigures figures = new FactFigures(database.facts());
        Optional<FactFigures.Known> clients = figures.number("network.mbPerSecond.p95", "host.network.mbPerSecond.p95");
        Optional<FactFigures.Known> redo = redo(figures);
        if (clients.isEmpty() && redo.isEmpty()) {
            builder.stop(CLIENTS);
            builder.stop(REDO);
        } else if (clients.isEmpty()) {
            builder.wanted(CLIENTS);
        } else if (redo.isEmpty()) {
            builder.wanted(REDO);
        }
        double clientMb = builder.orAssume("clients", clients, 0, "Traffic of clients is unknown and counts nothing");
        double redoMb = builder.orAssume("redo", redo, 0, "The redo rate is unknown and counts nothing");
        int copies = (database.profile().disasterRecovery() == DisasterRecovery.STANDBY ? 1 : 0)
                + (database.replicates() ? 1 : 0);
        builder.source("copies", "dr of the inventory, and the method");
        builder.source("backup", "not counted: backup is planned apart");
        Optional<FactFigures.Known> used = used(figures);
        Duration window = database.window();
        double moveGb = 0;
        double moveSeconds = 0;
        if (used.isPresent() && window != null && !database.replicates()) {
            moveGb = builder.take("data", used.get());
            moveSeconds = window.toSeconds();
            builder.source(
                    "time",
                    "outage window of " + window.toMinutes() + " minutes: outage_window_minutes of the inventory,"
                            + " or the tag that the program's methods.windowTag names");
        } else {
            builder.note("What the move itself takes of the network is not counted: "
                    + (database.replicates() ? "users work meanwhile" : "size or outage window is unknown"));
        }
        double gigabytes = moveGb;
        double seconds = moveSeconds;
        return builder.part(() -> NetworkPlanner.plan(
                new NetworkPlanner.Needs(
                        clientMb, redoMb, copies, 0, gigabytes, seconds, policy.link(), "policy", builder.sources()),
                table));
    }
}
