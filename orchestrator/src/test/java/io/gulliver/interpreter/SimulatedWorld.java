package io.gulliver.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PlanStep.Rerun;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.testing.Plans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A world of random delays, failures, losses and people around one interpreter. It keeps a ledger of its own of what was
 * attempted and what came of it, and checks the engine's promises after every event.
 *
 * <p>What it knows of the real one: a call of a lost worker may have acted or not; a call that is merely cut off lives on
 * and acts later, and its worker refuses another call of the step meanwhile; a call of an older generation is refused once
 * a newer one was seen; an act looks first and finds what bears its name, but one that must never be repeated does not,
 * and one that is repeated after its undo leaves half-done work behind; slots have a capacity, and leases follow the
 * journal; a person's command that was not journaled is delivered again after the engine was lost.
 */
final class SimulatedWorld {
    /** What is checked beyond what every version of the rules must keep. */
    enum Promise {
        /** No act over half-done work that must be undone first. */
        UNDONE_BEFORE_REPEATED,
        /** What works for a step with slots has them. */
        WORKS_WITH_ITS_SLOTS,
        /** Abort and roll back end calls under way. */
        STOPS_CALLS,
        /** A call that kills its worker is not repeated for ever. */
        LOSSES_END
    }

    /** The transition function under test: the interpreter's own, or one broken on purpose. */
    interface Machine {
        Transition apply(MigrationState state, Event event, Instant now);
    }

    /** Breaks a machine. */
    interface Mutation {
        Machine of(Machine sound);
    }

    private static final class Call {
        final Effect.Invoke invoke;
        final int generation;
        /** Ends only when it is cancelled, or of its own accord while the run goes forward. */
        final boolean lasting;
        /** Hears nothing. */
        final boolean deaf;

        boolean cancelled;

        Call(Effect.Invoke invoke, int generation, boolean lasting, boolean deaf) {
            this.invoke = invoke;
            this.generation = generation;
            this.lasting = lasting;
            this.deaf = deaf;
        }
    }

    private static final class Lease {
        boolean granted;
    }

    /** Something made under a name: an object, or a remote job. */
    private static final class Thing {
        boolean running;
    }

    private final CompiledPlan plan;
    private final Map<String, PlanStep> steps = new LinkedHashMap<>();
    private final Interpreter interpreter;
    private final Machine machine;
    private final Random random;
    private final Set<Promise> promises;
    /** How unkind: 0 nothing fails, 100 about half of the calls do. */
    private final int trouble;

    MigrationState state;
    private Instant now = Instant.parse("2026-03-01T00:00:00Z");
    private int generation = 1;
    private int generationSeen = 1;

    private final List<JournalEntry> unwritten = new ArrayList<>();
    /** Number of the last entry of each event in {@link #unwritten}. */
    private final List<Long> unwrittenEnds = new ArrayList<>();

    private final TreeMap<Long, JournalEntry> journal = new TreeMap<>();
    private final Map<StepKey, StepState> told = new HashMap<>();
    private long writtenSeq;
    private final List<Effect> held = new ArrayList<>();
    private final List<Event> inbox = new ArrayList<>();
    private final List<Call> open = new ArrayList<>();
    private final List<Call> zombies = new ArrayList<>();
    private final List<Effect.Prepare> preparing = new ArrayList<>();
    private final Map<StepKey, Instant> wakes = new LinkedHashMap<>();
    private final Map<StepKey, Lease> leases = new LinkedHashMap<>();
    private final int capacity;

    /** What exists, by step and round. */
    private final Map<String, Thing> things = new TreeMap<>();
    /** Acts attempted by name; whether one had an effect is another question. */
    private final Map<String, Integer> attempts = new TreeMap<>();
    /** Effects by step since it was last undone, and how many of them the plan and people wanted; 1 when absent. */
    private final Map<StepKey, Integer> effects = new LinkedHashMap<>();

    private final Map<StepKey, Integer> intents = new LinkedHashMap<>();
    private final Map<StepKey, Integer> lostInARow = new LinkedHashMap<>();
    private final Set<StepKey> leftToAPerson = new HashSet<>();
    private final Set<String> lasting = new LinkedHashSet<>();
    private final Set<String> deadly = new LinkedHashSet<>();
    final Map<StepKey, Integer> approvals = new LinkedHashMap<>();

