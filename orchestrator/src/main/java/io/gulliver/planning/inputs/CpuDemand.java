package io.gulliver.planning.inputs;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.sizing.AlignedLoad;
import io.gulliver.planning.sizing.Grade;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one database asks of processors.
 *
 * @param figure at its design percentile, in the table's unit
 * @param load over the snapshots, null without a series
 * @param rest shared hosts of which all that no database is known to use is in the figure; it counts once in a group
 * @param bound whether the figure is nothing but that rest, because nobody knows this database's share
 * @param grade of the evidence
 * @param monthEnd whether a month's end is in the evidence
 * @param report what the figure was found from, null without a series
 */
record CpuDemand(
        Derivation figure,
        @Nullable AlignedLoad load,
        List<String> rest,
        boolean bound,
        Grade grade,
        boolean monthEnd,
        @Nullable LoadReport report) {
    CpuDemand {
        rest = List.copyOf(rest);
    }

    static CpuDemand of(Derivation figure, List<String> rest, boolean bound, Grade grade, boolean monthEnd) {
        return new CpuDemand(figure, null, rest, bound, grade, monthEnd, null);
    }
}
