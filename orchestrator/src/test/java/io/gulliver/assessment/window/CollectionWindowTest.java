package io.gulliver.assessment.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.window.CollectionWindow.Coverage;
import io.gulliver.assessment.window.CollectionWindow.Span;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectionWindowTest {
    @ParameterizedTest
    @CsvSource({
        // opened, days, last day
        "2026-11-21, 35, 2026-12-25",
        "2026-12-10, 35, 2027-01-13",
        "2026-12-01, 7, 2026-12-31",
        "2027-01-01, 7, 2027-01-31",
        "2028-02-01, 7, 2028-02-29",
        "2027-02-01, 7, 2027-02-28",
        "2100-02-01, 7, 2100-02-28",
        "2028-01-31, 7, 2028-02-06",
        "2028-02-29, 35, 2028-04-03",
    })
    void lastsUntilAMonthEndOverYearEndAndLeapDays(LocalDate opened, int days, LocalDate last) {
        CollectionWindow window = new CollectionWindow(opened, days, true);
        assertThat(window.closes()).isEqualTo(last);
        assertThat(opened.datesUntil(last.plusDays(1)))
                .as("a month-end lies within")
                .anyMatch(day -> day.plusDays(1).getDayOfMonth() == 1);
    }

    @Test
    void anExtensionOnlyMakesItLonger() {
        CollectionWindow window = new CollectionWindow(LocalDate.of(2026, 11, 21), 35, true);
        assertThat(window.closes(null)).isEqualTo("2026-12-25");
        assertThat(window.closes(LocalDate.of(2026, 12, 1))).isEqualTo("2026-12-25");
        assertThat(window.closes(LocalDate.of(2027, 1, 31))).isEqualTo("2027-01-31");
    }

    @Test
    void seesTheLeapDayAsTheMonthEndAndTheDayBeforeAsNone() {
        CollectionWindow window = new CollectionWindow(LocalDate.of(2028, 2, 1), 7, true);
        var before = window.coverage(
                List.of(new CollectionWindow.Span(LocalDate.of(2028, 2, 18), LocalDate.of(2028, 2, 28))),
                LocalDate.of(2028, 2, 28));
        assertThat(before.monthEnd()).isNull();
        assertThat(before.nextMonthEnd()).isEqualTo("2028-02-29");
        assertThat(before.readyOn()).isEqualTo("2028-02-29");
        var after = window.coverage(
                List.of(new CollectionWindow.Span(LocalDate.of(2028, 2, 18), LocalDate.of(2028, 2, 29))),
                LocalDate.of(2028, 3, 1));
        assertThat(after.monthEnd()).isEqualTo("2028-02-29");
        assertThat(after.complete()).isTrue();
    }

    private static final LocalDate OPENED = LocalDate.of(2026, 11, 9);

    private static CollectionWindow window(int days) {
        return new CollectionWindow(OPENED, days, true);
    }

    private static Span span(String from, String to) {
        return new Span(LocalDate.parse(from), LocalDate.parse(to));
    }

    @Test
    void closesAfterItsDaysOrAtTheMonthEndBehindThem() {
        assertThat(window(35).closes()).isEqualTo(LocalDate.of(2026, 12, 13));
        assertThat(window(10).closes()).isEqualTo(LocalDate.of(2026, 11, 30));
        assertThat(new CollectionWindow(OPENED, 10, false).closes()).isEqualTo(LocalDate.of(2026, 11, 18));
        assertThat(new CollectionWindow(LocalDate.of(2026, 11, 30), 7, true).closes())
                .isEqualTo(LocalDate.of(2026, 12, 6));
    }

    @Test
    void countsDownFromNothing() {
        Coverage coverage = window(35).coverage(List.of(), OPENED);
        assertThat(coverage.seen()).isZero();
        assertThat(coverage.complete()).isFalse();
        assertThat(coverage.monthEnd()).isNull();
        assertThat(coverage.nextMonthEnd()).isEqualTo(LocalDate.of(2026, 11, 30));
        assertThat(coverage.readyOn()).as("today is the first of 35 days").isEqualTo(LocalDate.of(2026, 12, 13));
    }

    @Test
    void countsEachDayOnceAndNamesTheMonthEnd() {
        Coverage coverage = window(35)
                .coverage(
                        List.of(span("2026-11-25", "2026-12-02"), span("2026-11-21", "2026-11-26")),
                        LocalDate.of(2026, 12, 2));
        assertThat(coverage.seen()).isEqualTo(12);
        assertThat(coverage.monthEnd()).isEqualTo(LocalDate.of(2026, 11, 30));
        assertThat(coverage.missing()).isEmpty();
        assertThat(coverage.readyOn()).isEqualTo(LocalDate.of(2026, 12, 25));
    }

    @Test
    void takesEvidenceFromBeforeTheOpeningAndNoneFromLongAgo() {
        LocalDate today = LocalDate.of(2026, 11, 20);
        assertThat(window(35)
                        .coverage(List.of(span("2026-10-17", "2026-11-20")), today)
                        .complete())
                .isTrue();
        assertThat(window(35)
                        .coverage(List.of(span("2026-01-01", "2026-06-30")), today)
                        .seen())
                .isZero();
    }

    @Test
    void isNotCompleteWithoutAMonthEndHoweverManyDaysItHas() {
        CollectionWindow ten = window(10);
        LocalDate today = LocalDate.of(2026, 11, 20);
        Coverage coverage = ten.coverage(List.of(span("2026-11-05", "2026-11-20")), today);
        assertThat(coverage.seen()).isEqualTo(10);
        assertThat(coverage.complete()).isFalse();
        assertThat(coverage.readyOn()).isEqualTo(LocalDate.of(2026, 11, 30));
        assertThat(new CollectionWindow(OPENED, 10, false)
                        .coverage(List.of(span("2026-11-05", "2026-11-20")), today)
                        .complete())
                .isTrue();
    }

    @Test
    void namesTheDaysThatAreMissingBetween() {
        Coverage coverage = window(35)
                .coverage(
                        List.of(span("2026-11-10", "2026-11-11"), span("2026-11-14", "2026-11-15")),
                        LocalDate.of(2026, 11, 15));
        assertThat(coverage.missing()).containsExactly(LocalDate.of(2026, 11, 12), LocalDate.of(2026, 11, 13));
        assertThat(coverage.seen()).isEqualTo(4);
    }

    @Test
    void daysThatAreStillToComeDoNotCount() {
        assertThat(window(35)
                        .coverage(List.of(span("2026-11-19", "2027-11-19")), LocalDate.of(2026, 11, 20))
                        .seen())
                .isEqualTo(2);
    }

    @Test
    void isReadyOnTheDayThatItSaysWhenCollectingGoesOn() {
        Random random = new Random(35);
        for (int round = 0; round < 300; round++) {
            CollectionWindow window = new CollectionWindow(
                    OPENED.plusDays(random.nextInt(60)), 7 + random.nextInt(60), random.nextBoolean());
            LocalDate today = window.opened().plusDays(random.nextInt(40));
            List<Span> spans = new ArrayList<>();
            TreeSet<LocalDate> days = new TreeSet<>();
            for (int i = 0; i < random.nextInt(4); i++) {
                LocalDate from = today.minusDays(random.nextInt(60));
                Span span = new Span(from, from.plusDays(random.nextInt(10)));
                spans.add(span);
                for (LocalDate day = span.from(); !day.isAfter(span.to()); day = day.plusDays(1)) {
                    if (!day.isAfter(today)) {
                        days.add(day);
                    }
                }
            }
            Coverage coverage = window.coverage(spans, today);
            assertThat(coverage.seen()).isLessThanOrEqualTo(days.size());
            LocalDate ready = coverage.readyOn();
            if (ready == null) {
                continue;
            }
            spans.add(new Span(today, ready));
            assertThat(window.coverage(spans, ready).seen())
                    .as("round %s: %s of %s until %s", round, window, spans, ready)
                    .isGreaterThanOrEqualTo(Math.min(window.days(), coverage.seen()));
            if (ready.isAfter(today)) {
                spans.set(spans.size() - 1, new Span(today, ready.minusDays(1)));
                assertThat(window.coverage(spans, ready.minusDays(1)).complete())
                        .as("round %s: not a day earlier", round)
                        .isFalse();
            }
        }
    }

    @Test
    void writesABlockThatKeepsTheSnapshotsOfTheDays() {
        assertThat(BaselineProposal.block("pay.x", LocalDate.of(2026, 11, 1), LocalDate.of(2026, 11, 30)))
                .contains("end_interval_time >= DATE '2026-11-01' AND end_interval_time < DATE '2026-12-01'")
                .contains("baseline_name => 'GULLIVER_PAY_X'");
    }
}
