package io.gulliver.assessment.database;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;
import static io.gulliver.planning.figure.Derivation.shown;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.evidence.HourlyLoad;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import io.gulliver.planning.figure.UnfitFiguresException;
import io.gulliver.planning.sizing.AlignedLoad;
import io.gulliver.planning.sizing.CapacityTable;
import io.gulliver.planning.sizing.Concurrency;
import io.gulliver.planning.sizing.CpuNeeds;
import io.gulliver.planning.sizing.CpuPlanner;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.Grade;
import io.gulliver.planning.sizing.HostLoad;
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
final class CpuDraft {
    private static final double LEAST_ROWS = 80;
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

    CpuDraft(CapacityTable table, SizingPolicy policy) {
        this.table = table;
        this.policy = policy;
        this.machine = policy.machine() == null ? table.targets().firstKey() : policy.machine();
        this.target = table.target(machine);
    }

    /** CPU of one database alone. */
    Part<CpuSizing> of(Subject database, List<Subject> others) {
        Draft draft = new Draft();
        Demand demand = demand(database, others, draft);
        if (demand == null) {
            return draft.part(() -> {
                throw new IllegalStateException("a part without a demand is not open");
            });
        }
        return sized(draft, demand.figure(), 1, kind(database, draft), demand.grade());
    }

    /** CPU of all databases of a server, at the peak of all together. */
    Group of(List<Subject> members, List<Subject> program) {
        Draft draft = new Draft();
        Map<String, Demand> demands = new LinkedHashMap<>();
        List<String> notSized = new ArrayList<>();
        for (Subject member : members) {
            Demand demand = demand(member, others(member, program), draft);
            if (demand == null) {
                notSized.add(member.name());
            } else {
                demands.put(member.name(), demand);
            }
        }
        if (demands.isEmpty()) {
            return new Group(
                    draft.part(() -> {
                        throw new IllegalStateException("a part without a demand is not open");
                    }),
                    null,
                    notSized);
        }
        Draft whole = new Draft();
        whole.weaken(draft.confidence());
        draft.<Integer>part(() -> 0).assumptions().forEach(whole::note);
        notSized.forEach(name -> whole.assume("The CPU of " + name + " is not known and counts nothing"));
        List<Derivation> parts = new ArrayList<>();
        Set<String> counted = new LinkedHashSet<>();
        demands.forEach((name, demand) -> {
            if (demand.wholeHosts().isEmpty()) {
                parts.add(demand.figure());
            } else if (counted.addAll(demand.wholeHosts())) {
                parts.add(demand.figure());
            } else {
                whole.note("The load of " + String.join(", ", demand.wholeHosts()) + " counts once, " + name
                        + " is in it");
            }
        });
        Derivation sum = computed(
                "demand of all on the server",
                table.unit(),
                "sum over databases, each host once",
                parts.stream().mapToDouble(Derivation::value).sum(),
                table.wholeUnits() ? Rounding.NEAREST : Rounding.NONE,
                parts);
        Concurrency concurrency = concurrency(demands, notSized, whole);
        Grade grade = demands.values().stream()
                .map(Demand::grade)
                .max(java.util.Comparator.naturalOrder())
                .orElse(Grade.LOW);
        return new Group(
                sized(
                        whole,
                        sum,
                        concurrency == null ? 1 : concurrency.factor().value(),
                        kind(members.get(0), whole),
                        grade),
                concurrency,
                notSized);
    }

    /** CPU of a server with what it was found from. */
    record Group(Part<CpuSizing> cpu, @Nullable Concurrency concurrency, List<String> notSized) {}

    static List<Subject> others(Subject database, List<Subject> program) {
        return program.stream()
                .filter(other -> !other.name().equals(database.name()))
                .toList();
    }

