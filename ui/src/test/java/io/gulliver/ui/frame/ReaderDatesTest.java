package io.gulliver.ui.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderDatesTest {
    private static final Instant NOW = Instant.parse("2026-06-11T12:32:05Z");
    private static final Instant THIS_YEAR = Instant.parse("2026-10-03T13:05:09Z");
    private static final Instant NEXT_YEAR = Instant.parse("2027-10-03T13:05:09Z");

    private static Formats formats(@Nullable String accepted) {
        return new Formats(NOW, NOW, ZoneId.of("Europe/Berlin"), ReaderDates.of(accepted));
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ').replaceAll("[\\u200e\\u200f]", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en-GB,en;q=0.9   | 3 Oct      | 3 Oct 2027       | 3 Oct 15:05",
                "en-US            | Oct 3      | Oct 3, 2027      | Oct 3 3:05 PM",
                "de               | 03.10.     | 03.10.2027       | 03.10. 15:05",
                "de-CH,de;q=0.9   | 03.10.     | 03.10.2027       | 03.10. 15:05",
                "fr-FR            | 3 oct.     | 3 oct. 2027      | 3 oct. 15:05",
                "ja               | 10/03      | 2027/10/03       | 10/03 15:05",
                "zh-CN            | 10月3日     | 2027年10月3日      | 10月3日 下午3:05",
                "pt-BR            | 3 de out.  | 3 de out. de 2027 | 3 de out. 15:05",
                "sv-SE            | 3 okt.     | 3 okt. 2027      | 3 okt. 15:05"
            })
    void datesAreAsTheReadersLanguageWritesThem(String accepted, String day, String other, String moment) {
        Formats fmt = formats(accepted);
        assertThat(plain(fmt.day(THIS_YEAR))).isEqualTo(day);
        assertThat(plain(fmt.day(NEXT_YEAR))).isEqualTo(other);
        assertThat(plain(fmt.moment(THIS_YEAR))).isEqualTo(moment);
    }

    @Test
    void whoSaysNoLanguageOrNoneThatIsKnownReadsTheHousesOwn() {
        for (String accepted : Arrays.asList(null, "", "*", "en", "tlh", "de;q=x", "\u0000", "x".repeat(5000))) {
            assertThat(formats(accepted).moment(NEXT_YEAR)).as(accepted).isEqualTo("3 Oct 2027 15:05");
        }
    }

    /** No locale of this Java makes a day that cannot be told from another, loses its month, or keeps the year. */
    @Test
    void everyLanguageOfThisJavaHasDaysWithoutTheirYear() {
        for (Locale locale : Locale.getAvailableLocales()) {
            if (locale.getLanguage().isEmpty()) {
                continue;
            }
            Formats fmt = formats(locale.toLanguageTag());
            List<String> days = List.of(
                    fmt.day(Instant.parse("2026-01-22T12:00:00Z")),
                    fmt.day(Instant.parse("2026-02-22T12:00:00Z")),
                    fmt.day(Instant.parse("2026-02-25T12:00:00Z")));
            assertThat(days)
                    .as(locale.toString())
                    .doesNotHaveDuplicates()
                    .allSatisfy(day -> assertThat(day)
                            .doesNotContain("2026", "26")
                            .doesNotMatch("^[\\s,./-].*|.*[\\s,/-]$")
                            .containsPattern("\\d"));
            assertThat(fmt.day(NEXT_YEAR)).as(locale.toString()).matches(".*(2027|27).*");
        }
    }

    @Test
    void whoPointsAtATimeReadsItInUtc() {
        assertThat(formats("en-US").utc(THIS_YEAR, null, NEXT_YEAR))
                .isEqualTo("2026-10-03 13:05:09 UTC, 2027-10-03 13:05:09 UTC");
        assertThat(formats(null).utc((Instant) null)).isNull();
    }
}
