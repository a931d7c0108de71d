package io.gulliver.planning.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.UnfitFigure;
import io.gulliver.planning.figure.UnfitFiguresException;
import java.util.List;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The worked examples E1 to E7 of {@code docs/domain/sizing.md}, and what they do not say. */
class MemorySizingTest {
    private static final Offset<Double> TENTH = within(0.05);
    private static final Offset<Double> HUNDREDTH = within(0.005);

    private static MemoryNeeds table(@Nullable Double pool, @Nullable Double guest, MemoryNeeds.Replication... more) {
        return new MemoryNeeds(
                List.of(
                        new MemoryNeeds.Instance("DB1", 143_360, 40_960, 2115, 4.5),
                        new MemoryNeeds.Instance("DB2", 71_680, 40_960, 100, 4.5)),
                2048,
                List.of(more),
                0,
                512,
                true,
                pool,
                0,
                1,
                2,
                0,
                guest,
                "planning table");
    }

    @Test
    void e1FollowsTheOriginalPlan() {
        MemorySizing e1 = MemoryPlanner.plan(table(245_760.0, 438_952.0));
        assertThat(e1.sga().value()).isEqualTo(215_040);
        assertThat(e1.idleLargePages().value()).isEqualTo(30_720);
        assertThat(e1.smallPages().value()).isEqualTo(93_936);
        assertThat(e1.smallPages().inputs())
                .extracting(Derivation::value)
                .containsExactly(81_920.0, 2_048.0, 9_518.0, 450.0, 0.0);
        assertThat(e1.total().value()).isEqualTo(339_696);
        assertThat(e1.planned().value()).isEqualTo(373_665);
        assertThat(e1.planned().exact()).isCloseTo(373_665.6, within(1e-6));
        assertThat(e1.overPlan()).isNotNull();
        assertThat(e1.overPlan().value()).isEqualTo(65_287);
        assertThat(e1.hugePages().value()).isEqualTo(215_040);
        assertThat(e1.hugePagesOnSource().value()).isEqualTo(107_520);
        assertThat(e1.warnings()).anyMatch(text -> text.startsWith("30,720 MB of large pages"));
    }

    @Test
    void e2AddsUpTheSimpleFormula() {
        MemorySizing.Simple e2 = MemoryPlanner.simple(16_384, 4_096, 512, 512, 300, "document");
        assertThat(e2.starting().value()).isEqualTo(21_504);
        assertThat(e2.sum().value()).isEqualTo(21_804);
        assertThat(e2.planned().value()).isCloseTo(22_894.2, TENTH);
        assertThat(e2.conservative().value()).isCloseTo(22_951.6, TENTH);
        MemorySizing pages = MemoryPlanner.plan(new MemoryNeeds(
                List.of(new MemoryNeeds.Instance("A", 16_384, 4_096, 0, 4.5)),
                512,
                List.of(),
                300,
                512,
                true,
                null,
                0,
                1,
                2,
                0,
                null,
                "document"));
        assertThat(pages.hugePages().value()).isEqualTo(16_384);
        assertThat(pages.hugePagesOnSource().value()).isEqualTo(8_192);
    }

    @Test
    void e3ShowsWhatTheSimpleFormulaMisses() {
        MemorySizing.Simple e3 = MemoryPlanner.simple(215_040, 81_920, 512, 512, 0, "document");
        assertThat(e3.sum().value()).isEqualTo(297_984);
        assertThat(e3.planned().value()).isCloseTo(312_883.2, TENTH);
        double below = 373_665 - e3.planned().value();
        assertThat(below).isCloseTo(60_782, within(0.5));
        assertThat(below / 373_665 * 100).isCloseTo(16.3, TENTH);
    }

    @Test
    void e4SavesWithATightPool() {
        MemorySizing e4 = MemoryPlanner.plan(table(215_040.0, null));
        assertThat(e4.total().value()).isEqualTo(308_976);
        assertThat(e4.planned().exact()).isCloseTo(339_873.6, within(1e-6));
        assertThat(373_665.6 - e4.planned().exact()).isCloseTo(33_792, within(1e-6));
    }

    private static final List<SgaAdvice.Row> DB1 = List.of(
            new SgaAdvice.Row(134_400, 2_827_684, 1_329_325_293),
            new SgaAdvice.Row(143_360, 2_804_128, 1_286_111_932),
            new SgaAdvice.Row(152_320, 2_792_632, 1_286_111_932),
            new SgaAdvice.Row(161_280, 2_764_310, 1_241_612_459),
            new SgaAdvice.Row(170_240, 2_741_036, 1_206_501_603),
            new SgaAdvice.Row(179_200, 2_720_566, 1_174_606_027),
            new SgaAdvice.Row(188_160, 2_702_901, 1_144_639_619),
            new SgaAdvice.Row(197_120, 2_695_610, 1_125_347_941),
            new SgaAdvice.Row(206_080, 2_684_113, 1_125_347_941),
            new SgaAdvice.Row(215_040, 2_673_738, 1_108_242_652),
            new SgaAdvice.Row(224_000, 2_663_924, 1_091_394_585));

