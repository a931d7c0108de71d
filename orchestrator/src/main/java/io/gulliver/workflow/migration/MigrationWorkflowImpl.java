package io.gulliver.workflow.migration;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.ControlActivities;
import io.gulliver.contract.workflow.EngineTask;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalChain;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.JournalMark;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.Redelivery;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.interpreter.CommandEffects;
import io.gulliver.interpreter.Effect;
import io.gulliver.interpreter.Event;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.interpreter.Transition;
import io.temporal.common.converter.GlobalDataConverter;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries one migration: hands what happens to the {@link Interpreter}, writes its journal, and turns its effects into
 * activities and timers. Decides nothing.
 *
 * <p>While the store is down the journal cannot be written, so no mutating step starts; people's words, queries and
 * stopping still work.
 */
public class MigrationWorkflowImpl implements MigrationWorkflow {
    /** A carried state above this goes to the store, and only its hash is carried. */
    static final int CARRIED_LIMIT_BYTES = 128 * 1024;

    /** What one run may hand to the next by itself while the store is away; Temporal takes 2 MB. */
    static final int INLINE_LIMIT_BYTES = 1024 * 1024;

    /** After a state that was too large to hand over, so many events pass before it is tried again. */
    private static final int CARRY_AGAIN_EVENTS = 1000;

    private static final Duration STORE_RETRY_FIRST = Duration.ofSeconds(2);
    /** Up to here the pauses between tries double; then they grow by a quarter, so that they stay short beside the outage. */
    private static final Duration STORE_RETRY_SOON = Duration.ofSeconds(30);

    /** A store that is away for a week costs a run two thousand tries, not twenty thousand. */
    private static final Duration STORE_RETRY_CAP = Duration.ofMinutes(5);

    private static final Duration CATCH_UP = Duration.ofSeconds(60);
    private static final int FLUSH_ENTRIES = 200;
    private static final int OUTCOMES_KEPT = 100;

    private final MigrationInput input;
    private final ControlActivities store =
            Workflow.newLocalActivityStub(ControlActivities.class, ActivityProfiles.store());

    private @Nullable Interpreter interpreter;
    private @Nullable CommandEffects effects;
    private @Nullable MigrationState state;
    private final Deque<Event> inbox = new ArrayDeque<>();
    private final List<Effect> held = new ArrayList<>();
    private final List<JournalEntry> unwritten = new ArrayList<>();
    /** Number of the last entry of each event in {@link #unwritten}. */
    private final Deque<Long> unwrittenEnds = new ArrayDeque<>();

    private final Map<String, CommandOutcome> outcomes = new LinkedHashMap<>();
    /** Commands being heard, in the order in which they arrived. */
    private final Deque<String> arrived = new ArrayDeque<>();

    private final Map<StepKey, CancellationScope> watchers = new LinkedHashMap<>();
    private final Map<CallKey, CancellationScope> calls = new LinkedHashMap<>();
    private final Map<StepKey, CancellationScope> wakes = new LinkedHashMap<>();
    private final JournalChain chain = new JournalChain();
    private long begunAfterSeq;
    private long writtenSeq;
    private boolean writing;
    /** A flush failed and waits for its next try. */
    private boolean storeAway;

    private long carryAgainAt;
    private boolean superseded;
    private boolean grantsChanged;
    private boolean readingGrants;
    /** Steps whose request may not have been in the store, or changed there, since the last reading of grants began. */
    private final Set<StepKey> requestsChanged = new LinkedHashSet<>();

    /** A grant of a step that was still to be written was not taken: worth another look after the next flush. */
    private boolean grantsDropped;

    private int openCalls;
    private int preparing;
    private int eventsApplied;
    private @Nullable RunOutcome outcome;

    /** Calls of the engine before this one may still begin. */
    private boolean olderCallsMayBegin;

    /** A call that may act; a watch is none. */
    private record CallKey(StepKey step, int attempt) {}

