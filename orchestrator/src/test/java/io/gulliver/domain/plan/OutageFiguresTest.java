package io.gulliver.domain.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of the outages that were measured counts for the method that is taken. */
class OutageFiguresTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration PREDICTED = Duration.ofMinutes(300);
    private static final Duration WINDOW = Duration.ofMinutes(120);

    private static MeasuredOutage run(Purpose purpose, @Nullable String method, int daysAgo, int minutes) {
        Instant out = NOW.minus(Duration.ofDays(daysAgo));
        return new MeasuredOutage("r" + daysAgo, purpose, method, out, out.plus(Duration.ofMinutes(minutes)));
    }

    private static OutageFigures figures(@Nullable String taken, MeasuredOutage... measured) {
        return OutageFigures.of(PREDICTED, WINDOW, taken, List.of(measured), NOW);
    }

    @Test
    void aRehearsalOfAnotherMethodDecidesNothing() {
        MeasuredOutage link = run(Purpose.REHEARSAL, "DATA_PUMP_NETWORK_LINK", 3, 20);
        OutageFigures other = figures("DATA_PUMP", link);
        assertThat(other.forecast()).contains(new OutageFigures.Figure(OutageFigures.Kind.PREDICTED, PREDICTED, true));
        assertThat(other.over()).isTrue();
        assertThat(figures("DATA_PUMP_NETWORK_LINK", link).forecast())
                .contains(new OutageFigures.Figure(OutageFigures.Kind.REHEARSED, Duration.ofMinutes(20), false));
        MeasuredOutage older = run(Purpose.REHEARSAL, "DATA_PUMP", 9, 110);
        assertThat(figures("DATA_PUMP", link, older).forecast().orElseThrow().length())
                .as("the newest of its own method, and not of all")
                .isEqualTo(Duration.ofMinutes(110));
        assertThat(figures("DATA_PUMP", run(Purpose.REHEARSAL, null, 3, 20))
                        .forecast()
                        .orElseThrow()
                        .kind())
                .as("by a playbook that nobody can read any more")
                .isEqualTo(OutageFigures.Kind.PREDICTED);
    }

    @Test
    void whileNoMethodIsTakenTheNewestRehearsalCounts() {
        assertThat(figures(null, run(Purpose.REHEARSAL, "DATA_PUMP", 3, 20))
                        .forecast()
                        .orElseThrow()
                        .kind())
                .isEqualTo(OutageFigures.Kind.REHEARSED);
    }

    @Test
    void theNightCountsWhicheverWayItWent() {
        assertThat(figures("DATA_PUMP", run(Purpose.PRODUCTION, "DATA_PUMP_NETWORK_LINK", 1, 90))
                        .best())
                .contains(new OutageFigures.Figure(OutageFigures.Kind.ACTUAL, Duration.ofMinutes(90), false));
    }
}
