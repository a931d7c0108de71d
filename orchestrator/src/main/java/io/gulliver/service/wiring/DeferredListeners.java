package io.gulliver.service.wiring;

import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.persistence.view.JournalListener;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Everyone who hears of the journal, looked up at the first batch: listeners need the stores that call them. */
final class DeferredListeners implements JournalListener {
    private final ObjectProvider<JournalListener> beans;
    private volatile @Nullable List<JournalListener> found;

    DeferredListeners(ObjectProvider<JournalListener> beans) {
        this.beans = beans;
    }

    private List<JournalListener> all() {
        List<JournalListener> all = found;
        if (all == null) {
            all = beans.orderedStream().toList();
            found = all;
        }
        return all;
    }

    @Override
    public void flushed(JournalBatch batch) {
        all().forEach(listener -> listener.flushed(batch));
    }

    @Override
    public void leasesMoved() {
        all().forEach(JournalListener::leasesMoved);
    }
}
