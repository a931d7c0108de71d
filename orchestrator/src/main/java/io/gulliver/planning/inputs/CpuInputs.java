package io.gulliver.planning.inputs;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;
import static io.gulliver.planning.figure.Derivation.shown;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import io.gulliver.planning.figure.UnfitFiguresException;
import io.gulliver.planning.sizing.AlignedLoad;
import io.gulliver.planning.sizing.CapacityTable;
import io.gulliver.planning.sizing.Concurrency;
import io.gulliver.planning.sizing.CpuLimits;
import io.gulliver.planning.sizing.CpuNeeds;
import io.gulliver.planning.sizing.CpuPlanner;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.Grade;
import io.gulliver.planning.sizing.HostShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * CPU of a database and of a server's databases together.
 *
 * <p>The load of a host counts once, however many databases stand on it: each gets its own CPU, scaled so that all fit,
 * and what is left is other work that a person decides on.
 */
final class CpuInputs {
    private static final double LEAST_ROWS = 80;
    /** An SGA above which an LPAR of its own is asked for ({@code docs/domain/sizing.md}). */
    private static final double LARGE_SGA_GB = 100;

    /** At which members of a group are laid together. */
    private static final double PEAK_PERCENTILE = 99;

    static final String UNKNOWN_MODEL = "x86 of unknown model";

    private static final Gap BUSY = new Gap(
            "busy cores of its hosts",
            List.of("cpu.busyCores.p95", "host.cpu.busyPercent.p95 with host.cores"),
            "upload an AWR Miner capture or sar files of the hosts");
    private static final Gap CORES = new Gap(
            "cores of its hosts", List.of("host.cores", "cores"), "run discovery, or upload the host's facts (lscpu)");

    private final CapacityTable table;
    private final SizingPolicy policy;
    private final CapacityTable.Target target;
    private final String machine;

    CpuInputs(CapacityTable table, SizingPolicy policy) {
        this.table = table;
        this.policy = policy;
        this.machine = policy.machine() == null ? table.targets().firstKey() : policy.machine();
        this.target = table.target(machine);
    }

    /** CPU of one database with what it was found from. */
    record Alone(Part<CpuSizing> cpu, @Nullable LoadReport load) {}

    /**
     * CPU of one database alone.
     */
    Alone of(Subject database, List<Subject> others) {
        PartBuilder builder = new PartBuilder();
        CpuDemand demand = demand(database, others, builder);
        if (demand == null) {
            return new Alone(nothing(builder), null);
        }
        return new Alone(
                sized(
                        builder,
                        demand.figure(),
                        1,
                        kind(database, builder),
                        demand.grade(),
                        designPoint(List.of(database), builder)),
                demand.report());
    }

    private static Part<CpuSizing> nothing(PartBuilder builder) {
        return builder.part(() -> {
            throw new IllegalStateException("a part without a demand is not open");
        });
    }

    /**
     * Troughs of small databases carry no peak of a large one: its design point holds for all that stand beside it, so that
     * a further database never makes it laxer.
     */
    private double designPoint(List<Subject> members, PartBuilder builder) {
        if (policy.designPoint() != null) {
            return policy.designPoint();
        }
        List<String> large =
                members.stream().filter(this::large).map(Subject::name).toList();
        if (large.isEmpty()) {
            return CpuNeeds.SATURATION;
        }
        builder.note("The SGA of " + String.join(", ", large) + " is above " + shown(LARGE_SGA_GB)
                + " GB: its processors are planned " + shown(CpuNeeds.SATURATION_OF_ONE * 100)
                + " % full at most, whatever stands beside it (policy sizing.designPoint)");
        return CpuNeeds.SATURATION_OF_ONE;
    }

    private boolean large(Subject database) {
        FactFigures figures = new FactFigures(database.facts());
        return MemoryInputs.sga(database, figures, policy)
                .filter(sga -> sga.current().value() * MemoryInputs.instances(figures) > LARGE_SGA_GB * 1024)
                .isPresent();
    }

