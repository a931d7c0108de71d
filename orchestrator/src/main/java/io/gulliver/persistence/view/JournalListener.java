package io.gulliver.persistence.view;

import io.gulliver.contract.workflow.JournalBatch;

/** Told after a batch is committed, in the writing thread: live pages wake up by it, and the granter when leases moved. Must not block. */
@FunctionalInterface
public interface JournalListener {
    void flushed(JournalBatch batch);

    /** The batch asked for scarce things or gave some back. */
    default void leasesMoved() {}
}