    /** Commands given and not yet journaled, in order. */
    private final Map<String, CommandOrder> outbox = new LinkedHashMap<>();

    private final Map<String, Integer> answers = new TreeMap<>();

    @Nullable
    RunOutcome finished;

    private int commandsSaid;
    final Set<String> transitions = new TreeSet<>();
    final List<String> log = new ArrayList<>();

    SimulatedWorld(CompiledPlan plan, Random random, int trouble) {
        this(plan, random, trouble, Interpreter.VERSION, EnumSet.allOf(Promise.class), sound -> sound);
    }

    SimulatedWorld(
            CompiledPlan plan, Random random, int trouble, int version, Set<Promise> promises, Mutation mutation) {
        this.plan = plan;
        this.random = random;
        this.trouble = trouble;
        this.promises = promises;
        plan.steps().forEach(step -> steps.put(step.id(), step));
        // A generator of its own, so that a plan's schedule does not hang on what its steps are like.
        // A field that no random plan sets deals no other schedules: the reviewed list is of these.
        String drawn = plan.steps().toString().replace(", stateTimeoutSeconds=null", "");
        Random nature = new Random(drawn.hashCode());
        for (PlanStep step : plan.steps()) {
            boolean acts = step.kind() == StepKind.ACTION && !step.detached();
            if (acts && nature.nextInt(4) == 0) {
                lasting.add(step.id());
            } else if (trouble > 0
                    && promises.contains(Promise.LOSSES_END)
                    && acts
                    && !step.pointOfNoReturn()
                    && nature.nextInt(12) == 0) {
                deadly.add(step.id());
            }
        }
        capacity = 1 + nature.nextInt(2);
        interpreter = new Interpreter(plan);
        machine = mutation.of(interpreter::apply);
        state = interpreter.initial(Plans.input(version));
        apply(new Event.Begun());
    }

    /** Lets one random thing happen; false when nothing can happen any more. */
    boolean tick() {
        List<Runnable> choices = new ArrayList<>();
        if (!unwritten.isEmpty()) {
            choices.add(this::write);
            choices.add(this::write);
        }
        List.copyOf(inbox)
                .forEach(event -> choices.add(() -> {
                    inbox.remove(event);
                    apply(event);
                }));
        List.copyOf(preparing).forEach(p -> choices.add(() -> prepareAnswers(p)));
        List.copyOf(open).stream().filter(this::mayAnswer).forEach(call -> choices.add(() -> callAnswers(call)));
        List.copyOf(zombies).forEach(call -> choices.add(() -> zombieActs(call)));
        wakes.forEach((step, at) -> choices.add(() -> wakeUp(step, at)));
        for (StepRun run : state.steps()) {
            if (run.state() == StepState.WAITING_SLOT && mayBeGranted(run.key())) {
                choices.add(() -> grant(run.key()));
            }
        }
        if (!outbox.isEmpty() && choices.isEmpty()) {
            choices.add(this::redeliver);
        }
        if (choices.isEmpty()) {
            return false;
        }
        if (!outbox.isEmpty() && random.nextInt(6) == 0) {
            redeliver();
            return true;
        }
        choices.get(random.nextInt(choices.size())).run();
        return true;
    }

    boolean nothingPending() {
        return unwritten.isEmpty()
                && preparing.isEmpty()
                && inbox.isEmpty()
                && open.isEmpty()
                && wakes.isEmpty()
                && held.isEmpty();
    }

    private boolean stopping() {
        return state.control().mode() == RunMode.ABORTING || state.control().mode() == RunMode.ROLLING_BACK;
    }

    private boolean mayAnswer(Call call) {
        if (call.cancelled && call.deaf) {
            return false;
        }
        return !call.lasting || call.cancelled || !stopping();
    }