    /** CPU of all databases of a server, at the peak of all together. */
    Group of(List<Subject> members, List<Subject> program) {
        PartBuilder builder = new PartBuilder();
        Map<String, CpuDemand> demands = new LinkedHashMap<>();
        List<String> notSized = new ArrayList<>();
        for (Subject member : members) {
            CpuDemand demand = demand(member, others(member, program), builder);
            if (demand == null) {
                notSized.add(member.name());
            } else {
                demands.put(member.name(), demand);
            }
        }
        if (demands.isEmpty()) {
            return new Group(nothing(builder), null, notSized);
        }
        PartBuilder whole = new PartBuilder();
        whole.weaken(builder.confidence());
        builder.<Integer>part(() -> 0).assumptions().forEach(whole::note);
        notSized.forEach(name -> whole.assume("The CPU of " + name + " is not known and counts nothing"));
        Map<String, CpuDemand> counted = counted(demands, whole);
        List<Derivation> parts =
                counted.values().stream().map(CpuDemand::figure).toList();
        Derivation sum = computed(
                "demand of all on the server",
                table.unit(),
                "sum over databases, each host once",
                parts.stream().mapToDouble(Derivation::value).sum(),
                table.wholeUnits() ? Rounding.NEAREST : Rounding.NONE,
                parts);
        Concurrency concurrency = concurrency(counted, notSized, whole);
        Grade grade = demands.values().stream()
                .map(CpuDemand::grade)
                .max(java.util.Comparator.naturalOrder())
                .orElse(Grade.LOW);
        return new Group(
                sized(
                        whole,
                        sum,
                        concurrency == null ? 1 : concurrency.factor().value(),
                        kind(members.get(0), whole),
                        grade,
                        designPoint(members, whole)),
                concurrency,
                notSized);
    }

    /** What counts on a server: what nobody is known to use of a shared host counts with one database only. */
    private static Map<String, CpuDemand> counted(Map<String, CpuDemand> demands, PartBuilder builder) {
        Map<String, CpuDemand> counted = new TreeMap<>();
        Set<String> rests = new LinkedHashSet<>();
        demands.entrySet().stream()
                .sorted(java.util.Comparator.comparing((Map.Entry<String, CpuDemand> one) ->
                                one.getValue().bound())
                        .thenComparing(one -> -one.getValue().figure().value())
                        .thenComparing(Map.Entry::getKey))
                .forEach(one -> {
                    CpuDemand demand = one.getValue();
                    boolean there = !demand.rest().isEmpty() && rests.containsAll(demand.rest());
                    rests.addAll(demand.rest());
                    if (there && demand.bound()) {
                        builder.note("The load of " + String.join(", ", demand.rest()) + " counts once, " + one.getKey()
                                + " is in it");
                    } else {
                        counted.put(one.getKey(), demand);
                    }
                });
        return counted;
    }

    /** CPU of a server with what it was found from. */
    record Group(Part<CpuSizing> cpu, @Nullable Concurrency concurrency, List<String> notSized) {}

    static List<Subject> others(Subject database, List<Subject> program) {
        return program.stream()
                .filter(other -> !other.name().equals(database.name()))
                .toList();
    }

