package io.gulliver.assessment.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.method.MethodAssessment.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CostModelTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    private static CostModel.Moved moved(String database, String host, String server, boolean replicates) {
        return new CostModel.Moved(
                database,
                "data-pump version 1",
                List.of(
                        new CostModel.Work("dba", "discovery", Duration.ofHours(8), 1, 3, 0, 1, 0),
                        new CostModel.Work("network", "build", Duration.ZERO, 0, 2, 1, 2, 1)),
                new Outage(Duration.ofHours(2), Duration.ofHours(4), Duration.ofHours(8), List.of()),
                List.of("dba"),
                Derivation.given("capacity", 500, "GB", "test"),
                List.of(host),
                server,
                "enterprise",
                List.of(new CostModel.Option("Partitioning", true)),
                replicates,
                null,
                null);
    }

    private static CostModel.Server server(String name, double demand, double atMost) {
        return new CostModel.Server(
                name,
                Derivation.given("IFLs", Math.ceil(demand), "IFL", "test"),
                Derivation.given("IFLs", atMost, "IFL", "test"),
                demand,
                Derivation.given("guest memory", 32_768, "MB", "test"),
                List.of());
    }

    private static CostModel.Quantities quantities(@Nullable Double cores, boolean replicates) {
        return new CostModel.Quantities(
                List.of(moved("ORDERS", "db1", "lnx01", replicates)),
                List.of(new CostModel.SourceHost("db1", cores, 2.0, "host.cores, test")),
                List.of(server("lnx01", 14, 17)));
    }

    private static CostRates rates(Map<String, Object> cost) {
        return prices(Map.of("cost", cost));
    }

    private static CostRates prices(Map<String, Object> policy) {
        return ProgramPolicy.parse(policy).policy().cost();
    }

    private static CostEstimate.Line line(CostEstimate cost, String item, String stage) {
        return cost.lines().stream()
                .filter(line -> line.item().equals(item)
                        && (line.stage() == null || line.stage().equals(stage)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void withoutRatesThereAreQuantitiesAndNoPriceIsZero() {
        CostEstimate cost = CostModel.estimate(quantities(64.0, false), rates(Map.of()));
        assertThat(cost.total()).isNull();
        assertThat(cost.priced()).isZero();
        assertThat(cost.complete()).isFalse();
        assertThat(cost.lines()).isNotEmpty().allSatisfy(line -> {
            assertThat(line.amount()).as(line.what()).isNull();
            assertThat(line.rate()).isNull();
            assertThat(line.note()).isEqualTo("no price set");
            assertThat(line.quantity().likely()).isPositive();
            assertThat(line.source()).isNotBlank();
        });
        assertThat(cost.licences())
                .allSatisfy(licence -> assertThat(licence.amount()).isNull());
    }

    @Test
    void countsLabourByRoleAndStageWithARange() {
        CostEstimate cost = CostModel.estimate(quantities(64.0, false), rates(Map.of()));
        CostEstimate.Line discovery = line(cost, "labour.dba", "discovery");
        assertThat(discovery.quantity().likely())
                .as("8 h, a day and 2 h, in days of 8 h")
                .isEqualTo(2.25);
        assertThat(discovery.quantity().low()).isCloseTo(2.25 / 1.3, within(0.005));
        assertThat(discovery.quantity().high()).isCloseTo(2.25 / 0.6, within(0.005));
        assertThat(discovery.what()).isEqualTo("3 tasks");
        assertThat(discovery.source()).contains("1 task without an estimate counted as 2 h each");
        CostEstimate.Line outage = line(cost, "labour.dba", "cutover");
        assertThat(outage.quantity()).isEqualTo(new Range(0.25, 0.5, 1));
        CostEstimate.Line build = line(cost, "labour.network", "build");
        assertThat(build.what()).isEqualTo("2 tasks and 1 approval");
        assertThat(build.quantity().likely())
                .as("nothing is estimated: 2 x 2 h and 0.5 h")
                .isCloseTo(4.5 / 8, within(0.005));
        assertThat(build.source()).contains("1 approval without an estimate counted as 0.5 h each");
        CostEstimate.Line other = line(
                CostModel.estimate(
                        quantities(64.0, false), rates(Map.of("unestimated", Map.of("taskHours", 4, "gateHours", 0)))),
                "labour.network",
                "build");
        assertThat(other.quantity().likely()).isEqualTo(1);
    }

    @Test
    void whatDatabasesShareCountsOnce() {
        // two databases on one host of 64 cores, four servers of 1.2 IFLs
        List<CostModel.Moved> databases = List.of(
                moved("A", "db1", "lnx01", false),
                moved("B", "db1", "lnx02", false),
                moved("C", "db2", "lnx03", false),
                moved("D", "db3", "lnx04", false));
        CostEstimate cost = CostModel.estimate(
                new CostModel.Quantities(
                        databases,
                        List.of(
                                new CostModel.SourceHost("db1", 64.0, 2.0, "test"),
                                new CostModel.SourceHost("db2", 15.0, 1.0, "test"),
                                new CostModel.SourceHost("db3", 15.0, 1.0, "test")),
                        List.of(
                                server("lnx01", 1.2, 2),
                                server("lnx02", 1.2, 2),
                                server("lnx03", 1.2, 2),
                                server("lnx04", 1.2, 3))),
                rates(Map.of()));
        assertThat(line(cost, "ifl", "").quantity())
                .as("4.8 in one pool; each by itself 2 + 2 + 2 + 3")
                .isEqualTo(new Range(5, 5, 9));
        CostEstimate.Licence database = cost.licences().get(0);
        assertThat(database.used()).as("(64 + 15 + 15) x 0.5, rounded up once").isEqualTo(47);
        assertThat(database.needed()).isEqualTo(new Range(5, 5, 9));
        assertThat(line(cost, "labour.dba", "discovery").quantity().likely()).isEqualTo(9);
        assertThat(line(cost, "storage", "").quantity().likely()).isEqualTo(2000);
    }

    @Test
    void thePeakFollowsTheDatesOfThePlan() {
        // B is built when A has left: never are both hosts and both servers licensed
        CostModel.Moved a = dated(moved("A", "db1", "lnx01", false), NOW, NOW.plusSeconds(100));
        CostModel.Moved b = dated(moved("B", "db2", "lnx02", false), NOW.plusSeconds(100), NOW.plusSeconds(200));
        List<CostModel.SourceHost> hosts = List.of(
                new CostModel.SourceHost("db1", 40.0, 2.0, "test"), new CostModel.SourceHost("db2", 20.0, 2.0, "test"));
        List<CostModel.Server> servers = List.of(server("lnx01", 8, 8), server("lnx02", 4, 4));
        assertThat(CostModel.estimate(new CostModel.Quantities(List.of(a, b), hosts, servers), rates(Map.of()))
                        .licences()
                        .get(0)
                        .peak())
                .as("20 + 10 and 8 while A is built; 10 and 12 afterwards")
                .isEqualTo(new Range(38, 38, 38));
        assertThat(CostModel.estimate(
                                new CostModel.Quantities(List.of(moved("A", "db1", "lnx01", false), b), hosts, servers),
                                rates(Map.of()))
                        .licences()
                        .get(0)
                        .peak()
                        .likely())
                .as("A has no date: its host and its server all the time")
                .isEqualTo(42);
    }

    private static CostModel.Moved dated(CostModel.Moved one, Instant starts, Instant ends) {
        return new CostModel.Moved(
                one.database(),
                one.playbook(),
                one.work(),
                one.outage(),
                one.attending(),
                one.storageGb(),
                one.hosts(),
                one.server(),
                one.edition(),
                one.options(),
                one.replicates(),
                starts,
                ends);
    }

    @Test
    void namedUsersAreCountedByTheMinimumOrByHowManyThereAre() {
        Map<String, Object> owned =
                Map.of("count", 900, "metric", "named-user-plus", "users", 300, "source", "contract 4");
        CostEstimate.Licence database = CostModel.estimate(
                        quantities(64.0, false),
                        rates(Map.of("owned", Map.of("Oracle Database Enterprise Edition", owned))))
                .licences()
                .get(0);
        assertThat(database.unit()).isEqualTo(CostEstimate.Metric.NAMED_USER_PLUS);
        assertThat(database.used()).as("32 processors x 25").isEqualTo(800);
        assertThat(database.needed()).isEqualTo(new Range(350, 350, 425));
        assertThat(database.peak()).isEqualTo(new Range(1150, 1150, 1225));
        assertThat(database.missing()).isEqualTo(new Range(250, 250, 325));
        assertThat(database.amount()).as("no price set").isNull();
        assertThat(database.metric()).contains("at least 25 a processor, 300 of them");
    }

    @Test
    void aClusterThatLandsAsASingleInstanceNeedsNoClusterAtTheTarget() {
        CostModel.Moved one = moved("ORDERS", "db1", "lnx01", false);
        CostModel.Moved cluster = new CostModel.Moved(
                one.database(),
                one.playbook(),
                one.work(),
                one.outage(),
                one.attending(),
                one.storageGb(),
                one.hosts(),
                one.server(),
                one.edition(),
                List.of(new CostModel.Option("Real Application Clusters", false)),
                false,
                null,
                null);
        CostEstimate.Licence option = CostModel.estimate(
                        new CostModel.Quantities(
                                List.of(cluster),
                                List.of(new CostModel.SourceHost("db1", 64.0, 2.0, "test")),
                                List.of(server("lnx01", 14, 14))),
                        rates(Map.of("owned", Map.of("Real Application Clusters", 32))))
                .licences()
                .get(1);
        assertThat(option.used()).isEqualTo(32);
        assertThat(option.needed()).isEqualTo(Range.of(0));
        assertThat(option.missing()).isEqualTo(Range.of(0));
        assertThat(option.amount()).as("known to be nothing").isEqualTo(Range.of(0));
        assertThat(option.note()).isEqualTo("what is owned is enough");
    }

    @Test
    void standardEditionCountsSocketsAndSaysWhatIsNotSettled() {
        CostModel.Moved one = moved("ORDERS", "db1", "lnx01", false);
        CostEstimate cost = CostModel.estimate(
                new CostModel.Quantities(
                        List.of(new CostModel.Moved(
                                one.database(),
                                one.playbook(),
                                one.work(),
                                one.outage(),
                                one.attending(),
                                one.storageGb(),
                                one.hosts(),
                                one.server(),
                                "standard",
                                List.of(),
                                false,
                                null,
                                null)),
                        List.of(new CostModel.SourceHost("db1", 16.0, 2.0, "test")),
                        List.of(server("lnx01", 1, 1))),
                rates(Map.of()));
        assertThat(cost.licences().get(0).unit()).isEqualTo(CostEstimate.Metric.SOCKET);
        assertThat(cost.licences().get(0).used()).isEqualTo(2);
        assertThat(cost.licences().get(0).amount()).isNull();
        assertThat(cost.missing()).anyMatch(line -> line.contains("Standard Edition 2"));
    }

    @Test
    void countsLicencesAsTheDocumentsExample() {
        // 64 x86 cores x 0.5 = 32; 14 IFLs x 1.0 = 14; both while both run
        CostEstimate cost = CostModel.estimate(
                quantities(64.0, false),
                rates(Map.of(
                        "currency",
                        "EUR",
                        "owned",
                        Map.of("Oracle Database Enterprise Edition", 32),
                        "rates",
                        Map.of(
                                "licence.Oracle Database Enterprise Edition",
                                Map.of("amount", 1000, "source", "price list")))));
        CostEstimate.Licence database = cost.licences().get(0);
        assertThat(database.used()).isEqualTo(32);
        assertThat(database.owned()).extracting(CostRates.Owned::count).isEqualTo(32.0);
        assertThat(database.needed()).isEqualTo(new Range(14, 14, 17));
        assertThat(database.peak()).isEqualTo(new Range(46, 46, 49));
        assertThat(database.missing()).isEqualTo(new Range(14, 14, 17));
        assertThat(database.amount()).isEqualTo(new Range(14_000, 14_000, 17_000));
        CostEstimate.Licence option = cost.licences().get(1);
        assertThat(option.product()).isEqualTo("Partitioning");
        assertThat(option.amount()).isNull();
        assertThat(option.note()).contains("owned is not said");
        assertThat(cost.total()).isEqualTo(new Range(14_000, 14_000, 17_000));
        assertThat(cost.complete()).as("the rest has no price").isFalse();
    }

    @Test
    void goldenGateIsNeededOnBothSides() {
        CostEstimate.Licence goldengate = CostModel.estimate(quantities(64.0, true), rates(Map.of()))
                .licences()
                .get(2);
        assertThat(goldengate.product()).isEqualTo("Oracle GoldenGate");
        assertThat(goldengate.used()).isZero();
        assertThat(goldengate.needed().likely()).isEqualTo(46);
    }

    @Test
    void unknownCoresAreSaidAndNotCounted() {
        CostEstimate.Licence database = CostModel.estimate(quantities(null, false), rates(Map.of()))
                .licences()
                .get(0);
        assertThat(database.used()).isNull();
        assertThat(database.peak()).isNull();
        assertThat(database.note()).contains("cores of the source are not known");
    }

    @Test
    void theServerSaysWhoSetARate() {
        Map<String, Object> typed = Map.of(
                "cost",
                Map.of(
                        "currency",
                        "EUR",
                        "rates",
                        Map.of("ifl", Map.of("amount", 100, "source", "offer 7", "setBy", "somebody else"))));
        Map<String, Object> first = ProgramPolicy.stamped(Map.of(), typed, "Mia", NOW);
        assertThat(prices(first).rates().get("ifl")).isEqualTo(new CostRates.Rate(100, "offer 7", "Mia", NOW));
        Map<String, Object> again = ProgramPolicy.stamped(first, typed, "Ben", NOW.plusSeconds(60));
        assertThat(prices(again).rates().get("ifl").setBy())
                .as("nothing changed")
                .isEqualTo("Mia");
        Map<String, Object> dearer = Map.of(
                "cost", Map.of("currency", "EUR", "rates", Map.of("ifl", Map.of("amount", 120, "source", "offer 7"))));
        Map<String, Object> third = ProgramPolicy.stamped(again, dearer, "Ben", NOW.plusSeconds(60));
        assertThat(prices(third).rates().get("ifl").setBy()).isEqualTo("Ben");
        CostEstimate cost = CostModel.estimate(quantities(64.0, false), prices(third));
        assertThat(line(cost, "ifl", "").amount()).isEqualTo(new Range(1680, 1680, 2040));
        assertThat(line(cost, "ifl", "").note()).isEqualTo("offer 7, set by Ben on " + NOW.plusSeconds(60));
    }

    @Test
    void theServerSaysWhoSaidWhatIsOwned() {
        Map<String, Object> typed = Map.of("cost", Map.of("owned", Map.of("Partitioning", 8)));
        Map<String, Object> first = ProgramPolicy.stamped(Map.of(), typed, "Mia", NOW);
        assertThat(prices(first).owned().get("Partitioning"))
                .isEqualTo(new CostRates.Owned(8, CostEstimate.Metric.PROCESSOR, null, "not said", "Mia", NOW));
        Map<String, Object> again = ProgramPolicy.stamped(first, typed, "Ben", NOW.plusSeconds(60));
        assertThat(prices(again).owned().get("Partitioning").setBy()).isEqualTo("Mia");
        Map<String, Object> more = Map.of("cost", Map.of("owned", Map.of("Partitioning", Map.of("count", 9))));
        assertThat(prices(ProgramPolicy.stamped(again, more, "Ben", NOW))
                        .owned()
                        .get("Partitioning")
                        .setBy())
                .isEqualTo("Ben");
    }
}
