package io.gulliver.domain.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.plan.ProgramState.Area;
import io.gulliver.domain.plan.ProgramState.Figures;
import io.gulliver.domain.plan.ProgramState.Health;
import io.gulliver.domain.plan.ProgramState.Kind;
import io.gulliver.domain.plan.ProgramState.Reason;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramStateTest {
    private static final Duration AS_AGREED = Duration.ZERO;

    private static Figures figures(int[] counts, @Nullable Duration slip) {
        return new Figures(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], slip);
    }

    @ParameterizedTest
    @CsvSource({
        "0, PAST_LATEST, RED",
        "1, OUTAGE_OVER, RED",
        "2, FAILED, AMBER",
        "3, BLOCKED, AMBER",
        "4, BROKEN, AMBER",
        "5, HIGH_RISKS, AMBER"
    })
    void eachReasonAloneTurnsIt(int at, Kind kind, Health health) {
        int[] counts = new int[6];
        counts[at] = 3;
        ProgramState state = ProgramState.of(figures(counts, AS_AGREED));
        assertThat(state.health()).isEqualTo(health);
        assertThat(state.reasons()).containsExactly(new Reason(kind, 3));
    }

    @Test
    void laterThanAgreedAndNotAgreedAreAmber() {
        assertThat(ProgramState.of(figures(new int[6], Duration.ofHours(1))).reasons())
                .containsExactly(new Reason(Kind.LATE, 1));
        ProgramState open = ProgramState.of(figures(new int[6], null));
        assertThat(open.health()).isEqualTo(Health.AMBER);
        assertThat(open.reasons()).containsExactly(new Reason(Kind.NOT_AGREED, 1));
    }

    @Test
    void asAgreedOrEarlierAndNothingThatStandsIsGreen() {
        for (Duration slip : new Duration[] {AS_AGREED, Duration.ofDays(-2)}) {
            ProgramState state = ProgramState.of(figures(new int[6], slip));
            assertThat(state.health()).isEqualTo(Health.GREEN);
            assertThat(state.reasons()).isEmpty();
        }
    }

    @Test
    void theGravestStandsFirst() {
        ProgramState state = ProgramState.of(figures(new int[] {1, 1, 1, 1, 1, 1}, Duration.ofHours(1)));
        assertThat(state.health()).isEqualTo(Health.RED);
        assertThat(state.reasons()).extracting(Reason::kind).startsWith(Kind.PAST_LATEST, Kind.OUTAGE_OVER);
    }

    @Test
    void eachAreaHasItsOwnReasonsAndAllOfThemAreTheWhole() {
        ProgramState state = ProgramState.of(figures(new int[] {0, 1, 0, 2, 0, 0}, null));
        assertThat(state.health(Area.OUTAGES)).isEqualTo(Health.RED);
        assertThat(state.reasons(Area.OUTAGES)).containsExactly(new Reason(Kind.OUTAGE_OVER, 1));
        assertThat(state.health(Area.WORK)).isEqualTo(Health.AMBER);
        assertThat(state.reasons(Area.WORK)).containsExactly(new Reason(Kind.BLOCKED, 2));
        assertThat(state.health(Area.DATES)).isEqualTo(Health.AMBER);
        assertThat(state.health(Area.RISKS)).isEqualTo(Health.GREEN);
        assertThat(state.reasons(Area.RISKS)).isEmpty();
        ProgramState all = ProgramState.of(figures(new int[] {1, 1, 1, 1, 1, 1}, Duration.ofHours(1)));
        assertThat(Stream.of(Area.values()).flatMap(area -> all.reasons(area).stream()))
                .containsExactlyInAnyOrderElementsOf(all.reasons());
    }
}
