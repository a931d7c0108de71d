package io.gulliver.planning.sizing;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;
import static io.gulliver.planning.figure.Derivation.shown;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.FigureCheck;
import io.gulliver.planning.figure.Rounding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses an SGA from the rows of {@code v$sga_target_advice}.
 *
 * <p>From the current size it walks up while the next row cuts physical reads by at least 1 % of today's and fits; it
 * stops at the first row without fewer reads after a gain, and steps over such a row before any gain. A reduction is
 * shown, never the "improvement" old reads / new reads - 1.
 */
public final class SgaAdvice {
    private static final double LEAST_GAIN = 0.01;
    private static final String MB = "MB";

    private SgaAdvice() {}

    /**
     * A row of the view.
     *
     * @param sgaMb size
     * @param databaseSeconds estimated DB time; 0 in all rows of an advice that does not tell it
     * @param physicalReads estimated
     */
    public record Row(double sgaMb, double databaseSeconds, double physicalReads) {}

    /**
     * What was chosen.
     *
     * @param sga size in MB
     * @param readReductionPercent fewer physical reads than today, negative for more
     * @param timeReductionPercent less DB time than today, null where the advice does not tell it
     * @param idle what of the limit is left, null without one
     * @param steps every row that was looked at and what was said of it
     */
    public record Choice(
            Derivation sga,
            Derivation readReductionPercent,
            @Nullable Derivation timeReductionPercent,
            @Nullable Derivation idle,
            List<String> steps) {
        public Choice {
            steps = List.copyOf(steps);
        }
    }

    /** What a pool of large pages leaves for one SGA beside the others, in MB. */
    public static Derivation limit(double poolMb, double othersMb, String source) {
        return computed(
                "room for this SGA",
                MB,
                "pool of large pages - other SGAs",
                poolMb - othersMb,
                Rounding.NONE,
                given("pool of large pages", poolMb, MB, source),
                given("other SGAs", othersMb, MB, source));
    }

    /**
     * Chooses.
     *
     * @param rows of the view, in any order
     * @param currentMb the SGA of today, which must be one of the rows
     * @param limit most that fits, or null
     * @throws io.gulliver.planning.figure.UnfitFiguresException naming every figure that cannot be
     */
    public static Choice choose(List<Row> rows, double currentMb, @Nullable Derivation limit, String source) {
        FigureCheck check = new FigureCheck().some("/advice", rows.size(), 1000);
        boolean timed = rows.stream().anyMatch(row -> row.databaseSeconds() != 0);
        for (int i = 0; i < rows.size(); i++) {
            check.positive("/advice/" + i + "/sgaMb", rows.get(i).sgaMb())
                    .within("/advice/" + i + "/physicalReads", rows.get(i).physicalReads(), 0, Long.MAX_VALUE);
            if (timed) {
                check.positive("/advice/" + i + "/databaseSeconds", rows.get(i).databaseSeconds());
            }
        }
        if (rows.stream().noneMatch(row -> row.sgaMb() == currentMb)) {
            check.unfit(
                    "/currentSgaMb", shown(currentMb) + " is the size of no row: give the row with the size factor 1");
        }
        check.done();
        List<Row> up = rows.stream()
                .filter(row -> row.sgaMb() >= currentMb)
                .sorted(Comparator.comparingDouble(Row::sgaMb))
                .toList();
        Row base = up.get(0);
        Row chosen = base;
        List<String> steps = new ArrayList<>();
        for (Row next : up.subList(1, up.size())) {
            double gain = base.physicalReads() == 0
                    ? 0
                    : (chosen.physicalReads() - next.physicalReads()) / base.physicalReads();
            String told = shown(next.sgaMb()) + " MB: ";
            if (limit != null && next.sgaMb() > limit.value()) {
                steps.add(told + "does not fit " + shown(limit.value()) + " MB; end");
                break;
            }
            if (gain >= LEAST_GAIN) {
                steps.add(told + percent(gain) + " of today's reads fewer; taken");
                chosen = next;
            } else if (gain <= 0 && chosen == base) {
                steps.add(told + "no fewer reads before any gain; stepped over");
            } else {
                steps.add(told + percent(gain) + " of today's reads fewer, below 1 %; end");
                break;
            }
        }
        Derivation reads = reduction("fewer physical reads", base.physicalReads(), chosen.physicalReads(), source);
        Derivation time =
                timed ? reduction("less DB time", base.databaseSeconds(), chosen.databaseSeconds(), source) : null;
        List<Derivation> inputs = new ArrayList<>(List.of(given("SGA of today", currentMb, MB, source), reads));
        if (limit != null) {
            inputs.add(limit);
        }
        Derivation sga = computed(
                "SGA",
                MB,
                "last row of the advice that cuts reads by at least 1 % of today's and fits",
                chosen.sgaMb(),
                Rounding.NONE,
                inputs);
        return new Choice(
                sga,
                reads,
                time,
                limit == null
                        ? null
                        : computed(
                                "room that stays idle",
                                MB,
                                "room for this SGA - SGA",
                                limit.value() - sga.value(),
                                Rounding.NONE,
                                limit,
                                sga),
                steps);
    }

    private static Derivation reduction(String name, double before, double after, String source) {
        return computed(
                name,
                "%",
                "(before - after) / before x 100",
                before == 0 ? 0 : (before - after) / before * 100,
                Rounding.NONE,
                given("before", before, "", source),
                given("after", after, "", source));
    }

    private static String percent(double share) {
        return String.format(java.util.Locale.ROOT, "%.2f %%", share * 100);
    }
}
