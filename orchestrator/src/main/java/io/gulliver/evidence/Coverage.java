package io.gulliver.evidence;

import java.util.List;

/**
 * How much of what a file of this kind can tell it did tell.
 *
 * @param found expected facts that came out
 * @param expected facts that a complete file of the kind gives
 * @param missing names of the expected facts that did not come out
 * @param sections of the file in its order, then the missing ones
 */
public record Coverage(int found, int expected, List<String> missing, List<SectionCoverage> sections) {
    public Coverage {
        missing = List.copyOf(missing);
        sections = List.copyOf(sections);
    }

    /** Compares what was wanted with what was found. */
    public static Coverage of(List<String> expected, List<String> found, List<SectionCoverage> sections) {
        List<String> missing =
                expected.stream().filter(name -> !found.contains(name)).toList();
        return new Coverage(expected.size() - missing.size(), expected.size(), missing, sections);
    }

    /** Whole percent, rounded down, so that 100 means everything. */
    public int percent() {
        return expected == 0 ? 0 : found * 100 / expected;
    }

    /** Names of the sections that no reader knows. */
    public List<String> notUnderstood() {
        return sections.stream()
                .filter(section -> section.state() == SectionCoverage.State.NOT_UNDERSTOOD)
                .map(SectionCoverage::name)
                .toList();
    }
}
