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
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A world of random delays, failures, losses and people around one interpreter. It keeps its own ledger of effects and
 * checks the engine's promises after every event.
 */
final class SimulatedWorld {
    private final CompiledPlan plan;
    private final Map<String, PlanStep> steps = new LinkedHashMap<>();
    private final Interpreter interpreter;
    private final Random random;
    /** How unkind: 0 nothing fails, 100 about half of the calls do. */
    private final int trouble;

    MigrationState state;
    private Instant now = Instant.parse("2026-03-01T00:00:00Z");
    private int generation = 1;

    private final List<JournalEntry> unwritten = new ArrayList<>();
    private final TreeMap<Long, JournalEntry> journal = new TreeMap<>();
    private long writtenSeq;
    private final List<Command> held = new ArrayList<>();
    private final List<Command.Invoke> open = new ArrayList<>();
    private final List<Command.Prepare> preparing = new ArrayList<>();
    private final Map<StepKey, Instant> wakes = new LinkedHashMap<>();

    /** Effects by step and round: how often the world was really changed, and whether it is undone. */
    final Map<String, Integer> effects = new LinkedHashMap<>();

    final List<StepKey> effectOrder = new ArrayList<>();
    final List<StepKey> undoOrder = new ArrayList<>();
    private final Map<String, Boolean> jobsRunning = new LinkedHashMap<>();
    final Map<StepKey, Integer> approvals = new LinkedHashMap<>();

    @Nullable
    RunOutcome finished;

    private int commandsSaid;
    final java.util.Set<String> transitions = new java.util.TreeSet<>();
    final List<String> log = new ArrayList<>();

    SimulatedWorld(CompiledPlan plan, Random random, int trouble) {
        this.plan = plan;
        this.random = random;
        this.trouble = trouble;
        plan.steps().forEach(step -> steps.put(step.id(), step));
        interpreter = new Interpreter(plan);
        state = interpreter.initial(Plans.input());
        apply(new Event.Begun());
    }

    /** Lets one random thing happen; false when nothing can happen any more. */
    boolean tick() {
        List<Runnable> choices = new ArrayList<>();
        if (!unwritten.isEmpty()) {
            choices.add(this::write);
            choices.add(this::write);
        }
        List.copyOf(preparing).forEach(p -> choices.add(() -> prepareAnswers(p)));
        List.copyOf(open).forEach(call -> choices.add(() -> callAnswers(call)));
        wakes.forEach((step, at) -> choices.add(() -> wakeUp(step, at)));
        for (StepRun run : state.steps()) {
            if (run.state() == StepState.WAITING_SLOT) {
                choices.add(() -> apply(new Event.Granted(run.key())));
            }
        }
        if (choices.isEmpty()) {
            return false;
        }
        choices.get(random.nextInt(choices.size())).run();
        return true;
    }

    boolean nothingPending() {
        return unwritten.isEmpty() && preparing.isEmpty() && open.isEmpty() && wakes.isEmpty() && held.isEmpty();
    }