    @WorkflowInit
    public MigrationWorkflowImpl(MigrationInput input) {
        this.input = input;
    }

    @Override
    public RunOutcome run(MigrationInput ignored) {
        begin();
        while (true) {
            Workflow.await(() -> superseded
                    || !inbox.isEmpty()
                    || mustWrite()
                    || hasReleased()
                    || mustReadGrants()
                    || over()
                    || drained());
            if (superseded) {
                detachAll();
                Workflow.await(Workflow::isEveryHandlerFinished);
                return RunOutcome.SUPERSEDED;
            }
            while (!inbox.isEmpty()) {
                apply(inbox.removeFirst());
            }
            dispatch();
            write();
            readGrants();
            if (over()) {
                detachAll();
                return require(outcome);
            }
            if (drained()) {
                continueAsNew();
            }
        }
    }

    /** Whether the run has ended and everyone who spoke to it was answered, with the answer in the journal. */
    private boolean over() {
        return outcome != null
                && inbox.isEmpty()
                && unwritten.isEmpty()
                && !writing
                && Workflow.isEveryHandlerFinished();
    }

    private void begin() {
        CompiledPlan plan = untilStored(() -> store.loadPlan(input.playbookHash(), input.purpose()));
        Interpreter rules = new Interpreter(plan);
        effects = new CommandEffects(rules, plan);
        if (!Interpreter.knows(input.interpreterVersion())) {
            throw new IllegalStateException("Migration " + input.migration() + " follows interpreter version "
                    + input.interpreterVersion() + ", which this process does not know; its newest is "
                    + Interpreter.VERSION + ". Start the Gulliver that carried it");
        }
        MigrationState carried = input.carried();
        String carriedHash = input.carriedHash();
        if (carried == null && carriedHash != null) {
            carried = untilStored(() -> store.loadCarried(input.migration(), carriedHash));
        }
        Event first;
        if (carried != null) {
            state = rules.under(input.interpreterVersion(), carried);
            first = new Event.Resumed(false);
        } else if (input.resume()) {
            MigrationState journaled = untilStored(() -> store.loadState(input.migration()));
            state = rules.under(input.interpreterVersion(), rules.adopted(journaled, input.generation()));
            first = new Event.Resumed(true);
        } else {
            state = rules.initial(input);
            first = new Event.Begun();
        }
        writtenSeq = require(state).control().seq();
        List<JournalEntry> waiting = input.unwritten();
        if (waiting != null && !waiting.isEmpty()) {
            writtenSeq = waiting.get(0).seq() - 1;
            waiting.forEach(this::journal);
            unwrittenEnds.add(waiting.get(waiting.size() - 1).seq());
        }
        begunAfterSeq = writtenSeq;
        letOlderCallsExpire();
        inbox.addFirst(first);
        interpreter = rules;
    }

    private void letOlderCallsExpire() {
        Instant actsFrom = input.actsFrom();
        long millis = actsFrom == null ? 0 : actsFrom.toEpochMilli() - Workflow.currentTimeMillis();
        if (millis > 0) {
            olderCallsMayBegin = true;
            Workflow.newTimer(Duration.ofMillis(millis)).thenApply(passed -> {
                olderCallsMayBegin = false;
                return null;
            });
        }
    }

    private void apply(Event event) {
        MigrationState before = require(state);
        Transition transition = require(interpreter).apply(before, event, now(event));
        applied(before, event, transition);
        // The first event of a run moves nothing forward: counting it would continue as new for ever.
        if (!(event instanceof Event.Begun) && !(event instanceof Event.Resumed)) {
            eventsApplied++;
        }
        state = transition.state();
        transition.journal().forEach(this::journal);
        if (!transition.journal().isEmpty()) {
            unwrittenEnds.add(transition.state().control().seq());
        }
        held.addAll(transition.effects());
    }

    private void journal(JournalEntry entry) {
        unwritten.add(entry);
        requestMayChange(entry);
        chain.add(entry);
        CommandOutcome said = entry.command();
        if (said != null) {
            outcomes.put(said.commandId(), said);
            if (outcomes.size() > OUTCOMES_KEPT) {
                outcomes.remove(outcomes.keySet().iterator().next());
            }
        }
    }

