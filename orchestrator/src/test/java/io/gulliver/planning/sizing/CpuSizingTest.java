package io.gulliver.planning.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.evidence.Series;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.service.planning.RuleTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The worked examples E8 to E13, E16 and E18 of {@code docs/domain/sizing.md}, and the load of hosts over time.
 */
class CpuSizingTest {
    private static final CapacityTable TABLE = RuleTables.shipped().processors();
    private static final CapacityTable.Target Z14 = TABLE.target("LinuxONE Emperor II (z14)");
    private static final String HS23 = "Xeon E5-2697v2 2.7 GHz";
    private static final String X3650 = "Xeon E5-2699v3 2.3 GHz";

    private static List<CpuPlanner.Server> eight(boolean higher) {
        double[][] rows = {
            {24, 5.7, 7.6}, {24, 2.1, 3.3}, {24, 7.2, 8.8}, {24, 3.8, 4.9},
            {36, 6.1, 8.1}, {36, 1.8, 1.8}, {36, 16.3, 17.6}, {36, 8.5, 9.5}
        };
        List<CpuPlanner.Server> servers = new ArrayList<>();
        for (double[] row : rows) {
            servers.add(new CpuPlanner.Server(
                    "server " + (servers.size() + 1), row[0] == 24 ? HS23 : X3650, row[0], row[higher ? 2 : 1], 1));
        }
        return servers;
    }

    private static CpuNeeds chain(Derivation demand, double growth, double smt) {
        return new CpuNeeds(demand, 1, 3, growth, 1, 0.9, smt, Z14, true, Grade.MEDIUM, true);
    }

    private static Derivation document() {
        return Derivation.given("required MIPS from inputs", 9_647, "MIPS", "document");
    }

    @Test
    void e8KeepsRequirementAndChosenCapacityApart() {
        CpuSizing e8 = CpuPlanner.plan(chain(document(), 0, 1));
        assertThat(e8.overhead().value()).isEqualTo(289);
        assertThat(e8.required().value()).isEqualTo(9_936);
        assertThat(e8.requiredAtDesignPoint().value()).isCloseTo(11_040, within(1e-6));
        assertThat(e8.ifls().value()).isEqualTo(5);
        assertThat(e8.ifls().exact()).isCloseTo(4.643, within(0.0005));
        assertThat(e8.capacityOfIfls().value()).isEqualTo(11_888);
        assertThat(e8.utilizationPercent().value()).isCloseTo(83.58, within(0.005));
        assertThat(e8.ifls().explained())
                .anyMatch(line -> line.startsWith("IFLs 5 IFL = required capacity at the design point")
                        && line.contains("= 4.643, up to whole"))
                .anyMatch(line -> line.contains("required MIPS from inputs 9,647 MIPS (document)"));
    }

    @Test
    void theEightServersLeadToTheSame() {
        Derivation demand = CpuPlanner.demand(eight(true), TABLE, "inventory");
        assertThat(demand.value()).isEqualTo(9_647);
        CpuSizing sizing = CpuPlanner.plan(new CpuNeeds(demand, 1, 3, 0, 0, 0.9, 1, Z14, true, Grade.LOW, false));
        assertThat(sizing.required().value()).isEqualTo(9_936);
        assertThat(sizing.requiredAtDesignPoint().value()).isCloseTo(11_040, within(1e-6));
        assertThat(sizing.ifls().value()).isEqualTo(5);
        assertThat(sizing.capacityOfIfls().value()).isEqualTo(11_888);
        assertThat(sizing.utilizationPercent().value()).isCloseTo(83.6, within(0.05));
        assertThat(sizing.iflsWithHeadroom()).isNotNull();
        assertThat(sizing.iflsWithHeadroom().value()).isEqualTo(6);
        assertThat(sizing.warnings()).anyMatch(text -> text.contains("Confidence is low"));
    }

