package io.gulliver.planning.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.service.planning.RuleTables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The worked examples E14, E15 and E17 of {@code docs/domain/sizing.md}, the network, and when a sizing goes stale. */
class StorageSizingTest {
    private static final StorageTable TABLE = RuleTables.shipped().arrays();
    private static final String AF7 = "FS9110 (AF7)";

    private static StorageNeeds needs(double readIops, double writeIops, double readMb, double writeMb) {
        return new StorageNeeds(1000, 20, 12, readIops, writeIops, readMb, writeMb, 0, 0, AF7, 0, 0, "sheet");
    }

    @Test
    void e14ChecksTheRequirementSheet() {
        assertThat(StoragePlanner.plan(needs(108_953, 11_862, 15_900, 1_400), TABLE)
                        .iops()
                        .value())
                .isEqualTo(120_815);
        double read = StoragePlanner.transfer(108_953, 152.7, "sheet").value();
        double write = StoragePlanner.transfer(11_862, 120.6, "sheet").value();
        assertThat(read).isCloseTo(15.87, within(0.005));
        assertThat(write).isCloseTo(1.36, within(0.005));
        Derivation all = Derivation.given("I/O requests", 120_815, "IOPS", "sheet");
        assertThat(StoragePlanner.density(all, Derivation.given("usable", 217.7 * 1024, "GB", "sheet"))
                        .value())
                .isCloseTo(0.542, within(0.0005));
        assertThat((152.7 * 108_953 + 120.6 * 11_862) / 120_815).isCloseTo(149.5, within(0.05));
        Derivation ports = StoragePlanner.ports(Derivation.given("throughput", 17.2, "GB/s", "sheet"), TABLE);
        assertThat(ports.exact()).isCloseTo(10.75, within(1e-9));
        assertThat(ports.value()).isEqualTo(11);
        assertThat(StoragePlanner.withFabricLost(ports).value()).isEqualTo(22);
        assertThat(Math.round(120_815 / 4.0)).isEqualTo(30_204);
        assertThat(17.2 / 4).isCloseTo(4.3, within(1e-9));
        assertThat(217.7 / 4).isCloseTo(54.4, within(0.05));
    }

    @Test
    void e15CountsVolumesAndSaysThatPortsLimitFirst() {
        StorageSizing e15 = StoragePlanner.plan(needs(108_953, 0, 15_900, 0), TABLE);
        assertThat(e15.arraysForLoad().value()).isEqualTo(1);
        assertThat(e15.iopsShare().value()).isCloseTo(19.5, within(0.05));
        assertThat(e15.throughputShare().value()).isCloseTo(69.1, within(0.05));
        assertThat(Math.ceil(e15.iopsShare().value() / 10)).isEqualTo(2);
        assertThat(Math.ceil(e15.throughputShare().value() / 10)).isEqualTo(7);
        assertThat(e15.volumes().value()).isEqualTo(30);
        assertThat(e15.ports().value()).isEqualTo(10);
        assertThat(e15.warnings()).anyMatch(text -> text.startsWith("8 ports carry 12.8 GB/s, wanted are 15.9 GB/s"));
    }

    @Test
    void takesAnotherArrayAboveSeventyPercentOfTheSheet() {
        assertThat(StoragePlanner.plan(needs(0, 0, 16_100, 0), TABLE)
                        .arraysForLoad()
                        .value())
                .isEqualTo(1);
        StorageSizing two = StoragePlanner.plan(needs(0, 0, 16_101, 0), TABLE);
        assertThat(two.arraysForLoad().value()).isEqualTo(2);
        assertThat(two.volumes().value()).isEqualTo(60);
    }

    private static StorageNeeds of(double usedGb, @Nullable String array, @Nullable Double usableGb) {
        return new StorageNeeds(
                usedGb, 0, 12, 20_000, 30_000, 1_000, 500, 0, 0, array, usableGb, 0, 0, null, null, "given", Map.of());
    }

    @Test
    void countsNoArraysByAFloorThatOtherArraysWereChosenFor() {
        StorageSizing old = StoragePlanner.plan(of(1000, "FS900", 40_000.0), TABLE);
        assertThat(old.arrays()).isNull();
        assertThat(old.arraysForLoad()).isNull();
        assertThat(old.volumes()).isNull();
        assertThat(old.capacity().value()).isEqualTo(1300);
        assertThat(old.unknown())
                .singleElement()
                .asString()
                .startsWith("Requests and throughput of FS900: not in our table");
        StorageSizing none = StoragePlanner.plan(of(1000, null, null), TABLE);
        assertThat(none.arrays()).isNull();
        assertThat(none.unknown()).singleElement().asString().startsWith("No array is chosen");
    }

    @Test
    void countsNoArraysUntilSomebodySaysWhatOneHolds() {
        // 5,000,000 GB x 1.3 on one array that carries the load
        StorageSizing sizing = StoragePlanner.plan(of(5_000_000, AF7, null), TABLE);
        assertThat(sizing.arraysForLoad().value()).isEqualTo(1);
        assertThat(sizing.arrays()).isNull();
        assertThat(sizing.unknown())
                .singleElement()
                .asString()
                .startsWith("Usable GB of one FS9110 (AF7): not in our table, bring the vendor's figure")
                .contains("6,500,000 GB");
        assertThat(sizing.volumes().name()).isEqualTo("volumes for requests and throughput");
    }