    /** Hears of each transition: what a replay of recorded histories counts. Must not change anything. */
    void applied(MigrationState before, Event event, Transition transition) {}

    /** How long a call may wait for a worker before it never begins. */
    Duration notBegun() {
        return StepActivities.NOT_BEGUN;
    }

    /** Never before the instant that a step was to be woken at: timers may fire a little early by the server's clock. */
    private Instant now(Event event) {
        Instant now = Instant.ofEpochMilli(Workflow.currentTimeMillis());
        if (event instanceof Event.Woken woken && woken.at().isAfter(now)) {
            return woken.at();
        }
        return now;
    }

    // ---- journal -------------------------------------------------------------------------------------------------

    /**
     * While steps are being prepared, what was journaled waits for what they bring, unless an effect is held for it: the
     * end of a step and the start of the next are then one transaction, and the next still acts only after it.
     */
    private boolean mustWrite() {
        return !unwritten.isEmpty() && !writing && (preparing == 0 || hasHeldForJournal());
    }

    private boolean hasHeldForJournal() {
        return held.stream().anyMatch(effect -> effect.afterSeq() > writtenSeq);
    }

    private void write() {
        if (!mustWrite()) {
            return;
        }
        writing = true;
        write(STORE_RETRY_FIRST);
    }

    private void write(Duration pause) {
        List<JournalEntry> batch = nextBatch();
        Async.procedure(store::flush, batchOf(batch)).handle((written, failure) -> {
            if (failure == null) {
                unwritten.subList(0, batch.size()).clear();
                writtenSeq = batch.get(batch.size() - 1).seq();
                unwrittenEnds.removeIf(end -> end <= writtenSeq);
                writing = false;
                grantsChanged |= grantsDropped;
                grantsDropped = false;
            } else if (isSuperseded(failure)) {
                superseded = true;
            } else {
                storeAway = true;
                Workflow.newTimer(pause).thenApply(passed -> {
                    storeAway = false;
                    write(longer(pause));
                    return null;
                });
            }
            return null;
        });
    }

    private JournalBatch batchOf(List<JournalEntry> entries) {
        return new JournalBatch(
                input.migration(),
                input.generation(),
                entries,
                Workflow.getInfo().getRunId(),
                task());
    }

    private static EngineTask task() {
        WorkflowInfo info = Workflow.getInfo();
        return new EngineTask(
                Instant.ofEpochMilli(info.getRunStartedTimestampMillis()),
                info.getHistoryLength(),
                Instant.ofEpochMilli(Workflow.currentTimeMillis()));
    }

    /**
     * What one event led to is written as a whole, whatever its size: an engine lost between an effect and what it set
     * going would leave steps stopped in a run that goes on, or carry the effect out twice.
     */
    private List<JournalEntry> nextBatch() {
        long first = unwritten.get(0).seq();
        int size = 0;
        for (long end : unwrittenEnds) {
            int whole = (int) (end - first + 1);
            if (size > 0 && whole > FLUSH_ENTRIES) {
                break;
            }
            size = whole;
        }
        return List.copyOf(unwritten.subList(0, size));
    }

    private static boolean isFinal(RuntimeException e) {
        return e.getCause() instanceof ApplicationFailure failure && failure.isNonRetryable();
    }

    private static boolean isSuperseded(RuntimeException e) {
        return e.getCause() instanceof ApplicationFailure failure
                && FailureCode.GENERATION_SUPERSEDED.name().equals(failure.getType());
    }

    /** Reads from the store, for as long as it takes: a migration outlives an outage of its store. */
    private static <T> T untilStored(Supplier<T> read) {
        return untilStored(read, () -> {});
    }