    private @Nullable Concurrency concurrency(
            Map<String, CpuDemand> demands, List<String> notSized, PartBuilder builder) {
        if (demands.size() < 2 || !notSized.isEmpty()) {
            return null;
        }
        SortedMap<String, SortedMap<Long, Double>> series = new TreeMap<>();
        boolean monthEnd = true;
        for (Map.Entry<String, CpuDemand> one : demands.entrySet()) {
            AlignedLoad load = one.getValue().load();
            if (load == null) {
                builder.note("All peaks are taken to fall together: " + one.getKey() + " has no series of its own");
                return null;
            }
            series.put(one.getKey(), byHour(load.values()));
            monthEnd &= one.getValue().monthEnd();
        }
        Set<Long> shared = new LinkedHashSet<>(series.get(series.firstKey()).keySet());
        series.values().forEach(values -> shared.retainAll(values.keySet()));
        int longest = series.values().stream().mapToInt(Map::size).max().orElse(0);
        if (shared.size() * 2 < longest) {
            builder.note("All peaks are taken to fall together: the captures share only " + shared.size() + " of "
                    + longest + " hours");
            return null;
        }
        SortedMap<String, SortedMap<Long, Double>> together = new TreeMap<>();
        series.forEach((name, values) -> {
            SortedMap<Long, Double> at = new TreeMap<>(values);
            at.keySet().retainAll(shared);
            together.put(name, at);
        });
        return Concurrency.of(
                together, table.unit(), policy.percentile() == null ? PEAK_PERCENTILE : policy.percentile(), monthEnd);
    }

    /** Averages of the hours that snapshots end in, so that databases with snapshots of their own can be laid together. */
    private static SortedMap<Long, Double> byHour(SortedMap<Long, Double> values) {
        SortedMap<Long, double[]> sums = new TreeMap<>();
        values.forEach((moment, value) -> {
            double[] sum = sums.computeIfAbsent(Math.floorDiv(moment - 1800, 3600L), hour -> new double[2]);
            sum[0] += value;
            sum[1]++;
        });
        SortedMap<Long, Double> hours = new TreeMap<>();
        sums.forEach((hour, sum) -> hours.put(hour, sum[0] / sum[1]));
        return hours;
    }

    private Part<CpuSizing> sized(
            PartBuilder builder,
            Derivation demand,
            double concurrency,
            double overhead,
            Grade grade,
            double designPoint) {
        if (!target.measured()) {
            builder.note("The capacity of an IFL of " + machine + " is a calibration: " + target.source());
        }
        if (policy.cpuGrowthPercentYear() == 0) {
            builder.note("No growth of the demand is planned (policy sizing.cpuGrowthPercentYear)");
        }
        return builder.part(() -> CpuPlanner.plan(new CpuNeeds(
                demand,
                concurrency,
                overhead,
                policy.cpuGrowthPercentYear(),
                policy.cpuYears(),
                designPoint,
                policy.smtFactor(),
                target,
                table.wholeUnits(),
                grade,
                policy.addHeadroom(),
                policy.entitlement())));
    }

    /**
     * What of the processors of one server no machine, no z/VM and no guest has. Where nobody chose what it is, it is a guest
     * of z/VM, as its overhead is planned.
     *
     * @param members databases that land there
     * @param ifls of the server
     */
    List<String> refusals(List<Subject> members, int ifls) {
        boolean guest = members.stream().anyMatch(member -> member.kind() != TargetKind.DPM);
        return CpuLimits.refusals(target, guest, policy.smtFactor(), ifls);
    }

    private static double kind(Subject database, PartBuilder builder) {
        TargetKind kind = database.kind();
        if (kind == TargetKind.DPM) {
            return 0;
        }
        if (kind != TargetKind.ZVM) {
            builder.note("target_kind is not chosen: the overhead of z/VM is planned");
        }
        return CpuNeeds.ZVM_OVERHEAD_PERCENT;
    }

