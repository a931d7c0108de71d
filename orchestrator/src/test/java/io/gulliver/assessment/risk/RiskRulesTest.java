package io.gulliver.assessment.risk;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.plan.OutageFit;
import io.gulliver.domain.risk.RiskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RiskRulesTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");

    private static Estate.Database database(
            String name,
            boolean across,
            @Nullable Instant start,
            @Nullable Duration outage,
            @Nullable Duration window) {
        return new Estate.Database(name, "Ada", across, true, "data-pump", null, start, new OutageFit(outage, window));
    }

    private static List<RaisedRisk> seen(Estate.Database... databases) {
        return RiskRules.seen(new Estate(List.of(databases), List.of()), NOW);
    }

    @Test
    void anOutageLongerThanItsWindowIsARiskOfItsOwn() {
        assertThat(seen(
                        database("FITS", false, null, Duration.ofMinutes(120), Duration.ofMinutes(120)),
                        database("UNKNOWN", false, null, null, Duration.ofMinutes(120)),
                        database("NOBODY", false, null, Duration.ofMinutes(120), null),
                        database("DONE", true, null, Duration.ofHours(9), Duration.ofMinutes(120)),
                        database("SECOND", false, null, Duration.ofSeconds(7201), Duration.ofMinutes(120))))
                .singleElement()
                .satisfies(risk -> {
                    assertThat(risk.rule()).isEqualTo(RiskRules.OVER_WINDOW);
                    assertThat(risk.draft().databases()).containsExactly("SECOND");
                    assertThat(risk.draft().cause()).endsWith("SECOND 2 h 1 min of 2 h 0 min");
                    assertThat(risk.draft().state()).isEqualTo(RiskState.PROPOSED);
                });
    }

    @Test
    void itIsOpenAtOnceBeforeAWaveThatIsNear() {
        assertThat(seen(database(
                        "SOON", false, NOW.plus(Duration.ofDays(3)), Duration.ofHours(3), Duration.ofMinutes(45))))
                .singleElement()
                .satisfies(risk -> {
                    assertThat(risk.draft().state()).isEqualTo(RiskState.OPEN);
                    assertThat(risk.draft().cause()).contains("SOON 3 h 0 min of 45 min");
                });
    }
}
