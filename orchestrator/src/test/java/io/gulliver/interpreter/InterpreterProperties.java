package io.gulliver.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.testing.Plans;
import io.gulliver.testing.Seeds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random plans under random schedules. {@code -Dgulliver.schedules=1000000} runs as many as wanted; a failure prints its
 * seed, plan and last events.
 */
class InterpreterProperties {
    private static final int SCHEDULES = Integer.getInteger("gulliver.schedules", Seeds.many(3000));
    private static final int LONGEST = 5000;

    private interface Schedule {
        void run(SimulatedWorld world, Random random);
    }

    private interface Worlds {
        SimulatedWorld of(CompiledPlan plan, Random random);
    }

    private static void forAll(int trouble, Schedule schedule) {
        forAll(SCHEDULES, (plan, random) -> new SimulatedWorld(plan, random, trouble), schedule);
    }

    private static void forAll(int schedules, Worlds worlds, Schedule schedule) {
        for (int i = 0; i < schedules; i++) {
            long seed = Long.getLong("gulliver.seed", 0) + i;
            Random random = new Random(seed);
            SimulatedWorld world = worlds.of(Plans.random(random), random);
            try {
                schedule.run(world, random);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + "\n" + world, e);
            }
        }
        if (Integer.getInteger("gulliver.schedules") != null) {
            Seeds.proved(Long.getLong("gulliver.seed", 0), schedules);
        }
    }

    /** Runs until nothing happens by itself, people included. */
    private static void toTheEnd(SimulatedWorld world) {
        toTheEnd(world, LONGEST);
    }

    private static void toTheEnd(SimulatedWorld world, int longest) {
        for (int i = 0; i < longest; i++) {
            if (world.finished != null) {
                world.deliverTheRest();
                return;
            }
            if (!world.tick() && world.finished == null) {
                assertThat(world.personActs())
                        .as("a run that stands still has ended, is paused, or waits for a person")
                        .isTrue();
            }
        }
        assertThat(world.finished).as("the run ends").isNotNull();
    }

    /** A run that is being stopped ends within so many happenings, people included. */
    private static int soon(SimulatedWorld world) {
        return 300 + 120 * world.state.steps().size();
    }

    /** Everything at once: people steer, engines are lost, runs continue as new, until the end. */
    private static void meddledWith(SimulatedWorld world, Random random) {
        int meddled = 0;
        for (int i = 0; i < LONGEST && world.finished == null; i++) {
            if (meddled < 25 && random.nextInt(12) == 0) {
                meddled++;
                world.meddle(random);
            }
            if (world.finished == null && !world.tick() && world.finished == null) {
                assertThat(world.personActs()).as("waits for a person").isTrue();
            }
        }
        assertThat(world.finished).as("the run ends").isNotNull();
        world.deliverTheRest();
    }

    @Test
    void keepsEveryPromiseWhateverPeopleAndLossesDo() {
        forAll(40, InterpreterProperties::meddledWith);
    }

    @Test
    void everyRunEndsOrWaitsForAPerson() {
        forAll(50, (world, random) -> {
            toTheEnd(world);
            assertThat(world.finished).isEqualTo(RunOutcome.COMPLETED);
            assertThat(world.anyJobRuns()).as("a job runs after the end").isFalse();
        });
    }

    @Test
    void goesOnAfterContinueAsNewAtAnyEvent() {
        forAll(20, (world, random) -> {
            for (int i = 0; i < LONGEST && world.finished == null; i++) {
                if (random.nextBoolean()) {
                    world.continuesAsNew();
                }
                if (!world.tick() && world.finished == null) {
                    assertThat(world.personActs()).as("waits for a person").isTrue();
                }
            }
            assertThat(world.finished).isEqualTo(RunOutcome.COMPLETED);
        });
    }

    @Test
    void losesNothingAndRepeatsNothingWhenTheEngineIsLostAtAnyEvent() {
        forAll(20, (world, random) -> {
            lossesAndPeople(world, random);
            assertThat(world.anyJobRuns()).as("a job runs after the end").isFalse();
        });
    }

    @Test
    void anAbortLeavesNoJobRunning() {
        forAll(30, (world, random) -> {
            ticks(world, random.nextInt(60));
            if (world.state.control().mode() != RunMode.ENDED) {
                world.say(Verb.ABORT, null, null, null, "stop it");
                toTheEnd(world, soon(world));
                assertThat(world.finished).isEqualTo(RunOutcome.ABORTED);
                assertThat(world.anyJobRuns()).as("a job runs after an abort").isFalse();
            }
        });
    }

    @Test
    void aRollBackUndoesNewestFirstAndLeavesNothing() {
        forAll(30, (world, random) -> {
            ticks(world, random.nextInt(80));
            if (world.state.control().mode() == RunMode.ENDED) {
                return;
            }
            boolean past = world.state.control().pastPointOfNoReturn();
            world.say(Verb.ROLL_BACK, null, null, null, "back");
            if (past) {
                assertThat(world.state.control().mode())
                        .as("roll back after the point of no return is refused")
                        .isNotEqualTo(RunMode.ROLLING_BACK);
                return;
            }
            toTheEnd(world, soon(world));
            assertThat(world.finished).isEqualTo(RunOutcome.ROLLED_BACK);
            assertThat(world.leftovers())
                    .as("what is left behind")
                    .noneMatch(step -> world.planStep(step.step()).undoable());
            assertThat(world.anyJobRuns()).as("a job runs after a roll back").isFalse();
        });
    }

    // ---- the checks themselves -----------------------------------------------------------------------------------

    /** Each breaks one rule; the world must notice each. */
    enum Broken {
        REPEATS_UNDER_A_NEW_NAME {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                return effects(
                        sound.apply(state, event, now),
                        effect -> effect instanceof Effect.Invoke c
                                        && c.attempt() > 1
                                        && (c.operation() == Operation.RUN || c.operation() == Operation.START)
                                ? call(c, c.afterSeq(), c.round() + c.attempt() * 100, c.operation())
                                : effect);
            }
        },
        ACTS_BEFORE_ITS_START_IS_JOURNALED {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                return effects(
                        sound.apply(state, event, now),
                        effect -> effect instanceof Effect.Invoke c ? call(c, 0, c.round(), c.operation()) : effect);
            }
        },
        REPEATS_WITHOUT_CLEARING_UP {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                Transition moved = sound.apply(state, event, now);
                return effects(
                        moved,
                        effect -> effect instanceof Effect.Invoke c
                                        && c.operation() == Operation.UNDO
                                        && moved.state().steps().stream()
                                                .anyMatch(run ->
                                                        run.key().equals(c.step()) && run.state() == StepState.RUNNING)
                                ? call(c, c.afterSeq(), c.round(), Operation.RUN)
                                : effect);
            }
        },
        LOSES_A_STEP {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                Transition moved = sound.apply(state, event, now);
                List<Effect> kept = new ArrayList<>(moved.effects());
                List<StepRun> steps = new ArrayList<>(moved.state().steps());
                kept.removeIf(effect -> {
                    boolean lost = effect instanceof Effect.Invoke c && c.operation() == Operation.RUN;
                    if (lost) {
                        StepKey key = ((Effect.Invoke) effect).step();
                        steps.replaceAll(
                                run -> run.key().equals(key) ? with(run, StepState.DONE, run.slotsHeld()) : run);
                    }
                    return lost;
                });
                return new Transition(new MigrationState(moved.state().control(), steps), moved.journal(), kept);
            }
        },
        LEAVES_JOBS_RUNNING {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                Transition moved = sound.apply(state, event, now);
                List<StepRun> steps = new ArrayList<>(moved.state().steps());
                List<Effect> kept = new ArrayList<>(moved.effects());
                kept.removeIf(effect -> effect instanceof Effect.Invoke c && c.operation() == Operation.STOP);
                steps.replaceAll(
                        run -> run.state() == StepState.STOPPING ? with(run, StepState.STOPPED, run.slotsHeld()) : run);
                return new Transition(new MigrationState(moved.state().control(), steps), moved.journal(), kept);
            }
        },
        LETS_CALLS_RUN_ON {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                Transition moved = sound.apply(state, event, now);
                List<Effect> kept = new ArrayList<>(moved.effects());
                kept.removeIf(effect -> effect instanceof Effect.Cancel);
                return new Transition(moved.state(), moved.journal(), kept);
            }
        },
        GIVES_SLOTS_BACK_WHEN_PARKED {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                Transition moved = sound.apply(state, event, now);
                List<JournalEntry> journal = new ArrayList<>(moved.journal());
                journal.replaceAll(entry -> entry.step() == null
                        ? entry
                        : new JournalEntry(
                                entry.seq(),
                                entry.at(),
                                entry.event(),
                                with(entry.step(), entry.step().state(), null),
                                entry.control(),
                                entry.command(),
                                entry.evidence(),
                                entry.message()));
                return new Transition(moved.state(), journal, moved.effects());
            }
        },
        FORGIVES_EVERY_LOSS {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                Transition moved = sound.apply(state, event, now);
                List<StepRun> steps = new ArrayList<>(moved.state().steps());
                steps.replaceAll(run -> withoutLosses(run));
                return new Transition(
                        new MigrationState(moved.state().control(), steps), moved.journal(), moved.effects());
            }
        },
        APPLIES_A_COMMAND_TWICE {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                RunControl c = state.control();
                MigrationState forgetful = new MigrationState(
                        new RunControl(
                                c.generation(),
                                c.seq(),
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
                        state.steps());
                return sound.apply(forgetful, event, now);
            }
        },
        LOSES_A_COMMAND {
            @Override
            Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now) {
                return event instanceof Event.Commanded c && c.order().id().endsWith("3")
                        ? new Transition(state, List.of(), List.of())
                        : sound.apply(state, event, now);
            }
        };

        abstract Transition apply(SimulatedWorld.Machine sound, MigrationState state, Event event, Instant now);

        private static Transition effects(Transition moved, UnaryOperator<Effect> change) {
            return new Transition(
                    moved.state(),
                    moved.journal(),
                    moved.effects().stream().map(change).toList());
        }

        private static Effect.Invoke call(Effect.Invoke c, long afterSeq, int round, Operation operation) {
            return new Effect.Invoke(
                    afterSeq,
                    c.step(),
                    c.attempt(),
                    round,
                    operation,
                    c.action(),
                    c.inputs(),
                    c.outputs(),
                    c.job(),
                    c.queue(),
                    c.zone(),
                    c.callTimeoutSeconds(),
                    c.patienceSeconds());
        }

        private static StepRun with(StepRun run, StepState state, @Nullable Boolean slotsHeld) {
            StepRunBuilder builder =
                    new StepRunBuilder(Plans.step(run.key().step()).build(), run);
            builder.state = state;
            builder.slotsHeld = slotsHeld;
            return builder.freeze();
        }

        private static StepRun withoutLosses(StepRun run) {
            StepRunBuilder builder =
                    new StepRunBuilder(Plans.step(run.key().step()).build(), run);
            builder.losses = 0;
            return builder.freeze();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theWorldNoticesABrokenRule(Broken broken) {
        assertThatThrownBy(() -> forAll(
                        500,
                        (plan, random) -> new SimulatedWorld(
                                plan,
                                random,
                                40,
                                Interpreter.VERSION,
                                EnumSet.allOf(SimulatedWorld.Promise.class),
                                sound -> (state, event, now) -> broken.apply(sound, state, event, now)),
                        InterpreterProperties::meddledWith))
                .isInstanceOf(AssertionError.class);
    }

    /** The rules of version 1 had these holes; each check must see its own. */
    @ParameterizedTest
    @EnumSource
    void theWorldNoticesEachHoleOfVersionOne(SimulatedWorld.Promise promise) {
        boolean calls = promise == SimulatedWorld.Promise.STOPS_CALLS;
        assertThatThrownBy(() -> forAll(
                        500,
                        (plan, random) -> new SimulatedWorld(plan, random, 40, 1, EnumSet.of(promise), sound -> sound),
                        (world, random) -> {
                            if (calls) {
                                ticks(world, random.nextInt(60));
                                if (world.state.control().mode() != RunMode.ENDED) {
                                    world.say(Verb.ABORT, null, null, null, "stop it");
                                }
                                toTheEnd(world);
                            } else {
                                lossesAndPeople(world, random);
                            }
                        }))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void versionOneKeepsAllOtherPromises() {
        forAll(
                500,
                (plan, random) -> new SimulatedWorld(
                        plan, random, 40, 1, EnumSet.noneOf(SimulatedWorld.Promise.class), sound -> sound),
                InterpreterProperties::lossesAndPeople);
    }

    /** Else a world in which nothing is ever repeated would prove nothing. */
    @Test
    void moreIsAttemptedThanHappens() {
        int[] sums = new int[2];
        forAll(300, (plan, random) -> new SimulatedWorld(plan, random, 40), (world, random) -> {
            lossesAndPeople(world, random);
            sums[0] += world.actsAttempted();
            sums[1] += world.namesMade();
        });
        assertThat(sums[0]).as("acts attempted").isGreaterThan(sums[1] + sums[1] / 10);
    }

    /** Engines are lost and people answer; nobody stops the run. */
    private static void lossesAndPeople(SimulatedWorld world, Random random) {
        int losses = 0;
        for (int i = 0; i < LONGEST && world.finished == null; i++) {
            if (losses < 8 && random.nextInt(10) == 0) {
                losses++;
                world.engineIsLost();
            }
            if (world.finished == null && !world.tick() && world.finished == null) {
                assertThat(world.personActs()).as("waits for a person").isTrue();
            }
        }
        assertThat(world.finished).isEqualTo(RunOutcome.COMPLETED);
        world.deliverTheRest();
    }

    // ---- versions ------------------------------------------------------------------------------------------------

    @Test
    void goesOnUnderTheNewestRulesAfterContinueAsNew() {
        forAll(
                SCHEDULES,
                (plan, random) -> new SimulatedWorld(
                        plan, random, 10, 1, EnumSet.noneOf(SimulatedWorld.Promise.class), sound -> sound),
                (world, random) -> {
                    int at = random.nextInt(60);
                    boolean moved = false;
                    for (int i = 0; i < LONGEST && world.finished == null; i++) {
                        if (i >= at && !moved) {
                            moved = world.continuesAsNew();
                            assertThat(world.state.control().interpreterVersion())
                                    .isEqualTo(moved ? Interpreter.VERSION : 1);
                        }
                        if (world.finished == null && !world.tick() && world.finished == null) {
                            assertThat(world.personActs())
                                    .as("waits for a person")
                                    .isTrue();
                        }
                    }
                    assertThat(world.finished).isEqualTo(RunOutcome.COMPLETED);
                });
    }

    @Test
    void startsNoLaterStageAfterAPause() {
        forAll(10, (world, random) -> {
            Stage last = Stage.values()[random.nextInt(5)];
            ticks(world, random.nextInt(20));
            world.say(Verb.PAUSE, null, last, null, "until Monday");
            if (world.state.control().pauseAfterStage() != last) {
                return;
            }
            List<StepKey> before = started(world, last);
            for (int i = 0; i < LONGEST && world.finished == null; i++) {
                if (world.state.control().mode() == RunMode.PAUSED && world.nothingPending()) {
                    break;
                }
                if (!world.tick()
                        && world.finished == null
                        && world.state.control().mode() != RunMode.PAUSED) {
                    assertThat(world.personActs()).isTrue();
                }
            }
            assertThat(started(world, last)).as("steps of a later stage").isEqualTo(before);
        });
    }

    private static List<StepKey> started(SimulatedWorld world, Stage after) {
        List<StepKey> keys = new ArrayList<>();
        for (StepRun run : world.state.steps()) {
            PlanStep step = world.planStep(run.key().step());
            if (step.stage().compareTo(after) > 0 && run.state() != StepState.PENDING) {
                keys.add(run.key());
            }
        }
        return keys;
    }

    private static void ticks(SimulatedWorld world, int n) {
        for (int i = 0; i < n && world.finished == null; i++) {
            if (!world.tick() && world.finished == null) {
                world.personActs();
            }
        }
    }
}
