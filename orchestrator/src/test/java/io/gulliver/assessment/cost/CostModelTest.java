package io.gulliver.assessment.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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

    private static CostModel.Quantities quantities(@Nullable Double cores, boolean replicates) {
        return new CostModel.Quantities(
                "data-pump version 1",
                List.of(
                        new CostModel.Work("dba", "discovery", Duration.ofHours(16), 3, 1),
                        new CostModel.Work("network", "build", Duration.ZERO, 2, 2)),
                new Outage(Duration.ofHours(2), Duration.ofHours(4), Duration.ofHours(8), List.of()),
                List.of("dba"),
                Derivation.given("IFLs", 14, "IFL", "test"),
                Derivation.given("IFLs", 17, "IFL", "test"),
                Derivation.given("capacity", 500, "GB", "test"),
                Derivation.given("guest memory", 32_768, "MB", "test"),
                cores,
                "host.cores, test",
                "enterprise",
                List.of("Partitioning"),
                replicates);
    }

    private static CostRates rates(Map<String, Object> cost) {
        return CostRates.of(Map.of("cost", cost));
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
        CostEstimate cost = CostModel.estimate(quantities(64.0, false), CostRates.of(Map.of()));
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
        CostEstimate cost = CostModel.estimate(quantities(64.0, false), CostRates.of(Map.of()));
        CostEstimate.Line discovery = line(cost, "labour.dba", "discovery");
        assertThat(discovery.quantity().likely()).isEqualTo(2);
        assertThat(discovery.quantity().low()).isCloseTo(2 / 1.3, within(1e-9));
        assertThat(discovery.quantity().high()).isCloseTo(2 / 0.6, within(1e-9));
        assertThat(discovery.what()).contains("3 tasks, 1 without an estimate");
        CostEstimate.Line outage = line(cost, "labour.dba", "cutover");
        assertThat(outage.quantity()).isEqualTo(new Range(0.25, 0.5, 1));
        assertThat(cost.missing()).anyMatch(line -> line.contains("labour of network in build"));
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
        assertThat(database.owned()).isEqualTo(32);
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
        CostEstimate.Licence goldengate = CostModel.estimate(quantities(64.0, true), CostRates.of(Map.of()))
                .licences()
                .get(2);
        assertThat(goldengate.product()).isEqualTo("Oracle GoldenGate");
        assertThat(goldengate.used()).isZero();
        assertThat(goldengate.needed().likely()).isEqualTo(46);
    }

    @Test
    void unknownCoresAreSaidAndNotCounted() {
        CostEstimate.Licence database = CostModel.estimate(quantities(null, false), CostRates.of(Map.of()))
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
        Map<String, Object> first = CostRates.stamped(Map.of(), typed, "Mia", NOW);
        assertThat(CostRates.of(first).rates().get("ifl")).isEqualTo(new CostRates.Rate(100, "offer 7", "Mia", NOW));
        Map<String, Object> again = CostRates.stamped(first, typed, "Ben", NOW.plusSeconds(60));
        assertThat(CostRates.of(again).rates().get("ifl").setBy())
                .as("nothing changed")
                .isEqualTo("Mia");
        Map<String, Object> dearer = Map.of(
                "cost", Map.of("currency", "EUR", "rates", Map.of("ifl", Map.of("amount", 120, "source", "offer 7"))));
        Map<String, Object> third = CostRates.stamped(again, dearer, "Ben", NOW.plusSeconds(60));
        assertThat(CostRates.of(third).rates().get("ifl").setBy()).isEqualTo("Ben");
        CostEstimate cost = CostModel.estimate(quantities(64.0, false), CostRates.of(third));
        assertThat(line(cost, "ifl", "").amount()).isEqualTo(new Range(1680, 1680, 2040));
        assertThat(line(cost, "ifl", "").note()).isEqualTo("offer 7, set by Ben");
    }

    @Test
    void aBrokenPriceListNamesTheEntry() {
        assertThatThrownBy(() -> rates(Map.of("currency", "EUR", "rates", Map.of("lunch", Map.of("amount", 1)))))
                .hasMessageContaining("cost.rates.lunch");
        assertThatThrownBy(() -> rates(Map.of("currency", "EUR", "rates", Map.of("ifl", Map.of("amount", -1)))))
                .hasMessageContaining("cost.rates.ifl.amount");
        assertThatThrownBy(() -> rates(Map.of("rates", Map.of("ifl", Map.of("amount", 1)))))
                .hasMessageContaining("cost.currency");
        assertThatThrownBy(() -> CostRates.of(Map.of("cost", "much"))).hasMessageContaining("cost is no object");
    }
}
