package io.gulliver.assessment.database;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.sizing.AlignedLoad;
import io.gulliver.planning.sizing.Grade;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one database asks of processors.
 *
 * @param figure at its design percentile, in the table's unit
 * @param load over the hours, null without a series
 * @param wholeHosts hosts that count whole because nobody knows this database's share; they count once in a group
 * @param grade of the evidence
 * @param monthEnd whether a month's end is in the evidence
 */
record Demand(Derivation figure, @Nullable AlignedLoad load, List<String> wholeHosts, Grade grade, boolean monthEnd) {
    Demand {
        wholeHosts = List.copyOf(wholeHosts);
    }
}