    private static final List<SgaAdvice.Row> MOBILE = List.of(
            new SgaAdvice.Row(8_484, 21_378_837, 11_997_620_981.0),
            new SgaAdvice.Row(9_696, 17_646_582, 7_299_154_944.0),
            new SgaAdvice.Row(10_908, 15_781_342, 4_950_286_883.0),
            new SgaAdvice.Row(12_120, 14_697_846, 3_586_074_824.0),
            new SgaAdvice.Row(13_332, 14_136_686, 2_879_516_625.0),
            new SgaAdvice.Row(14_544, 13_942_573, 2_635_724_850.0),
            new SgaAdvice.Row(15_756, 13_601_995, 2_205_804_624.0),
            new SgaAdvice.Row(16_968, 13_434_353, 1_995_588_962.0));

    @Test
    void e5StopsAtTheFirstPlateauAfterAGain() {
        SgaAdvice.Choice e5 = SgaAdvice.choose(DB1, 143_360, null, "advice");
        assertThat(e5.sga().value()).isEqualTo(197_120);
        assertThat(e5.readReductionPercent().value()).isCloseTo(12.50, HUNDREDTH);
        assertThat(e5.timeReductionPercent().value()).isCloseTo(3.87, HUNDREDTH);
        assertThat(e5.steps().get(0)).contains("152,320").contains("stepped over");
    }

    @Test
    void e6TakesWhatThePoolLeaves() {
        Derivation room = SgaAdvice.limit(245_760, 71_680, "guest");
        assertThat(room.value()).isEqualTo(174_080);
        SgaAdvice.Choice e6 = SgaAdvice.choose(DB1, 143_360, room, "advice");
        assertThat(e6.sga().value()).isEqualTo(170_240);
        assertThat(e6.readReductionPercent().value()).isCloseTo(6.19, HUNDREDTH);
        assertThat(e6.idle()).isNotNull();
        assertThat(e6.idle().value()).isEqualTo(3_840);
        assertThat(197_120 + 71_680 - 245_760).isEqualTo(23_040);
    }

    @Test
    void e7ShowsTheReductionAndNotTheImprovement() {
        Derivation cap = Derivation.given("room", 9_696 + 5_120, "MB", "question");
        SgaAdvice.Choice e7 = SgaAdvice.choose(MOBILE, 9_696, cap, "advice");
        assertThat(e7.sga().value()).isEqualTo(14_544);
        assertThat(e7.readReductionPercent().value()).isCloseTo(63.89, HUNDREDTH);
        assertThat(e7.timeReductionPercent().value()).isCloseTo(20.99, HUNDREDTH);
    }

    @Test
    void keepsTheCeilingApartFromWhatIsCommitted() {
        MemorySizing sizing =
                MemoryPlanner.plan(table(215_040.0, 350_000.0, new MemoryNeeds.Replication("extract", 98_304, 4_096)));
        assertThat(sizing.committed().value()).isEqualTo(308_976 + 4_096);
        assertThat(sizing.ceiling().value()).isEqualTo(308_976 + 98_304);
        // (308,976 + 4,096) x 1.10 = 344,379.2, up to 337 GiB
        assertThat(sizing.guest().value()).isEqualTo(337 * 1024);
        assertThat(sizing.warnings()).anyMatch(text -> text.startsWith("If every maximum is reached, 407,280 MB"));
    }

    @Test
    void countsTheKernelWhereOverheadIsLess() {
        MemorySizing small = MemoryPlanner.plan(new MemoryNeeds(
                List.of(new MemoryNeeds.Instance("A", 1000, 500, 0, 4.5)),
                0,
                List.of(),
                0,
                512,
                false,
                null,
                64,
                1,
                2,
                0,
                null,
                "test"));
        assertThat(small.hugePages().value()).as("slack is at most 2 %").isEqualTo(1020);
        // (1,520 + 512) / 0.984 = 2,065.04 is more than 1,520 x 1.05
        assertThat(small.guest().exact()).isCloseTo(2065.04, HUNDREDTH);
        assertThat(small.guest().value()).isEqualTo(3072);
    }

    @Test
    void namesEveryFigureThatCannotBe() {
        MemoryNeeds broken = new MemoryNeeds(
                List.of(
                        new MemoryNeeds.Instance("A", -1, 500, 10, 4.5),
                        new MemoryNeeds.Instance("B", 100, 500, Double.NaN, 4.5)),
                -5,
                List.of(new MemoryNeeds.Replication("r", 10, 20)),
                0,
                512,
                true,
                null,
                64,
                0,
                2,
                0,
                null,
                "test");
        assertThatThrownBy(() -> MemoryPlanner.plan(broken))
                .isInstanceOfSatisfying(
                        UnfitFiguresException.class,
                        unfit -> assertThat(unfit.figures())
                                .extracting(UnfitFigure::field)
                                .containsExactly(
                                        "/asmMb",
                                        "/pageMb",
                                        "/instances/0/sgaMb",
                                        "/instances/1/connections",
                                        "/replication/0/residentMb"));
    }

    @Test
    void refusesAnAdviceWithoutTodaysSize() {
        assertThatThrownBy(() -> SgaAdvice.choose(MOBILE, 9_000, null, "advice"))
                .hasMessageContaining("/currentSgaMb")
                .hasMessageContaining("9,000");
    }
}