    @Test
    void aDatabaseThatIdlesGetsTheLeast() {
        CpuSizing idle = CpuPlanner.plan(chain(Derivation.given("demand of ARCHIVE", 0, "MIPS", "capture"), 0, 1));
        assertThat(idle.ifls().value()).isEqualTo(1);
        assertThat(idle.virtualCpus().wanted().value()).isGreaterThanOrEqualTo(2);
        assertThat(idle.utilizationPercent().value()).isZero();
        assertThat(idle.refusals()).isEmpty();
    }

    @Test
    void e9Grows() {
        CpuSizing e9 = CpuPlanner.plan(chain(document(), 20, 1));
        assertThat(e9.required().value()).isCloseTo(11_923.2, within(1e-6));
        assertThat(e9.requiredAtDesignPoint().value()).isCloseTo(13_248, within(1e-6));
        assertThat(e9.ifls().exact()).isCloseTo(5.57, within(0.005));
        assertThat(e9.ifls().value()).isEqualTo(6);
        assertThat(e9.utilizationPercent().value()).isCloseTo(83.6, within(0.05));
    }

    @ParameterizedTest
    @CsvSource({"1.25, 3.71, 4, 83.6", "1.43, 3.25, 4, 73.1"})
    void e10IsSensitiveToSmt(double factor, double exact, double ifls, double busy) {
        CpuSizing e10 = CpuPlanner.plan(chain(document(), 0, factor));
        assertThat(e10.ifls().exact()).isCloseTo(exact, within(0.005));
        assertThat(e10.ifls().value()).isEqualTo(ifls);
        assertThat(e10.utilizationPercent().value()).isCloseTo(busy, within(0.05));
    }

    @Test
    void e11AddsUpBusyCores() {
        Derivation low = CpuPlanner.busyCores(eight(false), "inventory");
        Derivation high = CpuPlanner.busyCores(eight(true), "inventory");
        assertThat(eight(true).stream().mapToDouble(CpuPlanner.Server::cores).sum())
                .isEqualTo(240);
        assertThat(low.value()).isCloseTo(16.284, within(1e-9));
        assertThat(high.value()).isCloseTo(19.224, within(1e-9));
        assertThat(9_647 / low.value()).isCloseTo(592.4, within(0.05));
        assertThat(9_647 / high.value()).isCloseTo(501.8, within(0.05));
        assertThat((high.value() / low.value() - 1) * 100).isCloseTo(18.1, within(0.05));
        assertThat(low.value() / 240 * 100).isCloseTo(6.79, within(0.006));
        assertThat(high.value() / 240 * 100).isCloseTo(8.01, within(0.005));
    }

    private static SortedMap<Long, Double> sar() {
        double[] busy = {
            5.64, 5.78, 5.67, 6.79, 8.28, 7.53, 5.58, 5.68, 5.72, 6.17, 5.83, 5.60, 5.92, 6.12, 5.74, 5.77, 5.69, 14.14,
            7.48, 5.63, 5.81, 10.34, 5.89
        };
        return series(busy);
    }

    private static SortedMap<Long, Double> series(double... values) {
        SortedMap<Long, Double> series = new TreeMap<>();
        for (double value : values) {
            series.put((long) series.size() + 1, value);
        }
        return series;
    }

