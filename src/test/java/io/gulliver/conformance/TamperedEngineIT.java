package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.people.Access;
import io.gulliver.engine.TemporalProgram;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.service.migration.MigrationService;
import io.gulliver.testing.Attacker;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody else on the machine terminates, resets and deletes runs with Temporal's stock client, in the middle of their
 * work. It is told within a minute, and <em>Take over</em> brings each to its end from the run log.
 */
@Tag("process")
@Timeout(600)
@TakesTurns(TakesTurns.Group.FAILURES)
class TamperedEngineIT {
    private static final Duration TOLD = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Path data;

    @AfterEach
    void leaveNothingBehind() {
        if (data != null) {
            Gulliver.killTemporal(data);
        }
    }

    @Test
    void runsThatSomebodyEndedInTheEngineAreToldAndTakenOverWithoutDoingAnythingTwice() throws IOException {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        data = folder.resolve("data");
        try (Gulliver gulliver = Gulliver.start(data).awaitConnected()) {
            Attacker attacker = new Attacker(TemporalProgram.require(null).path(), gulliver.engineTarget());
            Migration terminated = gulliver.record("conformance-six-stages", "terminated");
            Migration working = gulliver.record("conformance-long-work", "terminated-with-a-job");
            Migration reset = gulliver.record("conformance-six-stages", "reset");
            Migration deleted = gulliver.record("conformance-six-stages", "deleted");
            Map<MigrationId, Long> stops = new LinkedHashMap<>();
            stops.put(terminated.id(), 25L);
            stops.put(working.id(), 5L);
            stops.put(reset.id(), 40L);
            stops.put(deleted.id(), 33L);
            List<String> printed = new CopyOnWriteArrayList<>();
            HoldAt hold = new HoldAt(stops, folder.resolve("visited"), () -> {
                printed.add(attacker.temporal("workflow", "terminate", "-w", workflow(terminated)));
                printed.add(attacker.temporal("workflow", "terminate", "-w", workflow(working)));
                printed.add(attacker.temporal(
                        "workflow", "reset", "-w", workflow(reset), "--type", "FirstWorkflowTask", "--reason", "x"));
                printed.add(attacker.temporal("workflow", "delete", "--yes", "-w", workflow(deleted)));
            });
            gulliver.bean(JournalProbe.class).listen(hold);
            stops.keySet().forEach(id -> gulliver.carry(gulliver.find(id)));
            Gulliver.awaiting(Duration.ofSeconds(120)).until(hold::struck);

            Gulliver.awaiting(TOLD)
                    .untilAsserted(() -> assertThat(stops.keySet())
                            .allSatisfy(id -> assertThat(incidents(gulliver))
                                    .anySatisfy(title ->
                                            assertThat(title).isEqualTo("The engine no longer carries " + id))));
            for (MigrationId id : stops.keySet()) {
                assertThat(gulliver.bean(MigrationService.class)
                                .takeOver(id, "Mia", "ended by somebody in the engine")
                                .generation())
                        .isEqualTo(2);
            }
            gulliver.withPeople();
            gulliver.awaitEnd(stops.keySet(), Duration.ofSeconds(180));
            Records.assertCompleted(gulliver, stops.keySet());
        }
    }

    private static String workflow(Migration run) {
        return WorkflowIds.migration(run.id());
    }

    private static Set<String> incidents(Gulliver gulliver) {
        Set<String> titles = new java.util.TreeSet<>();
        gulliver.stores()
                .tasks()
                .list(TaskQuery.open(TaskQuery.Scope.ALL, "", Access.EVERYTHING))
                .rows()
                .forEach(task -> titles.add(task.title()));
        return titles;
    }
}
