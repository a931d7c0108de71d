package io.gulliver.assessment.cost;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.method.MethodAssessment.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts what migrations take and prices what has a rate; what has none shows its quantity and is never zero. One database
 * and a whole program are counted by the same rules: what several databases share counts once.
 */
public final class CostModel {
    /** As outages: rates 1.3 and 0.6 times as high as planned. */
    private static final double FASTER = 1.3;

    private static final double SLOWER = 0.6;
    private static final int MOST_NAMED = 5;

    private CostModel() {}

    /**
     * Work of one role in one stage, outside the outage.
     *
     * @param role whose
     * @param stage in which
     * @param time of all tasks and gates whose estimate is less than a day; a gate of four eyes takes two persons
     * @param days of those whose estimate is in days: a day of the calendar is a day of work, and not three of eight hours
     * @param tasks how many
     * @param gates how many approvals, those of four eyes twice
     * @param openTasks tasks that nobody gave a time
     * @param openGates approvals that nobody gave a time
     */
    public record Work(
            String role,
            String stage,
            Duration time,
            double days,
            int tasks,
            int gates,
            int openTasks,
            int openGates) {}

    /**
     * A database with what its move takes.
     *
     * @param database its name
     * @param playbook that the work was counted in, or null when the method has none
     * @param work by role and stage
     * @param outage of the method, or null
     * @param attending roles that are there during the outage
     * @param storageGb of the target, or null while not sized
     * @param hosts names of its source hosts
     * @param server where it lands, one of {@link Quantities#servers}
     * @param edition of the source, or null
     * @param options licensed by themselves, in use at the source
     * @param replicates whether GoldenGate runs on both sides
     * @param starts when its target is built by the plan, or null
     * @param ends when it is across by the plan, or null
     */
    public record Moved(
            String database,
            @Nullable String playbook,
            List<Work> work,
            @Nullable Outage outage,
            List<String> attending,
            @Nullable Derivation storageGb,
            List<String> hosts,
            String server,
            @Nullable String edition,
            List<Option> options,
            boolean replicates,
            @Nullable Instant starts,
            @Nullable Instant ends) {
        public Moved {
            work = List.copyOf(work);
            attending = List.copyOf(attending);
            hosts = List.copyOf(hosts);
            options = List.copyOf(options);
        }
    }

    /**
     * An option or a pack that is in use.
     *
     * @param product of it
     * @param atTarget whether the target needs it too: a cluster that lands as a single instance needs no RAC
     */
    public record Option(String product, boolean atTarget) {}

    /**
     * A host that databases stand on.
     *
     * @param name of it
     * @param cores all of its physical cores, or null
     * @param sockets or null
     * @param source who said so
     */
    public record SourceHost(
            String name, @Nullable Double cores, @Nullable Double sockets, String source) {}

    /**
     * A server that databases land on.
     *
     * @param name of it
     * @param ifls whole ones, or null while not sized
     * @param iflsAtMost with headroom, or null when the same
     * @param demand IFLs before rounding up, so that servers that share can be added; or null while not sized
     * @param memoryMb of the guest, or null while not sized
     * @param without databases that land there and are in none of these figures
     */
    public record Server(
            String name,
            @Nullable Derivation ifls,
            @Nullable Derivation iflsAtMost,
            @Nullable Double demand,
            @Nullable Derivation memoryMb,
            List<String> without) {
        public Server {
            without = List.copyOf(without);
        }

        double atMost() {
            return iflsAtMost != null ? iflsAtMost.value() : ifls == null ? 0 : ifls.value();
        }
    }

    /** What is to be priced. */
    public record Quantities(List<Moved> databases, List<SourceHost> hosts, List<Server> servers) {
        public Quantities {
            databases = List.copyOf(databases);
            hosts = List.copyOf(hosts);
            servers = List.copyOf(servers);
        }

        boolean single() {
            return databases.size() == 1;
        }
    }

    /** Estimates. */
    public static CostEstimate estimate(Quantities quantities, CostRates rates) {
        List<CostEstimate.Line> lines = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        labour(quantities, rates, lines, missing);
        hardware(quantities, rates, lines, missing);
        List<CostEstimate.Licence> licences = new LicenceCount(quantities, rates).count(missing);
        Range total = null;
        int priced = 0;
        for (Range amount : amounts(lines, licences)) {
            total = total == null ? amount : total.plus(amount);
            priced++;
        }
        return new CostEstimate(
                rates.currency(),
                lines,
                licences,
                priced,
                total == null ? null : total.rounded(),
                missing.isEmpty() && priced == lines.size() + licences.size() && priced > 0,
                missing);
    }

