package io.gulliver.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Few points out of many: no peak vanishes, gaps stay gaps, percentiles are of all figures. */
class TraceTest {
    private static final long HOUR = 3600;

    private static TimeSeries series(int figures, long step) {
        TimeSeries series = new TimeSeries("cpu.busyCores", "cores");
        for (int i = 1; i <= figures; i++) {
            series.add(i * step, step / 60.0, i % 7);
        }
        return series;
    }

    private static List<Trace.Point> points(Trace trace) {
        List<Trace.Point> all = new ArrayList<>();
        trace.runs().forEach(run -> all.addAll(run.points()));
        return all;
    }

    @Test
    void aSinglePeakAmongAHundredThousandFiguresStays() {
        TimeSeries series = new TimeSeries("io.iops", "I/O per s");
        for (int i = 1; i <= 100_000; i++) {
            series.add(i * 60L, 1, i == 54_321 ? 9_000 : i == 12_345 ? -3 : 100);
        }
        Trace trace = Trace.of(series, 360);
        assertThat(points(trace)).hasSizeLessThanOrEqualTo(2 * 360 + 2);
        assertThat(points(trace)).contains(new Trace.Point(54_321 * 60L, 9_000), new Trace.Point(12_345 * 60L, -3));
        assertThat(trace.figures()).isEqualTo(100_000);
        assertThat(trace.distribution().max()).isEqualTo(9_000);
        assertThat(trace.runs()).hasSize(1);
    }

    @Test
    void fewFiguresStayAsTheyAre() {
        Trace trace = Trace.of(series(20, HOUR), 360);
        assertThat(points(trace)).hasSize(20);
        assertThat(trace.from()).isZero();
        assertThat(trace.to()).isEqualTo(20 * HOUR);
        assertThat(trace.missingSeconds()).isZero();
    }

    @Test
    void hoursWithoutFiguresAreAGapAndNotALine() {
        TimeSeries series = new TimeSeries("cpu.busyCores", "cores");
        for (int hour : new int[] {1, 2, 3, 9, 10}) {
            series.add(hour * HOUR, 60, 1);
        }
        Trace trace = Trace.of(series, 360);
        assertThat(trace.runs()).hasSize(2);
        assertThat(trace.runs().get(0).to()).isEqualTo(3 * HOUR);
        assertThat(trace.runs().get(1).from()).isEqualTo(8 * HOUR);
        assertThat(trace.missingSeconds()).isEqualTo(5 * HOUR);
    }

    @Test
    void intervalsThatDifferByAMinuteAreNoGap() {
        TimeSeries series = new TimeSeries("cpu.busyCores", "cores");
        series.add(HOUR, 59, 1);
        series.add(2 * HOUR, 59, 2);
        series.add(3 * HOUR, 61, 3);
        assertThat(Trace.of(series, 360).runs()).hasSize(1);
    }

    @Test
    void percentilesAreInterpolatedBetweenClosestRanks() {
        double[] day = {
            5.64, 5.78, 5.67, 6.79, 8.28, 7.53, 5.58, 5.68, 5.72, 6.17, 5.83, 5.60, 5.92, 6.12, 5.74, 5.77, 5.69, 14.14,
            7.48, 5.63, 5.81, 10.34, 5.89
        };
        TimeSeries series = new TimeSeries("cpu.busyPercent", "%");
        for (int i = 0; i < day.length; i++) {
            series.add((i + 1) * HOUR, 60, day[i]);
        }
        Distribution all = Trace.of(series, 5).distribution();
        assertThat(all.p50()).isCloseTo(5.81, within(1e-9));
        assertThat(all.p95()).as("10.34 by nearest rank").isCloseTo(10.13, within(0.005));
        assertThat(all.max()).isEqualTo(14.14);
    }

    @Test
    void theTableHasAtMostAMonthOfRowsAndEveryFigureOnce() {
        Trace trace = Trace.of(series(24 * 400, HOUR), 360);
        assertThat(trace.spans()).hasSizeLessThanOrEqualTo(31);
        assertThat(trace.spans().stream().mapToInt(Trace.Span::figures).sum()).isEqualTo(24 * 400);
        assertThat(trace.spans()).allSatisfy(span -> assertThat(span.mean()).isBetween(span.least(), span.most()));
        assertThat(Trace.of(series(48, HOUR), 360).spans())
                .extracting(Trace.Span::figures)
                .containsExactly(24, 24);
    }