    private @Nullable Concurrency concurrency(Map<String, Demand> demands, List<String> notSized, Draft draft) {
        SortedMap<String, SortedMap<Long, Double>> series = new TreeMap<>();
        boolean monthEnd = true;
        for (Map.Entry<String, Demand> one : demands.entrySet()) {
            AlignedLoad load = one.getValue().load();
            if (load == null || !one.getValue().wholeHosts().isEmpty()) {
                if (demands.size() > 1) {
                    draft.note("All peaks are taken to fall together: " + one.getKey() + " has no series of its own");
                }
                return null;
            }
            series.put(one.getKey(), load.values());
            monthEnd &= one.getValue().monthEnd();
        }
        if (series.size() < 2 || !notSized.isEmpty()) {
            return null;
        }
        Set<Long> shared = new LinkedHashSet<>(series.get(series.firstKey()).keySet());
        series.values().forEach(values -> shared.retainAll(values.keySet()));
        int longest = series.values().stream().mapToInt(Map::size).max().orElse(0);
        if (shared.size() * 2 < longest) {
            draft.note("All peaks are taken to fall together: the captures share only " + shared.size() + " of "
                    + longest + " hours");
            return null;
        }
        SortedMap<String, SortedMap<Long, Double>> together = new TreeMap<>();
        series.forEach((name, values) -> {
            SortedMap<Long, Double> at = new TreeMap<>(values);
            at.keySet().retainAll(shared);
            together.put(name, at);
        });
        return Concurrency.of(together, table.unit(), policy.percentile() == null ? 95 : policy.percentile(), monthEnd);
    }

    private Part<CpuSizing> sized(Draft draft, Derivation demand, double concurrency, double overhead, Grade grade) {
        if (!target.measured()) {
            draft.note("The capacity of an IFL of " + machine + " is a calibration: " + target.source());
        }
        if (policy.cpuGrowthPercentYear() == 0) {
            draft.note("No growth of the demand is planned (policy sizing.cpuGrowthPercentYear)");
        }
        return draft.part(() -> CpuPlanner.plan(new CpuNeeds(
                demand,
                concurrency,
                overhead,
                policy.cpuGrowthPercentYear(),
                policy.cpuYears(),
                policy.designPoint(),
                policy.smtFactor(),
                target,
                table.wholeUnits(),
                grade,
                policy.addHeadroom())));
    }

    private static double kind(Subject database, Draft draft) {
        TargetKind kind = database.kind();
        if (kind == TargetKind.DPM) {
            return 0;
        }
        if (kind != TargetKind.ZVM) {
            draft.note("target_kind is not chosen: the overhead of z/VM is planned");
        }
        return CpuNeeds.ZVM_OVERHEAD_PERCENT;
    }

    private @Nullable Demand demand(Subject database, List<Subject> others, Draft draft) {
        Figures figures = new Figures(database.facts());
        Evidence evidence = Evidence.of(figures);
        String model = model(figures, draft);
        double percent = policy.percentile() != null ? policy.percentile() : database.critical() ? 99 : 95;
        if (figures.text("host.hypervisor", "host.virtualization").isPresent()) {
            draft.assume("The source is virtual: its cores are shares of cores");
        }
        figures.number("evidence.rowsPercent")
                .filter(rows -> rows.value() < 100)
                .ifPresent(rows -> {
                    draft.note("Rows of only " + shown(rows.value())
                            + " % of snapshots times instances are there: sums count the instances that have one");
                    if (rows.value() < LEAST_ROWS) {
                        draft.assume("That is below 80 %: capture a period in which all instances ran");
                    }
                });
        List<Subject> sharers = others.stream()
                .filter(other -> other.hosts().stream().anyMatch(database.hosts()::contains))
                .toList();
        Grade grade = evidence.grade(table.source(model).measured() && target.measured());
        if (!table.source(model).measured()) {
            draft.note("The capacity of a busy core is a calibration: "
                    + table.source(model).source());
        }
        Optional<AlignedLoad> load = load(database, sharers, model, figures, draft);
        if (load.isPresent()) {
            return new Demand(
                    load.get()
                            .derived(
                                    "demand of " + database.name(),
                                    percent,
                                    database.loads().get(0).source()),
                    load.get(),
                    List.of(),
                    grade,
                    evidence.monthEnd());
        }
        Optional<Figures.Known> busy = busy(figures, percent);
        if (busy.isEmpty()) {
            Optional<Figures.Known> cores = figures.positive("host.cores", "cores");
            draft.wanted(BUSY);
            if (cores.isEmpty()) {
                draft.stop(CORES);
                return null;
            }
            draft.take("cores", cores.get());
            draft.assume("Nobody measured how busy its cores are: " + shown(policy.assumedUtilization() * 100)
                    + " % is assumed (policy sizing.assumedUtilization)");
            return new Demand(
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
                    null,
                    sharers.isEmpty() ? List.of() : List.copyOf(database.hosts()),
                    Grade.LOW,
                    false);
        }
        draft.take("busy cores", busy.get());
        Derivation whole = busy.get().derived("busy cores of its hosts", "busy cores");
        if (sharers.isEmpty()) {
            return new Demand(units(database.name(), whole, model), null, List.of(), grade, evidence.monthEnd());
        }
        return shared(database, sharers, whole, percent, model, grade, evidence, draft);
    }

