package io.gulliver.domain.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoticePreferenceTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static NoticePreference preference(int digest, @Nullable String from, @Nullable String to) {
        return new NoticePreference(
                true,
                digest,
                from == null ? null : LocalTime.parse(from),
                to == null ? null : LocalTime.parse(to),
                BERLIN,
                true,
                0);
    }

    /** Berlin is an hour ahead of UTC in winter, two in summer; its clocks go forward on 2026-03-29, back on 2026-10-25. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // digest, quiet from, to, now, due
                "0, -, -, 2026-11-24T02:10:00Z, 2026-11-24T02:10:00Z",
                "60, -, -, 2026-11-24T02:10:00Z, 2026-11-24T03:00:00Z",
                "60, -, -, 2026-11-24T02:00:00Z, 2026-11-24T03:00:00Z",
                "1440, -, -, 2026-11-24T02:10:00Z, 2026-11-24T23:00:00Z",
                "0, 22:00, 07:00, 2026-11-24T20:59:59Z, 2026-11-24T20:59:59Z",
                "0, 22:00, 07:00, 2026-11-24T21:00:00Z, 2026-11-25T06:00:00Z",
                "0, 22:00, 07:00, 2026-11-24T02:10:00Z, 2026-11-24T06:00:00Z",
                "0, 22:00, 07:00, 2026-11-24T06:00:00Z, 2026-11-24T06:00:00Z",
                "0, 12:00, 13:00, 2026-11-24T11:30:00Z, 2026-11-24T12:00:00Z",
                // the digest of 21:30 in Berlin falls into the quiet hours
                "90, 21:00, 06:30, 2026-11-24T19:10:00Z, 2026-11-25T05:30:00Z",
                // a night of 8 hours instead of 9, and one of 10
                "0, 22:00, 07:00, 2026-03-28T21:30:00Z, 2026-03-29T05:00:00Z",
                "0, 22:00, 07:00, 2026-10-24T20:30:00Z, 2026-10-25T06:00:00Z",
                // quiet until an hour that does not exist: 02:30 of that night is 03:30
                "0, 22:00, 02:30, 2026-03-28T21:30:00Z, 2026-03-29T01:30:00Z",
                // each digest of the day with 23 hours
                "360, -, -, 2026-03-29T00:30:00Z, 2026-03-29T05:00:00Z",
                "360, -, -, 2026-03-29T20:30:00Z, 2026-03-29T22:00:00Z"
            })
    void whatIsNotUrgentWaitsForItsDigestAndForTheEndOfQuietHours(
            int digest, @Nullable String from, @Nullable String to, Instant now, Instant due) {
        assertThat(preference(digest, from, to).due(false, now)).isEqualTo(due);
        assertThat(preference(digest, from, to).due(true, now)).as("urgent").isEqualTo(now);
    }

    @Test
    void whoWantsItHearsUrgentThingsNoEarlierThanOthers() {
        NoticePreference deaf =
                new NoticePreference(true, 0, LocalTime.of(22, 0), LocalTime.of(7, 0), BERLIN, false, 0);
        assertThat(deaf.due(true, Instant.parse("2026-11-24T22:00:00Z"))).isEqualTo("2026-11-25T06:00:00Z");
    }

    @Test
    void halfQuietHoursAndEndlessDigestsAreRefused() {
        assertThatThrownBy(() -> preference(0, "22:00", null)).hasMessageContaining("a begin and an end");
        assertThatThrownBy(() -> preference(0, "22:00", "22:00")).hasMessageContaining("turn mail off");
        assertThatThrownBy(() -> preference(1441, null, null)).hasMessageContaining("0 (each at once) to 1440");
    }
}