    @Test
    void countsArraysByTheirCapacityToo() {
        // 6,500,000 / 165,920 = 39.2
        StorageSizing sizing = StoragePlanner.plan(of(5_000_000, AF7, 165_920.0), TABLE);
        assertThat(sizing.arraysForCapacity().value()).isEqualTo(40);
        assertThat(sizing.arrays().value()).isEqualTo(40);
        assertThat(sizing.volumes().value()).isEqualTo(40 * 30);
        assertThat(sizing.unknown()).isEmpty();
        assertThat(StoragePlanner.plan(of(1000, AF7, 165_920.0), TABLE).arrays().value())
                .isEqualTo(1);
    }

    @Test
    void everyFigureOfTheTableNamesTheDocumentThatPrintsIt() {
        TABLE.arrays().forEach((model, array) -> {
            assertThat(array.source()).as(model).contains("document 000");
            assertThat(array.usableGb()).as(model + ": nobody published it").isNull();
            if (array.sheet() != null) {
                assertThat(array.source()).as(model).contains("specification sheet");
            }
        });
    }

    @Test
    void aRowHasAllFiguresOfASheetOrNone() {
        Map<String, Object> half =
                Map.of("model", "X", "random_read_iops", 5, "volumes", 8, "volume_share", 0.1, "source", "us");
        assertThatThrownBy(() -> StorageTable.of(Map.of("arrays", List.of(half))))
                .hasMessageContaining("random_write_iops");
    }

    @Test
    void growsCapacityAndKeepsRoom() {
        assertThat(StoragePlanner.plan(needs(1, 1, 1, 1), TABLE).capacity().value())
                .as("1.3 of what is used is more than 20 %")
                .isEqualTo(1300);
        StorageNeeds grown = new StorageNeeds(1000, 20, 36, 1, 1, 1, 1, 0, 0, AF7, 6, 2, "sheet");
        StorageSizing sizing = StoragePlanner.plan(grown, TABLE);
        assertThat(sizing.capacity().value()).isEqualTo(1728);
        assertThat(sizing.aliases()).isNotNull();
        assertThat(sizing.aliases().value()).isEqualTo(42);
        assertThat(sizing.hyperAliases()).isNotNull();
        assertThat(sizing.hyperAliases().value()).isEqualTo(40);
    }

    @Test
    void e17FollowsGrowth() {
        StoragePlanner.Growth e17 = StoragePlanner.growth(List.of(45.0, 27.0, 32.0), 12, "document");
        assertThat(e17.sum().value()).isEqualTo(104);
        assertThat(e17.before().value()).isEqualTo(867);
        assertThat(e17.month().value()).isCloseTo(34.7, within(0.05));
        assertThat(e17.year().value()).isEqualTo(416);
    }

    @Test
    void countsLinksForTheBusierOfRunningAndMoving() {
        NetworkPlanner.Sizing sizing = NetworkPlanner.plan(
                new NetworkPlanner.Needs(200, 50, 2, 100, 10_000, 10_000, "10 GbE", "figures"), TABLE);
        assertThat(sizing.running().value()).isEqualTo(400);
        assertThat(sizing.moving()).isNotNull();
        assertThat(sizing.moving().value()).isEqualTo(1000);
        assertThat(sizing.links().value()).isEqualTo(2);
        assertThat(sizing.linksWithOneLost().value()).isEqualTo(4);
        assertThatThrownBy(() -> NetworkPlanner.plan(
                        new NetworkPlanner.Needs(-1, 0, 0, 0, 0, 0, "token ring", "figures"), TABLE))
                .hasMessageContaining("/clientMbPerSecond")
                .hasMessageContaining("token ring");
    }

    @Test
    void namesAnArrayThatTheTableLacks() {
        assertThatThrownBy(() ->
                        StoragePlanner.plan(new StorageNeeds(-1, 0, 0, 0, 0, 0, 0, 0, 0, "drum", 0, 0, "x"), TABLE))
                .hasMessageContaining("/usedGb")
                .hasMessageContaining("/array")
                .hasMessageContaining("drum");
    }

    @Test
    void goesStaleByAgeAndByGrowthUntilConfirmed() {
        Instant made = Instant.parse("2026-03-01T00:00:00Z");
        Staleness.Limits limits = new Staleness.Limits(30, 5);
        Instant fresh = made.plus(Duration.ofDays(30));
        Instant old = fresh.plusSeconds(60);
        assertThat(Staleness.judge(made, fresh, 100, 105.0, null, null, limits).stale())
                .isFalse();
        Staleness aged = Staleness.judge(made, old, 100, null, null, null, limits);
        assertThat(aged.stale()).isTrue();
        assertThat(aged.reasons().get(0)).isEqualTo("It was made 30 days ago, more than 30");
        Staleness grown = Staleness.judge(made, fresh, 100, 106.0, null, null, limits);
        assertThat(grown.stale()).isTrue();
        assertThat(grown.reasons()).anyMatch(text -> text.contains("6 %") && text.contains("more than 5 %"));
        assertThat(Staleness.judge(made, old, 100, 106.0, old.minusSeconds(10), 104.0, limits)
                        .stale())
                .as("confirmed for 104 GB a moment ago")
                .isFalse();
        assertThatThrownBy(() -> new Staleness.Limits(0, 5)).hasMessageContaining("both must be above 0");
    }
}
