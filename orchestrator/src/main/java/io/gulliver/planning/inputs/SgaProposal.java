package io.gulliver.planning.inputs;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;
import static io.gulliver.planning.figure.Derivation.shown;

import io.gulliver.domain.estate.Fact;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import io.gulliver.planning.figure.UnfitFiguresException;
import io.gulliver.planning.sizing.SgaAdvice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The SGA of one instance: that of today, what Oracle's advice proposes, and what is planned. All in MB of 1,048,576 bytes.
 *
 * <p>The advice's size is planned when it cuts reads; today's otherwise. A person's word goes before both.
 *
 * @param current of today
 * @param advised by the rule on the rows of the advice, null without an advice that fits
 * @param readReductionPercent fewer physical reads with it, null without an advice
 * @param timeReductionPercent less DB time with it, null where the advice does not tell it
 * @param cap most that the advice may take, null for none
 * @param planned what the sizing counts
 * @param steps every row that was looked at and what was said of it
 * @param word of the person, null while nobody decided
 * @param note why there is no advice, empty when there is
 */
public record SgaProposal(
        Derivation current,
        @Nullable Derivation advised,
        @Nullable Derivation readReductionPercent,
        @Nullable Derivation timeReductionPercent,
        @Nullable Derivation cap,
        Derivation planned,
        List<String> steps,
        @Nullable SizingDecision word,
        String note) {
    private static final String MB = "MB";
    /** {@code 140.0 GB, factor 1.0, reads 1286111932, DB time 2804128 s}: a capture or an AWR report. */
    private static final Pattern BY_FACTOR =
            Pattern.compile("([0-9.Ee+]+) GB, factor ([0-9.Ee+-]+), reads ([0-9]+)(?:, DB time ([0-9]+) s)?");
    /** {@code 143360 MB: 2804128 s, 1286111932 reads}: discovery. */
    private static final Pattern BY_SIZE = Pattern.compile("([0-9.]+) MB: ([0-9.]+) s, ([0-9.]+) reads");

    /** Steps of the view are this or less; a capture leaves rows out. */
    private static final double LARGEST_STEP = 0.25;

    private static final double ALIKE = 0.02;

    public SgaProposal {
        steps = List.copyOf(steps);
    }

    private record Sized(double factor, SgaAdvice.Row row) {}

    private record Told(List<SgaAdvice.Row> rows, double currentMb, String source) {}

    /**
     * Looks at the advice of a database.
     *
     * @param current SGA of one instance today
     * @param capMb most that may be taken, or null
     */
    static SgaProposal of(
            String name,
            FactFigures figures,
            Derivation current,
            @Nullable Double capMb,
            @Nullable SizingDecision word) {
        Derivation cap = capMb == null ? null : given("cap", capMb, MB, "policy sizing.sgaCapMb");
        Optional<Told> told = told(figures, current.value());
        SgaAdvice.@Nullable Choice choice = null;
        String note = told.isPresent() ? "" : "No SGA advice is known: the SGA of today is kept";
        if (told.isPresent()) {
            try {
                choice = SgaAdvice.choose(
                        told.get().rows(),
                        told.get().currentMb(),
                        cap,
                        told.get().source());
            } catch (UnfitFiguresException unfit) {
                note = "The SGA advice cannot be used: " + unfit.getMessage();
            }
        }
        boolean gain = choice != null && choice.readReductionPercent().value() > 0;
        if (choice != null && !gain) {
            note = "A larger SGA would spare less than 1 % of the reads: the SGA of today is kept";
        }
        return new SgaProposal(
                current,
                choice == null ? null : choice.sga(),
                choice == null ? null : choice.readReductionPercent(),
                choice == null ? null : choice.timeReductionPercent(),
                cap,
                planned(name, current, choice, gain, cap, word),
                choice == null ? List.of() : choice.steps(),
                word,
                note);
    }

    private static Derivation planned(
            String name,
            Derivation current,
            SgaAdvice.@Nullable Choice choice,
            boolean gain,
            @Nullable Derivation cap,
            @Nullable SizingDecision word) {
        if (choice == null && word == null) {
            return given("SGA of " + name, current.value(), MB, String.valueOf(current.source()));
        }
        List<Derivation> inputs = new ArrayList<>(List.of(current));
        double advised = choice == null ? 0 : choice.sga().value();
        if (choice != null) {
            inputs.add(choice.sga());
        }
        if (cap != null) {
            inputs.add(cap);
        }
        double value = gain ? Math.max(current.value(), advised) : current.value();
        String formula = gain ? "the larger of the SGA of today and that of the advice" : "the SGA of today";
        if (word != null) {
            Double chosen = chosen(word, current.value(), advised);
            if (chosen != null) {
                value = chosen;
                formula = "decided by " + word.told();
            }
        }
        return computed("SGA of " + name, MB, formula, value, Rounding.NONE, inputs);
    }

    /** The size that a word means, null when it names an advice that is no more. */
    private static @Nullable Double chosen(SizingDecision word, double current, double advised) {
        return switch (word.decided()) {
            case SizingDecision.CURRENT -> (Double) current;
            case SizingDecision.ADVICE -> advised > 0 ? (Double) Math.max(current, advised) : null;
            default -> Double.valueOf(word.decided());
        };
    }

    /** The newer of what discovery and what a capture or report says. */
    private static Optional<Told> told(FactFigures figures, double currentMb) {
        Optional<Fact> newest = java.util.stream.Stream.of("sga_advice", "memory.sgaAdvice")
                .flatMap(name -> figures.fact(name).stream())
                .filter(fact -> fact.value() instanceof List<?>)
                .max(Comparator.comparing(Fact::at));
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        Fact fact = newest.get();
        List<Sized> byFactor = new ArrayList<>();
        List<SgaAdvice.Row> bySize = new ArrayList<>();
        for (Object line : (List<?>) fact.value()) {
            Matcher factor = BY_FACTOR.matcher(String.valueOf(line));
            Matcher size = BY_SIZE.matcher(String.valueOf(line));
            if (factor.matches()) {
                byFactor.add(new Sized(
                        Double.parseDouble(factor.group(2)),
                        new SgaAdvice.Row(
                                Double.parseDouble(factor.group(1)) * 1024,
                                factor.group(4) == null ? 0 : Double.parseDouble(factor.group(4)),
                                Double.parseDouble(factor.group(3)))));
            } else if (size.matches()) {
                bySize.add(new SgaAdvice.Row(
                        Double.parseDouble(size.group(1)),
                        Double.parseDouble(size.group(2)),
                        Double.parseDouble(size.group(3))));
            }
        }
        if (!byFactor.isEmpty()) {
            byFactor.sort(Comparator.comparingDouble(Sized::factor));
            return byFactor.stream()
                    .filter(one -> Math.abs(one.factor() - 1) < 0.001)
                    .findFirst()
                    .map(base -> new Told(whole(byFactor), base.row().sgaMb(), FactFigures.told(fact)));
        }
        double today =
                figures.positive("sga_target_mb").map(FactFigures.Known::value).orElse(currentMb);
        return bySize.stream()
                .min(Comparator.comparingDouble(row -> Math.abs(row.sgaMb() - today)))
                .filter(row -> Math.abs(row.sgaMb() - today) <= ALIKE * today)
                .map(base -> new Told(bySize, base.sgaMb(), FactFigures.told(fact)));
    }

    /**
     * The rows with those that a capture leaves out: the script writes a row only where the next one brings fewer reads, so a
     * missing row reads as much as the next that is there.
     */
    private static List<SgaAdvice.Row> whole(List<Sized> rows) {
        double step = LARGEST_STEP;
        for (int i = 1; i < rows.size(); i++) {
            double gap = rows.get(i).factor() - rows.get(i - 1).factor();
            step = gap > 0.001 ? Math.min(step, gap) : step;
        }
        boolean leavesOut = rows.stream().allMatch(one -> one.row().databaseSeconds() == 0);
        List<SgaAdvice.Row> whole = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            Sized next = rows.get(i);
            if (i > 0 && leavesOut) {
                Sized before = rows.get(i - 1);
                long missing = Math.round((next.factor() - before.factor()) / step) - 1;
                for (long k = 1; k <= missing; k++) {
                    double share = k / (missing + 1.0);
                    whole.add(new SgaAdvice.Row(
                            Math.rint(before.row().sgaMb()
                                    + share * (next.row().sgaMb() - before.row().sgaMb())),
                            0,
                            next.row().physicalReads()));
                }
            }
            whole.add(next.row());
        }
        return whole;
    }

    /** In one sentence. */
    public String told() {
        Derivation fewer = readReductionPercent;
        Derivation proposed = advised;
        return "SGA of today " + shown(current.value()) + " MB"
                + (proposed == null || fewer == null
                        ? ""
                        : ", by the advice " + shown(proposed.value()) + " MB with "
                                + shown(Math.round(fewer.value() * 100) / 100.0) + " % fewer reads")
                + (cap == null ? "" : ", at most " + shown(cap.value()) + " MB") + ", planned " + shown(planned.value())
                + " MB";
    }
}