    /** For a command's handler: it must not keep the run from continuing as new, where the command is heard again. */
    private <T> T untilStoredOrDraining(Supplier<T> read, String commandId) {
        return untilStored(read, () -> {
            if (draining()) {
                throw ApplicationFailure.newNonRetryableFailure(
                        "The store is away, and the run goes on in a new one before it could read command " + commandId
                                + ". Deliver it to that one.",
                        FailureCode.TEMPORARILY_UNAVAILABLE.name());
            }
        });
    }

    private static <T> T untilStored(Supplier<T> read, Runnable beforePause) {
        Duration pause = STORE_RETRY_FIRST;
        while (true) {
            try {
                return read.get();
            } catch (ActivityFailure e) {
                if (isFinal(e)) {
                    throw e;
                }
                beforePause.run();
                Workflow.sleep(pause);
                pause = longer(pause);
            }
        }
    }

    private static Duration longer(Duration pause) {
        if (pause.compareTo(STORE_RETRY_SOON) < 0) {
            Duration twice = pause.multipliedBy(2);
            return twice.compareTo(STORE_RETRY_SOON) > 0 ? STORE_RETRY_SOON : twice;
        }
        Duration next = pause.multipliedBy(5).dividedBy(4);
        return next.compareTo(STORE_RETRY_CAP) > 0 ? STORE_RETRY_CAP : next;
    }

    // ---- effects -------------------------------------------------------------------------------------------------

    private boolean released(Effect effect) {
        return effect.afterSeq() <= writtenSeq
                && !(draining() && opensCall(effect))
                && !(olderCallsMayBegin && mayAct(effect));
    }

    private boolean hasReleased() {
        return held.stream().anyMatch(this::released);
    }

    /** What the control queue does is fenced by the store in the same transaction. */
    private static boolean mayAct(Effect effect) {
        return effect instanceof Effect.Invoke call
                && call.operation() != Operation.AWAIT
                && !call.queue().equals("control");
    }

    private static boolean opensCall(Effect effect) {
        return effect instanceof Effect.Prepare || effect instanceof Effect.Invoke;
    }

    private void dispatch() {
        List<Effect.Prepare> prepares = new ArrayList<>();
        List<Effect.Cancel> cancels = new ArrayList<>();
        for (Iterator<Effect> each = held.iterator(); each.hasNext(); ) {
            Effect effect = each.next();
            if (!released(effect)) {
                continue;
            }
            each.remove();
            if (effect instanceof Effect.Prepare prepare) {
                prepares.add(prepare);
            } else if (effect instanceof Effect.Invoke call) {
                invoke(call);
            } else if (effect instanceof Effect.Detach detach) {
                cancel(watchers, detach.step());
            } else if (effect instanceof Effect.Cancel cancel) {
                cancels.add(cancel);
            } else if (effect instanceof Effect.Wake wake) {
                wake(wake);
            } else if (effect instanceof Effect.CancelWake cancelled) {
                cancel(wakes, cancelled.step());
            } else if (effect instanceof Effect.Finish finish) {
                outcome = finish.outcome();
            }
        }
        cancels.forEach(cancel -> cancelCall(cancel.step()));
        if (!prepares.isEmpty()) {
            prepare(prepares);
        }
    }

    /** The worker hears it with its next heartbeat; what it then answers is the end of the call. */
    private void cancelCall(StepKey step) {
        int attempt = require(state).steps().stream()
                .filter(run -> run.key().equals(step))
                .mapToInt(StepRun::attempt)
                .findFirst()
                .orElse(0);
        CancellationScope open = calls.get(new CallKey(step, attempt));
        if (open != null) {
            open.cancel();
            return;
        }
        // The call still waits for the journal, or went with another engine.
        held.removeIf(
                effect -> effect instanceof Effect.Invoke call && call.step().equals(step));
        inbox.add(new Event.Cancelled(step, attempt, Operation.RUN));
    }