    private static List<Range> amounts(List<CostEstimate.Line> lines, List<CostEstimate.Licence> licences) {
        List<Range> amounts = new ArrayList<>();
        lines.stream().map(CostEstimate.Line::amount).filter(Objects::nonNull).forEach(amounts::add);
        licences.stream()
                .map(CostEstimate.Licence::amount)
                .filter(Objects::nonNull)
                .forEach(amounts::add);
        return amounts;
    }

    private static void labour(
            Quantities quantities, CostRates rates, List<CostEstimate.Line> lines, List<String> missing) {
        List<Moved> counted = quantities.databases().stream()
                .filter(one -> one.playbook() != null)
                .toList();
        left(
                quantities,
                one -> one.playbook() == null,
                "labour: the method has no approved playbook whose tasks could be counted",
                missing);
        SortedMap<String, Integer> books = new TreeMap<>();
        counted.forEach(one -> books.merge(String.valueOf(one.playbook()), 1, Integer::sum));
        String source = "estimates of playbook "
                + String.join(
                        ", ",
                        books.entrySet().stream()
                                .map(book -> book.getKey() + (quantities.single() ? "" : " for " + book.getValue()))
                                .toList());
        // in the order of the stages, as the playbooks have them
        Map<String, List<Work>> work = counted.stream()
                .flatMap(one -> one.work().stream())
                .sorted(java.util.Comparator.comparing(Work::stage, CostModel::stages)
                        .thenComparing(Work::role))
                .collect(Collectors.groupingBy(
                        one -> one.stage() + "/" + one.role(), java.util.LinkedHashMap::new, Collectors.toList()));
        for (List<Work> same : work.values()) {
            lines.add(work(same, quantities, source, rates));
        }
        left(
                new Quantities(counted, List.of(), List.of()),
                one -> one.outage() == null,
                "labour during the outage: its length is not known",
                missing);
        SortedMap<String, Range> present = new TreeMap<>();
        for (Moved one : counted) {
            Outage outage = one.outage();
            if (outage != null) {
                double day = rates.hoursPerDay() * 3600;
                Range days = new Range(
                        outage.shortest().toSeconds() / day,
                        outage.likely().toSeconds() / day,
                        outage.longest().toSeconds() / day);
                one.attending().forEach(role -> present.merge(role, days, Range::plus));
            }
        }
        present.forEach((role, days) -> lines.add(line(
                "labour." + role,
                "present during the outage, its tasks and gates included",
                role,
                "cutover",
                days,
                "days",
                "outage of the method, from and to by the range of its rates",
                rates)));
    }

    private static int stages(String one, String two) {
        return Integer.compare(stage(one), stage(two));
    }

    private static int stage(String name) {
        return io.gulliver.domain.migration.Stage.valueOf(name.toUpperCase(java.util.Locale.ROOT))
                .ordinal();
    }