    private @Nullable CpuDemand demand(Subject database, List<Subject> others, PartBuilder builder) {
        FactFigures figures = new FactFigures(database.facts());
        EvidencePeriod evidence = EvidencePeriod.of(figures);
        Optional<String> priced = model(figures, builder);
        if (priced.isEmpty()) {
            return null;
        }
        String model = priced.get();
        double percent = policy.percentile() != null ? policy.percentile() : database.critical() ? 99 : 95;
        if (figures.text("host.hypervisor", "host.virtualization").isPresent()) {
            builder.assume("The source is virtual: its cores are shares of cores");
        }
        List<Subject> sharers = others.stream()
                .filter(other -> other.hosts().stream().anyMatch(database.hosts()::contains))
                .toList();
        Grade grade = evidence.grade(table.source(model).measured() && target.measured());
        if (!table.source(model).measured()) {
            builder.note("The capacity of a busy core is a calibration: "
                    + table.source(model).source());
        }
        Optional<SourceHosts> found;
        try {
            found = SourceHosts.of(database, sharers, policy.reading());
        } catch (UnfitFiguresException unfit) {
            builder.stop(new Gap(
                    "a series of its hosts with at least 80 % of its intervals",
                    List.of("cpu.busyCores.p95"),
                    unfit.getMessage() + "; capture a period in which all instances ran"));
            return null;
        }
        if (found.isPresent()) {
            SourceHosts hosts = found.get();
            Grade sure = coverage(hosts, percent, grade, builder);
            if (hosts.shared().isEmpty()
                    || hosts.knows()
                    || own(figures, percent).isEmpty()) {
                return bySeries(database, hosts, percent, model, sure, evidence, builder);
            }
            return shared(
                    database,
                    sharers,
                    hosts.whole().derived("busy cores of its hosts", percent, hosts.source()),
                    percent,
                    model,
                    sure,
                    evidence,
                    builder);
        }
        return byFacts(database, sharers, figures, percent, model, grade, evidence, builder);
    }

    /** Says what the series lacks; a gap costs one step of confidence. */
    private Grade coverage(SourceHosts hosts, double percent, Grade grade, PartBuilder builder) {
        if (hosts.threadsPerCore() > 1) {
            builder.note(
                    policy.upperBound()
                            ? "Busy threads are read as the most cores that they can keep busy (policy sizing.upperBound)"
                            : "Busy threads are read in proportion to cores; with hyper-threading up to twice as many cores can"
                                    + " be busy (policy sizing.upperBound)");
        }
        if (hosts.gaps().isEmpty() && hosts.covered() > 0.999) {
            return grade;
        }
        if (!hosts.gaps().isEmpty()) {
            builder.note(
                    "Rows of " + shown(Math.floor(hosts.rows() * 1000) / 10) + " % of snapshots times hosts are there: "
                            + String.join(", ", hosts.gaps()) + ". Where a host lacks one, the sum counts the others");
            SortedMap<Long, Double> whole = new TreeMap<>(hosts.counted());
            whole.keySet().retainAll(hosts.complete());
            builder.note(
                    whole.isEmpty()
                            ? "At no snapshot all hosts have a row"
                            : "Over the " + whole.size() + " snapshots at which all hosts have a row, percentile "
                                    + shown(percent) + " is "
                                    + shown(Math.round(hosts.aligned(whole).percentile(percent) * 100) / 100.0)
                                    + " busy cores");
            builder.weaken(Confidence.ASSUMED);
        }
        if (hosts.covered() <= 0.999) {
            builder.note("Snapshots cover " + shown(Math.floor(hosts.covered() * 1000) / 10)
                    + " % of the time from the first to" + " the last");
        }
        return hosts.gaps().isEmpty() || grade == Grade.LOW ? grade : Grade.values()[grade.ordinal() + 1];
    }