    private void apply(Event event) {
        now = now.plusMillis(random.nextInt(2000));
        RunMode before = state.control().mode();
        Transition transition = interpreter.apply(state, event, now);
        Transitions.name(state, event, transition).ifPresent(transitions::add);
        assertThat(interpreter.apply(state, event, now))
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
        }
        for (Command command : transition.commands()) {
            if (before == RunMode.PAUSED
                    && state.control().mode() == RunMode.PAUSED
                    && command instanceof Command.Invoke call) {
                assertThat(call.operation())
                        .as("no step starts while the migration is paused")
                        .isEqualTo(Operation.AWAIT);
            }
            held.add(command);
        }
        dispatch();
        checkState();
    }

    private void write() {
        int n = 1 + random.nextInt(unwritten.size());
        for (JournalEntry entry : List.copyOf(unwritten.subList(0, n))) {
            journal.put(entry.seq(), entry);
            writtenSeq = entry.seq();
        }
        unwritten.subList(0, n).clear();
        dispatch();
    }

    private void dispatch() {
        for (Command command : List.copyOf(held)) {
            if (command.afterSeq() > writtenSeq) {
                continue;
            }
            held.remove(command);
            if (command instanceof Command.Prepare prepare) {
                preparing.add(prepare);
            } else if (command instanceof Command.Invoke call) {
                invoke(call);
            } else if (command instanceof Command.Detach detach) {
                open.removeIf(call -> call.step().equals(detach.step()) && call.operation() == Operation.AWAIT);
            } else if (command instanceof Command.Wake wake) {
                wakes.put(wake.step(), wake.at());
            } else if (command instanceof Command.CancelWake cancel) {
                wakes.remove(cancel.step());
            } else if (command instanceof Command.Finish finish) {
                finished = finish.outcome();
            }
        }
    }

    private void invoke(Command.Invoke call) {
        assertThat(open)
                .as("one call at a time for step %s", call.step())
                .noneMatch(other -> other.step().equals(call.step()));
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
        open.add(call);
    }

    private void prepareAnswers(Command.Prepare prepare) {
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

    private void callAnswers(Command.Invoke call) {
        open.remove(call);
        boolean before = chance(trouble / 4);
        boolean after = !before && chance(trouble / 4);
        if (!before) {
            effect(call);
        }
        if (before || after) {
            boolean lost = random.nextInt(3) == 0;
            StepFailure failure = lost
                    ? FailureCode.WORKER_LOST.with("worker lost", "")
                    : random.nextInt(3) == 0 ? refusal(call) : FailureCode.UNREACHABLE.with("unreachable", "");
            apply(new Event.Failed(call.step(), call.attempt(), call.operation(), failure, lost));
            return;
        }
        boolean finishes = switch (call.operation()) {
            case START -> false;
            case AWAIT -> random.nextInt(3) > 0;
            default -> true;
        };
        if (finishes && (call.operation() == Operation.AWAIT || call.operation() == Operation.STOP)) {
            jobsRunning.put(name(call), false);
        }
        StepResult result = finishes
                ? StepResult.done(Map.of("x", call.attempt()), "seen")
                : call.operation() == Operation.START
                        ? StepResult.started("job-" + name(call), Map.of(), "started")
                        : StepResult.running("job-" + name(call), new Progress(1, 2.0, "MB", null, null));
        apply(new Event.Answered(call.step(), call.attempt(), call.operation(), result));
    }

    /** A definite answer tells the truth: what it says has ended or never began does not run. */
    private StepFailure refusal(Command.Invoke call) {
        if (call.operation() == Operation.START) {
            jobsRunning.put(name(call), false);
            return FailureCode.REQUEST_REFUSED.with("refused", "");
        }
        if (call.operation() == Operation.AWAIT && random.nextBoolean()) {
            jobsRunning.put(name(call), false);
            return FailureCode.JOB_FAILED.with("exit 1", "");
        }
        return FailureCode.LOGON_REFUSED.with("logon refused", "");
    }

    private static String name(Command.Invoke call) {
        return call.step() + "#" + call.round();
    }

    /** What the outside world does: the same name is made once, however often it is asked for. */
    private void effect(Command.Invoke call) {
        PlanStep step = steps.get(call.step().step());
        switch (call.operation()) {
            case RUN, START -> {
                if (step.mutating() && effects.putIfAbsent(name(call), 1) == null) {
                    effectOrder.add(call.step());
                }
                if (call.operation() == Operation.START) {
                    jobsRunning.putIfAbsent(name(call), true);
                }
            }
            case UNDO -> {
                effects.keySet().removeIf(name -> name.startsWith(call.step() + "#"));
                undoOrder.add(call.step());
            }
            case STOP -> jobsRunning.put(name(call), false);
            case AWAIT, EVALUATE -> {}
        }
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

    void say(Verb verb, @Nullable StepKey step, @Nullable Stage stage, @Nullable String outcome, String reason) {
        if (verb == Verb.DECIDE
                && "approve".equals(outcome)
                && step != null
                && run(step).state() == StepState.WAITING_PERSON) {
            approvals.merge(step, 1, Integer::sum);
        }
        apply(new Event.Commanded(
                new CommandOrder("c" + ++commandsSaid, verb, step, stage, outcome, reason, "ana", Map.of())));
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
                    boolean skip = random.nextInt(3) == 0 && step.kind() != StepKind.GATE && !step.pointOfNoReturn();
                    say(skip ? Verb.SKIP : Verb.RETRY, run.key(), null, null, "chosen");
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

    /** The engine is lost: only what was written is known; calls that were open may have had their effect or not. */
    void engineIsLost() {
        for (Command.Invoke call : open) {
            if (random.nextBoolean()) {
                effect(call);
            }
        }
        forget();
        unwritten.clear();
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
        generation++;
        if (control == null) {
            state = interpreter.initial(Plans.input());
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
        state = interpreter.adopted(new MigrationState(known, List.copyOf(newest.values())), generation);
        apply(new Event.Resumed(true));
    }

    /** Continue-as-new at this very moment, as the workflow does it: short calls end first, watchers are detached. */
    boolean continuesAsNew() {
        if (!unwritten.isEmpty() || open.stream().anyMatch(call -> call.operation() != Operation.AWAIT)) {
            return false;
        }
        forget();
        apply(new Event.Resumed(false));
        return true;
    }

    private void forget() {
        held.clear();
        open.clear();
        preparing.clear();
        wakes.clear();
    }

    private void checkState() {
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
            assertThat(state.steps()).allMatch(run -> run.state().satisfies());
        }
    }

    /** A person's retry of an unknown job re-attaches at once, over the limit of a fan-out. */
    private boolean retriedByHand() {
        return commandsSaid > 0;
    }

    PlanStep planStep(String id) {
        return steps.get(id);
    }

    boolean anyJobRuns() {
        return jobsRunning.containsValue(true);
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