    /** A part of a host that several databases share, by what each says of its own CPU. */
    private Demand shared(
            Subject database,
            List<Subject> sharers,
            Derivation whole,
            double percent,
            String model,
            Grade grade,
            Evidence evidence,
            Draft draft) {
        SortedMap<String, Double> own = new TreeMap<>();
        List<String> unknown = new ArrayList<>();
        List<Derivation> told = new ArrayList<>(List.of(whole));
        List<Subject> all = new ArrayList<>(sharers);
        all.add(database);
        for (Subject one : all) {
            Optional<Figures.Known> cpu = own(new Figures(one.facts()), percent);
            if (cpu.isPresent()) {
                own.put(one.name(), cpu.get().value());
                told.add(cpu.get().derived("own CPU of " + one.name(), "busy cores"));
            } else {
                unknown.add(one.name());
            }
        }
        String hosts = String.join(", ", database.hosts());
        if (!unknown.isEmpty()) {
            draft.wanted(new Gap(
                    "the own CPU of " + String.join(", ", unknown) + " on " + hosts,
                    List.of("load.databaseCores.p95", "awr.load.dbCpuPerSecond"),
                    "run discovery of each, or upload an AWR report of each for the same period"));
            draft.assume(hosts + " is shared and nobody knows the shares: the whole host counts, an upper bound");
            return new Demand(
                    units(database.name(), whole, model),
                    null,
                    List.copyOf(database.hosts()),
                    Grade.LOW,
                    evidence.monthEnd());
        }
        HostShare share = HostShare.of(whole.value(), own);
        if (share.other() > 0) {
            draft.note(shown(Math.round(share.other() * 100) / 100.0) + " busy cores of " + hosts
                    + " belong to no database: decide whether that work moves");
        }
        Derivation part = computed(
                "busy cores of " + database.name() + " on " + hosts,
                "busy cores",
                "own CPU, all databases scaled by " + shown(share.scale()) + " to fit the host, which counts once",
                share.cores().getOrDefault(database.name(), 0.0),
                Rounding.NONE,
                told);
        return new Demand(units(database.name(), part, model), null, List.of(), grade, evidence.monthEnd());
    }

