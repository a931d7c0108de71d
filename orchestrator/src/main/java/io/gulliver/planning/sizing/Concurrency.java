package io.gulliver.planning.sizing;

import io.gulliver.evidence.Series;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far the peaks of a consolidation group fall together.
 *
 * @param factor peak of the sum over sum of the peaks, above 0 and at most 1
 * @param peakOfSum of all members together
 * @param sumOfPeaks as if all peaked at once
 * @param sum of all members by snapshot
 */
public record Concurrency(Derivation factor, Derivation peakOfSum, Derivation sumOfPeaks, SortedMap<Long, Double> sum) {
    private static final double LEAST_WITHOUT_MONTH_END = 0.6;

    public Concurrency {
        sum = Collections.unmodifiableSortedMap(new TreeMap<>(sum));
    }

    /**
     * Of the members of a group.
     *
     * @param demand by member and snapshot, in one unit
     * @param percent percentile that stands for a peak; 100 is the maximum
     * @param monthEnd whether a month's end is among the snapshots; without one the factor never goes below 0.6
     */
    public static Concurrency of(
            SortedMap<String, SortedMap<Long, Double>> demand, String unit, double percent, boolean monthEnd) {
        SortedMap<Long, Double> sum = new TreeMap<>();
        List<Derivation> peaks = new ArrayList<>();
        demand.forEach((member, values) -> {
            if (values.isEmpty()) {
                throw new IllegalArgumentException(member + " has no snapshot");
            }
            values.forEach((snapshot, value) -> sum.merge(snapshot, value, Double::sum));
            peaks.add(Derivation.given("peak of " + member, peak(values, percent), unit, "its snapshots"));
        });
        if (peaks.isEmpty()) {
            throw new IllegalArgumentException("A consolidation group has at least one member");
        }
        Derivation together = Derivation.computed(
                "peak of the sum",
                unit,
                percent == 100
                        ? "maximum over snapshots"
                        : "percentile " + Derivation.shown(percent) + " over snapshots",
                peak(sum, percent),
                Rounding.NONE);
        Derivation apart = Derivation.computed(
                "sum of the peaks",
                unit,
                "every member at its own peak",
                peaks.stream().mapToDouble(Derivation::value).sum(),
                Rounding.NONE,
                peaks);
        double exact = apart.value() == 0 ? 1 : Math.min(1, together.value() / apart.value());
        Derivation factor = Derivation.computed(
                "peak concurrency",
                "",
                monthEnd ? "peak of the sum / sum of the peaks" : "the same, at least 0.6 without a month's end",
                monthEnd ? exact : Math.max(LEAST_WITHOUT_MONTH_END, exact),
                Rounding.NONE,
                together,
                apart);
        return new Concurrency(factor, together, apart, sum);
    }

    private static double peak(SortedMap<Long, Double> values, double percent) {
        return Series.percentile(
                values.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sorted()
                        .toArray(),
                percent);
    }
}
