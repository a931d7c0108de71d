package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The stages that every way across shares, and what Data Pump adds to them. */
class SharedStagesTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();
    private static final Playbook SHARED = LIBRARY.find("data-pump", 2).orElseThrow();

    @Test
    void dataPumpIsItsOwnStepsAndFragments() {
        assertThat(SHARED.steps().stream().filter(step -> step.from() == null).map(Step::id))
                .containsExactly(
                        "prepare-source",
                        "check-export",
                        "probe-transfer",
                        "rehearse-export",
                        "rehearse-checksum",
                        "rehearse-transfer",
                        "rehearse-clean-target",
                        "rehearse-clean-source",
                        "export",
                        "checksum",
                        "transfer",
                        "import",
                        "clean-target-staging",
                        "clean-source-staging");
        assertThat(PlaybookListing.fragments(SHARED))
                .containsOnlyKeys(
                        "stages/discovery@v1",
                        "stages/look@v1",
                        "stages/sizing@v1",
                        "stages/landing@v1",
                        "stages/metadata-rehearsal@v1",
                        "stages/ready@v1",
                        "stages/receiving@v1",
                        "stages/quiet@v1",
                        "stages/loaded@v1",
                        "stages/cutover@v1",
                        "stages/close@v1");
    }

    /** Ids are in journals, names of jobs, rehearsals and reports: the same step is called the same in all versions. */
    @Test
    void itsStepsAreCalledAsInTheVersionWithoutFragments() throws IOException {
        Playbook flat = PublishedPlaybooksTest.withdrawn(Path.of("0.1.0", "data-pump", "v1.yaml"));
        assertThat(ids(SHARED)).containsAll(ids(flat));
        assertThat(ids(SHARED).stream().filter(id -> !ids(flat).contains(id)))
                .containsExactly(
                        "accept-cluster",
                        "accept-settings",
                        "acceptance",
                        "accounts",
                        "accounts-by-hand",
                        "accounts-ready",
                        "around",
                        "around-by-hand",
                        "around-done",
                        "around-rest",
                        "break-jobs",
                        "callers",
                        "check-settings",
                        "datapatch",
                        "drop-pre-open",
                        "drop-start",
                        "fence-at-opening",
                        "files",
                        "files-by-hand",
                        "files-done",
                        "findings",
                        "findings-decided",
                        "keep-recovery-area",
                        "keep-size",
                        "lock-accounts",
                        "look-at-cluster",
                        "look-at-settings",
                        "messages",
                        "point",
                        "probe-transfer",
                        "read-only",
                        "readiness",
                        "rehearse-checksum",
                        "rehearse-clean-source",
                        "rehearse-clean-target",
                        "rehearse-export",
                        "rehearse-import",
                        "rehearse-transfer",
                        "rights",
                        "roll-call",
                        "size-files",
                        "source-dictionary",
                        "source-files",
                        "source-state",
                        "stragglers",
                        "target-dictionary",
                        "tell-no-return",
                        "tell-open",
                        "tell-started");
    }

    /** The second method is nine tenths of the first: what it adds of its own is the link and the import over it. */
    @Test
    void dataPumpOverALinkIsTheSameFragmentsAndALink() {
        Playbook linked = LIBRARY.find("data-pump-link", 1).orElseThrow();
        assertThat(linked.steps().stream().filter(step -> step.from() == null).map(Step::id))
                .containsExactly("prepare-source", "link", "import");
        assertThat(PlaybookListing.fragments(linked).keySet())
                .isEqualTo(PlaybookListing.fragments(SHARED).keySet());
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
