package io.gulliver.ui.whatif;

import static io.gulliver.ui.whatif.FiguresGiven.list;
import static io.gulliver.ui.whatif.FiguresGiven.or;
import static io.gulliver.ui.whatif.FiguresGiven.planned;

import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.FigureCheck;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodAssessor;
import io.gulliver.planning.method.ReleaseTable;
import io.gulliver.planning.method.TargetProposal;
import io.gulliver.planning.sizing.AlignedLoad;
import io.gulliver.planning.sizing.CapacityTable;
import io.gulliver.planning.sizing.CpuNeeds;
import io.gulliver.planning.sizing.CpuPlanner;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.Grade;
import io.gulliver.planning.sizing.HostUtilization;
import io.gulliver.planning.sizing.MemoryNeeds;
import io.gulliver.planning.sizing.MemoryPlanner;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.planning.sizing.NetworkPlanner;
import io.gulliver.planning.sizing.SgaAdvice;
import io.gulliver.planning.sizing.StorageNeeds;
import io.gulliver.planning.sizing.StoragePlanner;
import io.gulliver.planning.sizing.StorageSizing;
import io.gulliver.planning.sizing.StorageTable;
import io.gulliver.service.planning.RuleTables;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Makes the pure decisions on figures that somebody gives. Nothing is stored; every figure carries its derivation.
 *
 * <p>The API and the page ask the same questions here, so both name what is wrong by the same JSON pointers.
 */
@Component
public class WhatIf {
    private static final String SOURCE = "given";
    private static final int MOST = 5000;

    private final MethodAssessor assessor;
    private final ReleaseTable releases;
    private final CapacityTable processors;
    private final StorageTable arrays;
    private final Clock clock;

    WhatIf(RuleTables tables, Clock clock) {
        this.assessor = new MethodAssessor(tables.methods());
        this.releases = tables.releases();
        this.processors = tables.processors();
        this.arrays = tables.arrays();
        this.clock = clock;
    }

    /** Processor models of sources that the capacity table knows. */
    public List<String> processorModels() {
        return List.copyOf(processors.sources().keySet());
    }

    /** Machine models of targets that the capacity table knows. */
    public List<String> targetModels() {
        return List.copyOf(processors.targets().keySet());
    }

    /** Models of arrays that can be sized. */
    public List<String> arrayModels() {
        return List.copyOf(arrays.arrays().keySet());
    }

    /** Kinds of links that can be sized. */
    public List<String> linkModels() {
        return List.copyOf(arrays.links().keySet());
    }

    /** Memory, and the SGA chosen from an advice when one was given. */
    public record MemoryAnswer(MemorySizing sizing, SgaAdvice.@Nullable Choice advice) {}

    /** Storage, and the network when one was given. */
    public record StorageAnswer(StorageSizing sizing, NetworkPlanner.@Nullable Sizing network) {}

    /** The ways across, and what the target should be. */
    public record MethodAnswer(MethodAssessment assessment, TargetProposal target) {}

    /** Memory of a guest by both formulas. */
    public MemoryAnswer memory(WhatIfFigures.Memory body) {
        FiguresGiven given = new FiguresGiven();
        List<MemoryNeeds.Instance> instances = new ArrayList<>();
        List<WhatIfFigures.@Nullable Instance> told = list(body.instances());
        given.part("/instances", body.instances());
        for (int i = 0; i < told.size(); i++) {
            WhatIfFigures.Instance one = told.get(i);
            String at = "/instances/" + i;
            if (given.part(at, one) && one != null) {
                instances.add(new MemoryNeeds.Instance(
                        given.named(at + "/name", one.name(), "instance " + (i + 1)),
                        given.need(at + "/sgaMb", one.sgaMb()),
                        given.need(at + "/pgaMb", one.pgaMb()),
                        or(one.connections(), 0),
                        or(one.sessionMb(), MemoryNeeds.SESSION_MB)));
            }
        }
        List<MemoryNeeds.Replication> replication = new ArrayList<>();
        List<WhatIfFigures.@Nullable Process> processes = list(body.replication());
        for (int i = 0; i < processes.size(); i++) {
            WhatIfFigures.Process one = processes.get(i);
            String at = "/replication/" + i;
            if (given.part(at, one) && one != null) {
                double cache = given.need(at + "/cacheMb", one.cacheMb());
                replication.add(new MemoryNeeds.Replication(
                        given.named(at + "/name", one.name(), "process " + (i + 1)),
                        cache,
                        or(one.residentMb(), cache)));
            }
        }
        List<SgaAdvice.Row> rows = new ArrayList<>();
        List<WhatIfFigures.@Nullable Advice> advice = list(body.advice());
        for (int i = 0; i < advice.size(); i++) {
            WhatIfFigures.Advice one = advice.get(i);
            String at = "/advice/" + i;
            if (given.part(at, one) && one != null) {
                rows.add(new SgaAdvice.Row(
                        given.need(at + "/sgaMb", one.sgaMb()),
                        given.need(at + "/databaseSeconds", one.databaseSeconds()),
                        given.need(at + "/physicalReads", one.physicalReads())));
            }
        }
        double current = rows.isEmpty() ? 0 : given.need("/currentSgaMb", body.currentSgaMb());
        given.done();
        MemorySizing sizing = planned(() -> MemoryPlanner.plan(new MemoryNeeds(
                instances,
                or(body.asmMb(), MemoryNeeds.ASM_MB),
                replication,
                or(body.agentsMb(), 0),
                or(body.kernelMb(), MemoryNeeds.KERNEL_MB),
                !Boolean.FALSE.equals(body.production()),
                body.largePagesMb(),
                or(body.slackMb(), MemoryNeeds.SLACK_MB),
                or(body.pageMb(), 1),
                or(body.sourcePageMb(), 2),
                or(body.droppedFlashCacheMb(), 0),
                body.guestMb(),
                SOURCE)));
        return new MemoryAnswer(
                sizing,
                rows.isEmpty()
                        ? null
                        : planned(() -> {
                            new FigureCheck()
                                    .positive("/sgaLimitMb", body.sgaLimitMb())
                                    .done();
                            return SgaAdvice.choose(
                                    rows,
                                    current,
                                    body.sgaLimitMb() == null
                                            ? null
                                            : Derivation.given("room for this SGA", body.sgaLimitMb(), "MB", SOURCE),
                                    SOURCE);
                        }));
    }