    private void prepare(List<Effect.Prepare> prepares) {
        List<PrepareRequest> requests = new ArrayList<>();
        for (Effect.Prepare c : prepares) {
            requests.add(new PrepareRequest(input.migration(), c.step(), c.iteration(), c.evaluate(), c.outputs()));
        }
        openCalls++;
        preparing++;
        prepare(requests, STORE_RETRY_FIRST, true);
    }

    private void prepare(List<PrepareRequest> requests, Duration pause, boolean first) {
        Async.function(store::prepare, requests).handle((results, failure) -> {
            if (first) {
                // The journal does not wait for further tries.
                preparing--;
            }
            if (failure == null) {
                for (int i = 0; i < results.size(); i++) {
                    inbox.add(new Event.Prepared(requests.get(i).step(), results.get(i)));
                }
                openCalls--;
            } else if (isFinal(failure)) {
                // Trying again would not help, so a person is asked; a step that only waits for itself waits for ever.
                for (PrepareRequest request : requests) {
                    inbox.add(new Event.Prepared(
                            request.step(), PrepareResult.failed(StepFailures.stated(failure.getCause()))));
                }
                openCalls--;
            } else {
                Workflow.newTimer(pause).thenApply(passed -> {
                    if (draining()) {
                        // The next run asks again for what is still to be prepared.
                        openCalls--;
                    } else {
                        prepare(requests, longer(pause), false);
                    }
                    return null;
                });
            }
            return null;
        });
    }

    private void invoke(Effect.Invoke call) {
        StepActivities worker = Workflow.newActivityStub(StepActivities.class, ActivityProfiles.step(call, notBegun()));
        StepCall asked = new StepCall(
                input.migration(),
                input.program(),
                input.database(),
                input.purpose(),
                input.generation(),
                call.step(),
                call.attempt(),
                call.round(),
                call.operation(),
                call.action(),
                input.playbookHash(),
                call.inputs(),
                call.outputs(),
                call.job(),
                call.patienceSeconds());
        if (call.operation() == Operation.AWAIT) {
            // Watching may be cut off at any moment, and does not hold up continue-as-new.
            CancellationScope scope = Workflow.newCancellationScope(self ->
                    listen(call, asked.identity(), Async.function(worker::invoke, asked), self::isCancelRequested));
            watchers.put(call.step(), scope);
            scope.run();
        } else {
            openCalls++;
            CancellationScope scope = Workflow.newCancellationScope(self ->
                    listen(call, asked.identity(), Async.function(worker::invoke, asked), self::isCancelRequested));
            calls.put(new CallKey(call.step(), call.attempt()), scope);
            scope.run();
        }
    }

    /**
     * @param identity what an answer of ours repeats
     * @param calledOff whether this run itself no longer wants the answer: nobody else calls a call off
     */
    private void listen(Effect.Invoke call, String identity, Promise<StepResult> answer, BooleanSupplier calledOff) {
        answer.handle((result, failure) -> {
            boolean watch = call.operation() == Operation.AWAIT;
            if (!watch) {
                openCalls--;
                calls.remove(new CallKey(call.step(), call.attempt()));
            }
            if (failure == null && (result == null || result.call() != null && !identity.equals(result.call()))) {
                inbox.add(StepFailures.foreign(call));
            } else if (failure == null) {
                inbox.add(new Event.Answered(call.step(), call.attempt(), call.operation(), result));
            } else if (StepFailures.neverBegan(failure)) {
                askAgain(call, identity, failure, STORE_RETRY_FIRST);
            } else if (!StepFailures.isCancelled(failure) || !calledOff.getAsBoolean()) {
                inbox.add(StepFailures.event(call, identity, failure));
            } else if (!watch) {
                inbox.add(new Event.Cancelled(call.step(), call.attempt(), call.operation()));
            }
            return null;
        });
    }

    /** Tells of a call that no worker took once the store says that this generation still may act. */
    private void askAgain(Effect.Invoke call, String identity, RuntimeException failure, Duration pause) {
        Async.procedure(store::admit, input.migration(), input.generation()).handle((admitted, refused) -> {
            if (refused == null) {
                inbox.add(StepFailures.event(call, identity, failure));
            } else if (isSuperseded(refused)) {
                superseded = true;
            } else {
                Workflow.newTimer(pause).thenApply(passed -> {
                    askAgain(call, identity, failure, longer(pause));
                    return null;
                });
            }
            return null;
        });
    }