    private CpuDemand bySeries(
            Subject database,
            SourceHosts hosts,
            double percent,
            String model,
            Grade grade,
            EvidencePeriod evidence,
            PartBuilder builder) {
        String where = String.join(", ", hosts.shared());
        SortedMap<Long, Double> counted = hosts.counted();
        String title = "busy cores of its hosts";
        OtherWork other = null;
        boolean whole = false;
        if (!hosts.shared().isEmpty() && hosts.knows()) {
            title = "busy cores of " + database.name() + " on hosts that it shares";
            builder.note("Its own CPU on " + where + " is " + hosts.ownFrom()
                    + ", at each snapshot scaled with that of the other"
                    + " databases to fit the host, by " + shown(Math.round(hosts.scaled() * 1000) / 1000.0)
                    + " at least; a host's load counts once");
            if (hosts.ownFrom().contains("estimate")) {
                builder.weaken(Confidence.ASSUMED);
            }
            other = OtherWork.of(hosts, hosts.rest(), false, hosts.shared(), percent, database.otherWork());
        } else if (!hosts.shared().isEmpty()) {
            whole = true;
            title = "busy cores of " + where + " that no other database is known to use";
            unknownShare(database.name(), where, hosts.unknown(), builder);
        } else if (hosts.knows()) {
            other = OtherWork.of(hosts, hosts.spare(), true, hosts.hosts(), percent, database.otherWork());
        }
        if (other != null) {
            if (other.counts() && !hosts.shared().isEmpty()) {
                counted = SourceHosts.plus(counted, hosts.rest(), 1);
                title += ", with other work there";
            } else if (!other.counts() && hosts.shared().isEmpty()) {
                counted = SourceHosts.plus(counted, hosts.spare(), -1);
                title = "busy cores of " + database.name() + " without other work on its hosts";
            }
            if (other.worthAWord()) {
                builder.note(other.told());
            }
        }
        AlignedLoad cores = hosts.aligned(counted);
        Derivation busy = cores.derived(title, percent, hosts.source());
        double units = table.source(model).unitsPerBusyCore();
        SortedMap<Long, Double> inUnits = new TreeMap<>();
        counted.forEach((moment, value) -> inUnits.put(moment, value * units));
        return new CpuDemand(
                units(database.name(), busy, model),
                new AlignedLoad(table.unit(), inUnits, cores.coverage(), cores.gaps()),
                whole || other != null && other.counts() ? hosts.shared() : List.of(),
                whole,
                whole ? Grade.LOW : grade,
                evidence.monthEnd(),
                LoadReport.of(hosts, cores, percent, other));
    }

    private static void unknownShare(String name, String hosts, List<String> others, PartBuilder builder) {
        List<String> unknown = new ArrayList<>(others);
        unknown.add(name);
        unknown.sort(java.util.Comparator.naturalOrder());
        builder.wanted(
                new Gap(
                        "the own CPU of " + String.join(", ", unknown) + " on " + hosts,
                        List.of("load.databaseCores.p95", "awr.load.dbCpuPerSecond"),
                        "upload an AWR Miner capture of each, run its discovery, or upload an AWR report of each for the same period"));
        builder.assume(hosts + " is shared and nobody measured the own CPU of " + name
                + ": all that no other database is known to use counts, an upper bound");
    }

    private @Nullable CpuDemand byFacts(
            Subject database,
            List<Subject> sharers,
            FactFigures figures,
            double percent,
            String model,
            Grade grade,
            EvidencePeriod evidence,
            PartBuilder builder) {
        Optional<FactFigures.Known> rows =
                figures.number("evidence.rowsPercent").filter(part -> part.value() < 100);
        if (rows.isPresent()) {
            if (rows.get().value() < LEAST_ROWS) {
                builder.stop(new Gap(
                        "a series of its hosts with at least 80 % of its intervals",
                        List.of("evidence.rowsPercent"),
                        "only " + shown(rows.get().value())
                                + " % of snapshots times instances have a row; capture a period"
                                + " in which all instances ran"));
                return null;
            }
            builder.note("Rows of only " + shown(rows.get().value())
                    + " % of snapshots times instances are there: sums count the instances that have one");
            builder.weaken(Confidence.ASSUMED);
        }
        Optional<FactFigures.Known> busy = busy(figures, percent);
        if (busy.isEmpty()) {
            Optional<FactFigures.Known> cores = figures.positive("host.cores");
            builder.wanted(BUSY);
            if (cores.isEmpty()) {
                builder.stop(CORES);
                return null;
            }
            builder.take("cores", cores.get());
            builder.assume("Nobody measured how busy its cores are: " + shown(policy.assumedUtilization() * 100)
                    + " % is assumed (policy sizing.assumedUtilization)");
            return CpuDemand.of(
                    units(
                            database.name(),
                            computed(
                                    "busy cores",
                                    "busy cores",
                                    "cores x assumed utilization",
                                    cores.get().value() * policy.assumedUtilization(),
                                    Rounding.NONE,
                                    cores.get().derived("cores", ""),
                                    given("assumed utilization", policy.assumedUtilization(), "", "policy")),
                            model),
                    sharers.isEmpty() ? List.of() : List.copyOf(database.hosts()),
                    !sharers.isEmpty(),
                    Grade.LOW,
                    false);
        }
        builder.take("busy cores", busy.get());
        Derivation whole = busy.get().derived("busy cores of its hosts", "busy cores");
        if (sharers.isEmpty()) {
            return CpuDemand.of(units(database.name(), whole, model), List.of(), false, grade, evidence.monthEnd());
        }
        return shared(database, sharers, whole, percent, model, grade, evidence, builder);
    }

