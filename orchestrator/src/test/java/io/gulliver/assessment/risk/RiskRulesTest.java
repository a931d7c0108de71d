package io.gulliver.assessment.risk;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.plan.MeasuredOutage;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.risk.RiskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RiskRulesTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");

    private static RiskInputs.Database database(
            String name,
            boolean across,
            @Nullable Instant start,
            @Nullable Duration outage,
            @Nullable Duration window) {
        return new RiskInputs.Database(
                name,
                "Ada",
                across,
                true,
                "data-pump",
                null,
                start,
                OutageFigures.of(outage, window, null, List.of(), NOW));
    }

    private static List<RaisedRisk> seen(RiskInputs.Database... databases) {
        return RiskRules.seen(new RiskInputs(List.of(databases), List.of()), NOW);
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
                    assertThat(risk.statement().databases()).containsExactly("SECOND");
                    assertThat(risk.statement().cause()).endsWith("SECOND predicted 2 h 1 min of 2 h 0 min");
                    assertThat(risk.statement().state()).isEqualTo(RiskState.PROPOSED);
                });
    }

    @Test
    void aRecoveryAreaAboveEightyPercentIsARiskOfItsOwnAlsoAfterTheOpening() {
        RiskInputs inputs = new RiskInputs(
                List.of(database("THROUGH", true, null, null, null)),
                List.of(),
                List.of(),
                RiskRules.CLIENT_NOTICE,
                null,
                List.of(),
                List.of(),
                new TreeMap<>(),
                new TreeMap<>(Map.of("THROUGH", 93.0, "AT_EIGHTY", 80.0)));
        assertThat(RiskRules.seen(inputs, NOW)).singleElement().satisfies(risk -> {
            assertThat(risk.rule()).isEqualTo(RiskRules.RECOVERY_AREA);
            assertThat(risk.statement().databases()).containsExactly("THROUGH");
            assertThat(risk.statement().cause()).isEqualTo("THROUGH 93 %");
            assertThat(risk.statement().state()).isEqualTo(RiskState.OPEN);
        });
    }

    @Test
    void aMeasuredOutageGoesBeforeAPredictedOne() {
        OutageFigures rehearsed = OutageFigures.of(
                Duration.ofHours(3),
                Duration.ofHours(2),
                "DATA_PUMP",
                List.of(
                        rehearsal("r1", 9, Duration.ofHours(4)),
                        rehearsal("r2", 5, Duration.ofMinutes(110)),
                        new MeasuredOutage("r3", Purpose.REHEARSAL, "DATA_PUMP", NOW.minus(Duration.ofHours(1)), null)),
                NOW);
        assertThat(rehearsed.over()).isFalse();
        assertThat(rehearsed.best().orElseThrow().length()).isEqualTo(Duration.ofMinutes(110));
        OutageFigures night = OutageFigures.of(
                Duration.ofHours(1),
                Duration.ofHours(2),
                "DATA_PUMP",
                List.of(new MeasuredOutage(
                        "p1", Purpose.PRODUCTION, "DATA_PUMP", NOW.minus(Duration.ofMinutes(121)), null)),
                NOW);
        assertThat(night.best().orElseThrow().kind()).isEqualTo(OutageFigures.Kind.RUNNING);
        assertThat(night.over()).isTrue();
    }

    private static MeasuredOutage rehearsal(String run, int daysAgo, Duration length) {
        Instant out = NOW.minus(Duration.ofDays(daysAgo));
        return new MeasuredOutage(run, Purpose.REHEARSAL, "DATA_PUMP", out, out.plus(length));
    }

    @Test
    void itIsOpenAtOnceBeforeAWaveThatIsNear() {
        assertThat(seen(database(
                        "SOON", false, NOW.plus(Duration.ofDays(3)), Duration.ofHours(3), Duration.ofMinutes(45))))
                .singleElement()
                .satisfies(risk -> {
                    assertThat(risk.statement().state()).isEqualTo(RiskState.OPEN);
                    assertThat(risk.statement().cause()).contains("SOON predicted 3 h 0 min of 45 min");
                });
    }
}