    private void wake(Effect.Wake wake) {
        cancel(wakes, wake.step());
        CancellationScope scope = Workflow.newCancellationScope(() -> {
            long millis = Math.max(1, wake.at().toEpochMilli() - Workflow.currentTimeMillis());
            Workflow.newTimer(Duration.ofMillis(millis)).handle((fired, failure) -> {
                if (failure == null) {
                    inbox.add(new Event.Woken(wake.step(), wake.at()));
                }
                return null;
            });
        });
        wakes.put(wake.step(), scope);
        scope.run();
    }

    private static void cancel(Map<StepKey, CancellationScope> scopes, StepKey step) {
        CancellationScope scope = scopes.remove(step);
        if (scope != null) {
            scope.cancel();
        }
    }

    private void detachAll() {
        List.copyOf(watchers.keySet()).forEach(step -> cancel(watchers, step));
        List.copyOf(wakes.keySet()).forEach(step -> cancel(wakes, step));
    }

    // ---- continue as new -----------------------------------------------------------------------------------------

    private boolean draining() {
        Integer limit = input.continueAfter();
        return limit == null ? Workflow.getInfo().isContinueAsNewSuggested() : eventsApplied >= limit;
    }

    private boolean drained() {
        return draining()
                && interpreter != null
                && openCalls == 0
                && !readingGrants
                && inbox.isEmpty()
                && (storeAway || unwritten.isEmpty() && !writing && outcome == null)
                && !superseded
                && Workflow.getInfo().getHistoryLength() >= carryAgainAt
                && Workflow.isEveryHandlerFinished();
    }

    private void continueAsNew() {
        MigrationState carried = require(state);
        List<JournalEntry> waiting = List.copyOf(unwritten);
        int size = bytes(carried);
        String hash = null;
        if (storeAway) {
            if (size + bytes(waiting) > INLINE_LIMIT_BYTES) {
                carryAgainAt = Workflow.getInfo().getHistoryLength() + CARRY_AGAIN_EVENTS;
                return;
            }
        } else if (size > CARRIED_LIMIT_BYTES) {
            hash = untilStored(() -> store.saveCarried(input.migration(), carried));
        }
        if (!drained() || !waiting.equals(unwritten)) {
            return;
        }
        detachAll();
        Workflow.continueAsNew(input.carrying(Interpreter.VERSION, hash == null ? carried : null, hash, waiting));
    }

    private static int bytes(Object value) {
        return GlobalDataConverter.get()
                .toPayload(value)
                .map(payload -> payload.getSerializedSize())
                .orElse(0);
    }

    // ---- messages ------------------------------------------------------------------------------------------------

    @Override
    public CommandOutcome deliver(String commandId) {
        // Before any wait: names the workflow task in which the command arrived. A replay has the same instant, the
        // next
        // workflow task after a lost one has not.
        String hearing = Workflow.getInfo().getRunId() + "@" + Workflow.currentTimeMillis();
        Workflow.await(() -> interpreter != null);
        if (require(state).control().recentCommands().contains(commandId)) {
            CommandOutcome before = outcomes.get(commandId);
            return before != null
                    ? before
                    : untilStoredOrDraining(() -> store.readOutcome(input.migration(), commandId), commandId);
        }
        hearing(commandId, hearing);
        Workflow.await(() -> superseded || outcomes.containsKey(commandId));
        CommandOutcome said = outcomes.get(commandId);
        if (said == null) {
            throw ApplicationFailure.newNonRetryableFailure(
                    "Migration " + input.migration() + ": generation " + input.generation()
                            + " was superseded before it heard command " + commandId
                            + ". Deliver it to the newer generation.",
                    FailureCode.GENERATION_SUPERSEDED.name());
        }
        return said;
    }

