package io.gulliver.assessment.cost;

import io.gulliver.assessment.cost.CostModel.Moved;
import io.gulliver.assessment.cost.CostModel.Option;
import io.gulliver.assessment.cost.CostModel.Quantities;
import io.gulliver.assessment.cost.CostModel.Server;
import io.gulliver.assessment.cost.CostModel.SourceHost;
import io.gulliver.planning.figure.Derivation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts licences by product and option: physical cores of the source hosts and IFLs of the target servers, each counted
 * once however many databases stand on it, times their core factors, rounded up once.
 */
final class LicenceCount {
    static final String ENTERPRISE = "Oracle Database Enterprise Edition";
    static final String STANDARD = "Oracle Database Standard Edition 2";
    static final String GOLDENGATE = "Oracle GoldenGate";
    /** Named users that the licence of one processor covers at least. */
    private static final int USERS_A_PROCESSOR = 25;

    private final Quantities quantities;
    private final CostRates rates;
    private final Map<String, SourceHost> hosts;
    private final Map<String, Server> servers;

    LicenceCount(Quantities quantities, CostRates rates) {
        this.quantities = quantities;
        this.rates = rates;
        this.hosts = CostModel.byName(quantities.hosts(), SourceHost::name);
        this.servers = CostModel.byName(quantities.servers(), Server::name);
    }

    List<CostEstimate.Licence> count(List<String> missing) {
        List<Moved> databases = quantities.databases();
        List<String> unknown = databases.stream()
                .filter(one -> one.edition() == null)
                .map(Moved::database)
                .toList();
        if (!unknown.isEmpty()) {
            missing.add("licences of the database: its edition is not known"
                    + (quantities.single() ? "" : ", " + CostModel.named(unknown, "database")));
        }
        List<CostEstimate.Licence> licences = new ArrayList<>();
        List<Moved> enterprise = databases.stream()
                .filter(one -> edition(one).startsWith("enterprise"))
                .toList();
        if (!enterprise.isEmpty()) {
            licences.add(licence(ENTERPRISE, enterprise, enterprise, false, missing));
        }
        List<Moved> standard = databases.stream()
                .filter(one -> edition(one).startsWith("standard"))
                .toList();
        if (!standard.isEmpty()) {
            licences.add(standard(standard, missing));
        }
        SortedMap<String, List<Moved>> options = new TreeMap<>();
        databases.forEach(one -> one.options()
                .forEach(option -> options.computeIfAbsent(option.product(), name -> new ArrayList<>())
                        .add(one)));
        options.forEach((product, users) -> licences.add(licence(
                product,
                users,
                users.stream()
                        .filter(one -> one.options().contains(new Option(product, true)))
                        .toList(),
                false,
                missing)));
        List<Moved> replicated = databases.stream().filter(Moved::replicates).toList();
        if (!replicated.isEmpty()) {
            licences.add(licence(GOLDENGATE, replicated, replicated, true, missing));
        }
        return licences;
    }

    private static String edition(Moved one) {
        return one.edition() == null ? "" : one.edition().toLowerCase(Locale.ROOT);
    }

    /** Sockets of the source; what counts on the target is not settled. */
    private CostEstimate.Licence standard(List<Moved> users, List<String> missing) {
        missing.add("licences of Standard Edition 2 on the target: they count sockets, look at the price list for IBM Z"
                + " of the day"
                + (quantities.single()
                        ? ""
                        : ", "
                                + CostModel.named(
                                        users.stream().map(Moved::database).toList(), "database")));
        List<SourceHost> known =
                hosts(users).stream().filter(host -> host.sockets() != null).toList();
        return new CostEstimate.Licence(
                STANDARD,
                CostEstimate.Metric.SOCKET,
                known.isEmpty()
                        ? null
                        : (Double) known.stream()
                                .mapToDouble(host -> CostModel.number(host.sockets()))
                                .sum(),
                rates.owned().get(STANDARD),
                null,
                null,
                null,
                "sockets of the source hosts, " + sources(known),
                rates.rates().get("licence." + STANDARD),
                null,
                "not counted: what counts on the target is not settled");
    }