    private void apply(Event event) {
        now = now.plusMillis(random.nextInt(2000));
        RunMode before = state.control().mode();
        Transition transition = machine.apply(state, event, now);
        Transitions.name(state, event, transition).ifPresent(transitions::add);
        assertThat(machine.apply(state, event, now))
                .as("the same state, event and instant give the same transition")
                .isEqualTo(transition);
        log.add(event + " -> "
                + transition.journal().stream().map(JournalEntry::event).toList());
        state = transition.state();
        long expected = (unwritten.isEmpty()
                        ? writtenSeq
                        : unwritten.get(unwritten.size() - 1).seq())
                + 1;
        for (JournalEntry entry : transition.journal()) {
            assertThat(entry.seq()).as("journal numbers have no gap").isEqualTo(expected++);
            unwritten.add(entry);
            if (entry.step() != null) {
                told.put(entry.step().key(), entry.step().state());
            }
        }
        checkTold();
        if (!transition.journal().isEmpty()) {
            unwrittenEnds.add(expected - 1);
        }
        for (Effect effect : transition.effects()) {
            if (before == RunMode.PAUSED
                    && state.control().mode() == RunMode.PAUSED
                    && effect instanceof Effect.Invoke call) {
                assertThat(call.operation())
                        .as("no step starts while the migration is paused")
                        .isEqualTo(Operation.AWAIT);
            }
            held.add(effect);
        }
        dispatch();
        checkState();
    }

    /** What the run log told last of each step is how it stands, but for those that are only being prepared. */
    private void checkTold() {
        if (state.control().interpreterVersion() < 2) {
            return; // told nothing of steps that a pause held
        }
        for (StepRun run : state.steps()) {
            if (run.state() != StepState.PREPARING) {
                assertThat(told.getOrDefault(run.key(), StepState.PENDING))
                        .as("what the run log tells of %s", run.key())
                        .isEqualTo(run.state());
            }
        }
    }

    // ---- journal, leases, effects -----------------------------------------------------------------------------------

    private void write() {
        // What one event led to is written as a whole or not at all.
        List<Long> ends = List.copyOf(unwrittenEnds);
        int events = 1 + random.nextInt(ends.size());
        long last = ends.get(events - 1);
        unwrittenEnds.subList(0, events).clear();
        int n = (int) unwritten.stream().filter(entry -> entry.seq() <= last).count();
        for (JournalEntry entry : List.copyOf(unwritten.subList(0, n))) {
            journal.put(entry.seq(), entry);
            writtenSeq = entry.seq();
            project(entry);
        }
        unwritten.subList(0, n).clear();
        dispatch();
        checkSlots();
    }

    private void project(JournalEntry entry) {
        if (entry.command() != null) {
            outbox.remove(entry.command().commandId());
            assertThat(answers.merge(entry.command().commandId(), 1, Integer::sum))
                    .as("command %s is answered once", entry.command().commandId())
                    .isEqualTo(1);
        }
        StepRun run = entry.step();
        if (run == null || steps.get(run.key().step()).slots().isEmpty()) {
            return;
        }
        switch (run.state()) {
            case WAITING_SLOT -> leases.putIfAbsent(run.key(), new Lease());
            case PARKED -> {
                if (!Boolean.TRUE.equals(run.slotsHeld())) {
                    leases.remove(run.key());
                }
            }
            case DONE, SKIPPED, STOPPED, UNDONE, UNDO_PARKED, PENDING -> leases.remove(run.key());
            default -> {}
        }
    }

    private boolean mayBeGranted(StepKey key) {
        Lease lease = leases.get(key);
        long taken = leases.values().stream().filter(other -> other.granted).count();
        // The shell takes a grant only once all that the journal says of the step is written.
        boolean written = unwritten.stream()
                .noneMatch(entry -> entry.step() != null && entry.step().key().equals(key));
        return written && lease != null && (lease.granted || taken < capacity);
    }

    private void grant(StepKey key) {
        leases.get(key).granted = true;
        if (!chance(trouble / 4)) {
            apply(new Event.Granted(key));
        } // else the signal is lost, and the next sweep says it again
    }

    /** The outbox delivers the oldest command again: it may have been lost, or applied and not yet journaled. */
    private void redeliver() {
        apply(new Event.Commanded(outbox.values().iterator().next()));
    }

    // ---- effects -------------------------------------------------------------------------------------------------

