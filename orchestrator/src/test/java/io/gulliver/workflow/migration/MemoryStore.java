package io.gulliver.workflow.migration;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.ControlActivities;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepKey;
import io.temporal.failure.ApplicationFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The store's side in memory: a journal by seq, commands by id; can be switched off. */
final class MemoryStore implements ControlActivities {
    volatile CompiledPlan plan;
    final ConcurrentSkipListMap<Long, JournalEntry> journal = new ConcurrentSkipListMap<>();
    final Map<String, CommandOrder> commands = new ConcurrentHashMap<>();
    final Map<String, MigrationState> carried = new ConcurrentHashMap<>();
    /** What was written at once, in order. */
    final List<List<JournalEntry>> batches = new CopyOnWriteArrayList<>();

    final Map<StepKey, PrepareResult> special = new ConcurrentHashMap<>();
    final Set<StepKey> granted = ConcurrentHashMap.newKeySet();
    final AtomicInteger grantsRead = new AtomicInteger();
    /** Runs between the reading of grants and its answer. */
    volatile Runnable afterGrantsRead = () -> {};

    volatile boolean down;
    /** False: reads are answered, writes are not. */
    volatile boolean writable = true;

    volatile int generation = 1;
    volatile int flushes;
    volatile int admissions;
    /** Runs before a command is read; may wait for what shall happen first. */
    volatile Runnable beforeRead = () -> {};

    /** Prepares the steps that are not in {@link #special}. */
    volatile Function<PrepareRequest, PrepareResult> preparation = request ->
            new PrepareResult(true, null, null, Map.of("step", request.step().toString()), null, true, 1);

    /** Thrown by the next preparation, once. */
    final AtomicReference<RuntimeException> preparationFails = new AtomicReference<>();

    /** Thrown by the next readings of a command, one each. */
    final Queue<RuntimeException> readingFails = new ConcurrentLinkedQueue<>();

    MemoryStore(CompiledPlan plan) {
        this.plan = plan;
    }

    private void mustBeUp() {
        if (down) {
            throw ApplicationFailure.newFailure("the store does not answer", "STORE_DOWN");
        }
    }

    @Override
    public CompiledPlan loadPlan(String playbookHash, @Nullable Purpose purpose) {
        mustBeUp();
        return plan;
    }

    @Override
    public synchronized MigrationState loadState(MigrationId migration) {
        mustBeUp();
        Map<StepKey, StepRun> newest = new LinkedHashMap<>();
        RunControl control = null;
        for (JournalEntry entry : journal.values()) {
            if (entry.step() != null) {
                newest.put(entry.step().key(), entry.step());
            }
            if (entry.control() != null) {
                control = entry.control();
            }
        }
        RunControl c = java.util.Objects.requireNonNull(control);
        return new MigrationState(
                new RunControl(
                        c.generation(),
                        journal.lastKey(),
                        c.interpreterVersion(),
                        c.mode(),
                        c.outcome(),
                        c.reason(),
                        c.pauseAfterStage(),
                        c.pauseAfterStep(),
                        c.pauseNow(),
                        c.pastPointOfNoReturn(),
                        c.evaluateOnly(),
                        List.of()),
                List.copyOf(newest.values()));
    }

    @Override
    public String saveCarried(MigrationId migration, MigrationState state) {
        String hash = Integer.toHexString(state.hashCode());
        carried.put(hash, state);
        return hash;
    }

    @Override
    public MigrationState loadCarried(MigrationId migration, String hash) {
        return carried.get(hash);
    }

    @Override
    public List<PrepareResult> prepare(List<PrepareRequest> requests) {
        mustBeUp();
        RuntimeException failure = preparationFails.getAndSet(null);
        if (failure != null) {
            throw failure;
        }
        List<PrepareResult> results = new ArrayList<>();
        for (PrepareRequest request : requests) {
            PrepareResult chosen = special.get(request.step());
            results.add(chosen == null ? preparation.apply(request) : chosen);
        }
        return results;
    }

    @Override
    public synchronized void flush(JournalBatch batch) {
        mustBeUp();
        if (!writable) {
            throw ApplicationFailure.newFailure("the store cannot be written", "STORE_DOWN");
        }
        if (batch.generation() < generation) {
            throw ApplicationFailure.newNonRetryableFailure(
                    "generation " + batch.generation() + " is superseded by " + generation,
                    FailureCode.GENERATION_SUPERSEDED.name());
        }
        flushes++;
        batches.add(batch.entries());
        batch.entries().forEach(entry -> journal.put(entry.seq(), entry));
    }

    @Override
    public void admit(MigrationId migration, int asking) {
        mustBeUp();
        admissions++;
        if (asking < generation) {
            throw ApplicationFailure.newNonRetryableFailure(
                    "generation " + asking + " is superseded by " + generation,
                    FailureCode.GENERATION_SUPERSEDED.name());
        }
    }

    @Override
    public CommandOrder readCommand(String commandId, String hearing) {
        mustBeUp();
        beforeRead.run();
        RuntimeException failure = readingFails.poll();
        if (failure != null) {
            throw failure;
        }
        CommandOrder order = commands.get(commandId);
        if (order == null) {
            throw ApplicationFailure.newNonRetryableFailure(
                    "no command " + commandId, FailureCode.INPUT_INVALID.name());
        }
        return order;
    }

    @Override
    public synchronized CommandOutcome readOutcome(MigrationId migration, String commandId) {
        mustBeUp();
        return journal.values().stream()
                .map(JournalEntry::command)
                .filter(outcome -> outcome != null && outcome.commandId().equals(commandId))
                .findFirst()
                .orElseThrow(() -> ApplicationFailure.newNonRetryableFailure(
                        "no outcome of " + commandId, FailureCode.INPUT_INVALID.name()));
    }

    @Override
    public List<StepKey> granted(MigrationId migration, int asking) {
        admit(migration, asking);
        List<StepKey> read = List.copyOf(granted);
        grantsRead.incrementAndGet();
        afterGrantsRead.run();
        return read;
    }

    synchronized boolean hasEnded() {
        return journal.values().stream()
                .anyMatch(entry -> entry.control() != null && entry.control().mode() == RunMode.ENDED);
    }

    synchronized List<String> events(String step) {
        return journal.values().stream()
                .filter(entry ->
                        entry.step() != null && entry.step().key().toString().equals(step))
                .map(JournalEntry::event)
                .toList();
    }
}
