package io.gulliver.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random plans under random schedules. {@code -Dgulliver.schedules=1000000} runs as many as wanted; a failure prints its
 * seed, plan and last events.
 */
class InterpreterProperties {
    private static final int SCHEDULES = Integer.getInteger("gulliver.schedules", 3000);
    private static final int LONGEST = 5000;

    private interface Schedule {
        void run(SimulatedWorld world, Random random);
    }

    private static void forAll(int trouble, Schedule schedule) {
        for (int i = 0; i < SCHEDULES; i++) {
            long seed = Long.getLong("gulliver.seed", 0) + i;
            Random random = new Random(seed);
            SimulatedWorld world = new SimulatedWorld(Plans.random(random), random, trouble);
            try {
                schedule.run(world, random);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + "\n" + world, e);
            }
        }
    }

    /** Runs until nothing happens by itself, people included. */
    private static void toTheEnd(SimulatedWorld world) {
        for (int i = 0; i < LONGEST; i++) {
            if (world.finished != null) {
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
            assertThat(world.effects.values()).allMatch(times -> times == 1);
        });
    }

    @Test
    void anAbortLeavesNoJobRunning() {
        forAll(30, (world, random) -> {
            ticks(world, random.nextInt(60));
            if (world.state.control().mode() != RunMode.ENDED) {
                world.say(Verb.ABORT, null, null, null, "stop it");
                toTheEnd(world);
                assertThat(world.finished).isEqualTo(RunOutcome.ABORTED);
                boolean leftToAPerson = world.log.stream().anyMatch(line -> line.contains("job left to a person"));
                assertThat(world.anyJobRuns() && !leftToAPerson)
                        .as("a job runs after an abort")
                        .isFalse();
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
            toTheEnd(world);
            assertThat(world.finished).isEqualTo(RunOutcome.ROLLED_BACK);
            List<String> undoable = undoableSteps(world);
            boolean leftToAPerson = world.log.stream().anyMatch(line -> line.contains("left to a person"));
            if (!leftToAPerson) {
                assertThat(world.effects.keySet())
                        .as("objects left behind")
                        .noneMatch(name -> undoable.contains(StepKey.parse(name.substring(0, name.indexOf('#')))
                                .step()));
            }
        });
    }

    private static List<String> undoableSteps(SimulatedWorld world) {
        return world.state.steps().stream()
                .map(run -> run.key().step())
                .filter(id -> world.planStep(id).undoable())
                .distinct()
                .collect(Collectors.toList());
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
