package io.gulliver.persistence;

import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.EngineTask;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalChain;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.view.CommandState;
import io.gulliver.testing.Atlas;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the journal promises: one transaction, every projection, the newest generation alone. */
class JournalStoreTest extends StoreContract {

    private static final Instant BEGUN = Instant.parse("2026-03-01T09:00:00Z");

    /** By the first workflow task of a run of the engine; runs begin in the order of their names. */
    private static JournalBatch by(String engineRun, Migration m, int generation, JournalEntry... entries) {
        return by(engineRun, 3, 0, m, generation, entries);
    }

    /** By a workflow task that began so many events into the history of its run, at that second. */
    private static JournalBatch by(
            String engineRun, long history, int second, Migration m, int generation, JournalEntry... entries) {
        Instant started = BEGUN.plusSeconds(engineRun.charAt(engineRun.length() - 1));
        return new JournalBatch(
                m.id(),
                generation,
                List.of(entries),
                engineRun,
                new EngineTask(started, history, started.plusSeconds(second)));
    }

    /** An event as a workflow task that began at that second writes it. */
    private static JournalEntry at(int second, long seq, String step) {
        return new JournalEntry(
                seq,
                BEGUN.plusSeconds(second),
                "step " + step,
                run(step, StepState.RUNNING),
                null,
                null,
                List.of(),
                null);
    }

    /**
     * A worker was too slow for the engine, which gave its workflow task to another one; both write, and their flushes
     * arrive in any order. Whoever is refused tries again, as a workflow does.
     */
    @TestFactory
    Stream<DynamicTest> whatALostWorkflowTaskWritesIsNeverMixedWithWhatHappened() {
        return orders().map(order -> DynamicTest.dynamicTest(order, () -> inOrder(order)));
    }

    /** Every order in which three flushes of the older task and three of the newer one can arrive. */
    private static Stream<String> orders() {
        List<String> orders = new ArrayList<>();
        for (int bits = 0; bits < 64; bits++) {
            if (Integer.bitCount(bits) == 3) {
                StringBuilder order = new StringBuilder();
                for (int place = 0; place < 6; place++) {
                    order.append((bits >> place & 1) == 1 ? 'n' : 'o');
                }
                orders.add(order.toString());
            }
        }
        return orders.stream();
    }

    private void inOrder(String order) {
        Migration m = Atlas.migration(stores);
        JournalEntry common = at(1, 1, "discover");
        stores.journal().flush(by("run-a", 3, 1, m, 1, common));
        Deque<JournalBatch> old = new ArrayDeque<>(List.of(
                by("run-a", 7, 10, m, 1, at(10, 2, "build"), at(10, 3, "copy")),
                by("run-a", 7, 10, m, 1, at(10, 4, "sign")),
                by("run-a", 7, 10, m, 1, at(10, 5, "scan"), at(10, 6, "decide"))));
        List<JournalEntry> happened =
                List.of(at(12, 2, "sign"), at(12, 3, "build"), at(12, 4, "copy"), at(12, 5, "scan"));
        Deque<JournalBatch> next = new ArrayDeque<>(List.of(
                by("run-a", 7, 12, m, 1, happened.get(0)),
                by("run-a", 7, 12, m, 1, happened.get(1), happened.get(2)),
                by("run-a", 7, 12, m, 1, happened.get(3))));
        for (char who : order.toCharArray()) {
            if (who == 'n') {
                stores.journal().flush(next.removeFirst());
            } else {
                try {
                    stores.journal().flush(old.getFirst());
                    old.removeFirst();
                } catch (LostTaskException refused) {
                    // tried again: its place in the order is used up
                }
            }
        }
        JournalChain chain = new JournalChain().add(common);
        happened.forEach(chain::add);
        assertThat(stores.journal().chain(m.id(), 1, 0, 1000))
                .as(log(m).toString())
                .isEqualTo(chain.hash());
        assertThat(stores.migrations().require(m.id()).lastSeq()).isEqualTo(5);
        assertThat(stores.migrations().steps(m.id()))
                .filteredOn(row -> row.run().key().equals(StepKey.of("decide")))
                .allSatisfy(row -> assertThat(row.run().state()).isEqualTo(StepState.PENDING));
    }