    private void dispatch() {
        for (Effect effect : List.copyOf(held)) {
            if (effect.afterSeq() > writtenSeq || !held.remove(effect)) {
                continue;
            }
            if (effect instanceof Effect.Prepare prepare) {
                preparing.add(prepare);
            } else if (effect instanceof Effect.Invoke call) {
                invoke(call);
            } else if (effect instanceof Effect.Detach detach) {
                open.removeIf(
                        call -> call.invoke.step().equals(detach.step()) && call.invoke.operation() == Operation.AWAIT);
            } else if (effect instanceof Effect.Cancel cancel) {
                cancel(cancel.step());
            } else if (effect instanceof Effect.Wake wake) {
                wakes.put(wake.step(), wake.at());
            } else if (effect instanceof Effect.CancelWake cancel) {
                wakes.remove(cancel.step());
            } else if (effect instanceof Effect.Finish finish) {
                finished = finish.outcome();
            }
        }
    }

    private void cancel(StepKey step) {
        for (Call call : open) {
            if (call.invoke.step().equals(step) && call.invoke.operation() != Operation.AWAIT) {
                call.cancelled = true;
                return;
            }
        }
        held.removeIf(
                effect -> effect instanceof Effect.Invoke call && call.step().equals(step));
        inbox.add(new Event.Cancelled(step, run(step).attempt(), Operation.RUN));
    }

    private void invoke(Effect.Invoke call) {
        generationSeen = generation;
        if (!leftToAPerson.contains(call.step())) {
            assertThat(open)
                    .as("one call at a time for step %s", call.step())
                    .noneMatch(other -> other.invoke.step().equals(call.step()));
        }
        PlanStep step = steps.get(call.step().step());
        boolean forward = call.operation() == Operation.RUN || call.operation() == Operation.START;
        if (forward) {
            for (String need : step.needs()) {
                assertThat(run(StepKey.of(need)).state().satisfies())
                        .as("step %s starts after %s", call.step(), need)
                        .isTrue();
            }
        }
        if (forward && step.mutating()) {
            assertThat(journal.values())
                    .as("the start of %s is journaled before it acts", call.step())
                    .anyMatch(entry -> entry.step() != null
                            && entry.step().key().equals(call.step())
                            && entry.step().state() == StepState.RUNNING
                            && entry.step().attempt() == call.attempt());
        }
        if (call.operation() == Operation.UNDO && run(call.step()).state() == StepState.UNDOING) {
            assertThat(state.steps())
                    .as("what is undone after %s", call.step())
                    .noneMatch(other -> other.order() > run(call.step()).order()
                            && steps.get(other.key().step()).undoable()
                            && (other.state() == StepState.DONE
                                    || other.state() == StepState.STOPPED
                                    || other.state() == StepState.SKIPPED));
        }
        boolean works = run(call.step()).state() == StepState.RUNNING && call.operation() != Operation.START;
        open.add(new Call(
                call, generation, works && lasting.contains(step.id()), trouble > 0 && random.nextInt(12) == 0));
    }

    private void prepareAnswers(Effect.Prepare prepare) {
        preparing.remove(prepare);
        PlanStep step = steps.get(prepare.step().step());
        if (chance(trouble / 8)) {
            apply(new Event.Prepared(
                    prepare.step(),
                    PrepareResult.failed(
                            FailureCode.CONDITION_FAILED.with("condition cannot be evaluated", "mend it"))));
            return;
        }
        List<String> items = null;
        if (step.fanOut() && prepare.step().item() == null) {
            items = new ArrayList<>();
            int n = random.nextInt(5);
            for (int i = 0; i < n; i++) {
                items.add("i" + i);
            }
        }
        Instant notBefore = step.notBefore() && random.nextBoolean() ? now.plusSeconds(random.nextInt(120)) : null;
        apply(new Event.Prepared(
                prepare.step(),
                new PrepareResult(
                        !chance(5), null, items, Map.of("at", now.toString()), notBefore, random.nextInt(3) == 0, 1)));
    }

    // ---- calls ---------------------------------------------------------------------------------------------------

