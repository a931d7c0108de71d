package io.gulliver.service.migration;

import io.grpc.StatusRuntimeException;
import io.gulliver.contract.workflow.JournalMark;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.lease.LeaseStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.task.TaskStore;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowNotFoundException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares what the engine and the journal say of each migration. What differs in two looks in a row becomes a task for
 * a person; what agrees again closes it. One look may meet a flush under way, so it never decides alone.
 *
 * <p>While an engine holds a run, the engine is right: where the journal holds events that the engine lost (both were
 * killed, and a flush had committed before its workflow task reached the engine's history), they are marked replaced and
 * steps and tasks are written again from the engine's state.
 */
public final class Reconciler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
    private static final Duration USUAL = Duration.ofMinutes(5);
    private static final Duration WATCH = Duration.ofSeconds(30);
    private static final Duration SECOND_LOOK = Duration.ofSeconds(30);
    private static final Duration ENDED_LATELY = Duration.ofHours(24);

    private final MigrationStore migrations;
    private final JournalStore journal;
    private final TaskStore tasks;
    private final LeaseStore leases;
    private final Supplier<Optional<WorkflowClient>> client;
    private final Clock clock;
    private final Map<MigrationId, Finding> suspects = new HashMap<>();
    private final Set<MigrationId> abandoned = new HashSet<>();
    private final Set<MigrationId> unserved = new HashSet<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "reconciler");
        made.setDaemon(true);
        return made;
    });

    /** @param client the engine's client, or empty while it is not connected */
    public Reconciler(
            MigrationStore migrations,
            JournalStore journal,
            TaskStore tasks,
            LeaseStore leases,
            Supplier<Optional<WorkflowClient>> client,
            Clock clock) {
        this.migrations = migrations;
        this.journal = journal;
        this.tasks = tasks;
        this.leases = leases;
        this.client = client;
        this.clock = clock;
    }

    /**
     * A difference between engine and journal.
     *
     * @param migration of which run
     * @param what for people
     * @param certain seen twice in a row
     */
    public record Difference(MigrationId migration, String what, boolean certain) {}

    private enum Kind {
        NO_ANSWER,
        OVER_IN_ONE,
        COUNT,
        EVENTS
    }

    /** What one look saw. */
    private record Finding(Kind kind, String what, long engineSeq, long logSeq) {
        static Finding of(Kind kind, String what) {
            return new Finding(kind, what, 0, 0);
        }

        /** Whether this is what an earlier look saw already, and no write under way explains it. */
        boolean confirms(@Nullable Finding earlier) {
            if (earlier == null || earlier.kind != kind) {
                return false;
            }
            return kind != Kind.COUNT || logSeq < earlier.engineSeq || logSeq > engineSeq;
        }
    }

    public void start() {
        thread.execute(this::quietly);
        thread.scheduleWithFixedDelay(this::watchQuietly, WATCH.toMillis(), WATCH.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void quietly() {
        Duration next = SECOND_LOOK;
        try {
            boolean open = compare().stream().anyMatch(difference -> !difference.certain());
            next = open ? SECOND_LOOK : USUAL;
        } catch (RuntimeException e) {
            LOG.warn(
                    "engine and journal could not be compared, next try in {} s: {}", next.toSeconds(), e.getMessage());
        }
        if (!thread.isShutdown()) {
            thread.schedule(this::quietly, next.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void watchQuietly() {
        try {
            watch();
        } catch (RuntimeException e) {
            LOG.warn("the engine could not be asked which migrations it carries, next try in 30 s: {}", e.getMessage());
        }
    }

    /**
     * One look at whether the engine carries what the run log says that runs. A workflow that is closed, deleted or
     * reset by hand is a task for a person at once: nothing will bring it back by itself.
     */
    public synchronized List<Difference> watch() {
        Optional<WorkflowClient> engine = client.get();
        if (engine.isEmpty()) {
            return List.of();
        }
        List<Difference> differences = new ArrayList<>();
        Map<String, Boolean> served = new HashMap<>();
        for (Migration migration : migrations.running()) {
            if (migration.engine() == null) {
                continue;
            }
            Optional<String> lost;
            try {
                lost = EngineRuns.lostOrStuck(engine.get(), migration.id(), clock.instant());
            } catch (WorkflowException | StatusRuntimeException e) {
                LOG.debug("migration={} could not be asked: {}", migration.id(), e.getMessage());
                continue;
            }
            Migration now = migrations.require(migration.id());
            if (lost.isEmpty() || now.mode() == RunMode.ENDED || now.generation() != migration.generation()) {
                if (abandoned.remove(migration.id())) {
                    tasks.settleAttention(migration.id(), "The engine carries the migration again");
                }
                if (lost.isEmpty()) {
                    askForWorkers(engine.get(), migration.id(), served).ifPresent(differences::add);
                }
                continue;
            }
            String what = abandoned(lost.get());
            differences.add(new Difference(migration.id(), what, true));
            if (abandoned.add(migration.id())) {
                LOG.error("migration={} {}", migration.id(), what);
            }
            tasks.askAttention(
                    migration.id(),
                    RolePolicy.MIGRATION_MANAGER,
                    "The engine no longer carries " + migration.id(),
                    what);
        }
        return differences;
    }

    /** A call in a queue that nobody serves never fails: somebody must be told. */
    private Optional<Difference> askForWorkers(
            WorkflowClient engine, MigrationId migration, Map<String, Boolean> served) {
        Optional<String> waits;
        try {
            waits = EngineRuns.unserved(engine, migration, clock.instant(), served);
        } catch (StatusRuntimeException e) {
            LOG.debug("migration={} its open calls could not be asked: {}", migration, e.getMessage());
            return Optional.empty();
        }
        if (waits.isEmpty()) {
            if (unserved.remove(migration)) {
                tasks.settleAttention(migration, "Its calls are taken by workers again");
            }
            return Optional.empty();
        }
        if (unserved.add(migration)) {
            LOG.error("migration={} {}", migration, waits.get());
        }
        tasks.askAttention(migration, RolePolicy.MIGRATION_MANAGER, "No worker serves " + migration, waits.get());
        return Optional.of(new Difference(migration, waits.get(), true));
    }

    private static String abandoned(String how) {
        return "The run log says that the migration runs, and its workflow in the engine is " + how
                + ": nothing goes on,"
                + " and no command arrives. Take over, on the database's page, lets it go on from the run log; what was"
                + " under way is looked at before it is repeated.";
    }

    /** One look at every running migration and those that ended lately. */
    public synchronized List<Difference> compare() {
        int freed = leases.freeEnded();
        if (freed > 0) {
            LOG.info("freed {} scarce things of ended migrations", freed);
        }
        Optional<WorkflowClient> engine = client.get();
        if (engine.isEmpty()) {
            return List.of();
        }
        List<Difference> differences = new ArrayList<>();
        for (Migration migration : migrations.running()) {
            if (migration.engine() != null) {
                judge(migration, running(engine.get(), migration), differences);
            }
        }
        for (Migration migration : migrations.endedSince(clock.instant().minus(ENDED_LATELY))) {
            judge(migration, ended(engine.get(), migration), differences);
        }
        return differences;
    }

    private void judge(Migration migration, Optional<Finding> finding, List<Difference> differences) {
        if (finding.isEmpty()) {
            suspects.remove(migration.id());
            if (!unserved.contains(migration.id())) {
                tasks.settleAttention(migration.id(), "Engine and journal agree again");
            }
            return;
        }
        Finding seen = finding.get();
        if (seen.kind() == Kind.NO_ANSWER) {
            return;
        }
        String what = seen.what();
        Finding earlier = suspects.put(migration.id(), seen);
        boolean certain = seen.confirms(earlier);
        if (certain && seen.equals(earlier) && seen.logSeq() > seen.engineSeq() && rewritten(migration, seen)) {
            suspects.remove(migration.id());
            tasks.settleAttention(migration.id(), "Run log written again from the engine's state");
            return;
        }
        differences.add(new Difference(migration.id(), what, certain));
        if (certain) {
            tasks.askAttention(
                    migration.id(),
                    RolePolicy.MIGRATION_MANAGER,
                    "Engine and run log disagree on " + migration.id(),
                    what);
        }
    }

    /** Writes the projections of a run from the engine's state; answers whether that was done. */
    private boolean rewritten(Migration migration, Finding seen) {
        Optional<WorkflowClient> engine = client.get();
        if (engine.isEmpty()) {
            return false;
        }
        try {
            MigrationState state = engine.get()
                    .newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(migration.id()))
                    .state();
            if (state.control().seq() != seen.engineSeq() || !journal.rewrite(migration.id(), state, seen.logSeq())) {
                return false;
            }
            LOG.warn(
                    "migration={} events {} to {} of the run log never reached the engine's history: marked replaced,"
                            + " steps and tasks written again from the engine's state",
                    migration.id(),
                    seen.engineSeq() + 1,
                    seen.logSeq());
            return true;
        } catch (WorkflowException e) {
            LOG.debug("migration={} state could not be asked: {}", migration.id(), e.getMessage());
            return false;
        }
    }

    private Optional<Finding> running(WorkflowClient engine, Migration migration) {
        try {
            Optional<String> lost = EngineRuns.lostOrStuck(engine, migration.id(), clock.instant());
            if (lost.isPresent()) {
                return Optional.of(Finding.of(Kind.OVER_IN_ONE, abandoned(lost.get())));
            }
            JournalMark mark = engine.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(migration.id()))
                    .mark();
            if (mark.seq() != migration.lastSeq()) {
                return Optional.of(new Finding(
                        Kind.COUNT,
                        "The engine counts " + mark.seq() + " events, the run log " + migration.lastSeq()
                                + ". If the store was put back from a backup, follow recovery.",
                        mark.seq(),
                        migration.lastSeq()));
            }
            String held = journal.chain(migration.id(), mark.generation(), mark.afterSeq(), mark.seq());
            if (held.equals(mark.hash())) {
                return Optional.empty();
            }
            return Optional.of(Finding.of(
                    Kind.EVENTS,
                    "The engine and the run log count the same number of events, and they are not the same events"
                            + " after number " + mark.afterSeq() + ": some are missing or were changed in the run log,"
                            + " or one of the two was put back from a backup. Pause the migration, compare its steps"
                            + " with the systems, and follow recovery."));
        } catch (WorkflowException e) {
            // Not an answer: a busy or starting worker. The next look asks again.
            LOG.debug("migration={} could not be asked: {}", migration.id(), e.getMessage());
            return Optional.of(Finding.of(Kind.NO_ANSWER, ""));
        }
    }

    private static Optional<Finding> ended(WorkflowClient engine, Migration migration) {
        try {
            if (status(engine, migration.id()) == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING) {
                return Optional.of(Finding.of(
                        Kind.OVER_IN_ONE,
                        "The run log says that the migration ended, the engine still runs it."
                                + " Look at its last steps, then abort it in the engine."));
            }
        } catch (WorkflowNotFoundException e) {
            // over for longer than the engine keeps it
            return Optional.empty();
        } catch (WorkflowException e) {
            LOG.debug("migration={} could not be asked: {}", migration.id(), e.getMessage());
            return Optional.of(Finding.of(Kind.NO_ANSWER, ""));
        }
        return Optional.empty();
    }

    private static WorkflowExecutionStatus status(WorkflowClient engine, MigrationId id) {
        return engine.newUntypedWorkflowStub(WorkflowIds.migration(id))
                .describe()
                .getStatus();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
