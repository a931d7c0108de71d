package io.gulliver.domain.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.people.RuleViolation;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class WindowChangesTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 23);

    @Test
    void aWindowIsExtendedToALaterDayOnly() {
        assertThat(WindowChanges.extend("PAY", TODAY.plusDays(1), TODAY)).isEmpty();
        assertThat(WindowChanges.extend("PAY", TODAY, TODAY).orElseThrow().kind())
                .isEqualTo(RuleViolation.Kind.NOT_SO);
    }

    @Test
    void whatAPersonEndedIsNotEndedAgainButWhatRanOutIs() {
        assertThat(WindowChanges.end("PAY", null, null)).isEmpty();
        assertThat(WindowChanges.end("PAY", TODAY, null)).isEmpty();
        assertThat(WindowChanges.end("PAY", TODAY, "Ada").orElseThrow().message())
                .contains("was ended on 2026-11-23 by Ada");
    }
}