    private void callAnswers(Call call) {
        Effect.Invoke invoke = call.invoke;
        open.remove(call);
        boolean watches = invoke.operation() == Operation.AWAIT || invoke.operation() == Operation.EVALUATE;
        if (!watches && zombies.stream().anyMatch(other -> other.invoke.step().equals(invoke.step()))) {
            fail(
                    call,
                    FailureCode.TEMPORARILY_UNAVAILABLE.with("another call of the step is still at work", ""),
                    false);
            return;
        }
        if (call.cancelled && random.nextInt(3) > 0) {
            if (random.nextBoolean()) {
                act(call);
            }
            apply(new Event.Cancelled(invoke.step(), invoke.attempt(), invoke.operation()));
            return;
        }
        boolean forward = invoke.operation() == Operation.RUN || invoke.operation() == Operation.START;
        if (forward && deadly.contains(invoke.step().step())) {
            lose(call, random.nextBoolean());
            return;
        }
        if (!chance(trouble / 2)) {
            act(call);
            answer(call);
            return;
        }
        switch (random.nextInt(6)) {
            case 0 -> apply(new Event.NotBegun(invoke.step(), invoke.attempt(), invoke.operation()));
            case 1 -> lose(call, random.nextBoolean());
            case 2 -> {
                // Cut off from the engine, and still at work.
                if (!watches) {
                    zombies.add(call);
                }
                lose(call, false);
            }
            case 3 -> refuse(call);
            case 4 -> fail(call, FailureCode.UNREACHABLE.with("unreachable", ""), false);
            default -> {
                act(call);
                fail(call, FailureCode.UNREACHABLE.with("unreachable", ""), false);
            }
        }
    }

    private void answer(Call call) {
        Effect.Invoke invoke = call.invoke;
        lostInARow.remove(invoke.step());
        boolean finishes = switch (invoke.operation()) {
            case START -> false;
            case AWAIT -> random.nextInt(3) > 0;
            default -> true;
        };
        if (finishes && invoke.operation() == Operation.AWAIT) {
            endJob(invoke);
        }
        if (finishes && steps.get(invoke.step().step()).repeat() != null && invoke.operation() != Operation.UNDO) {
            wantOneMore(invoke.step());
        }
        StepResult result = finishes
                ? StepResult.done(Map.of("x", invoke.attempt()), "seen")
                : invoke.operation() == Operation.START
                        ? StepResult.started("job-" + name(invoke), Map.of(), "started")
                        : StepResult.running("job-" + name(invoke), new Progress(1, 2.0, "MB", null, null));
        apply(new Event.Answered(invoke.step(), invoke.attempt(), invoke.operation(), result));
    }

    private void fail(Call call, StepFailure failure, boolean lost) {
        Effect.Invoke invoke = call.invoke;
        if (lost) {
            int row = lostInARow.merge(invoke.step(), 1, Integer::sum);
            if (promises.contains(Promise.LOSSES_END)) {
                assertThat(row)
                        .as("workers lost in a row by step %s without a person being asked", invoke.step())
                        .isLessThanOrEqualTo(2 + steps.get(invoke.step().step()).attempts());
            }
        } else {
            lostInARow.remove(invoke.step());
        }
        apply(new Event.Failed(invoke.step(), invoke.attempt(), invoke.operation(), failure, lost));
    }

    private void lose(Call call, boolean acted) {
        if (acted) {
            act(call);
        }
        fail(call, FailureCode.WORKER_LOST.with("worker lost", ""), true);
    }

    /** A definite answer tells the truth: what it says has ended or never began does not run. */
    private void refuse(Call call) {
        Effect.Invoke invoke = call.invoke;
        StepFailure failure = FailureCode.LOGON_REFUSED.with("logon refused", "");
        if (invoke.operation() == Operation.START && !things.containsKey(name(invoke))) {
            failure = FailureCode.REQUEST_REFUSED.with("refused", "");
        } else if (invoke.operation() == Operation.AWAIT && random.nextBoolean()) {
            endJob(invoke);
            failure = FailureCode.JOB_FAILED.with("exit 1", "");
        }
        fail(call, failure, false);
    }

    private void zombieActs(Call call) {
        zombies.remove(call);
        boolean fenced = call.generation < generationSeen;
        if (!fenced && random.nextInt(4) > 0) {
            act(call);
            checkSlots();
        }
    }

    private static String name(Effect.Invoke call) {
        return call.step() + "#" + call.round();
    }

    private void endJob(Effect.Invoke call) {
        Thing job = things.get(name(call));
        if (job != null) {
            job.running = false;
        }
    }

