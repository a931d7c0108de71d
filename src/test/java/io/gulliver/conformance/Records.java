package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.conformance.ConformanceLedger;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.JournalMark;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.CommandState;
import io.gulliver.persistence.view.JournalRow;
import io.gulliver.persistence.view.StepRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Holds the three records of a run against each other: the journal, the outside world's ledger, Temporal's history. */
final class Records {
    private Records() {}

    /** The whole run log for the message of a failing proof. */
    static String describe(Gulliver gulliver, MigrationId id) {
        return id + " " + gulliver.find(id).mode() + "\n"
                + journal(gulliver, id).stream()
                        .map(row -> row.generation() + "/" + row.seq() + " " + row.at() + " " + row.event() + " "
                                + row.step() + " " + row.state() + " " + row.message())
                        .collect(Collectors.joining("\n"));
    }

    static List<JournalRow> journal(Gulliver gulliver, MigrationId id) {
        return gulliver.stores().journal().entries(id, null, 0, 100_000);
    }

    /** What each step became, items behind their step. */
    static Map<StepKey, StepState> ends(Gulliver gulliver, MigrationId id) {
        Map<StepKey, StepState> ends = new TreeMap<>();
        for (StepRow row : gulliver.stores().migrations().steps(id)) {
            ends.put(row.run().key(), row.run().state());
        }
        return ends;
    }

    /** Effects of a run as {@code effect kind object}, oldest first; equal ones are the same act done twice. */
    static List<String> effects(Gulliver gulliver, MigrationId id) {
        return gulliver.ledger().entries().stream()
                .filter(entry -> entry.migration().equals(id.value()))
                .map(entry -> entry.effect() + " " + entry.kind() + " " + entry.object())
                .toList();
    }

    /** The one step of the conformance playbooks that is undone before it runs again ({@code rerun: afterUndo}). */
    private static final String CLEARED_FIRST = "again";

    /**
     * Nothing was made twice: not even something that was removed in between. Only a step that is undone before it runs
     * again makes its thing once more for each time that it was cleared up.
     */
    static void assertEachEffectOnce(Gulliver gulliver, Collection<MigrationId> ids) {
        List<ConformanceLedger.Entry> entries = gulliver.ledger().entries().stream()
                .filter(entry -> ids.contains(new MigrationId(entry.migration())))
                .toList();
        Map<String, Long> counts = entries.stream()
                .filter(entry -> !entry.step().equals(CLEARED_FIRST))
                .collect(Collectors.groupingBy(
                        entry -> entry.migration() + ": " + entry.effect() + " " + entry.kind() + " " + entry.object(),
                        TreeMap::new,
                        Collectors.counting()));
        assertThat(counts)
                .as("each effect once")
                .allSatisfy((effect, count) -> assertThat(count).as(effect).isEqualTo(1));
        Map<String, List<String>> cleared = entries.stream()
                .filter(entry -> entry.step().equals(CLEARED_FIRST))
                .collect(Collectors.groupingBy(
                        entry -> entry.migration() + ": " + entry.kind() + " " + entry.object(),
                        TreeMap::new,
                        Collectors.mapping(ConformanceLedger.Entry::effect, Collectors.toList())));
        assertThat(cleared)
                .as("made, and cleared up before it is made again")
                .allSatisfy((thing, effects) -> assertThat(String.join(" ", effects))
                        .as(thing)
                        .matches("created( deleted created)*( deleted)?"));
    }

