package io.gulliver.ui.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Lines as RFC 5545 wants them. */
class CalendarTest {
    private static final Instant MADE = Instant.parse("2026-11-26T20:00:00Z");

    private static String entry(String uid, String summary) {
        return new Calendar("Atlas; all", MADE)
                .entry(uid, Instant.parse("2026-12-05T21:00:00Z"), Instant.parse("2026-12-05T23:30:00Z"), summary, "")
                .text();
    }

    @Test
    void anEntryHasItsTimesInUtcAndTextIsEscaped() {
        assertThat(entry("cutover/atlas/PAY@gulliver", "PAY, HR; a\\b\nnext").split("\r\n"))
                .contains(
                        "X-WR-CALNAME:Atlas\\; all",
                        "UID:cutover/atlas/PAY@gulliver",
                        "DTSTAMP:20261126T200000Z",
                        "DTSTART:20261205T210000Z",
                        "DTEND:20261205T233000Z",
                        "SUMMARY:PAY\\, HR\\; a\\\\b\\nnext")
                .startsWith("BEGIN:VCALENDAR", "VERSION:2.0")
                .endsWith("END:VEVENT", "END:VCALENDAR");
    }

    @Test
    void noLineIsLongerThanSeventyFiveOctetsAndNoCharacterIsCut() {
        String summary = "Übergabe der Zahlungsdatenbank – ".repeat(9) + "🚢".repeat(40);
        String text = entry("x", summary);
        for (String line : text.split("\r\n")) {
            assertThat(line.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(75);
        }
        assertThat(text.replace("\r\n ", "")).contains("SUMMARY:" + summary + "\r\n");
    }
}