    /** What the outside world does. */
    private void act(Call call) {
        Effect.Invoke invoke = call.invoke;
        PlanStep step = steps.get(invoke.step().step());
        String name = name(invoke);
        switch (invoke.operation()) {
            case RUN -> {
                if (!step.mutating()) {
                    return;
                }
                attempts.merge(name, 1, Integer::sum);
                if (step.rerun() == Rerun.AFTER_UNDO && promises.contains(Promise.UNDONE_BEFORE_REPEATED)) {
                    assertThat(things)
                            .as("%s is repeated over its own half-done work", invoke.step())
                            .doesNotContainKey(name);
                }
                if (step.rerun() != Rerun.SAFE || !things.containsKey(name)) {
                    make(invoke, false);
                }
            }
            case START -> {
                attempts.merge(name, 1, Integer::sum);
                if (!things.containsKey(name)) {
                    make(invoke, true);
                }
            }
            case UNDO -> {
                if (!leftToAPerson.contains(invoke.step())) {
                    assertThat(jobsOf(invoke.step()))
                            .as("the job of %s runs while it is undone", invoke.step())
                            .noneMatch(job -> job.running);
                }
                things.keySet().removeIf(other -> other.startsWith(invoke.step() + "#"));
                effects.remove(invoke.step());
            }
            case STOP -> endJob(invoke);
            case AWAIT, EVALUATE -> {}
        }
    }

    private void make(Effect.Invoke call, boolean running) {
        Thing thing = new Thing();
        thing.running = running;
        things.put(name(call), thing);
        PlanStep step = steps.get(call.step().step());
        boolean allowed = step.rerun() != Rerun.AFTER_UNDO || promises.contains(Promise.UNDONE_BEFORE_REPEATED);
        int effectsNow = effects.merge(call.step(), 1, Integer::sum);
        if (allowed && step.mutating()) {
            assertThat(effectsNow)
                    .as("effects of %s, wanted by its plan and by people", call.step())
                    .isLessThanOrEqualTo(intents.getOrDefault(call.step(), 1));
        }
    }

    /** The first effect is wanted by the plan; each repeat and each retry that a person orders wants one more. */
    private void wantOneMore(StepKey step) {
        intents.merge(step, 2, (before, ignored) -> before + 1);
    }

