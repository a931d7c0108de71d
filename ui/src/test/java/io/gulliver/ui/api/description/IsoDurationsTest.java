package io.gulliver.ui.api.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IsoDurationsTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, PT0S",
        "PT8H, PT8H",
        "PT1H58S, PT1H0M58S",
        "PT1H25M36S, PT1H25M36S",
        "PT-5M, -PT5M",
        "P40D, PT960H",
        "PT2M50.940875597S, PT2M51S",
        "PT-0.2S, PT0S"
    })
    void writesOneFormThatItsPatternTakesAndJavaReads(Duration value, String wanted) {
        String text = IsoDurations.text(value);
        assertThat(text).isEqualTo(wanted).matches(SchemaNulls.DURATION);
        assertThat(Duration.parse(text).minus(value).abs()).isLessThan(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({"P", "PT", "P1DT", "1H", "PT5", "PTH", "''"})
    void itsPatternTakesNothingElse(String text) {
        assertThat(text).doesNotMatch(SchemaNulls.DURATION);
    }
}