    /** IFLs. */
    public CpuSizing cpu(WhatIfFigures.Cpu body) {
        FiguresGiven given = new FiguresGiven();
        int ways = (body.demand() == null ? 0 : 1) + (body.servers() == null ? 0 : 1) + (body.hosts() == null ? 0 : 1);
        if (ways != 1) {
            given.wrong("", ways + " of demand, servers and hosts were given, wanted one");
        }
        List<CpuPlanner.Server> servers = servers(body, given);
        List<HostUtilization> hosts = hosts(body, given);
        CapacityTable.Target target = target(body, given);
        given.done();
        return planned(() -> {
            Derivation demand;
            boolean measured = target.measured();
            if (body.demand() != null) {
                new FigureCheck().positive("/demand", body.demand()).done();
                demand = Derivation.given(
                        "required " + processors.unit() + " from inputs", body.demand(), processors.unit(), SOURCE);
            } else if (!servers.isEmpty() || hosts.isEmpty()) {
                demand = CpuPlanner.demand(servers, processors, SOURCE);
                measured &= servers.stream()
                        .allMatch(one -> processors.source(one.model()).measured());
            } else {
                double percent = or(body.percentile(), 95);
                new FigureCheck().within("/percentile", percent, 0, 100).done();
                AlignedLoad load = AlignedLoad.units(
                        hosts,
                        Boolean.TRUE.equals(body.upperBound())
                                ? AlignedLoad.Reading.UPPER_BOUND
                                : AlignedLoad.Reading.PROPORTIONAL,
                        processors);
                demand = load.derived("required " + processors.unit() + " from inputs", percent, SOURCE);
                measured &= hosts.stream()
                        .allMatch(one -> processors.source(one.model()).measured());
            }
            return CpuPlanner.plan(new CpuNeeds(
                    demand,
                    or(body.concurrency(), 1),
                    or(body.overheadPercent(), CpuNeeds.ZVM_OVERHEAD_PERCENT),
                    or(body.growthPercentYear(), 0),
                    or(body.years(), 1),
                    or(body.designPoint(), CpuNeeds.SATURATION),
                    or(body.smtFactor(), 1),
                    target,
                    processors.wholeUnits(),
                    Grade.of(
                            or(body.days(), 0),
                            or(body.intervalMinutes(), 60),
                            Boolean.TRUE.equals(body.monthEnd()),
                            measured),
                    Boolean.TRUE.equals(body.addHeadroom())));
        });
    }

    private static List<CpuPlanner.Server> servers(WhatIfFigures.Cpu body, FiguresGiven given) {
        List<CpuPlanner.Server> servers = new ArrayList<>();
        List<WhatIfFigures.@Nullable Server> told = list(body.servers());
        for (int i = 0; i < told.size(); i++) {
            WhatIfFigures.Server one = told.get(i);
            String at = "/servers/" + i;
            if (given.part(at, one) && one != null) {
                servers.add(new CpuPlanner.Server(
                        given.named(at + "/name", one.name(), "server " + (i + 1)),
                        given.text(at + "/model", one.model()),
                        given.need(at + "/cores", one.cores()),
                        given.need(at + "/peakPercent", one.peakPercent()),
                        or(one.part(), 1)));
            }
        }
        return servers;
    }