    private static CostEstimate.Line work(List<Work> same, Quantities quantities, String source, CostRates rates) {
        double hours = 0;
        int tasks = 0;
        int gates = 0;
        int openTasks = 0;
        int openGates = 0;
        for (Work one : same) {
            hours += one.time().toSeconds() / 3600.0 + one.days() * rates.hoursPerDay();
            tasks += one.tasks();
            gates += one.gates();
            openTasks += one.openTasks();
            openGates += one.openGates();
        }
        double likely = (hours + openTasks * rates.taskHours() + openGates * rates.gateHours()) / rates.hoursPerDay();
        List<String> open = new ArrayList<>();
        if (openTasks > 0) {
            open.add(counted(openTasks, "task") + " without an estimate counted as "
                    + Derivation.shown(rates.taskHours()) + " h each");
        }
        if (openGates > 0) {
            open.add(counted(openGates, "approval") + " without an estimate counted as "
                    + Derivation.shown(rates.gateHours()) + " h each");
        }
        List<String> what = new ArrayList<>();
        if (tasks > 0) {
            what.add(counted(tasks, "task"));
        }
        if (gates > 0) {
            what.add(counted(gates, "approval"));
        }
        return line(
                "labour." + same.get(0).role(),
                String.join(" and ", what) + (quantities.single() ? "" : " of " + counted(same.size(), "database")),
                same.get(0).role(),
                same.get(0).stage(),
                new Range(likely / FASTER, likely, likely / SLOWER),
                "days",
                source + "; " + (open.isEmpty() ? "" : String.join(", ", open) + "; ")
                        + "low and high as those of rates, / 1.3 and / 0.6",
                rates);
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static void hardware(
            Quantities quantities, CostRates rates, List<CostEstimate.Line> lines, List<String> missing) {
        List<Server> sized = quantities.servers().stream()
                .filter(server -> server.demand() != null)
                .toList();
        unsized(quantities, server -> server.demand() == null, "IFLs: not sized", missing);
        sized.stream()
                .filter(server -> !server.without().isEmpty())
                .forEach(server -> missing.add("IFLs and memory of server " + server.name() + ": without "
                        + named(server.without(), "database")));
        if (!sized.isEmpty()) {
            double demand = sized.stream()
                    .mapToDouble(server -> number(server.demand()))
                    .sum();
            double likely = sized.size() == 1 ? number(sized.get(0).ifls()) : up(demand);
            lines.add(line(
                    "ifl",
                    "IFLs of the target",
                    null,
                    null,
                    new Range(
                            likely,
                            likely,
                            Math.max(
                                    likely,
                                    sized.stream().mapToDouble(Server::atMost).sum())),
                    "IFL",
                    sized.size() == 1
                            ? "sizing: "
                                    + Objects.requireNonNull(sized.get(0).ifls())
                                            .told()
                            : "sizing: " + Derivation.shown(demand) + " IFLs of " + sized.size()
                                    + " servers that share one pool, rounded up once; high: each server rounded up by"
                                    + " itself, with headroom",
                    rates));
        }
        unsized(quantities, server -> server.memoryMb() == null, "memory: not sized", missing);
        List<Derivation> memory = quantities.servers().stream()
                .map(Server::memoryMb)
                .filter(Objects::nonNull)
                .toList();
        if (!memory.isEmpty()) {
            lines.add(line(
                    "memory",
                    memory.size() == 1 ? "memory of the guest" : "memory of " + memory.size() + " guests",
                    null,
                    null,
                    Range.of(memory.stream().mapToDouble(Derivation::value).sum() / 1024),
                    "GB",
                    "sizing: " + (memory.size() == 1 ? memory.get(0).told() : "sum of the guests, none overcommitted"),
                    rates));
        }
        left(quantities, one -> one.storageGb() == null, "storage: not sized", missing);
        List<Derivation> storage = quantities.databases().stream()
                .map(Moved::storageGb)
                .filter(Objects::nonNull)
                .toList();
        if (!storage.isEmpty()) {
            lines.add(line(
                    "storage",
                    "storage of the target",
                    null,
                    null,
                    Range.of(storage.stream().mapToDouble(Derivation::value).sum()),
                    "GB",
                    "sizing: "
                            + (storage.size() == 1
                                    ? storage.get(0).told()
                                    : "sum of " + counted(storage.size(), "database") + ", growth included"),
                    rates));
        }
    }

    static double number(@Nullable Derivation figure) {
        return figure == null ? 0 : figure.value();
    }

    static double number(@Nullable Double figure) {
        return figure == null ? 0 : figure;
    }

    /** Whole ones; a sum that is off by the last bits of a double is no reason for one more. */
    static double up(double exact) {
        return Math.ceil(exact - 1e-9);
    }

    private static CostEstimate.Line line(
            String item,
            String what,
            @Nullable String role,
            @Nullable String stage,
            Range quantity,
            String unit,
            String source,
            CostRates rates) {
        CostRates.Rate rate = rates.rates().get(item);
        // rounded before it is priced: what a page shows multiplies out
        Range shown = quantity.rounded();
        return new CostEstimate.Line(
                item,
                what,
                role,
                stage,
                shown,
                unit,
                source,
                rate,
                rate == null ? null : shown.times(rate.amount()).rounded(),
                note(rate));
    }

    static String note(CostRates.@Nullable Rate rate) {
        return rate == null ? CostEstimate.NO_PRICE : rate.told();
    }

    private static void unsized(
            Quantities quantities, java.util.function.Predicate<Server> lacks, String what, List<String> missing) {
        SortedSet<String> servers = quantities.servers().stream()
                .filter(lacks)
                .map(Server::name)
                .collect(Collectors.toCollection(TreeSet::new));
        left(quantities, one -> servers.contains(one.server()), what, missing);
    }

    private static void left(
            Quantities quantities, java.util.function.Predicate<Moved> lacks, String what, List<String> missing) {
        List<String> names = quantities.databases().stream()
                .filter(lacks)
                .map(Moved::database)
                .toList();
        if (!names.isEmpty()) {
            missing.add(quantities.single() ? what : what + ", " + named(names, "database"));
        }
    }

    /** {@code 7 databases: A, B, C, D, E and 2 more}. */
    static String named(Collection<String> names, String noun) {
        List<String> sorted = names.stream().sorted().toList();
        return counted(sorted.size(), noun) + ": "
                + String.join(", ", sorted.subList(0, Math.min(MOST_NAMED, sorted.size())))
                + (sorted.size() > MOST_NAMED ? " and " + (sorted.size() - MOST_NAMED) + " more" : "");
    }

    /** By name. */
    static <T> Map<String, T> byName(List<T> list, Function<T, String> name) {
        return list.stream().collect(Collectors.toMap(name, one -> one, (one, two) -> one, TreeMap::new));
    }
}
