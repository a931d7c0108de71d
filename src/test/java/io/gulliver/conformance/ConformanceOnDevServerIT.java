package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.playbook.PlaybookLibrary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The conformance playbooks, carried by the real engine into the real store. */
@Timeout(300)
@Tag("process")
class ConformanceOnDevServerIT {
    @Test
    void everyPlaybookRunsToItsEndAndContinuedAsNewAfterEveryEventToTheSame(@TempDir Path data) {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        try (Gulliver gulliver = Gulliver.start(data).awaitConnected().withPeople()) {
            assertThat(gulliver.bean(PlaybookLibrary.class).playbooks())
                    .extracting(p -> p.name())
                    .filteredOn(name -> name.startsWith("conformance-"))
                    .as("no conformance playbook is left out")
                    .containsExactlyInAnyOrderElementsOf(Gulliver.PLAYBOOKS);
            List<MigrationId> whole = new ArrayList<>();
            List<MigrationId> continued = new ArrayList<>();
            for (String playbook : Gulliver.PLAYBOOKS) {
                whole.add(gulliver.run(playbook, playbook + "-whole").id());
                Migration run = gulliver.record(playbook, playbook + "-continued");
                gulliver.carryContinuing(run, 1);
                continued.add(run.id());
            }
            gulliver.awaitEnd(whole, Duration.ofSeconds(150));
            gulliver.awaitEnd(continued, Duration.ofSeconds(150));
            Records.assertCompleted(gulliver, whole);
            Records.assertCompleted(gulliver, continued);
            for (int i = 0; i < whole.size(); i++) {
                assertThat(Records.ends(gulliver, continued.get(i)))
                        .as(Gulliver.PLAYBOOKS.get(i))
                        .isEqualTo(Records.ends(gulliver, whole.get(i)));
                assertThat(runs(gulliver, continued.get(i)))
                        .as("runs of %s in the engine", Gulliver.PLAYBOOKS.get(i))
                        .isGreaterThan(Records.ends(gulliver, continued.get(i)).size());
            }
        }
    }

    /** How many runs the engine's chain of one migration has. */
    private static int runs(Gulliver gulliver, MigrationId id) {
        String workflow = WorkflowIds.migration(id);
        String run = null;
        int runs = 0;
        do {
            var first = gulliver.connector()
                    .client()
                    .fetchHistory(workflow, run)
                    .getEvents()
                    .get(0);
            run = first.getWorkflowExecutionStartedEventAttributes().getContinuedExecutionRunId();
            runs++;
        } while (!run.isEmpty());
        return runs;
    }
}
