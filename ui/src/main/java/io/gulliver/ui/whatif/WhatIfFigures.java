package io.gulliver.ui.whatif;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures that what-if questions take. MB are of 1,048,576 bytes, GB and MB/s are decimal. */
public final class WhatIfFigures {
    private WhatIfFigures() {}

    /** Memory of one guest, and an advice to choose an SGA from. */
    @Schema(description = "Memory of one guest; all in MB of 1,048,576 bytes")
    public record Memory(
            @Schema(description = "Instances of the guest", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
            List<@Nullable Instance> instances,

            @Schema(description = "Memory of ASM, 2048 unless given, 0 without ASM") @Nullable
            Double asmMb,

            @Schema(description = "Processes of GoldenGate") @Nullable
            List<@Nullable Process> replication,

            @Schema(description = "Resident memory of agents, 0 unless given") @Nullable
            Double agentsMb,

            @Schema(description = "Linux kernel, 512 unless given") @Nullable
            Double kernelMb,

            @Schema(description = "10 % of overhead when true or left out, 5 % when false") @Nullable
            Boolean production,

            @Schema(description = "Pool of large pages as it stands, computed unless given") @Nullable
            Double largePagesMb,

            @Schema(description = "Room of the pool above each SGA, 64 unless given, never above 2 %") @Nullable
            Double slackMb,

            @Schema(description = "Page size of the target, 1 unless given") @Nullable
            Double pageMb,

            @Schema(description = "Page size of the source, 2 unless given") @Nullable
            Double sourcePageMb,

            @Schema(description = "Flash cache of the source that falls away") @Nullable
            Double droppedFlashCacheMb,

            @Schema(description = "Memory in the guest's profile, to compare with") @Nullable
            Double guestMb,

            @Schema(description = "Rows of v$sga_target_advice") @Nullable
            List<@Nullable Advice> advice,

            @Schema(description = "SGA of today, needed with an advice") @Nullable
            Double currentSgaMb,

            @Schema(description = "Most that fits, when choosing from the advice") @Nullable
            Double sgaLimitMb) {}

    /** One instance. */
    public record Instance(
            @Nullable String name,

            @Schema(description = "sga_max_size", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
            Double sgaMb,

            @Schema(
                    description = "pga_aggregate_limit, or the most measured",
                    requiredMode = Schema.RequiredMode.REQUIRED)
            @Nullable
            Double pgaMb,

            @Schema(description = "Most connections at once, 0 unless given") @Nullable
            Double connections,

            @Schema(description = "Memory of a session, 4.5 unless measured") @Nullable
            Double sessionMb) {}

    /** A process of GoldenGate. */
    public record Process(
            @Nullable String name,

            @Schema(description = "CACHESIZE, the ceiling", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
            Double cacheMb,

            @Schema(description = "What it holds; the ceiling unless given") @Nullable
            Double residentMb) {}

    /** A row of the advice. */
    public record Advice(
            @Nullable Double sgaMb,
            @Nullable Double databaseSeconds,
            @Nullable Double physicalReads) {}

    /** CPU by one of demand, servers or hosts. */
    @Schema(description = "IFLs for a demand, for servers at their peaks, or for hosts over time")
    public record Cpu(
            @Schema(description = "Demand in the unit of the capacity table, MIPS as shipped") @Nullable
            Double demand,

            @Schema(description = "Servers at their peaks") @Nullable
            List<@Nullable Server> servers,

            @Schema(description = "Hosts over time; one host counts once") @Nullable
            List<@Nullable Host> hosts,

            @Schema(description = "Percentile over snapshots for hosts, 95 unless given, 100 for the maximum") @Nullable
            Double percentile,

            @Schema(description = "On hosts with hyper-threading, read busy threads by the upper bound") @Nullable
            Boolean upperBound,

            @Schema(description = "How far peaks fall together, 1 unless given") @Nullable
            Double concurrency,

            @Schema(description = "Of the hypervisor, 3 for z/VM unless given, 0 native") @Nullable
            Double overheadPercent,

            @Nullable Double growthPercentYear,

            @Schema(description = "1 unless given") @Nullable
            Double years,

            @Schema(description = "How full processors may be planned, 0.90 unless given") @Nullable
            Double designPoint,

            @Schema(description = "What SMT adds: 1 unless given, 1.25 after a pilot, at most 1.56") @Nullable
            Double smtFactor,

            @Schema(description = "Machine model of the capacity table") @Nullable
            String target,

            @Schema(description = "Capacity of an IFL instead of the table's") @Nullable
            Double unitsPerIfl,

            @Schema(description = "Days that the evidence spans") @Nullable
            Double days,

            @Schema(description = "Minutes between two samples") @Nullable
            Double intervalMinutes,

            @Schema(description = "Whether a month's end is in the evidence") @Nullable
            Boolean monthEnd,

            @Schema(description = "Adds the 20 % of low confidence to the requirement; shown beside it otherwise")
            @Nullable
            Boolean addHeadroom) {}

    /** A server at its peak. */
    public record Server(
            @Nullable String name,

            @Schema(description = "Processor model of the capacity table") @Nullable
            String model,

            @Nullable Double cores,

            @Schema(description = "Busy at peak, 0 to 100") @Nullable
            Double peakPercent,

            @Schema(description = "Part of the server that moves, 1 unless given") @Nullable
            Double part) {}

    /** A host over time. */
    public record Host(
            @Nullable String host,
            @Nullable String model,
            @Nullable Double cores,

            @Schema(description = "1 unless given") @Nullable
            Integer threadsPerCore,

            @Schema(description = "Busy percent by number of snapshot") @Nullable
            Map<Long, @Nullable Double> busyPercent) {}

    /** Storage, and a network beside it. */
    @Schema(description = "Capacity, arrays, volumes, ports and links of a target")
    public record Storage(
            @Schema(description = "Used part of the data files, GB", requiredMode = Schema.RequiredMode.REQUIRED)
            @Nullable
            Double usedGb,

            @Nullable Double growthPercentYear,

            @Schema(description = "12 unless given") @Nullable
            Double months,

            @Nullable Double readIops,
            @Nullable Double writeIops,
            @Nullable Double readMbPerSecond,
            @Nullable Double writeMbPerSecond,
            @Nullable Double backupMbPerSecond,
            @Nullable Double redoMbPerSecond,

            @Schema(description = "Model of the table of arrays", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
            String array,

            @Schema(
                    description =
                            "What one such array holds with the drives that you order, GB; the table's unless given")
            @Nullable
            Double usableGb,

            @Schema(description = "ECKD disks, 0 for SCSI volumes") @Nullable
            Integer disks,

            @Nullable Integer controlUnits,
            @Nullable Network network) {}

    /** A network. */
    public record Network(
            @Nullable Double clientMbPerSecond,
            @Nullable Double redoMbPerSecond,
            @Nullable Integer redoCopies,
            @Nullable Double backupMbPerSecond,
            @Nullable Double moveGb,
            @Nullable Double moveSeconds,

            @Schema(description = "Kind of link, 10 GbE unless given") @Nullable
            String link) {}

    /** Methods by facts. */
    @Schema(description = "Facts by name, as a database's collected data has them")
    public record Method(
            @Schema(
                    description = "For example size_gb, data_gb, source_release, archivelog, gg_licensed",
                    requiredMode = Schema.RequiredMode.REQUIRED)
            @Nullable
            Map<String, @Nullable Object> facts,

            @Schema(description = "Rates to plan with, those of the product unless given: export, import, link …")
            @Nullable
            Map<String, @Nullable Double> rates,

            @Schema(description = "Agreed outage") @Nullable Double windowMinutes,

            @Schema(description = "Day on which the target shall be in support, today unless given") @Nullable
            LocalDate day) {}
}