    private List<SourceHost> hosts(List<Moved> users) {
        SortedSet<String> names =
                users.stream().flatMap(one -> one.hosts().stream()).collect(Collectors.toCollection(TreeSet::new));
        return names.stream().map(hosts::get).filter(Objects::nonNull).toList();
    }

    private List<Server> servers(List<Moved> users) {
        SortedSet<String> names = users.stream().map(Moved::server).collect(Collectors.toCollection(TreeSet::new));
        return names.stream().map(servers::get).filter(Objects::nonNull).toList();
    }

    /**
     * Licences of a product.
     *
     * @param users databases that use it at the source
     * @param keep those of them whose target needs it
     * @param both whether the move itself needs it on both sides although the source had none
     */
    private CostEstimate.Licence licence(
            String product, List<Moved> users, List<Moved> keep, boolean both, List<String> missing) {
        List<SourceHost> at = hosts(users);
        List<SourceHost> known =
                at.stream().filter(host -> host.cores() != null).toList();
        List<Server> to = servers(keep);
        List<Server> sized =
                to.stream().filter(server -> server.demand() != null).toList();
        if (!known.isEmpty() && known.size() < at.size()) {
            missing.add("licences of " + product + ": cores are not known of "
                    + CostModel.named(
                            at.stream()
                                    .filter(host -> host.cores() == null)
                                    .map(SourceHost::name)
                                    .toList(),
                            "host"));
        }
        if (!sized.isEmpty() && sized.size() < to.size()) {
            missing.add("licences of " + product + ": IFLs are not known of "
                    + CostModel.named(
                            to.stream()
                                    .filter(server -> server.demand() == null)
                                    .map(Server::name)
                                    .toList(),
                            "server"));
        }
        CostRates.Owned owned = rates.owned().get(product);
        Count count = new Count(owned);
        Double source = known.isEmpty() ? null : (Double) CostModel.up(cores(known) * rates.x86Factor());
        Range target = keep.isEmpty() ? Range.of(0) : sized.isEmpty() ? null : target(sized);
        Range peak = source == null || target == null ? null : peak(users, keep, known, sized);
        Range lacking = peak == null || owned == null ? null : lacking(count.of(peak), owned.count());
        CostRates.Rate rate = rates.rates().get("licence." + product);
        Range amount = lacking == null ? null : lacking.high() == 0 ? Range.of(0) : null;
        if (lacking != null && rate != null) {
            amount = lacking.times(rate.amount()).rounded();
        }
        String note = peak == null
                ? "not counted: " + (source == null ? "cores of the source" : "IFLs of the target") + " are not known"
                : owned == null
                        ? "what is owned is not said (policy cost.owned)"
                        : lacking != null && lacking.high() == 0 ? "what is owned is enough" : CostModel.note(rate);
        return new CostEstimate.Licence(
                product,
                count.metric(),
                both ? (Double) 0.0 : source == null ? null : (Double) count.of(source),
                owned,
                count.of(both ? peak : target),
                count.of(peak),
                lacking,
                (known.isEmpty()
                                ? "cores of the source are not known"
                                : Derivation.shown(cores(known)) + " cores of "
                                        + (known.size() == 1 ? known.get(0).name() : known.size() + " hosts") + " ("
                                        + sources(known) + ") x " + rates.x86Factor())
                        + "; "
                        + (keep.isEmpty()
                                ? "the target does not need it"
                                : sized.isEmpty()
                                        ? "IFLs of the target are not known"
                                        : Derivation.shown(ifls(sized)) + " IFLs x " + rates.iflFactor())
                        + count.how()
                        + "; check the core factor table at contract time"
                        + (owned == null ? "" : "; owned: " + owned.told()),
                rate,
                amount,
                note);
    }

    private static Range lacking(Range peak, double owned) {
        return new Range(
                Math.max(0, peak.low() - owned), Math.max(0, peak.likely() - owned), Math.max(0, peak.high() - owned));
    }

    private static String sources(List<SourceHost> hosts) {
        SortedSet<String> sources =
                hosts.stream().map(SourceHost::source).collect(Collectors.toCollection(TreeSet::new));
        return sources.size() > 3 ? sources.size() + " sources" : String.join("; ", sources);
    }