    @Test
    void theLaterWorkflowTaskIsKnownEvenIfAllThatItWritesStandsThere() {
        Migration m = Atlas.migration(stores);
        JournalEntry both = at(1, 1, "discover");
        stores.journal().flush(by("run-a", 3, 10, m, 1, both));
        stores.journal().flush(by("run-a", 3, 12, m, 1, both));
        assertThatThrownBy(() -> stores.journal().flush(by("run-a", 3, 10, m, 1, at(10, 2, "build"))))
                .isInstanceOf(LostTaskException.class)
                .hasMessageContaining("was given out again");
    }

    /** A reset run has the first event of the one that it was made of, with its time. */
    @Test
    void aRunThatWasResetGoesOnBehindWhatIsWritten() {
        Migration m = Atlas.migration(stores);
        JournalBatch first = by("run-a", 40, 10, m, 1, at(1, 1, "discover"));
        Instant began = Objects.requireNonNull(first.task()).runStarted();
        stores.journal().flush(first);
        EngineTask reset = new EngineTask(began, 12, began.plusSeconds(60));
        stores.journal().flush(new JournalBatch(m.id(), 1, List.of(at(2, 2, "build")), "run-r", reset));
        assertThat(stores.migrations().require(m.id()).lastSeq()).isEqualTo(2);
        assertThatThrownBy(() -> stores.journal().flush(by("run-a", 40, 10, m, 1, at(3, 2, "copy"))))
                .isInstanceOf(StaleGenerationException.class)
                .hasMessageContaining("run run-a begins again at event 2");
    }

    @Test
    void aRunThatWasLeftByContinueAsNewNeverWritesBehindTheNextOne() {
        Migration m = Atlas.migration(stores);
        stores.journal().flush(by("run-a", m, 1, at(1, 1, "discover")));
        stores.journal().flush(by("run-b", m, 1, at(2, 2, "build")));
        assertThatThrownBy(() -> stores.journal().flush(by("run-a", m, 1, at(3, 3, "copy"))))
                .isInstanceOf(StaleGenerationException.class)
                .hasMessageContaining("went on in run run-b");
        stores.journal().flush(by("run-b", m, 1, at(4, 3, "sign")));
    }

    @Test
    void refusesARunOfTheEngineThatBeginsAgainInThePast() {
        Migration m = Atlas.migration(stores);
        JournalEntry first = entry(1, run("discover", StepState.RUNNING));
        JournalEntry second = entry(2, run("discover", StepState.DONE));
        stores.journal().flush(by("run-a", m, 1, first, second));

        assertThatThrownBy(() -> stores.journal().flush(by("run-b", m, 1, entry(1, run("build", StepState.RUNNING)))))
                .isInstanceOf(StaleGenerationException.class)
                .hasMessageContaining("run run-b begins again at event 1");
        assertThat(stores.journal().loadState(m.id()).steps())
                .filteredOn(step -> step.state() != StepState.PENDING)
                .extracting(step -> step.key().toString() + " " + step.state())
                .containsExactly("discover DONE");

        stores.journal().flush(by("run-a", m, 1, entry(3, run("build", StepState.RUNNING))));
    }

    @Test
    void letsTheSameRunOfTheEngineWriteAgainAfterALostWorkflowTask() {
        Migration m = Atlas.migration(stores);
        stores.journal().flush(by("run-a", m, 1, entry(1, run("discover", StepState.RUNNING))));
        stores.journal().flush(by("run-a", m, 1, entry(1, run("build", StepState.RUNNING))));
    }

    @Test
    void letsContinueAsNewGoOnBehindTheLastEvent() {
        Migration m = Atlas.migration(stores);
        JournalEntry first = entry(1, run("discover", StepState.RUNNING));
        stores.journal().flush(by("run-a", m, 1, first));
        // The flush was done and its answer lost: the next run carries the entry and writes it again.
        stores.journal().flush(by("run-b", m, 1, first, entry(2, run("discover", StepState.DONE))));
        stores.journal().flush(by("run-c", m, 1, entry(3, run("build", StepState.RUNNING))));
        assertThatThrownBy(() -> stores.journal().flush(by("run-b", m, 1, entry(3, run("build", StepState.DONE)))))
                .isInstanceOf(StaleGenerationException.class);
    }

    @Test
    void theNextGenerationIsWrittenByARunOfItsOwn() {
        Migration m = Atlas.migration(stores);
        stores.journal().flush(by("run-a", m, 1, entry(1, run("discover", StepState.RUNNING))));
        stores.migrations().startNextGeneration(m.id(), 1, "engine-2", "ana");
        stores.journal().flush(by("run-x", m, 2, entry(1, run("discover", StepState.DONE))));
        assertThatThrownBy(() -> stores.journal().flush(by("run-a", m, 1, entry(2, run("build", StepState.DONE)))))
                .isInstanceOf(StaleGenerationException.class);
    }

