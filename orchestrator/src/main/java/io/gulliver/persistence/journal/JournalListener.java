package io.gulliver.persistence.journal;

import io.gulliver.contract.workflow.JournalBatch;

/** Told after a batch is committed, in the writing thread: live pages and the granter wake up by it. Must not block. */
@FunctionalInterface
public interface JournalListener {
    void flushed(JournalBatch batch);
}
