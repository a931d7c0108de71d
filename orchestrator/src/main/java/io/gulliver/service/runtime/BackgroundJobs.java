package io.gulliver.service.runtime;

import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.service.audit.AuditSealer;
import io.gulliver.service.audit.CheckpointDelivery;
import io.gulliver.service.migration.CommandOutbox;
import io.gulliver.service.migration.LeaseScheduler;
import io.gulliver.service.migration.Reconciler;
import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What must happen again and again while migrations run; begins once the engine is reached. */
public final class BackgroundJobs implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BackgroundJobs.class);

    private final CommandOutbox outbox;
    private final LeaseScheduler granter;
    private final Reconciler reconciler;
    private final AuditSealer sealer;
    private final CheckpointDelivery checkpoints;
    private final CallLogStore calls;
    private final Clock clock;
    private final ScheduledExecutorService thread = Executors.newScheduledThreadPool(2, work -> {
        Thread made = new Thread(work, "chores");
        made.setDaemon(true);
        return made;
    });
    private boolean started;

    public BackgroundJobs(
            CommandOutbox outbox,
            LeaseScheduler granter,
            Reconciler reconciler,
            AuditSealer sealer,
            CheckpointDelivery checkpoints,
            CallLogStore calls,
            Clock clock) {
        this.outbox = outbox;
        this.granter = granter;
        this.reconciler = reconciler;
        this.sealer = sealer;
        this.checkpoints = checkpoints;
        this.calls = calls;
        this.clock = clock;
    }

    /**
     * Each time that the engine is reached: commands that waited for it are delivered at once. Answers whether this was
     * the first time, when everything else begins.
     */
    public synchronized boolean start() {
        if (started) {
            outbox.reconnected();
            return false;
        }
        started = true;
        outbox.start();
        outbox.reconnected();
        granter.start();
        reconciler.start();
        every(1, TimeUnit.SECONDS, "the audit record could not be sealed", sealer::seal);
        // At once as well: what was sealed before the last stop may have none yet.
        thread.schedule(
                () -> tried("no checkpoint of the audit record was written", sealer::checkpoint), 2, TimeUnit.SECONDS);
        checkpoints.start();
        every(1, TimeUnit.MINUTES, "no checkpoint of the audit record was written", sealer::checkpoint);
        every(24, TimeUnit.HOURS, "old calls could not be trimmed", () -> calls.trim(clock.instant()));
        return true;
    }

    /** Adds a chore that a part of the house brings along. */
    public void every(long period, TimeUnit unit, String trouble, Runnable chore) {
        thread.scheduleWithFixedDelay(() -> tried(trouble, chore), period, period, unit);
    }

    private static void tried(String trouble, Runnable chore) {
        try {
            chore.run();
        } catch (RuntimeException e) {
            log.warn("{}: {}", trouble, e.getMessage());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
