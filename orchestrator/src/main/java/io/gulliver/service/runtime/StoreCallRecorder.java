package io.gulliver.service.runtime;

import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.view.CallRow;
import io.gulliver.service.collection.WorkerService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the call log of this process's own workers to the store in batches, off the workers' threads. */
public final class StoreCallRecorder implements CallRecorder, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StoreCallRecorder.class);
    private static final int WAITING_AT_MOST = 10_000;
    private static final int BATCH = 500;

    private final CallLogStore store;
    private final BlockingQueue<CallRow> waiting = new ArrayBlockingQueue<>(WAITING_AT_MOST);
    private final Thread writer;
    private volatile boolean closing;

    public StoreCallRecorder(CallLogStore store) {
        this.store = store;
        this.writer = new Thread(this::write, "call-log-writer");
        this.writer.setDaemon(true);
        this.writer.start();
    }

    @Override
    public void record(OuterCall call) {
        if (!waiting.offer(WorkerService.row(call))) {
            log.warn("The call log is behind by {} lines; a line is left out", WAITING_AT_MOST);
        }
    }

    private void write() {
        List<CallRow> batch = new ArrayList<>();
        while (!closing || !waiting.isEmpty()) {
            try {
                CallRow first = waiting.poll(500, TimeUnit.MILLISECONDS);
                if (first == null) {
                    continue;
                }
                batch.add(first);
                waiting.drainTo(batch, BATCH - 1);
                store.append(batch);
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                log.warn("{} lines of the call log cannot be written: {}", batch.size(), e.getMessage());
            } finally {
                batch.clear();
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        try {
            writer.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.interrupt();
    }
}
