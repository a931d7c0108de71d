package io.gulliver.workflow.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.interpreter.Transitions;
import io.gulliver.testing.Seeds;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Histories of real runs must replay: else a new version of Gulliver would stop migrations that are under way. Those of
 * each release stay in a folder of its number and are replayed for as long as runs of it may be open.
 */
class MigrationWorkflowReplayTest {
    private static final int SCHEDULES = 3000;

    /** One for all: each story is replayed on a worker of its own, and none of them is started. */
    private static TestWorkflowEnvironment environment;

    private static int workers;

    @BeforeAll
    static void start() {
        environment = PlainHistories.environment();
    }

    @AfterAll
    static void stop() {
        environment.close();
    }

    private static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(
                            MigrationWorkflowReplayTest.class.getResource("/histories"),
                            "No recorded histories on the class path")
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> stories() throws IOException {
        try (Stream<Path> files = Files.walk(folder())) {
            return files.map(file -> folder().relativize(file).toString())
                    .filter(name -> name.matches("[0-9.]+/migration/[^/]+[.]json"))
                    .sorted()
                    .toList();
        }
    }

    private void replay(String story, Class<?> workflow) throws Exception {
        // A busy machine is not a deadlock.
        Worker worker = environment.newWorker(
                "replay-" + ++workers,
                WorkerOptions.newBuilder()
                        .setDefaultDeadlockDetectionTimeout(60_000)
                        .build());
        worker.registerWorkflowImplementationTypes(workflow);
        WorkflowReplayer.replayWorkflowExecution(
                WorkflowExecutionHistory.fromJson(Files.readString(folder().resolve(story))), worker);
    }

    @ParameterizedTest
    @MethodSource("stories")
    void replays(String story) throws Exception {
        replay(story, MigrationWorkflowImpl.class);
    }

    @Test
    void aChangedWorkflowDoesNotReplay() {
        assertThatThrownBy(() -> replay("0.1.0/migration/shapes.json", BrokenMigrationWorkflow.class))
                .hasStackTraceContaining("NonDeterministicException");
    }

    /**
     * What random schedules take and no history does must be on the reviewed list beside the histories, and nothing else
     * may be: so a new transition asks for a history by name. A short run sees fewer of them, and only looks at those.
     */
    @Test
    void everyTransitionHasAHistoryOrIsOnTheReviewedList() throws Exception {
        ListeningMigrationWorkflow.SEEN.clear();
        for (String story : stories()) {
            replay(story, ListeningMigrationWorkflow.class);
        }
        Set<String> missing = new TreeSet<>(Transitions.ofRandomSchedules(Seeds.many(SCHEDULES)));
        assertThat(missing).as("transitions that random schedules take").hasSizeGreaterThan(60);
        missing.removeAll(ListeningMigrationWorkflow.SEEN);
        Set<String> reviewed = new TreeSet<>();
        for (String line : Files.readAllLines(folder().resolve("without-history.txt"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                reviewed.add(line);
            }
        }
        assertThat(missing)
                .as("transitions without a history: record one with RecordHistories or RecordRandomHistories, or add"
                        + " the line to without-history.txt and say why in the review")
                .isSubsetOf(reviewed);
        if (Seeds.many(SCHEDULES) >= SCHEDULES) {
            assertThat(reviewed)
                    .as("listed as without history; there is one now, or random schedules no longer take it: take the"
                            + " line away")
                    .isSubsetOf(missing);
        }
    }
}