    /** Reads a command and hands it to the interpreter behind those that arrived before it. */
    private void hearing(String commandId, String hearing) {
        arrived.addLast(commandId);
        try {
            CommandOrder order = untilStoredOrDraining(() -> store.readCommand(commandId, hearing), commandId);
            Workflow.await(() -> commandId.equals(arrived.peekFirst()));
            // The store took the word because the journal says that the step waits for it. After a failed workflow task
            // the engine may be behind its own journal for a moment.
            if (!heardBy(order)) {
                Workflow.await(CATCH_UP, () -> heardBy(order));
            }
            Redelivery again = order.redelivery();
            if (again != null) {
                String refusal = again.refusal();
                if (refusal == null) {
                    refusal = require(effects)
                            .grave(require(state), order, Instant.ofEpochMilli(Workflow.currentTimeMillis()))
                            .map(effect -> "The engine lost it. " + effect)
                            .orElse(null);
                }
                if (refusal != null) {
                    throw ApplicationFailure.newNonRetryableFailure(refusal, FailureCode.COMMAND_RETURNED.name());
                }
            }
            inbox.add(new Event.Commanded(order));
        } finally {
            arrived.remove(commandId);
        }
    }

    /** Whether the step that a word is about stands where a person can have seen it. */
    private boolean heardBy(CommandOrder order) {
        boolean answers = order.verb() == Verb.COMPLETE || order.verb() == Verb.DECIDE || order.verb() == Verb.RETRY;
        return require(state).steps().stream()
                .filter(run -> run.key().equals(order.step()))
                .noneMatch(run -> run.state() == StepState.PREPARING || answers && run.state() == StepState.PENDING);
    }

    /** Anybody can send a signal, so it is believed nothing but that looking may be worth it. */
    @Override
    public void replanned() {
        inbox.add(new Event.Replanned());
    }

    @Override
    public void granted() {
        grantsChanged = true;
    }

    private boolean mustReadGrants() {
        return grantsChanged && !readingGrants && interpreter != null && waitsForSlot();
    }

    /** A step whose last request the store does not know yet waits for the journal first. */
    private boolean waitsForSlot() {
        return require(state).steps().stream()
                .anyMatch(run -> run.state() == StepState.WAITING_SLOT && written(run.key()));
    }

    /**
     * Whether the store knows all that the journal says of a step. Else a grant may be of an earlier request, which the
     * store is about to take back.
     */
    private boolean written(StepKey step) {
        return unwritten.stream()
                .noneMatch(entry -> entry.step() != null && entry.step().key().equals(step));
    }

    private void readGrants() {
        if (!mustReadGrants()) {
            return;
        }
        grantsChanged = false;
        readingGrants = true;
        requestsChanged.clear();
        unwritten.forEach(this::requestMayChange);
        Async.function(store::granted, input.migration(), input.generation()).handle((steps, failure) -> {
            readingGrants = false;
            if (failure == null) {
                steps.forEach(this::takeGrant);
            } else if (isSuperseded(failure)) {
                superseded = true;
            }
            // When the store does not answer, the granter's next sweep sends the hint again.
            return null;
        });
    }

    private void requestMayChange(JournalEntry entry) {
        if (entry.step() != null) {
            requestsChanged.add(entry.step().key());
        }
    }

    /** A grant that was read while the step's request changed may be of the request before: it is read again. */
    private void takeGrant(StepKey step) {
        if (!requestsChanged.contains(step)) {
            inbox.add(new Event.Granted(step));
        } else if (written(step)) {
            grantsChanged = true;
        } else {
            grantsDropped = true;
        }
    }

    @Override
    public MigrationState state() {
        return require(state);
    }

    @Override
    public JournalMark mark() {
        return new JournalMark(
                input.generation(), begunAfterSeq, require(state).control().seq(), chain.hash());
    }

    private static <T> T require(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("The migration has not begun");
        }
        return value;
    }
}
