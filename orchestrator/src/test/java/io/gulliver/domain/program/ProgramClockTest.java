package io.gulliver.domain.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.testing.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Program time: converts both ways, never goes back, and what was once converted stays so. */
class ProgramClockTest {
    private static final Instant REAL = Instant.parse("2026-11-24T09:00:00Z");
    private static final Instant EVE = Instant.parse("2027-01-15T18:00:00Z");

    private static ClockPiece piece(
            long number, long atSeconds, Instant program, double rate, @Nullable Instant limit) {
        return new ClockPiece(number, REAL.plusSeconds(atSeconds), program, rate, limit);
    }

    @Test
    void aRealProgramHasTheWallClock() {
        assertThat(ProgramClock.REAL.program(REAL)).isEqualTo(REAL);
        assertThat(ProgramClock.REAL.real(EVE)).contains(EVE);
        assertThat(ProgramClock.REAL.last()).isNull();
    }

    @Test
    void beforeItsFirstPieceTheWallClockHolds() {
        ProgramClock clock = ProgramClock.REAL.with(piece(1, 0, EVE, 60, null));
        assertThat(clock.program(REAL.minusSeconds(10))).isEqualTo(REAL.minusSeconds(10));
        assertThat(clock.real(REAL.minusSeconds(10))).contains(REAL.minusSeconds(10));
        // what the leap left out came with it
        assertThat(clock.real(EVE.minus(Duration.ofDays(3)))).contains(REAL);
    }

    @Test
    void runsAtItsRateAndStandsAtItsLimit() {
        ProgramClock clock = ProgramClock.REAL.with(piece(1, 0, EVE, 60, EVE.plus(Duration.ofHours(1))));
        assertThat(clock.program(REAL.plusSeconds(30))).isEqualTo(EVE.plus(Duration.ofMinutes(30)));
        assertThat(clock.program(REAL.plusSeconds(600))).isEqualTo(EVE.plus(Duration.ofHours(1)));
        assertThat(clock.real(EVE.plus(Duration.ofMinutes(30)))).contains(REAL.plusSeconds(30));
        assertThat(clock.real(EVE.plus(Duration.ofHours(1)))).contains(REAL.plusSeconds(60));
        assertThat(clock.real(EVE.plus(Duration.ofHours(2)))).isEmpty();
    }

    @Test
    void leapsOverWhatIsBetweenTwoPieces() {
        Instant night = EVE.plus(Duration.ofDays(1));
        ProgramClock clock = ProgramClock.REAL.with(piece(1, 0, EVE, 60, EVE)).with(piece(2, 5, night, 150, null));
        assertThat(clock.program(REAL.plusSeconds(4))).isEqualTo(EVE);
        assertThat(clock.program(REAL.plusSeconds(5))).isEqualTo(night);
        assertThat(clock.real(EVE.plus(Duration.ofHours(7)))).contains(REAL.plusSeconds(5));
    }

    @Test
    void heldOverSeveralPiecesItWasThereAtTheFirst() {
        ProgramClock clock = ProgramClock.REAL
                .with(piece(1, 0, EVE, 0, null))
                .with(piece(2, 5, EVE, 0, null))
                .with(piece(3, 9, EVE, 60, null));
        assertThat(clock.real(EVE)).contains(REAL);
        assertThat(clock.real(EVE.plusSeconds(60))).contains(REAL.plusSeconds(10));
    }

    @Test
    void refusesToChangeWhatWas() {
        ProgramClock clock = ProgramClock.REAL.with(piece(1, 0, EVE, 60, null));
        assertThatThrownBy(() -> clock.with(piece(2, -1, EVE.plusSeconds(99), 1, null)))
                .hasMessageContaining("would change the past");
        assertThatThrownBy(() -> clock.with(piece(2, 10, EVE.plusSeconds(599), 1, null)))
                .hasMessageContaining("does not go back");
        assertThatThrownBy(() -> clock.with(piece(3, 10, EVE.plusSeconds(600), 1, null)))
                .hasMessageContaining("next piece is number 2");
        assertThatThrownBy(() -> ProgramClock.REAL.with(piece(1, 0, REAL.minusSeconds(1), 1, null)))
                .hasMessageContaining("does not go back");
    }

    @Test
    void everyInstantConvertsBothWaysAndHistoryStays() {
        Seeds.forAll(300, (seed, random) -> {
            List<Instant> looked = new ArrayList<>();
            List<Instant> said = new ArrayList<>();
            ProgramClock clock = ProgramClock.REAL;
            Instant real = REAL;
            for (long number = 1; number <= 12; number++) {
                clock = clock.with(next(clock, number, real, random));
                for (int i = 0; i < looked.size(); i++) {
                    assertThat(clock.program(looked.get(i))).isEqualTo(said.get(i));
                }
                Duration held = Duration.ofMillis(random.nextInt(20_000));
                Instant before = clock.program(real);
                for (int i = 1; i <= 5; i++) {
                    Instant at = real.plus(held.multipliedBy(i).dividedBy(6));
                    Instant program = clock.program(at);
                    assertThat(program).isAfterOrEqualTo(before);
                    before = program;
                    looked.add(at);
                    said.add(program);
                    Instant back = clock.real(program).orElseThrow();
                    // the first instant that said so: rounding aside, never later than the one that was asked
                    assertThat(back).isBeforeOrEqualTo(at.plus(1, ChronoUnit.MICROS));
                    assertThat(Duration.between(program, clock.program(back)).abs())
                            .isLessThan(Duration.ofMillis(1));
                }
                real = real.plus(held);
            }
        });
    }

    private static ClockPiece next(ProgramClock clock, long number, Instant real, Random random) {
        Instant reached = clock.program(real);
        Instant program = random.nextInt(3) == 0 ? reached.plus(Duration.ofHours(random.nextInt(2000))) : reached;
        double rate = List.of(0.0, 1.0, 60.0, 150.0, 3600.0).get(random.nextInt(5));
        Instant limit = random.nextBoolean() ? null : program.plusSeconds(random.nextInt(3600));
        return new ClockPiece(number, real, program, rate, limit);
    }
}