    @RepeatedTest(50)
    void whateverTheSeriesTheBoundsHold(RepetitionInfo round) {
        Random random = new Random(round.getCurrentRepetition());
        int buckets = 1 + random.nextInt(50);
        TimeSeries series = new TimeSeries("x", "");
        long second = random.nextInt(1_000_000);
        int figures = 1 + random.nextInt(3000);
        for (int i = 0; i < figures; i++) {
            second += 60 * (1 + random.nextInt(random.nextInt(100) == 0 ? 5000 : 10));
            series.add(second, 1 + random.nextInt(10), random.nextGaussian());
        }
        Trace trace = Trace.of(series, buckets);
        List<Trace.Point> points = points(trace);
        assertThat(points.size())
                .isLessThanOrEqualTo(2 * buckets + 2 * trace.runs().size());
        assertThat(trace.runs().size()).isLessThanOrEqualTo(buckets + 1);
        double most = Double.NEGATIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < series.size(); i++) {
            most = Math.max(most, series.value(i));
            least = Math.min(least, series.value(i));
        }
        assertThat(points.stream().mapToDouble(Trace.Point::value).max()).hasValue(most);
        assertThat(points.stream().mapToDouble(Trace.Point::value).min()).hasValue(least);
        assertThat(points).isSortedAccordingTo((a, b) -> Long.compare(a.second(), b.second()));
        assertThat(trace.spans().stream().mapToInt(Trace.Span::figures).sum()).isEqualTo(series.size());
    }

    @Test
    void aSeriesWithoutFiguresIsRefused() {
        assertThatThrownBy(() -> Trace.of(new TimeSeries("x", ""), 10)).hasMessageContaining("0 figures");
    }

    @Test
    void piecesSideBySideShareNoFigureAndLoseNone() {
        TimeSeries all = series(1_000, 600);
        int figures = 0;
        for (long from = 0; from < 600_000; from += 7_777) {
            figures += Trace.of(all, 30, from, from + 7_777).map(Trace::figures).orElse(0);
        }
        assertThat(figures).isEqualTo(1_000);
    }

    @Test
    void aPieceIsDrawnOutOfItsOwnFiguresAndBeginsAndEndsWhereItWasAskedTo() {
        TimeSeries all = new TimeSeries("cpu.busyCores", "cores");
        for (int i = 1; i <= 100_000; i++) {
            all.add(i * 60L, 1, i == 50_010 ? 9 : i == 50_500 ? 70 : 1);
        }
        long from = 50_000 * 60L + 13;
        Trace hour = Trace.of(all, 360, from, from + HOUR).orElseThrow();
        assertThat(hour.from()).isEqualTo(from);
        assertThat(hour.to()).isEqualTo(from + HOUR);
        assertThat(hour.figures()).isEqualTo(60);
        assertThat(points(hour))
                .as("each figure, where the whole has room for one in 139")
                .hasSize(60);
        assertThat(hour.distribution().max()).as("not the 70 that lies outside").isEqualTo(9);
        assertThat(hour.runs())
                .singleElement()
                .satisfies(run -> assertThat(run.from())
                        .as("no interval begins before the piece")
                        .isEqualTo(from));
        assertThat(hour.spans()).hasSizeBetween(12, 31);
        assertThat(hour.spans().stream().mapToInt(Trace.Span::figures).sum()).isEqualTo(60);
        assertThat(Trace.of(all, 360, 200_000 * 60L, 200_001 * 60L)).isEmpty();
        assertThatThrownBy(() -> Trace.of(all, 360, from, from)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rowsAreAsShortAsTheTimeThatIsShownAndNeverMoreThanAMonthHasDays() {
        TimeSeries all = series(60 * 24 * 40, 60);
        for (long length : new long[] {HOUR, 5 * HOUR, 24 * HOUR, 60 * HOUR, 72 * HOUR, 240 * HOUR, 950 * HOUR}) {
            List<Trace.Span> rows =
                    Trace.of(all, 360, 777, 777 + length).orElseThrow().spans();
            assertThat(rows).as(length + " s").hasSizeBetween(4, 32);
            assertThat(rows)
                    .allSatisfy(row -> assertThat(row.to() - row.from())
                            .isEqualTo(rows.get(0).to() - rows.get(0).from()));
        }
    }
}