    private List<HostUtilization> hosts(WhatIfFigures.Cpu body, FiguresGiven given) {
        List<HostUtilization> hosts = new ArrayList<>();
        List<WhatIfFigures.@Nullable Host> told = list(body.hosts());
        for (int i = 0; i < told.size(); i++) {
            WhatIfFigures.Host one = told.get(i);
            String at = "/hosts/" + i;
            if (!given.part(at, one) || one == null || !given.part(at + "/busyPercent", one.busyPercent())) {
                continue;
            }
            SortedMap<Long, Double> busy = new TreeMap<>();
            Map<Long, @Nullable Double> percents = one.busyPercent() == null ? Map.of() : one.busyPercent();
            percents.forEach((snapshot, percent) -> {
                if (percent == null || !(percent >= 0 && percent <= 100)) {
                    given.wrong(
                            at + "/busyPercent/" + snapshot,
                            "is " + percent + ", wanted 0 to 100; leave out what is unknown");
                } else {
                    busy.put(snapshot, percent);
                }
            });
            String model = given.text(at + "/model", one.model());
            if (!model.isEmpty() && !processors.sources().containsKey(model)) {
                given.wrong(
                        at + "/model",
                        "its capacity is not in our table: bring the vendor's figure; known are "
                                + String.join(", ", processors.sources().keySet()));
            }
            double cores = given.need(at + "/cores", one.cores());
            if (one.cores() != null && !(cores > 0 && cores <= 100_000)) {
                given.wrong(at + "/cores", "is " + cores + ", wanted more than 0 and at most 100,000");
            }
            int threads = one.threadsPerCore() == null ? 1 : one.threadsPerCore();
            if (threads < 1 || threads > 8) {
                given.wrong(at + "/threadsPerCore", "is " + threads + ", wanted 1 to 8");
            }
            hosts.add(new HostUtilization(given.text(at + "/host", one.host()), model, cores, threads, busy));
        }
        if (body.hosts() != null && (told.isEmpty() || told.size() > MOST)) {
            given.wrong("/hosts", told.size() + " entries, wanted 1 to " + MOST);
        }
        return hosts;
    }

    private CapacityTable.Target target(WhatIfFigures.Cpu body, FiguresGiven given) {
        if (body.unitsPerIfl() != null) {
            if (!(body.unitsPerIfl() > 0 && body.unitsPerIfl() <= FigureCheck.MOST)) {
                given.wrong("/unitsPerIfl", "is " + body.unitsPerIfl() + ", wanted more than 0");
                return CapacityTable.Target.flat(1, SOURCE);
            }
            return CapacityTable.Target.flat(body.unitsPerIfl(), SOURCE);
        }
        String model =
                given.named("/target", body.target(), processors.targets().firstKey());
        if (!processors.targets().containsKey(model)) {
            given.wrong(
                    "/target",
                    "its capacity is not in our table: bring the vendor's figure; known are "
                            + String.join(", ", processors.targets().keySet()));
            return CapacityTable.Target.flat(1, SOURCE);
        }
        return processors.target(model);
    }

    /** Storage and network. */
    public StorageAnswer storage(WhatIfFigures.Storage body) {
        FiguresGiven given = new FiguresGiven();
        double used = given.need("/usedGb", body.usedGb());
        String array = given.text("/array", body.array());
        WhatIfFigures.Network network = body.network();
        String link = network == null ? "" : given.named("/network/link", network.link(), "10 GbE");
        given.done();
        StorageSizing sizing = planned(() -> StoragePlanner.plan(
                new StorageNeeds(
                        used,
                        or(body.growthPercentYear(), 0),
                        or(body.months(), 12),
                        or(body.readIops(), 0),
                        or(body.writeIops(), 0),
                        or(body.readMbPerSecond(), 0),
                        or(body.writeMbPerSecond(), 0),
                        or(body.backupMbPerSecond(), 0),
                        or(body.redoMbPerSecond(), 0),
                        array,
                        body.usableGb(),
                        body.disks() == null ? 0 : body.disks(),
                        body.controlUnits() == null ? 0 : body.controlUnits(),
                        null,
                        null,
                        SOURCE,
                        Map.of()),
                arrays));
        return new StorageAnswer(
                sizing,
                network == null
                        ? null
                        : planned(
                                "/network",
                                () -> NetworkPlanner.plan(
                                        new NetworkPlanner.Needs(
                                                or(network.clientMbPerSecond(), 0),
                                                or(network.redoMbPerSecond(), 0),
                                                network.redoCopies() == null ? 0 : network.redoCopies(),
                                                or(network.backupMbPerSecond(), 0),
                                                or(network.moveGb(), 0),
                                                or(network.moveSeconds(), 0),
                                                link,
                                                SOURCE),
                                        arrays)));
    }

    /** The ways across. */
    public MethodAnswer method(WhatIfFigures.Method body) {
        FiguresGiven given = new FiguresGiven();
        Map<String, Object> facts = FactsGiven.of(body.facts(), given);
        assessor.unreadable(facts).forEach((name, told) -> given.wrong("/facts/" + name, told));
        Rates rates = FactsGiven.rates(body.rates(), given);
        Double minutes = body.windowMinutes();
        if (minutes != null && !(minutes > 0 && minutes <= 525_600)) {
            given.wrong("/windowMinutes", "is " + minutes + ", wanted more than 0 and at most 525,600");
        }
        given.done();
        LocalDate day = body.day() == null ? LocalDate.now(clock) : body.day();
        Duration window = minutes == null ? null : Duration.ofSeconds(Math.max(1, Math.round(minutes * 60)));
        return FactsGiven.judged(
                () -> new MethodAnswer(assessor.assess(facts, rates, window), TargetProposal.of(facts, releases, day)));
    }
}