    @Test
    void e12ReadsASarDay() {
        AlignedLoad day = AlignedLoad.cores(
                List.of(new HostUtilization("h", HS23, 24, 2, sar())), AlignedLoad.Reading.PROPORTIONAL);
        double[] sorted = sar().values().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        assertThat(Series.percentile(sorted, 50)).isCloseTo(5.81, within(0.005));
        assertThat(Series.percentile(sorted, 90)).isCloseTo(8.13, within(0.005));
        assertThat(Series.percentile(sorted, 95)).isCloseTo(10.13, within(0.006));
        assertThat(sar().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0))
                .isCloseTo(6.64, within(0.005));
        assertThat(day.percentile(100)).isCloseTo(3.39, within(0.005));
        double ifls = day.percentile(100) * 0.211;
        assertThat(ifls).isCloseTo(0.72, within(0.005));
        assertThat(VirtualCpus.wanted(ifls).value()).isEqualTo(2);
        AlignedLoad most = AlignedLoad.cores(
                List.of(new HostUtilization("h", HS23, 24, 2, sar())), AlignedLoad.Reading.UPPER_BOUND);
        assertThat(most.percentile(100)).isCloseTo(6.787, within(0.001));
    }

    @Test
    void e13LooksAtPeaksTogether() {
        SortedMap<String, SortedMap<Long, Double>> group = new TreeMap<>();
        group.put("A", series(0.4, 0.5, 1.2, 0.6, 0.3, 0.3));
        group.put("B", series(0.2, 0.3, 0.4, 1.5, 0.5, 0.2));
        group.put("C", series(0.9, 0.8, 0.3, 0.2, 0.2, 1.0));
        Concurrency together = Concurrency.of(group, "IFL", 100, true);
        assertThat(together.sum().values())
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : Double.compare(a, b))
                .containsExactly(1.5, 1.6, 1.9, 2.3, 1.0, 1.5);
        assertThat(together.peakOfSum().value()).isCloseTo(2.3, within(1e-9));
        assertThat(together.sumOfPeaks().value()).isCloseTo(3.7, within(1e-9));
        assertThat(together.factor().value()).isCloseTo(0.622, within(0.0005));
        CpuSizing with =
                CpuPlanner.plan(ifls(together.sumOfPeaks(), together.factor().value()));
        assertThat(with.requiredAtDesignPoint().value()).isCloseTo(2.63, within(0.005));
        assertThat(with.ifls().value()).isEqualTo(3);
        CpuSizing without = CpuPlanner.plan(ifls(together.sumOfPeaks(), 1));
        assertThat(without.requiredAtDesignPoint().value()).isCloseTo(4.23, within(0.005));
        assertThat(without.ifls().value()).isEqualTo(5);
    }

    private static CpuNeeds ifls(Derivation demand, double concurrency) {
        return new CpuNeeds(
                demand, concurrency, 3, 0, 0, 0.9, 1, CapacityTable.Target.flat(1, "IFL"), false, Grade.HIGH, true);
    }

    @Test
    void neverGoesBelowSixtyPercentWithoutAMonthsEnd() {
        SortedMap<String, SortedMap<Long, Double>> group = new TreeMap<>();
        group.put("A", series(1, 0, 0));
        group.put("B", series(0, 1, 0));
        group.put("C", series(0, 0, 1));
        assertThat(Concurrency.of(group, "IFL", 100, true).factor().value()).isCloseTo(1.0 / 3, within(1e-9));
        assertThat(Concurrency.of(group, "IFL", 100, false).factor().value()).isEqualTo(0.6);
    }

    @ParameterizedTest
    @CsvSource({"20, false", "32, false", "16, false", "15, true", "11, true"})
    void e16CapsVirtualCpus(int wanted, boolean fits) {
        VirtualCpus cpus = VirtualCpus.of(wanted * 0.85, 11, 4, 64);
        assertThat(cpus.wanted().value()).isEqualTo(wanted);
        assertThat(cpus.allowed().value()).isEqualTo(15);
        assertThat(cpus.fits()).isEqualTo(fits);
    }

    @Test
    void e18FindsWhatSmtAdds() {
        Derivation factor = CpuPlanner.smtFactor(17.95, 62, 17.30, 89, "measurement report");
        assertThat(factor.inputs().get(0).value()).isCloseTo(28.95, within(0.005));
        assertThat(factor.inputs().get(1).value()).isCloseTo(19.44, within(0.005));
        assertThat(factor.value()).isCloseTo(1.489, within(0.0005));
    }

    private static CpuSizing of(double mips, double overhead, double smt) {
        return CpuPlanner.plan(new CpuNeeds(
                Derivation.given("required MIPS from inputs", mips, "MIPS", "given"),
                1,
                overhead,
                0,
                1,
                0.9,
                smt,
                Z14,
                true,
                Grade.LOW,
                false));
    }

    @Test
    void refusesWhatNoMachineNoHypervisorAndNoGuestCanHave() {
        // 400,000 x 1.03 / 0.9 / 2,377.6 = 192.5 IFLs; 400,000 / 2,377.6 / 0.85 = 197.9 virtual CPUs
        CpuSizing sizing = of(400_000, 3, 1);
        assertThat(sizing.ifls().value()).isEqualTo(193);
        assertThat(sizing.virtualCpus().wanted().value()).isEqualTo(198);
        assertThat(sizing.virtualCpus().fits()).isFalse();
        assertThat(sizing.refusals())
                .satisfiesExactly(
                        machine -> assertThat(machine)
                                .startsWith(
                                        "193 IFLs do not fit: a machine of this model (and so one LPAR of it) has at"
                                                + " most 170 (IBM LinuxONE Emperor II Frequently Asked Questions")
                                .contains("Share the databases among machines"),
                        zvm -> assertThat(zvm)
                                .startsWith("193 IFLs do not fit: z/VM in one LPAR without SMT has at most 80 (IBM"),
                        guest -> assertThat(guest)
                                .startsWith("198 virtual CPUs do not fit: a guest of z/VM has at most 64 (IBM")
                                .contains("among guests"));
    }

    @Test
    void refusesAtEachLimitAndNotBelow() {
        // 64 virtual CPUs are 54.4 IFLs of demand: 54.4 x 2,377.6 = 129,341 MIPS, 63 IFLs at the design point
        assertThat(of(129_340, 3, 1).refusals()).isEmpty();
        assertThat(of(129_340, 3, 1).virtualCpus().fits()).isTrue();
        assertThat(of(129_350, 3, 1).refusals()).singleElement().asString().startsWith("65 virtual CPUs");
        // an LPAR of its own has neither z/VM nor a guest: 170 IFLs carry 170 x 2,377.6 x 0.9 = 363,772 MIPS
        assertThat(of(363_772, 0, 1).refusals()).isEmpty();
        assertThat(of(363_773, 0, 1).refusals()).singleElement().asString().startsWith("171 IFLs");
        // with SMT z/VM has half the cores: 41 x 2,377.6 x 1.25 x 0.9 / 1.03 = 106,472 MIPS
        assertThat(of(106_400, 3, 1.25).refusals()).singleElement().asString().contains("with SMT has at most 40");
        assertThat(of(100_000, 3, 1.25).refusals()).isEmpty();
        assertThat(of(100_000, 3, 1.25).warnings())
                .anyMatch(text -> text.contains("z/VM 6.4 in one LPAR has at most 32"));
    }

    @Test
    void saysWhereTheCapacityOfAnIflIsNotKnown() {
        assertThat(of(9_647, 3, 1).warnings()).noneMatch(text -> text.contains("each does less"));
        assertThat(of(30_000, 3, 1).warnings())
                .anyMatch(
                        text -> text.startsWith("What an IFL does is known for 5 IFLs at most; of 15 each does less"));
    }

    @Test
    void alignsClusterNodesBySnapshotAndCountsAHostOnce() {
        HostUtilization one = new HostUtilization("n1", HS23, 10, 1, series(10, 20, 30, 40, 50));
        HostUtilization two =
                new HostUtilization("n2", X3650, 20, 1, new TreeMap<>(Map.of(1L, 10.0, 2L, 10.0, 4L, 50.0)));
        AlignedLoad cores = AlignedLoad.cores(List.of(one, two), AlignedLoad.Reading.PROPORTIONAL);
        assertThat(cores.values())
                .containsExactly(
                        Map.entry(1L, 3.0),
                        Map.entry(2L, 4.0),
                        Map.entry(3L, 3.0),
                        Map.entry(4L, 14.0),
                        Map.entry(5L, 5.0));
        assertThat(cores.coverage()).isEqualTo(0.8);
        assertThat(cores.gaps()).containsExactly("n2 has 3 of 5 snapshots");
        // a second database of the first host measured it too, a little higher once
        HostUtilization again = new HostUtilization("n1", HS23, 10, 1, series(10, 25, 30, 40, 50));
        AlignedLoad once = AlignedLoad.cores(List.of(one, again), AlignedLoad.Reading.PROPORTIONAL);
        assertThat(once.percentile(100)).isEqualTo(5);
        assertThat(once.values().get(2L)).isEqualTo(2.5);
        AlignedLoad units = AlignedLoad.units(List.of(one), AlignedLoad.Reading.PROPORTIONAL, TABLE);
        assertThat(units.percentile(100)).isCloseTo(5 * 501.8, within(1e-9));
        assertThat(units.derived("demand", 95, "capture").explained().get(0)).contains("percentile 95");
    }

    @Test
    void refusesASeriesWithTooManyHoles() {
        HostUtilization one = new HostUtilization("n1", HS23, 10, 1, series(1, 2, 3, 4, 5, 6, 7, 8));
        HostUtilization two = new HostUtilization("n2", HS23, 10, 1, new TreeMap<>(Map.of(1L, 1.0)));
        assertThatThrownBy(() -> AlignedLoad.cores(List.of(one, two), AlignedLoad.Reading.PROPORTIONAL))
                .hasMessageContaining("only 56 % of the intervals")
                .hasMessageContaining("n2 has 1 of 8");
    }

    @Test
    void dividesAHostAmongItsDatabases() {
        HostShare fits = HostShare.of(10, new TreeMap<>(Map.of("A", 4.0, "B", 2.0)));
        assertThat(fits.cores()).containsExactly(Map.entry("A", 4.0), Map.entry("B", 2.0));
        assertThat(fits.other()).isEqualTo(4);
        HostShare scaled = HostShare.of(3, new TreeMap<>(Map.of("A", 4.0, "B", 2.0)));
        assertThat(scaled.cores()).containsExactly(Map.entry("A", 2.0), Map.entry("B", 1.0));
        assertThat(scaled.other()).isZero();
    }

    @Test
    void countsFallingCapacityOfManyIfls() {
        CapacityTable.Target falling =
                new CapacityTable.Target(new TreeMap<>(Map.of(1, 1000.0, 11, 500.0)), true, "table", null);
        assertThat(falling.perIfl(6)).isEqualTo(750);
        CpuSizing sizing = CpuPlanner.plan(new CpuNeeds(
                Derivation.given("demand", 3_600, "MIPS", "test"),
                1,
                0,
                0,
                0,
                0.9,
                1,
                falling,
                true,
                Grade.HIGH,
                true));
        // 4,000 at the design point: 5 IFLs do 5 x 800 = 4,000
        assertThat(sizing.ifls().value()).isEqualTo(5);
        assertThat(sizing.capacityOfIfls().value()).isEqualTo(4_000);
        assertThatThrownBy(() -> new CapacityTable.Target(new TreeMap<>(Map.of(1, 1.0, 2, 2.0)), true, "x", null))
                .hasMessageContaining("rises at 2");
    }

    @Test
    void namesAModelThatTheTableLacks() {
        assertThatThrownBy(() ->
                        CpuPlanner.demand(List.of(new CpuPlanner.Server("s", "Opteron", 4, 50, 1)), TABLE, "inventory"))
                .hasMessageContaining("/servers/0/model")
                .hasMessageContaining("Opteron");
    }

    @ParameterizedTest
    @CsvSource({
        "35, 10, true, true, HIGH",
        "35, 60, true, true, MEDIUM",
        "35, 10, true, false, LOW",
        "7, 60, false, true, LOW"
    })
    void gradesEvidence(double days, double minutes, boolean monthEnd, boolean measured, Grade grade) {
        assertThat(Grade.of(days, minutes, monthEnd, measured)).isEqualTo(grade);
    }
}
