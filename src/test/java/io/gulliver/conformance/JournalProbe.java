package io.gulliver.conformance;

import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.persistence.view.JournalListener;
import java.util.function.Consumer;

/** Hears of every batch right after it is committed, in the thread that wrote it: a hold here is a hold of that run. */
final class JournalProbe implements JournalListener {
    private volatile Consumer<JournalBatch> ear = batch -> {};

    void listen(Consumer<JournalBatch> to) {
        ear = to;
    }

    @Override
    public void flushed(JournalBatch batch) {
        ear.accept(batch);
    }
}
