package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** Beside its fragments it tells rehearsal from production, takes the point of the export, and holds what it releases. */
    @Test
    void whatItSaysOtherwiseThanTheVersionWithoutFragmentsIsKnown() {
        List<String> said = PlaybookDifference.between(FLAT, SHARED);
        assertThat(said.stream()
                        .filter(line -> !line.contains(" come from stages/"))
                        .filter(line -> !line.endsWith(" is in production alone now, was in every run")))
                .containsExactly(
                        "The playbook: its description is written anew",
                        "Step point is new: Take the point of the export (movement.consistent-point, after quiesce)",
                        "Step keep-size: input gate was accept-size, is ${steps.accept-size.id}",
                        "Step size-fresh: input sized_by was size-target, is ${steps.size-target.id}",
                        "Step rehearsed: its instructions are written anew",
                        "Step hold: hold is new, source-work",
                        "Step export also waits for point",
                        "Step export no longer waits for quiesce",
                        "Step export: input scn was ${steps.quiesce.outputs.scn}, is ${steps.point.outputs.scn}",
                        "Step release: release is new, source-work");
    }

    /** A fragment that nobody includes is checked by nobody. */
    @Test
    void everyFragmentIsPartOfAPlaybook() throws Exception {
        Set<String> used = new TreeSet<>();
        LIBRARY.playbooks()
                .forEach(playbook ->
                        used.addAll(PlaybookListing.fragments(playbook).keySet()));
        Set<String> there = new TreeSet<>();
        Path stages = Path.of("..", "playbooks");
        try (Stream<Path> files = java.nio.file.Files.walk(stages.resolve("stages"))) {
            files.filter(java.nio.file.Files::isRegularFile)
                    .forEach(file -> there.add(stages.relativize(file)
                            .toString()
                            .replace('\\', '/')
                            .replace("/v", "@v")
                            .replace(".yaml", "")));
        }
        assertThat(there).isNotEmpty().isEqualTo(used);
    }

    private static Set<String> ids(Playbook playbook) {
        return playbook.steps().stream().map(Step::id).collect(Collectors.toCollection(TreeSet::new));
    }
}
