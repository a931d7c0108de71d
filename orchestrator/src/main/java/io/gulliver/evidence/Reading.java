package io.gulliver.evidence;

import io.gulliver.domain.estate.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a reader made of a file.
 *
 * @param facts by name, each at most once
 * @param problems in the order of the file
 * @param coverage how much of it came out
 * @param cut why the file is not whole, with the line where it ends, or null when it is: facts of a file that was cut off
 *     are those of its beginning, and not to be kept
 */
public record Reading(
        List<Fact> facts,
        List<EvidenceProblem> problems,
        Coverage coverage,
        @Nullable EvidenceProblem cut) {
    public Reading {
        facts = List.copyOf(facts);
        problems = List.copyOf(problems);
    }

    /** What came out, with the problems that were gathered on the way. */
    public static Reading of(FactList facts, Problems problems, Coverage coverage) {
        return new Reading(facts.list(), problems.list(), coverage, problems.cut());
    }
}
