package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The stages that every way across shares, and what Data Pump adds to them. */
class SharedStagesTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();
    private static final Playbook FLAT = LIBRARY.find("data-pump", 1).orElseThrow();
    private static final Playbook SHARED = LIBRARY.find("data-pump", 2).orElseThrow();

    @Test
    void dataPumpIsItsOwnStepsAndFragments() {
        assertThat(SHARED.steps().stream().filter(step -> step.from() == null).map(Step::id))
                .containsExactly(
                        "tablespaces",
                        "prepare-target",
                        "prepare-source",
                        "check-export",
                        "quiesce",
                        "point",
                        "export",
                        "checksum",
                        "transfer",
                        "import",
                        "grants",
                        "grants-by-hand",
                        "grants-given",
                        "compile",
                        "statistics",
                        "clean-target-staging",
                        "clean-source-staging");
        assertThat(PlaybookListing.fragments(SHARED))
                .containsOnlyKeys(
                        "stages/discovery@v1",
                        "stages/sizing@v1",
                        "stages/landing@v1",
                        "stages/ready@v1",
                        "stages/cutover@v1",
                        "stages/close@v1");
    }

    /** Ids are in journals, names of jobs, rehearsals and reports: the same step is called the same in all methods. */
    @Test
    void itsStepsAreCalledAsInTheVersionWithoutFragments() {
        assertThat(ids(SHARED))
                .containsAll(ids(FLAT))
                .hasSize(ids(FLAT).size() + 1)
                .contains("point");
    }

    /** Nothing else was changed on the way: what both versions run is the same work in the same order. */
    @Test
    void itSaysWhatTheVersionWithoutFragmentsSays() {
        List<String> said = PlaybookDifference.between(FLAT, SHARED);
        assertThat(said.stream().filter(line -> !line.contains(" come from stages/")))
                .containsExactly(
                        "Step size-fresh: input sized_by was size-target, is ${steps.size-target.id}",
                        "Step rehearsed: its instructions are written anew",
                        "Step hold: hold is new, source-work",
                        "Step release: release is new, source-work");
    }

    private static Set<String> ids(Playbook playbook) {
        return playbook.steps().stream().map(Step::id).collect(Collectors.toCollection(TreeSet::new));
    }
}