    /** The journal has no hole, and every mutating step that it calls done has its effect in the ledger. */
    static void assertJournalAndLedgerAgree(Gulliver gulliver, MigrationId id) {
        List<JournalRow> journal = journal(gulliver, id);
        List<Long> seqs =
                journal.stream().map(JournalRow::seq).distinct().sorted().toList();
        List<Long> wanted = new ArrayList<>();
        for (long n = 1; n <= seqs.size(); n++) {
            wanted.add(n);
        }
        assertThat(seqs).as("numbers of the events of " + id).isEqualTo(wanted);
        assertThat(gulliver.find(id).lastSeq()).isEqualTo(seqs.size());
        Map<String, Long> made = gulliver.ledger().entries().stream()
                .filter(entry -> entry.migration().equals(id.value()))
                .filter(entry ->
                        entry.effect().equals("created") || entry.effect().equals("started"))
                .collect(Collectors.groupingBy(ConformanceLedger.Entry::step, Collectors.counting()));
        Map<String, Long> cleared = gulliver.ledger().entries().stream()
                .filter(entry -> entry.migration().equals(id.value()))
                .filter(entry -> entry.effect().equals("deleted"))
                .collect(Collectors.groupingBy(ConformanceLedger.Entry::step, Collectors.counting()));
        for (StepRow row : gulliver.stores().migrations().steps(id)) {
            StepRun run = row.run();
            if (run.order() > 0 && run.state() == StepState.DONE) {
                // A step of rerun afterUndo whose process was killed behind its effect is cleared up and made again, in
                // the same round: one effect more for each that was taken away, and never one more than that.
                long again = cleared.getOrDefault(run.key().toString(), 0L);
                assertThat(made.getOrDefault(run.key().toString(), 0L))
                        .as("effects of step " + run.key() + ", which ran in " + run.round()
                                + " rounds and was cleared " + again + " times")
                        .isBetween((long) run.round(), run.round() + again);
            }
        }
        assertThat(made.keySet())
                .allSatisfy(step -> assertThat(journal)
                        .as("the journal knows of step " + step)
                        .anyMatch(line ->
                                line.step() != null && line.step().toString().equals(step)));
    }

    /** The engine's own state, rebuilt from its history, is what the store shows. */
    static void assertEngineAgrees(Gulliver gulliver, MigrationId id) {
        MigrationState engine = gulliver.engineState(id);
        Migration row = gulliver.find(id);
        assertThat(engine.control().seq()).isEqualTo(row.lastSeq());
        assertThat(engine.control().generation()).isEqualTo(row.generation());
        assertThat(engine.control().outcome()).isEqualTo(row.outcome());
        JournalMark mark = gulliver.engineMark(id);
        assertThat(gulliver.stores().journal().chain(id, mark.generation(), mark.afterSeq(), mark.seq()))
                .as(() -> "hash of the events that engine and run log hold of " + describe(gulliver, id))
                .isEqualTo(mark.hash());
        Map<StepKey, StepState> states = new TreeMap<>();
        engine.steps().forEach(run -> states.put(run.key(), run.state()));
        assertThat(ends(gulliver, id)).isEqualTo(states);
    }

    /** What people were told is true: the engine's state holds every command that the store calls applied. */
    static void assertCommandsAgree(Gulliver gulliver, MigrationId id) {
        Gulliver.awaiting(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(gulliver.stores().commands().list(id, 1000))
                        .as("every command of " + id + " has its outcome")
                        .extracting(CommandRow::state)
                        .doesNotContain(CommandState.RECORDED, CommandState.DELIVERED));
        List<String> held = gulliver.engineState(id).control().recentCommands();
        assertThat(held).as("applied once each").doesNotHaveDuplicates();
        for (CommandRow row : gulliver.stores().commands().list(id, 1000)) {
            Optional<CommandOutcome> logged =
                    gulliver.stores().journal().outcome(id, row.order().id());
            if (row.state() == CommandState.APPLIED
                    && !String.valueOf(row.message()).startsWith("With the second person's")) {
                assertThat(held)
                        .as("the engine holds what was told to be applied")
                        .contains(row.order().id());
                assertThat(logged)
                        .as(row.order().id())
                        .hasValueSatisfying(
                                outcome -> assertThat(outcome.applied()).isTrue());
            } else if (row.state() == CommandState.RETURNED) {
                assertThat(held)
                        .as("what went back was not applied")
                        .doesNotContain(row.order().id());
                assertThat(logged).as(row.order().id()).isEmpty();
            }
        }
    }

    /** Everything that must hold of a run that came to its end. */
    static void assertCompleted(Gulliver gulliver, Collection<MigrationId> ids) {
        for (MigrationId id : ids) {
            assertCommandsAgree(gulliver, id);
            assertThat(gulliver.find(id).outcome())
                    .as(() -> describe(gulliver, id))
                    .isEqualTo(RunOutcome.COMPLETED);
            assertJournalAndLedgerAgree(gulliver, id);
            assertEngineAgrees(gulliver, id);
        }
        assertEachEffectOnce(gulliver, ids);
    }
}