    @Test
    void givesBackEveryStepInPlanOrderWithItemsBehindTheirStep() {
        Migration m = Atlas.migration(stores);
        StepRun fanned = fannedOut("build", "z", "a");
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        entry(1, run("discover", StepState.DONE)),
                        entry(2, fanned),
                        entry(3, run("build[a]", StepState.RUNNING)),
                        entry(4, run("build[z]", StepState.RUNNING))));

        MigrationState state = stores.journal().loadState(m.id());

        assertThat(state.steps())
                .extracting(s -> s.key().toString())
                .containsExactly("discover", "build", "build[z]", "build[a]", "sign", "copy", "scan", "decide");
        assertThat(state.steps().get(0)).isEqualTo(run("discover", StepState.DONE));
        assertThat(state.control().seq()).isEqualTo(4);
        assertThat(state.control().generation()).isEqualTo(1);
    }

    @Test
    void everyItemHasItsRowFromTheFanOutOnAlsoWhileItWaitsForItsTurn() {
        Migration m = Atlas.migration(stores);
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        entry(1, fannedOut("build", "z", "a", "m")),
                        entry(2, run("build[z]", StepState.RUNNING))));

        assertThat(items(m)).containsExactly("build[z] RUNNING", "build[a] PENDING", "build[m] PENDING");
        MigrationState engine = stores.journal().loadState(m.id());

        // another timeline took the event behind the fan-out
        stores.journal().flush(batch(m.id(), 1, entry(2, run("build[a]", StepState.RUNNING))));
        assertThat(items(m)).containsExactly("build[z] PENDING", "build[a] RUNNING", "build[m] PENDING");

        // and the reconciler writes them from the engine's state
        assertThat(stores.journal().rewrite(m.id(), engine, 2)).isTrue();
        assertThat(items(m)).containsExactly("build[z] RUNNING", "build[a] PENDING", "build[m] PENDING");
    }

    private List<String> items(Migration m) {
        return stores.migrations().steps(m.id()).stream()
                .filter(row -> row.run().key().item() != null)
                .map(row -> row.run().key() + " " + row.run().state())
                .toList();
    }

    private static StepRun fannedOut(String step, String... items) {
        return new StepRun(
                StepKey.of(step),
                StepState.FANNED_OUT,
                0,
                1,
                1,
                0,
                0,
                Map.of(),
                Map.of(),
                List.of(items),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                0,
                0,
                0,
                null,
                null);
    }

    @Test
    void writingTheSameBatchAgainChangesNothing() {
        Migration m = Atlas.migration(stores);
        var first = batch(
                m.id(),
                1,
                entry(1, run("sign", StepState.WAITING_PERSON)),
                entry(2, run("discover", StepState.RUNNING)));
        stores.journal().flush(first);
        Task task = stores.tasks().open(m.id(), StepKey.of("sign")).orElseThrow();
        stores.journal().flush(batch(m.id(), 1, entry(3, run("discover", StepState.DONE))));

        stores.journal().flush(first);

        assertThat(stores.journal().entries(m.id(), null, 0, 10))
                .extracting(r -> r.seq())
                .containsExactly(1L, 2L, 3L);
        assertThat(stores.migrations()
                        .step(m.id(), StepKey.of("discover"))
                        .orElseThrow()
                        .run()
                        .state())
                .as("an older snapshot written again must not win")
                .isEqualTo(StepState.DONE);
        assertThat(stores.tasks().open(m.id(), StepKey.of("sign"))).contains(task);
    }

    @Test
    void refusesAnOlderGenerationAndWritesNothingOfIt() {
        Migration m = Atlas.migration(stores);
        stores.journal().flush(batch(m.id(), 1, entry(1, run("discover", StepState.RUNNING))));
        stores.migrations().startNextGeneration(m.id(), 1, "cluster-b", "start");

        assertThatThrownBy(() -> stores.journal().flush(batch(m.id(), 1, entry(2, run("discover", StepState.DONE)))))
                .isInstanceOf(StaleGenerationException.class)
                .hasMessageContaining("generation 2");

        assertThatThrownBy(() -> stores.journal().admit(m.id(), 1)).isInstanceOf(StaleGenerationException.class);
        stores.journal().admit(m.id(), 2);
        assertThat(stores.journal().entries(m.id(), null, 0, 10)).hasSize(1);
        stores.journal().flush(batch(m.id(), 2, entry(2, run("discover", StepState.AWAITING))));
        assertThat(stores.journal().loadState(m.id()).steps().get(0).state()).isEqualTo(StepState.AWAITING);
    }

    @Test
    void opensATaskWhenAPersonMustActAndClosesItAfter() {
        Migration m = Atlas.migration(stores);
        stores.journal().flush(batch(m.id(), 1, entry(1, run("sign", StepState.WAITING_PERSON))));
        Task task = stores.tasks().open(m.id(), StepKey.of("sign")).orElseThrow();
        assertThat(task.kind()).isEqualTo(TaskKind.TASK);
        assertThat(task.role()).isEqualTo("dba");
        assertThat(task.title()).isEqualTo("Title of sign");
        assertThat(task.blocks()).as("copy and decide wait for it").isEqualTo(2);

        stores.journal().flush(batch(m.id(), 1, entry(2, run("sign", StepState.DONE))));

        assertThat(stores.tasks().open(m.id(), StepKey.of("sign"))).isEmpty();
        assertThat(stores.tasks().find(task.id()).orElseThrow().outcome()).isEqualTo("DONE");
    }

    @Test
    void asksForAttentionWithCauseAndAdviceWhenAStepParks() {
        Migration m = Atlas.migration(stores);
        StepRun p = run("copy", StepState.PARKED);
        StepRun parked = new StepRun(
                p.key(),
                p.state(),
                3,
                1,
                1,
                3,
                1,
                p.inputs(),
                p.outputs(),
                null,
                null,
                FailureCode.JOB_FAILED.with("expdp ended with 5.", "Read the log, then retry."),
                null,
                null,
                null,
                p.startedAt(),
                null,
                null,
                0,
                1,
                0,
                null,
                null);
        stores.journal().flush(batch(m.id(), 1, entry(1, parked)));

        Task task = stores.tasks().open(m.id(), StepKey.of("copy")).orElseThrow();

        assertThat(task.kind()).isEqualTo(TaskKind.ATTENTION);
        assertThat(task.detail()).isEqualTo("expdp ended with 5. Read the log, then retry.");
    }

    @Test
    void aGateThatOpensAgainInOneBatchStartsWithoutOldApprovals() {
        Migration m = Atlas.migration(stores);
        stores.journal().flush(batch(m.id(), 1, entry(1, run("decide", StepState.WAITING_PERSON))));
        stores.commands().record(Atlas.command(m.id(), m.id() + "-a", Verb.DECIDE, "decide", "approve", Atlas.ANA));
        Task first = stores.tasks().open(m.id(), StepKey.of("decide")).orElseThrow();
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        entry(2, run("decide", StepState.PARKED)),
                        entry(3, run("decide", StepState.WAITING_PERSON))));

        Task second = stores.tasks().open(m.id(), StepKey.of("decide")).orElseThrow();

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(stores.tasks().approvals(second.id())).isEmpty();
    }

    @Test
    void linksEvidenceAndLeavesCommandsToTheEngine() {
        Migration m = Atlas.migration(stores);
        stores.commands().record(Atlas.command(m.id(), m.id() + "-p", Verb.PAUSE, null, null, Atlas.ANA));
        EvidenceRef ref = new EvidenceRef("copy.par", "script", "b".repeat(64), 12);
        JournalEntry entry = new JournalEntry(
                1,
                clock.instant(),
                "paused",
                run("copy", StepState.RUNNING),
                Atlas.control(1, 1, RunMode.PAUSING, null),
                new CommandOutcome(m.id() + "-p", true, "Pauses after the open steps."),
                List.of(ref),
                null);

        stores.journal().flush(batch(m.id(), 1, entry));
        stores.journal().flush(batch(m.id(), 1, entry));

        assertThat(stores.commands().find(m.id() + "-p").orElseThrow().state())
                .as("the flush commits before the engine's history holds the command")
                .isEqualTo(CommandState.RECORDED);
        assertThat(stores.evidence().list(m.id(), StepKey.of("copy")))
                .singleElement()
                .satisfies(row -> assertThat(row.ref()).isEqualTo(ref))
                .satisfies(row -> assertThat(row.kept()).isFalse());
        assertThat(stores.migrations().require(m.id()).mode()).isEqualTo(RunMode.PAUSING);
    }

    private static JournalEntry applied(long seq, String command) {
        return new JournalEntry(
                seq,
                Instant.parse("2026-03-01T10:00:00Z").plusSeconds(seq),
                JournalEntry.COMMAND_APPLIED,
                null,
                null,
                new CommandOutcome(command, true, "Done."),
                List.of(),
                "Done.");
    }

    private long replaced(Migration m) {
        return database.jdbc()
                .sql("select count(*) from journal where migration = :id and replaced > 0")
                .param("id", m.id().value())
                .query(Long.class)
                .single();
    }

    private List<String> log(Migration m) {
        return stores.journal().entries(m.id(), null, 0, 100).stream()
                .map(row -> row.seq() + " " + row.event())
                .toList();
    }

    @Test
    void keepsWhatAnotherTimelineWroteAndMakesTheProjectionsAgain() {
        Migration m = Atlas.migration(stores);
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        entry(1, run("sign", StepState.WAITING_PERSON)),
                        entry(2, run("scan", StepState.RUNNING))));
        // a workflow task that the engine lost: the approval and what it set going
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        entry(3, run("sign", StepState.DONE)),
                        applied(4, m.id() + "-lost"),
                        entry(5, run("copy", StepState.RUNNING))));

        stores.journal().flush(batch(m.id(), 1, entry(3, run("scan", StepState.DONE))));

        assertThat(log(m)).containsExactly("1 step WAITING_PERSON", "2 step RUNNING", "3 step DONE");
        assertThat(replaced(m)).isEqualTo(3);
        assertThat(stores.tasks().open(m.id(), StepKey.of("sign"))).isPresent();
        assertThat(stores.journal().loadState(m.id()).steps())
                .filteredOn(step -> step.state() != StepState.PENDING)
                .extracting(step -> step.key() + " " + step.state())
                .containsExactlyInAnyOrder("sign WAITING_PERSON", "scan DONE");
        assertThat(stores.journal().outcome(m.id(), m.id() + "-lost")).isEmpty();
        assertThat(stores.migrations().require(m.id()).lastSeq()).isEqualTo(3);
        assertThat(stores.audit().list("atlas", "migration/" + m.id(), null, 10).rows())
                .anySatisfy(row -> assertThat(row.event().action()).isEqualTo("journal.replaced"));
    }

    @Test
    void anEndThatTheEngineLostIsTakenBack() {
        Migration m = Atlas.migration(stores);
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        new JournalEntry(
                                1,
                                clock.instant(),
                                "migration started",
                                null,
                                Atlas.control(1, 1, RunMode.RUNNING, null),
                                null,
                                List.of(),
                                null),
                        entry(2, run("sign", StepState.WAITING_PERSON))));
        stores.journal().flush(batch(m.id(), 1, Atlas.ended(3, 1)));

        stores.journal().flush(batch(m.id(), 1, entry(3, run("scan", StepState.RUNNING))));

        Migration goesOn = stores.migrations().require(m.id());
        assertThat(goesOn.mode()).isEqualTo(RunMode.RUNNING);
        assertThat(goesOn.endedAt()).isNull();
        assertThat(goesOn.outcome()).isNull();
        assertThat(stores.tasks().open(m.id(), StepKey.of("sign"))).isPresent();
        assertThatThrownBy(() -> Atlas.migration(stores, m.database())).isInstanceOf(AlreadyRunningException.class);
    }

    @Test
    void theEnginesStateRewritesAJournalThatIsAheadOfIt() {
        Migration m = Atlas.migration(stores);
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        entry(1, run("sign", StepState.WAITING_PERSON)),
                        entry(2, run("scan", StepState.WAITING_SLOT))));
        MigrationState engine = stores.journal().loadState(m.id());
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        entry(3, run("sign", StepState.DONE)),
                        entry(4, run("scan", StepState.RUNNING)),
                        applied(5, m.id() + "-lost")));

        assertThat(stores.journal().rewrite(m.id(), engine, 4))
                .as("the journal has moved on since")
                .isFalse();
        assertThat(stores.journal().rewrite(m.id(), engine, 5)).isTrue();

        assertThat(stores.journal().loadState(m.id())).isEqualTo(engine);
        assertThat(stores.tasks().open(m.id(), StepKey.of("sign"))).isPresent();
        assertThat(log(m)).hasSize(2);
        assertThat(replaced(m)).isEqualTo(3);
        stores.journal().flush(batch(m.id(), 1, entry(3, run("scan", StepState.RUNNING))));
        assertThat(stores.migrations()
                        .step(m.id(), StepKey.of("scan"))
                        .orElseThrow()
                        .run()
                        .state())
                .isEqualTo(StepState.RUNNING);
    }

    @Test
    void remembersAcrossATakeOverWhichCommandsItHolds() {
        Migration m = Atlas.migration(stores);
        stores.journal()
                .flush(batch(m.id(), 1, entry(1, run("scan", StepState.RUNNING)), applied(2, "a"), applied(3, "b")));

        assertThat(stores.journal().loadState(m.id()).control().recentCommands())
                .containsExactly("a", "b");
        assertThat(stores.journal().outcome(m.id(), "b")).contains(new CommandOutcome("b", true, "Done."));
    }

    @Test
    void endingClosesTasksAndFreesLeases() {
        Migration m = Atlas.migration(stores);
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        entry(1, run("copy", StepState.WAITING_SLOT)),
                        entry(2, run("sign", StepState.WAITING_PERSON))));
        stores.journal().flush(batch(m.id(), 1, Atlas.ended(3, 1)));

        Migration ended = stores.migrations().require(m.id());
        assertThat(ended.outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(ended.endedAt()).isEqualTo(Instant.parse("2026-03-01T10:00:03Z"));
        assertThat(stores.tasks().open(m.id(), StepKey.of("sign"))).isEmpty();
        assertThat(stores.leases().requests("array"))
                .noneMatch(r -> r.migration().equals(m.id()));
    }

    @Test
    void aParkedStepKeepsItsLeaseWhileItsJobMayRunAndOnlyThen() {
        Migration m = Atlas.migration(stores);
        stores.journal().flush(batch(m.id(), 1, entry(1, run("copy", StepState.WAITING_SLOT))));
        stores.journal().flush(batch(m.id(), 1, entry(2, holding(run("copy", StepState.PARKED)))));
        assertThat(stores.leases().requests("array"))
                .anyMatch(r -> r.migration().equals(m.id()));
        stores.journal().flush(batch(m.id(), 1, entry(3, run("copy", StepState.PARKED))));
        assertThat(stores.leases().requests("array"))
                .noneMatch(r -> r.migration().equals(m.id()));
    }

    private static StepRun holding(StepRun run) {
        return new StepRun(
                run.key(),
                run.state(),
                run.attempt(),
                run.iteration(),
                run.round(),
                run.failures(),
                run.order(),
                run.inputs(),
                run.outputs(),
                run.items(),
                run.job(),
                FailureCode.UNREACHABLE.with("The host does not answer.", "See the network."),
                run.reason(),
                run.progress(),
                run.wakeAt(),
                run.startedAt(),
                run.endedAt(),
                run.waitedSince(),
                run.waitedSeconds(),
                run.factsVersion(),
                run.losses(),
                true,
                null);
    }

    @Test
    void refusesAMigrationItDoesNotKnow() {
        assertThatThrownBy(() -> stores.journal()
                        .flush(batch(new MigrationId("nobody"), 1, entry(1, run("sign", StepState.DONE)))))
                .isInstanceOf(UnknownRowException.class);
    }

    @Test
    void keepsACarriedStateUnderItsHash() {
        Migration m = Atlas.migration(stores);
        MigrationState state = stores.journal().loadState(m.id());
        String hash = stores.journal().saveCarried(m.id(), state);

        assertThat(stores.journal().saveCarried(m.id(), state)).isEqualTo(hash);
        assertThat(stores.journal().loadCarried(m.id(), hash)).isEqualTo(state);
        assertThatThrownBy(() -> stores.journal().loadCarried(m.id(), "0".repeat(64)))
                .isInstanceOf(UnknownRowException.class);
    }

    @Test
    void flushesOfOneMigrationAtOnceKeepEveryEntry() throws Exception {
        Migration m = Atlas.migration(stores);
        List<java.util.concurrent.Callable<Boolean>> work = new java.util.ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            long seq = i;
            work.add(() -> {
                stores.journal().flush(batch(m.id(), 1, entry(seq, run("build[i" + seq + "]", StepState.RUNNING))));
                return true;
            });
        }
        atOnce(work);
        assertThat(stores.journal().entries(m.id(), null, 0, 100)).hasSize(8);
        assertThat(stores.migrations().require(m.id()).lastSeq()).isEqualTo(8);
    }
}
