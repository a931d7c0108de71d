package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.lease.Slot;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.people.Access;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.CommandState;
import io.gulliver.persistence.view.TaskQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Says after a nemesis whether five records agree: the words of people, the engine's state, the run log, the projection,
 * and the outside world's ledger.
 */
final class Oracle {
    private static final int WORDS = 5_000;

    private Oracle() {}

    /** At any moment: what the store calls settled is in the engine's state, so that no crash can take it back. */
    static void everySettledWordIsTheEngines(Gulliver gulliver) {
        for (Migration run : gulliver.stores().migrations().running()) {
            if (run.mode() != RunMode.ENDED && run.engine() != null) {
                everySettledWordIsTheEngines(gulliver, run.id());
            }
        }
    }

    static void everySettledWordIsTheEngines(Gulliver gulliver, MigrationId id) {
        // The store first: the engine may only know more.
        List<CommandRow> settled = words(gulliver, id).stream()
                .filter(word -> word.state() == CommandState.APPLIED || word.state() == CommandState.REFUSED)
                // The first approval of two is delivered with the second, which is the engine's word.
                .filter(word -> !String.valueOf(word.message()).startsWith("With the second person's"))
                .toList();
        Instant ended = gulliver.find(id).endedAt();
        List<String> engine = gulliver.engineState(id).control().recentCommands();
        assertThat(settled.stream()
                        .filter(word -> word.state() == CommandState.APPLIED
                                || ended == null
                                || word.settledAt() != null && word.settledAt().isBefore(ended))
                        .map(word -> word.order().id())
                        .toList())
                .as(() -> "words that the store calls settled and the engine of " + id + " does not know; "
                        + Records.describe(gulliver, id))
                .isSubsetOf(engine);
    }

    /** The order in which the engine took words is the order in which they were said. */
    static void wordsKeptTheirOrder(Gulliver gulliver, MigrationId id) {
        Map<String, Instant> said = new TreeMap<>();
        words(gulliver, id).forEach(word -> said.put(word.order().id(), word.recordedAt()));
        List<String> engine = gulliver.engineState(id).control().recentCommands();
        List<String> inOrder = new ArrayList<>(engine);
        inOrder.sort(java.util.Comparator.comparing(word -> said.getOrDefault(word, Instant.EPOCH)));
        assertThat(engine)
                .as(() -> "words of " + id + " as the engine took them, against the order in which they were said: "
                        + said)
                .isEqualTo(inOrder)
                .doesNotHaveDuplicates();
    }

    /** When everything has ended. */
    static void everyRecordAgrees(Gulliver gulliver, Collection<MigrationId> ids) {
        for (MigrationId id : ids) {
            everySettledWordIsTheEngines(gulliver, id);
            wordsKeptTheirOrder(gulliver, id);
            Records.assertCommandsAgree(gulliver, id);
            Records.assertJournalAndLedgerAgree(gulliver, id);
            Records.assertEngineAgrees(gulliver, id);
        }
        Records.assertEachEffectOnce(gulliver, ids);
        Gulliver.awaiting(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(unsettled(gulliver, ids)).as("words without an outcome").isEmpty();
            for (Slot slot : gulliver.stores().leases().slots()) {
                assertThat(gulliver.stores().leases().requests(slot.name()))
                        .as("leases of " + slot.name())
                        .isEmpty();
            }
            assertThat(gulliver.stores()
                            .tasks()
                            .list(TaskQuery.open(TaskQuery.Scope.ALL, "", Access.EVERYTHING))
                            .rows())
                    .as("open tasks of runs that ended")
                    .isEmpty();
        });
    }

    private static List<String> unsettled(Gulliver gulliver, Collection<MigrationId> ids) {
        List<String> open = new ArrayList<>();
        for (MigrationId id : ids) {
            words(gulliver, id).stream()
                    .filter(word -> word.state() == CommandState.RECORDED || word.state() == CommandState.DELIVERED)
                    .forEach(word -> open.add(id + ": " + word));
        }
        return open;
    }

    /** Oldest first. */
    private static List<CommandRow> words(Gulliver gulliver, MigrationId id) {
        List<CommandRow> words = new ArrayList<>(gulliver.stores().commands().list(id, WORDS));
        Collections.reverse(words);
        return words;
    }
}
