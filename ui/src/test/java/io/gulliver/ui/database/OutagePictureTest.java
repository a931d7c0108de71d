package io.gulliver.ui.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment.Judged;
import io.gulliver.planning.method.MethodAssessment.Outage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutagePictureTest {
    private static Judged way(Method method, boolean open, @Nullable Outage outage) {
        return new Judged(
                method, null, open, 0, List.of(), List.of(), outage, 1, null, List.of(), List.of(), List.of(),
                List.of(), List.of());
    }

    private static Outage outage(Duration shortest, Duration likely, Duration longest) {
        return new Outage(shortest, likely, longest, List.of());
    }

    @Test
    void tenTimesAsLongIsEverywhereTheSameWayFurtherRight() {
        OutagePicture picture = OutagePicture.of(
                List.of(way(
                        Method.DATA_PUMP,
                        true,
                        outage(Duration.ofMinutes(6), Duration.ofHours(1), Duration.ofHours(10)))),
                null,
                Duration.ofMinutes(60));
        OutagePicture.Row row = picture.rows().get(0);
        assertThat(row.likely() - row.least()).isCloseTo(row.most() - row.likely(), within(0.02));
        assertThat(picture.window()).isEqualTo(row.likely());
    }

    @Test
    void theWayToTakeIsChosenWhateverClosesItAndTheOthersAreOpenOrClosed() {
        Outage hour = outage(Duration.ofMinutes(50), Duration.ofHours(1), Duration.ofMinutes(90));
        OutagePicture picture = OutagePicture.of(
                List.of(
                        way(Method.GOLDENGATE, true, hour),
                        way(Method.DATA_PUMP, false, hour),
                        way(Method.DATA_PUMP_NETWORK_LINK, false, hour),
                        way(Method.FULL_TRANSPORTABLE, false, null)),
                Method.DATA_PUMP,
                null);
        assertThat(picture.rows().stream().map(OutagePicture.Row::state))
                .containsExactly(OutagePicture.State.OPEN, OutagePicture.State.CHOSEN, OutagePicture.State.CLOSED);
        assertThat(picture.unknown()).containsExactly(Method.FULL_TRANSPORTABLE);
        assertThat(picture.window()).isNull();
    }

    @Test
    void thereIsNoPictureWhileNoWayHasAFigure() {
        assertThat(OutagePicture.of(List.of(way(Method.DATA_PUMP, false, null)), null, Duration.ofHours(1)))
                .isNull();
    }

    @Test
    void whateverTheLengthsEverythingStandsInsideInOrderAndTicksKeepTheirDistance() {
        Random random = new Random(4711);
        for (int round = 0; round < 2000; round++) {
            List<Judged> ways = new ArrayList<>();
            for (Method method : List.of(Method.values())) {
                long likely = (long) Math.exp(random.nextDouble() * 16);
                ways.add(way(
                        method,
                        random.nextBoolean(),
                        outage(
                                Duration.ofSeconds(likely / (1 + random.nextInt(3))),
                                Duration.ofSeconds(likely),
                                Duration.ofSeconds(likely * (1 + random.nextInt(3))))));
            }
            Duration agreed =
                    random.nextInt(4) == 0 ? null : Duration.ofSeconds((long) Math.exp(random.nextDouble() * 14));
            OutagePicture picture = OutagePicture.of(ways, null, agreed);
            for (OutagePicture.Row row : picture.rows()) {
                assertThat(row.least()).as("%s of %s", row, ways).isBetween(0.0, 100.0);
                assertThat(row.likely()).isBetween(row.least(), row.most());
                assertThat(row.most()).isBetween(0.0, 100.0);
            }
            double before = -100;
            for (OutagePicture.Tick tick : picture.ticks()) {
                assertThat(tick.x() - before).isGreaterThanOrEqualTo(6);
                before = tick.x();
                if (picture.window() != null) {
                    assertThat(Math.abs(tick.x() - picture.window())).isGreaterThanOrEqualTo(6);
                }
            }
        }
    }

    @Test
    void aLengthOfNothingIsDrawnAtTheLeftAndNotAtMinusInfinity() {
        OutagePicture picture = OutagePicture.of(
                List.of(way(Method.GOLDENGATE, true, outage(Duration.ZERO, Duration.ZERO, Duration.ZERO))),
                Method.GOLDENGATE,
                Duration.ZERO);
        assertThat(picture.rows().get(0).least()).isFinite();
        assertThat(picture.rows().get(0).width()).isPositive();
    }
}
