package io.gulliver.domain.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.RowValues;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class CalendarYearsTest {
    @Test
    void holdWhatFourDigitsWrite() {
        assertThat(CalendarYears.hold(Instant.parse("0001-01-01T00:00:00Z"))).isTrue();
        assertThat(CalendarYears.hold(Instant.parse("9999-12-31T23:59:59.999999Z")))
                .isTrue();
        assertThat(CalendarYears.hold(Instant.parse("+10000-01-01T00:00:00Z"))).isFalse();
        assertThat(CalendarYears.hold(Instant.parse("0000-12-31T23:59:59Z"))).isFalse();
        assertThat(CalendarYears.hold(Instant.MAX)).isFalse();
        assertThat(CalendarYears.hold(Instant.MIN)).isFalse();
        assertThat(CalendarYears.hold(LocalDate.of(9999, 12, 30))).isTrue();
        assertThat(CalendarYears.hold(LocalDate.MAX)).isFalse();
        assertThat(CalendarYears.hold(LocalDate.of(0, 1, 1))).isFalse();
    }

    @Test
    void whatIsKeptLiesInThem() {
        assertThat(RowValues.at(Instant.parse("9999-12-31T23:59:59Z"))).isNotNull();
        for (Instant beyond : new Instant[] {
            Instant.parse("+200000-01-01T00:00:00Z"), Instant.parse("+1000000000-01-01T00:00:00Z"), Instant.MIN
        }) {
            assertThatThrownBy(() -> RowValues.at(beyond))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("years 1 to 9999");
        }
    }
}
