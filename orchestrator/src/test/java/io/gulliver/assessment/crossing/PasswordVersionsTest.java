package io.gulliver.assessment.crossing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PasswordVersionsTest {
    @ParameterizedTest
    @CsvSource({"'10G ', false", "'10G HTTP ', false", "'', false", "10G 11G, true", "'11G 12C ', true", "12C, true"})
    void aServerOfTodayLetsInWhatIsNewerThan10G(String versions, boolean accepted) {
        assertThat(PasswordVersions.accepted(versions)).isEqualTo(accepted);
    }

    @Test
    void whatAnOldReleaseDoesNotTellIsTakenForAPasswordOf10G() {
        assertThat(PasswordVersions.accepted(null)).isFalse();
        assertThat(PasswordVersions.byPassword(null)).isTrue();
        assertThat(PasswordVersions.byPassword("PASSWORD")).isTrue();
        assertThat(PasswordVersions.byPassword("EXTERNAL")).isFalse();
    }
}