    private static double cores(List<SourceHost> hosts) {
        return hosts.stream()
                .mapToDouble(host -> CostModel.number(host.cores()))
                .sum();
    }

    /** IFLs of one pool: rounded up once, except for a server that stands alone, which was rounded by its sizing. */
    private static double ifls(List<Server> servers) {
        return servers.size() == 1
                ? CostModel.number(servers.get(0).ifls())
                : CostModel.up(servers.stream()
                        .mapToDouble(server -> CostModel.number(server.demand()))
                        .sum());
    }

    private Range target(List<Server> sized) {
        double likely = CostModel.up(ifls(sized) * rates.iflFactor());
        double high = CostModel.up(sized.stream().mapToDouble(Server::atMost).sum() * rates.iflFactor());
        return new Range(likely, likely, Math.max(likely, high));
    }

    /**
     * The most that is licensed at one moment: a host until its last database is across, a server from when it is built for
     * its first; hosts and servers without a date always.
     */
    private Range peak(List<Moved> users, List<Moved> keep, List<SourceHost> known, List<Server> sized) {
        Map<String, Instant> until = new TreeMap<>();
        Map<String, Instant> from = new TreeMap<>();
        for (Moved one : users) {
            Instant end = one.ends() == null ? Instant.MAX : one.ends();
            one.hosts().forEach(host -> until.merge(host, end, (a, b) -> a.isAfter(b) ? a : b));
        }
        for (Moved one : keep) {
            from.merge(
                    one.server(), one.starts() == null ? Instant.MIN : one.starts(), (a, b) -> a.isBefore(b) ? a : b);
        }
        SortedSet<Instant> moments = new TreeSet<>(from.values());
        moments.add(Instant.MIN);
        List<Server> building = sized.stream()
                .sorted(Comparator.comparing((Server server) -> from.getOrDefault(server.name(), Instant.MIN)))
                .toList();
        List<SourceHost> leaving = known.stream()
                .sorted(Comparator.comparing((SourceHost host) -> until.getOrDefault(host.name(), Instant.MAX)))
                .toList();
        Range most = Range.of(0);
        List<Server> built = new ArrayList<>();
        int next = 0;
        int gone = 0;
        double cores = cores(known);
        for (Instant moment : moments) {
            while (next < building.size()
                    && !from.getOrDefault(building.get(next).name(), Instant.MIN)
                            .isAfter(moment)) {
                built.add(building.get(next++));
            }
            while (gone < leaving.size()
                    && !until.getOrDefault(leaving.get(gone).name(), Instant.MAX)
                            .isAfter(moment)) {
                cores -= CostModel.number(leaving.get(gone++).cores());
            }
            double source = CostModel.up(cores * rates.x86Factor());
            Range now = (built.isEmpty() ? Range.of(0) : target(built)).plus(Range.of(source));
            most = new Range(
                    Math.max(most.low(), now.low()),
                    Math.max(most.likely(), now.likely()),
                    Math.max(most.high(), now.high()));
        }
        return most;
    }

    /** Turns processors into what is owned: processors as well, or named users. */
    private record Count(CostRates.@Nullable Owned owned) {
        CostEstimate.Metric metric() {
            return owned == null ? CostEstimate.Metric.PROCESSOR : owned.metric();
        }

        double of(double processors) {
            if (metric() != CostEstimate.Metric.NAMED_USER_PLUS) {
                return processors;
            }
            Double users = owned == null ? null : owned.users();
            return processors == 0 ? 0 : Math.max(processors * USERS_A_PROCESSOR, CostModel.number(users));
        }

        @Nullable
        Range of(@Nullable Range processors) {
            return processors == null
                    ? null
                    : new Range(of(processors.low()), of(processors.likely()), of(processors.high()));
        }

        String how() {
            if (metric() != CostEstimate.Metric.NAMED_USER_PLUS) {
                return "";
            }
            Double users = owned == null ? null : owned.users();
            return "; named users: at least " + USERS_A_PROCESSOR + " a processor, "
                    + (users == null ? "how many there are is not said" : Derivation.shown(users) + " of them");
        }
    }
}
