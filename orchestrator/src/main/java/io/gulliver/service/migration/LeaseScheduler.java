package io.gulliver.service.migration;

import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.lease.LeaseRequest;
import io.gulliver.persistence.lease.LeaseStore;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives scarce things to those who wait and wakes them. A signal that was lost is sent again by the sweep, until the
 * journal shows that the step moved on.
 */
public final class LeaseScheduler implements AutoCloseable {
    /** How long a waiter may stay silent before it is told again; also the pause between two sweeps. */
    public static final Duration SWEEP = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(LeaseScheduler.class);

    /** Wakes the step that was waiting; throws when it could not be told. */
    @FunctionalInterface
    public interface Waker {
        void wake(LeaseRequest granted);

        /** Signals the migration's workflow, which reads from the store what it was given. */
        static Waker byTemporal(Supplier<Optional<WorkflowClient>> client) {
            return granted -> client.get()
                    .orElseThrow(() -> new IllegalStateException("the engine is not connected"))
                    .newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(granted.migration()))
                    .granted();
        }
    }

    private final LeaseStore leases;
    private final Waker waker;
    private final Clock clock;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "granter");
        made.setDaemon(true);
        return made;
    });

    public LeaseScheduler(LeaseStore leases, Waker waker, Clock clock) {
        this.leases = leases;
        this.waker = waker;
        this.clock = clock;
    }

    public void start() {
        thread.scheduleWithFixedDelay(this::quietly, 0, SWEEP.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Asks for a round soon, without waiting for it: after a flush that requested or gave back. */
    public void wake() {
        if (asked.compareAndSet(false, true)) {
            thread.execute(() -> {
                asked.set(false);
                quietly();
            });
        }
    }

    private void quietly() {
        try {
            round();
        } catch (RuntimeException e) {
            LOG.warn("granting failed, next try in {} s: {}", SWEEP.toSeconds(), e.getMessage());
        }
    }

    /** One round: grant what is free, tell who was not told; answers how many were told. */
    public int round() {
        Instant now = clock.instant();
        leases.grant(now);
        int told = 0;
        for (LeaseRequest row : leases.untold(now.minus(SWEEP), 1000)) {
            try {
                waker.wake(row);
                leases.told(row.id(), now);
                told++;
            } catch (WorkflowException | IllegalStateException | io.grpc.StatusRuntimeException e) {
                LOG.debug("migration={} step={} not told yet: {}", row.migration(), row.step(), e.getMessage());
            }
        }
        return told;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