    /** A part of hosts that several databases share, by what each says of its own CPU over the whole time. */
    private CpuDemand shared(
            Subject database,
            List<Subject> sharers,
            Derivation whole,
            double percent,
            String model,
            Grade grade,
            EvidencePeriod evidence,
            PartBuilder builder) {
        SortedMap<String, Double> own = new TreeMap<>();
        List<String> unknown = new ArrayList<>();
        List<Derivation> told = new ArrayList<>(List.of(whole));
        List<Subject> all = new ArrayList<>(sharers);
        all.add(database);
        for (Subject one : all) {
            Optional<FactFigures.Known> cpu = own(new FactFigures(one.facts()), percent);
            if (cpu.isPresent()) {
                own.put(one.name(), cpu.get().value());
                told.add(cpu.get().derived("own CPU of " + one.name(), "busy cores"));
            } else if (!one.name().equals(database.name())) {
                unknown.add(one.name());
            }
        }
        List<String> shared = List.copyOf(database.hosts());
        String hosts = String.join(", ", shared);
        HostShare share = HostShare.of(whole.value(), own);
        if (!own.containsKey(database.name())) {
            unknownShare(database.name(), hosts, unknown, builder);
            return CpuDemand.of(
                    units(
                            database.name(),
                            computed(
                                    "busy cores of " + hosts + " that no other database is known to use",
                                    "busy cores",
                                    "busy cores of the hosts - own CPU of the others, at least 0",
                                    share.other(),
                                    Rounding.NONE,
                                    told),
                            model),
                    shared,
                    true,
                    Grade.LOW,
                    evidence.monthEnd());
        }
        OtherWork other = OtherWork.of(share.other(), shared, unknown, database.otherWork());
        if (other.worthAWord()) {
            builder.note(other.told());
        }
        Derivation part = computed(
                "busy cores of " + database.name() + " on " + hosts + (other.counts() ? ", with other work there" : ""),
                "busy cores",
                "own CPU, all databases scaled by " + shown(share.scale()) + " to fit the host, which counts once"
                        + (other.counts() ? ", + other work" : ""),
                share.cores().getOrDefault(database.name(), 0.0) + (other.counts() ? share.other() : 0),
                Rounding.NONE,
                told);
        return new CpuDemand(
                units(database.name(), part, model),
                null,
                other.counts() ? shared : List.of(),
                false,
                grade,
                evidence.monthEnd(),
                LoadReport.of(shared, other));
    }

    /** CPU of the database itself with its background: at the percentile where it is known, the average of a report else. */
    private static Optional<FactFigures.Known> own(FactFigures figures, double percent) {
        Optional<FactFigures.Known> discovered =
                figures.number("load.databaseCores" + suffix(percent), "load.databaseCores.p95");
        if (discovered.isPresent()) {
            return discovered;
        }
        return figures.number("awr.load.dbCpuPerSecond")
                .map(cpu -> figures.number("awr.load.backgroundCpuPerSecond")
                        .map(more -> new FactFigures.Known(
                                cpu.name(),
                                cpu.value() + more.value(),
                                cpu.source() + ", with background",
                                cpu.confidence()))
                        .orElse(cpu));
    }