    private List<Thing> jobsOf(StepKey step) {
        return things.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(step + "#"))
                .map(Map.Entry::getValue)
                .toList();
    }

    private void wakeUp(StepKey step, Instant at) {
        wakes.remove(step);
        if (at.isAfter(now)) {
            now = at;
        }
        apply(new Event.Woken(step, at));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    StepRun run(StepKey key) {
        return state.steps().stream()
                .filter(run -> run.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    // ---- people --------------------------------------------------------------------------------------------------

    void say(Verb verb, @Nullable StepKey step, @Nullable Stage stage, @Nullable String outcome, String reason) {
        String id = "c" + ++commandsSaid;
        StepState stood = step == null ? null : run(step).state();
        if (verb == Verb.DECIDE && "approve".equals(outcome) && stood == StepState.WAITING_PERSON) {
            approvals.merge(step, 1, Integer::sum);
        }
        if (verb == Verb.RETRY && stood == StepState.PARKED) {
            wantOneMore(step);
            if (random.nextBoolean()) {
                deadly.remove(step.step());
            }
        }
        if (step == null) {
            lostInARow.clear();
        } else {
            lostInARow.remove(step);
        }
        if (verb == Verb.SKIP && (stood == StepState.PARKED && stopping() || stood == StepState.UNDO_PARKED)) {
            leftToAPerson.add(step);
        }
        CommandOrder order = new CommandOrder(id, verb, step, stage, outcome, reason, "ana", Map.of());
        outbox.put(id, order);
        apply(new Event.Commanded(order));
    }

    /** Somebody steers, or the run moves to another engine. */
    void meddle(Random chance) {
        if (state.control().mode() == RunMode.ENDED) {
            return;
        }
        switch (chance.nextInt(6)) {
            case 0 -> say(Verb.PAUSE, null, null, null, "wait");
            case 1 -> say(Verb.RESUME, null, null, null, "go on");
            case 2 -> say(Verb.ABORT, null, null, null, "stop it");
            case 3 -> say(Verb.ROLL_BACK, null, null, null, "take it back");
            case 4 -> continuesAsNew();
            default -> engineIsLost();
        }
    }

    /** A person answers one thing that waits for people; false when nothing does. */
    boolean personActs() {
        for (StepRun run : state.steps()) {
            PlanStep step = steps.get(run.key().step());
            switch (run.state()) {
                case WAITING_PERSON -> {
                    if (step.kind() == StepKind.GATE) {
                        say(Verb.DECIDE, run.key(), null, chance(trouble / 4) ? "reject" : "approve", "seen");
                    } else {
                        say(Verb.COMPLETE, run.key(), null, chance(trouble / 4) ? "failed" : "done", "did it");
                    }
                    return true;
                }
                case PARKED, UNDO_PARKED -> {
                    assertThat(run.failure())
                            .as("why step %s waits for a person", run.key())
                            .isNotNull();
                    boolean skip = random.nextInt(3) == 0 && step.kind() != StepKind.GATE && !step.pointOfNoReturn();
                    boolean leave = stopping() && random.nextInt(3) == 0;
                    say(skip || leave ? Verb.SKIP : Verb.RETRY, run.key(), null, null, "chosen");
                    return true;
                }
                default -> {}
            }
        }
        if (state.control().mode() == RunMode.PAUSED) {
            say(Verb.RESUME, null, null, null, "go on");
            return true;
        }
        return false;
    }

    // ---- losses --------------------------------------------------------------------------------------------------

    /** The engine is lost: only what was written is known; calls that were open have acted, never will, or live on. */
    void engineIsLost() {
        for (Call call : open) {
            switch (random.nextInt(3)) {
                case 0 -> act(call);
                case 1 -> zombies.add(call);
                default -> {}
            }
        }
        zombies.removeIf(call -> call.invoke.operation() == Operation.AWAIT);
        forget();
        unwritten.clear();
        unwrittenEnds.clear();
        lostInARow.clear();
        told.clear();
        Map<StepKey, StepRun> newest = new LinkedHashMap<>();
        RunControl control = null;
        for (JournalEntry entry : journal.values()) {
            if (entry.step() != null) {
                newest.put(entry.step().key(), entry.step());
                told.put(entry.step().key(), entry.step().state());
            }
            if (entry.control() != null) {
                control = entry.control();
            }
        }
        generation++;
        if (control == null) {
            writtenSeq = 0;
            state = interpreter.initial(Plans.input(state.control().interpreterVersion()));
            apply(new Event.Begun());
            return;
        }
        RunControl c = control;
        RunControl known = new RunControl(
                c.generation(),
                writtenSeq,
                c.interpreterVersion(),
                c.mode(),
                c.outcome(),
                c.reason(),
                c.pauseAfterStage(),
                c.pauseAfterStep(),
                c.pauseNow(),
                c.pastPointOfNoReturn(),
                c.evaluateOnly(),
                List.of());
        int version = state.control().interpreterVersion();
        state = interpreter.under(
                version, interpreter.adopted(new MigrationState(known, List.copyOf(newest.values())), generation));
        apply(new Event.Resumed(true));
    }

    /** Continue-as-new at this very moment, as the workflow does it: short calls end first, watchers are detached. */
    boolean continuesAsNew() {
        if (!unwritten.isEmpty()
                || !inbox.isEmpty()
                || open.stream().anyMatch(call -> call.invoke.operation() != Operation.AWAIT)) {
            return false;
        }
        forget();
        state = interpreter.under(Interpreter.VERSION, state);
        apply(new Event.Resumed(false));
        return true;
    }

    private void forget() {
        held.clear();
        open.clear();
        inbox.clear();
        preparing.clear();
        wakes.clear();
    }

    // ---- promises ------------------------------------------------------------------------------------------------

    private void checkState() {
        checkSlots();
        if (stopping() && promises.contains(Promise.STOPS_CALLS)) {
            assertThat(open)
                    .as("calls under way that nobody cancelled")
                    .noneMatch(
                            call -> !call.cancelled && run(call.invoke.step()).state() == StepState.RUNNING);
        }
        for (StepRun run : state.steps()) {
            PlanStep step = steps.get(run.key().step());
            if (step.kind() == StepKind.GATE && run.state() == StepState.DONE) {
                boolean fan = step.fanOut() && run.key().item() == null;
                assertThat(fan || approvals.getOrDefault(run.key(), 0) > 0)
                        .as("gate %s is passed only with an approval", run.key())
                        .isTrue();
            }
            if (run.items() != null) {
                long active = state.steps().stream()
                        .filter(item -> item.key().item() != null
                                && item.key().step().equals(run.key().step()))
                        .filter(item -> item.state() != StepState.PENDING
                                && item.state() != StepState.PARKED
                                && item.state() != StepState.UNDO_PARKED
                                && item.state() != StepState.UNDOING
                                && !item.state().settled())
                        .count();
                if (state.control().mode() == RunMode.RUNNING && !retriedByHand()) {
                    assertThat(active).as("items of %s at once", run.key()).isLessThanOrEqualTo(step.maxParallel());
                }
            }
        }
        if (finished == RunOutcome.COMPLETED) {
            for (StepRun run : state.steps()) {
                PlanStep step = steps.get(run.key().step());
                assertThat(run.state().satisfies())
                        .as("step %s at the end", run.key())
                        .isTrue();
                boolean made = step.mutating() && run.items() == null && run.state() == StepState.DONE;
                if (made && !(step.fanOut() && run.key().item() == null)) {
                    assertThat(jobsOf(run.key()))
                            .as("what step %s is said to have done", run.key())
                            .isNotEmpty();
                }
            }
        }
    }

    /** Whatever works for a step that takes slots has them, so that no capacity is exceeded. */
    private void checkSlots() {
        if (!promises.contains(Promise.WORKS_WITH_ITS_SLOTS)) {
            return;
        }
        for (StepRun run : state.steps()) {
            if (steps.get(run.key().step()).slots().isEmpty() || leftToAPerson.contains(run.key())) {
                continue;
            }
            boolean calls = open.stream()
                    .anyMatch(call -> call.invoke.step().equals(run.key())
                            && (call.invoke.operation() == Operation.RUN
                                    || call.invoke.operation() == Operation.START));
            if (calls || jobsOf(run.key()).stream().anyMatch(job -> job.running)) {
                Lease lease = leases.get(run.key());
                assertThat(lease != null && lease.granted)
                        .as("step %s works with its slots", run.key())
                        .isTrue();
            }
        }
        assertThat(leases.values().stream().filter(lease -> lease.granted).count())
                .as("slots taken")
                .isLessThanOrEqualTo(capacity);
    }

    /** After the end every command must have its answer: what was lost on the way is delivered to the ended run. */
    void deliverTheRest() {
        while (!outbox.isEmpty()) {
            String id = outbox.keySet().iterator().next();
            redeliver();
            while (!unwritten.isEmpty()) {
                write();
            }
            assertThat(answers).as("commands and their answers").containsKey(id);
        }
        assertThat(answers).as("commands answered").hasSize(commandsSaid);
    }

    /** A person's retry of an unknown job re-attaches at once, over the limit of a fan-out. */
    private boolean retriedByHand() {
        return commandsSaid > 0;
    }

    PlanStep planStep(String id) {
        return steps.get(id);
    }

    /** Whether a job runs that nobody took over. */
    boolean anyJobRuns() {
        return things.entrySet().stream()
                .anyMatch(entry -> entry.getValue().running && !leftToAPerson.contains(stepOf(entry.getKey())));
    }

    /** Steps of which something is left in the world, but for those left to a person. */
    Set<StepKey> leftovers() {
        Set<StepKey> left = new LinkedHashSet<>();
        things.keySet().forEach(name -> left.add(stepOf(name)));
        left.removeAll(leftToAPerson);
        return left;
    }

    /** How often anything was attempted, effect or not. */
    int actsAttempted() {
        return attempts.values().stream().mapToInt(times -> times).sum();
    }

    /** How many names were made and not undone. */
    int namesMade() {
        return things.size();
    }

    private static StepKey stepOf(String name) {
        return StepKey.parse(name.substring(0, name.indexOf('#')));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("plan ").append(plan.steps()).append('\n');
        log.subList(Math.max(0, log.size() - 40), log.size())
                .forEach(line -> text.append(line).append('\n'));
        state.steps()
                .forEach(run ->
                        text.append(run.key()).append(' ').append(run.state()).append('\n'));
        return text.append(state.control()).toString();
    }
}
