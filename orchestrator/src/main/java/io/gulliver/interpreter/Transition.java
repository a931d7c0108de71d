package io.gulliver.interpreter;

import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationState;
import java.util.List;

/**
 * What one event led to.
 *
 * @param state after it
 * @param journal entries to write, in order
 * @param effects to carry out, in order, each after its {@link Effect#afterSeq()} is written
 */
public record Transition(MigrationState state, List<JournalEntry> journal, List<Effect> effects) {
    public Transition {
        journal = List.copyOf(journal);
        effects = List.copyOf(effects);
    }
}
