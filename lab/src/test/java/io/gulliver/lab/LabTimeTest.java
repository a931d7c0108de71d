package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The lab's time: the wall clock at a pace, or a calendar that somebody keeps. */
class LabTimeTest {
    private static final Instant EVE = Instant.parse("2027-01-15T18:00:00Z");

    private final List<LabTime.Piece> remembered = new ArrayList<>();
    private final LabTime kept = LabTime.kept(Clock.systemUTC(), LabPace.real(), Runnable::run, null, remembered::add);

    private static LabTime.Piece standing(Instant at) {
        return new LabTime.Piece(Instant.now(), at, 0, at);
    }

    @Test
    void byItselfItIsTheWallClockAndWorkTakesAsLongAsThePaceSays() {
        LabTime time = LabTime.paced(Clock.systemUTC(), LabPace.times(100), Runnable::run);
        assertThat(time.isKept()).isFalse();
        assertThat(time.work(Duration.ofMinutes(1))).isEqualTo(Duration.ofMillis(600));
        assertThat(time.transfer(1_000_000_000, 1e8)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void keptItStandsUntilItsNextPieceAndWorkEndsByIt() {
        kept.take(standing(EVE));
        assertThat(kept.now()).isEqualTo(EVE);
        assertThat(kept.clock().instant()).isEqualTo(EVE);
        Duration work = kept.work(Duration.ofHours(2));
        assertThat(work).as("as long as in a data centre").isEqualTo(Duration.ofHours(2));
        try (LabTime.Wait wait = kept.begin(work)) {
            assertThat(wait.done()).isFalse();
            assertThat(kept.waiting()).isEqualTo(1);
            assertThat(kept.nextEnd()).contains(EVE.plus(work));
            kept.take(standing(EVE.plus(work)));
            assertThat(wait.done()).isTrue();
        }
        assertThat(kept.waiting()).isZero();
        assertThat(remembered).hasSize(2);
    }

    @Test
    void goesOnAtItsRateUpToItsLimit() {
        Instant begun = Instant.now().minusSeconds(10);
        kept.take(new LabTime.Piece(begun, EVE, 60, EVE.plusSeconds(300)));
        assertThat(kept.now()).as("600 s by its rate, and it stands after 300").isEqualTo(EVE.plusSeconds(300));
    }

    @Test
    void whatIsDueHappensWhenItsTimeHasCome() throws InterruptedException {
        kept.take(standing(EVE));
        CountDownLatch booted = new CountDownLatch(1);
        kept.after(Duration.ofSeconds(40), booted::countDown);
        assertThat(booted.await(50, TimeUnit.MILLISECONDS)).isFalse();
        kept.take(standing(EVE.plusSeconds(40)));
        assertThat(booted.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void workThatNeverEndsHoldsNobodyUp() {
        kept.take(standing(EVE));
        kept.after(Duration.ofDays(36_500), () -> {});
        assertThat(kept.nextEnd()).isEmpty();
        assertThat(kept.waiting()).isZero();
    }
}
