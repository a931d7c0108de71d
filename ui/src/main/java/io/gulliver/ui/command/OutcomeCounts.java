package io.gulliver.ui.command;

import io.gulliver.ui.command.BulkAnswer.Outcome;
import java.util.List;

/**
 * How many of many things have which outcome.
 *
 * @param changes would change
 * @param done were changed
 * @param unchanged are already as they shall be
 * @param refused cannot be changed, or were not
 * @param lines what was refused first, then as given
 */
public record OutcomeCounts<L extends OutcomeCounts.Line>(
        int changes, int done, int unchanged, int refused, List<L> lines) {
    /** What became of one thing. */
    public interface Line {
        Outcome outcome();
    }

    /** Counts them. */
    public static <L extends Line> OutcomeCounts<L> of(List<L> lines) {
        return new OutcomeCounts<>(
                count(lines, Outcome.CHANGES),
                count(lines, Outcome.DONE),
                count(lines, Outcome.UNCHANGED),
                count(lines, Outcome.REFUSED),
                lines.stream()
                        .sorted((a, b) ->
                                Boolean.compare(a.outcome() != Outcome.REFUSED, b.outcome() != Outcome.REFUSED))
                        .toList());
    }

    private static int count(List<? extends Line> lines, Outcome outcome) {
        return (int) lines.stream().filter(line -> line.outcome() == outcome).count();
    }
}