    /** CPU of the database itself with its background: at the percentile where it is known, the average of a report else. */
    private static Optional<Figures.Known> own(Figures figures, double percent) {
        Optional<Figures.Known> discovered =
                figures.number("load.databaseCores" + suffix(percent), "load.databaseCores.p95");
        if (discovered.isPresent()) {
            return discovered;
        }
        return figures.number("awr.load.dbCpuPerSecond")
                .map(cpu -> figures.number("awr.load.backgroundCpuPerSecond")
                        .map(more -> new Figures.Known(
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

    private static Optional<Figures.Known> busy(Figures figures, double percent) {
        String suffix = suffix(percent);
        Optional<Figures.Known> capture = figures.number("cpu.busyCores" + suffix, "cpu.busyCores.p95");
        if (capture.isPresent()) {
            return capture;
        }
        Optional<Figures.Known> share = figures.number("host.cpu.busyPercent" + suffix, "host.cpu.busyPercent.p95");
        Optional<Figures.Known> cores = figures.positive("host.cores", "cores");
        if (share.isEmpty() || cores.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Figures.Known(
                share.get().name(),
                share.get().value() / 100 * cores.get().value(),
                share.get().source() + "; x " + shown(cores.get().value()) + " cores, "
                        + cores.get().source(),
                share.get().confidence().compareTo(cores.get().confidence()) > 0
                        ? share.get().confidence()
                        : cores.get().confidence()));
    }

    /** The load over the hours, in the table's unit; empty when a series is missing, or too many of its hours. */
    private Optional<AlignedLoad> load(
            Subject database, List<Subject> sharers, String model, Figures figures, Draft draft) {
        SortedMap<String, HostLoad> hosts = new TreeMap<>();
        for (HourlyLoad series : database.loads()) {
            Double cores = series.cores() != null
                    ? series.cores()
                    : figures.positive("host.cores", "cores")
                            .map(Figures.Known::value)
                            .orElse(null);
            if (cores == null) {
                draft.wanted(CORES);
                return Optional.empty();
            }
            series.busyPercent().forEach((host, percents) -> {
                SortedMap<Long, Double> both = new TreeMap<>(percents);
                HostLoad before = hosts.get(Subject.host(host));
                if (before != null) {
                    before.busyPercent().forEach((hour, percent) -> both.merge(hour, percent, Math::max));
                }
                hosts.put(
                        Subject.host(host),
                        new HostLoad(Subject.host(host), model, cores, series.threadsPerCore(), both));
            });
        }
        if (hosts.isEmpty()) {
            return Optional.empty();
        }
        try {
            AlignedLoad whole = AlignedLoad.units(hosts.values(), policy.reading(), table);
            return sharers.isEmpty() ? Optional.of(whole) : share(database, sharers, hosts, whole, model, draft);
        } catch (UnfitFiguresException unfit) {
            draft.note("Its series cannot be aligned: " + unfit.getMessage());
            return Optional.empty();
        }
    }

    /** The database's part of its hosts, hour by hour. */
    private Optional<AlignedLoad> share(
            Subject database,
            List<Subject> sharers,
            SortedMap<String, HostLoad> hosts,
            AlignedLoad whole,
            String model,
            Draft draft) {
        List<Subject> all = new ArrayList<>(sharers);
        all.add(database);
        Map<String, SortedMap<String, SortedMap<Long, Double>>> own = new LinkedHashMap<>();
        for (Subject one : all) {
            SortedMap<String, SortedMap<Long, Double>> cores = new TreeMap<>();
            one.loads()
                    .forEach(load -> load.ownCores()
                            .forEach(
                                    (host, values) -> cores.computeIfAbsent(Subject.host(host), name -> new TreeMap<>())
                                            .putAll(values)));
            if (cores.isEmpty()) {
                return Optional.empty();
            }
            own.put(one.name(), cores);
        }
        double units = table.source(model).unitsPerBusyCore();
        SortedMap<Long, Double> values = new TreeMap<>();
        double other = 0;
        for (HostLoad host : hosts.values()) {
            for (Map.Entry<Long, Double> hour : host.busyPercent().entrySet()) {
                SortedMap<String, Double> at = new TreeMap<>();
                own.forEach((name, byHost) -> {
                    Double cores =
                            byHost.getOrDefault(host.host(), new TreeMap<>()).get(hour.getKey());
                    if (cores != null) {
                        at.put(name, cores);
                    }
                });
                if (!at.containsKey(database.name())) {
                    continue;
                }
                HostShare share = HostShare.of(host.cores() * hour.getValue() / 100, at);
                other = Math.max(other, share.other());
                values.merge(hour.getKey(), share.cores().getOrDefault(database.name(), 0.0) * units, Double::sum);
            }
        }
        if (values.isEmpty()) {
            return Optional.empty();
        }
        if (other > 0) {
            draft.note("Up to " + shown(Math.round(other * 100) / 100.0) + " busy cores of "
                    + String.join(", ", hosts.keySet())
                    + " belong to no database: decide whether that work moves");
        }
        List<String> gaps = new ArrayList<>(whole.gaps());
        gaps.add("its own CPU on hosts that it shares with "
                + String.join(", ", sharers.stream().map(Subject::name).toList()) + ", each host counted once");
        return Optional.of(new AlignedLoad(table.unit(), values, whole.coverage(), gaps));
    }

    private String model(Figures figures, Draft draft) {
        Optional<String> told = figures.text("host.cpuModel", "cpu_model");
        if (told.isPresent()) {
            String wanted = plain(told.get());
            for (String model : table.sources().keySet()) {
                if (plain(model).equals(wanted)) {
                    return model;
                }
            }
            draft.note("No capacity is known of '" + told.get() + "': add it to the capacity table; " + UNKNOWN_MODEL
                    + " stands for it");
        } else {
            draft.note("The processor model is unknown: " + UNKNOWN_MODEL + " stands for it");
        }
        draft.weaken(Confidence.ASSUMED);
        return UNKNOWN_MODEL;
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