    private static String suffix(double percent) {
        return percent >= 100 ? ".max" : percent >= 99 ? ".p99" : ".p95";
    }

    private Derivation units(String database, Derivation busy, String model) {
        CapacityTable.Source capacity = table.source(model);
        return computed(
                "demand of " + database,
                table.unit(),
                "busy cores x capacity of a busy core",
                busy.value() * capacity.unitsPerBusyCore(),
                Rounding.NONE,
                busy,
                given(
                        "capacity of a busy core of " + model,
                        capacity.unitsPerBusyCore(),
                        table.unit(),
                        capacity.source()));
    }

    private static Optional<FactFigures.Known> busy(FactFigures figures, double percent) {
        String suffix = suffix(percent);
        Optional<FactFigures.Known> capture = figures.number("cpu.busyCores" + suffix, "cpu.busyCores.p95");
        if (capture.isPresent()) {
            return capture;
        }
        Optional<FactFigures.Known> share = figures.number("host.cpu.busyPercent" + suffix, "host.cpu.busyPercent.p95");
        Optional<FactFigures.Known> cores = figures.positive("host.cores");
        if (share.isEmpty() || cores.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new FactFigures.Known(
                share.get().name(),
                share.get().value() / 100 * cores.get().value(),
                share.get().source() + "; x " + shown(cores.get().value()) + " cores, "
                        + cores.get().source(),
                share.get().confidence().compareTo(cores.get().confidence()) > 0
                        ? share.get().confidence()
                        : cores.get().confidence()));
    }

    /** The row of the capacity table that stands for the source's cores; empty where no row may. */
    private Optional<String> model(FactFigures figures, PartBuilder builder) {
        Optional<String> told = figures.text("host.cpuModel");
        Optional<String> platform = figures.text("platform");
        for (Optional<String> name : List.of(told, platform)) {
            for (String model : table.sources().keySet()) {
                if (name.isPresent() && plain(model).equals(plain(name.get()))) {
                    return Optional.of(model);
                }
            }
        }
        Optional<String> other = SourceArchitecture.otherThanX86(
                told, figures.text("host.architecture"), platform, figures.text("endian"));
        if (other.isPresent()) {
            builder.stop(new Gap(
                    "the capacity of a core of its hosts",
                    List.of("capacity/processors.yaml"),
                    other.get()
                            + ", which no x86 core stands for: not in our table, bring the vendor's figure of a busy"
                            + " core in " + table.unit() + " (from its MIPS, rPerf or SPECrate) as a row for the model "
                            + told.or(() -> platform)
                                    .map(name -> "'" + name + "'")
                                    .orElse("of its processors")));
            return Optional.empty();
        }
        builder.note(
                told.isPresent()
                        ? "The capacity of a busy core of '" + told.get()
                                + "' is not in our table, bring the vendor's figure; " + UNKNOWN_MODEL
                                + " stands for it"
                        : "The processor model is unknown: " + UNKNOWN_MODEL + " stands for it");
        builder.weaken(Confidence.ASSUMED);
        return Optional.of(UNKNOWN_MODEL);
    }

    /** {@code Intel(R) Xeon(R) CPU E5-2697 v2 @ 2.70GHz} and {@code Xeon E5-2697v2 2.7 GHz} are one model. */
    static String plain(String model) {
        return model.toLowerCase(Locale.ROOT)
                .replaceAll("\\((r|tm)\\)", " ")
                .replaceAll("@.*$", " ")
                .replaceAll("[0-9.]+ ?ghz", " ")
                .replaceAll("\\b(intel|amd|cpu|processor)\\b", " ")
                .replaceAll("[^a-z0-9]", "");
    }
}
