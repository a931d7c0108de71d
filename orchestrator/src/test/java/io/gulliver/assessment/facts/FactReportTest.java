package io.gulliver.assessment.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.FactSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FactReportTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static Fact fact(String name, Object value, String source, int daysAgo) {
        return new Fact(name, value, null, source, NOW.minus(Duration.ofDays(daysAgo)), Confidence.MEASURED);
    }

    @Test
    void showsWhatAnotherSourceSaidAndThatTheNewestHolds() {
        Fact newest = fact("files_gb", 1000.0, "step discover-database of atlas.orders.2", 1);
        Fact other = fact("files_gb", 400.0, "sheet.xlsx", 20);
        FactReport report = FactReport.of(7, List.of(newest), List.of(other, newest), NOW);
        FactReport.Known known = report.facts().get(0);
        assertThat(known.value()).isEqualTo(1000.0);
        assertThat(known.age()).isEqualTo(Duration.ofDays(1));
        assertThat(known.others()).singleElement().satisfies(word -> {
            assertThat(word.value()).isEqualTo(400.0);
            assertThat(word.differs()).isTrue();
            assertThat(word.percent()).isEqualTo(-60.0);
            assertThat(word.source()).isEqualTo("sheet.xlsx");
        });
        assertThat(report.contradicted()).containsExactly("files_gb");
    }

    @ParameterizedTest
    @CsvSource({
        "1000, GB,   1000000, MB,   false",
        "1000, GB,   1000,    MB,   true",
        "1000, GB,   931.3,   GiB,  false",
        "1000, GB,   1,       TB,   false",
        "1000, GB,   1000,    gb,   false",
        "60,   s,    1,       min,  false",
        "5,    MB/s, 5000,    KB/s, false",
        "1000, GB,   1000,    rows, true",
    })
    void aNumberInAnotherUnitIsComparedInTheSame(
            double newest, String unit, double other, String otherUnit, boolean differs) {
        Fact now = new Fact("files_gb", newest, unit, "discovery", NOW, Confidence.MEASURED);
        Fact then = new Fact("files_gb", other, otherUnit, "sheet.xlsx", NOW, Confidence.DECLARED);
        assertThat(FactReport.of(1, List.of(now), List.of(now, then), NOW)
                        .facts()
                        .get(0)
                        .contradicted())
                .isEqualTo(differs);
    }

    @ParameterizedTest
    @CsvSource({
        "19,       19.22,    false",
        "19.22,    19,       false",
        "19.2,     19.22,    true",
        "11.2.0.4, 19,       true",
        "Linux,    LINUX,    false",
    })
    void aMoreExactWordIsNoContradiction(String newest, String other, boolean differs) {
        FactReport report = FactReport.of(
                1,
                List.of(fact("source_release", newest, "discovery", 0)),
                List.of(fact("source_release", other, "capture", 9)),
                NOW);
        assertThat(report.facts().get(0).contradicted()).isEqualTo(differs);
    }

    @ParameterizedTest
    @CsvSource({"100, 91, false", "100, 89, true", "0, 0, false", "0, 1, true"})
    void numbersWithinTenPercentAreTheSame(double newest, double other, boolean differs) {
        FactReport report =
                FactReport.of(1, List.of(fact("sga_mb", newest, "a", 0)), List.of(fact("sga_mb", other, "b", 9)), NOW);
        assertThat(report.facts().get(0).contradicted()).isEqualTo(differs);
    }

    @Test
    void aLaterRunAndALaterCaptureAreTheSameVoice() {
        assertThat(FactSource.of("step discover-database of atlas.orders.3"))
                .isEqualTo(FactSource.of("step discover-database of atlas.orders.12"))
                .isNotEqualTo(FactSource.of("step discover-host of atlas.orders.3"));
        assertThat(FactSource.of("awr-hist-389926331-USPS-775-985.out (sha256 0123456789ab)"))
                .isEqualTo(FactSource.of("awr-hist-389926331-USPS-985-1200.out (sha256 ba9876543210)"))
                .isNotEqualTo(FactSource.of("sa24 (sha256 0123456789ab)"));
        FactReport report = FactReport.of(
                2,
                List.of(fact("data_gb", 900.0, "step discover-database of atlas.orders.2", 0)),
                List.of(fact("data_gb", 500.0, "step discover-database of atlas.orders.1", 90)),
                NOW);
        assertThat(report.facts().get(0).others()).isEmpty();
        assertThat(report.contradicted()).isEmpty();
    }
}
