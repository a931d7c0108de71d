package io.gulliver.evidence;

import io.gulliver.domain.estate.Fact;
import java.util.List;

/**
 * What a reader made of a file.
 *
 * @param facts by name, each at most once
 * @param problems in the order of the file
 * @param coverage how much of it came out
 */
public record Reading(List<Fact> facts, List<EvidenceProblem> problems, Coverage coverage) {
    public Reading {
        facts = List.copyOf(facts);
        problems = List.copyOf(problems);
    }
}
