package io.gulliver.interpreter;

import static io.gulliver.testing.Plans.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.testing.Plans;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A gate whose findings are looked at again because somebody mended what they tell of. */
class InterpreterLookAgainTest {
    private static final StepKey LOOK = StepKey.of("look");
    private static final StepKey JUDGE = StepKey.of("judge");
    private static final StepKey GATE = StepKey.of("gate");

    private static final CompiledPlan PLAN = Plans.plan(
            step("make"),
            step("look").readOnly().needs("make"),
            step("judge").readOnly().needs("look"),
            step("gate").kind(StepKind.GATE).needs("judge").again("look", "judge"),
            step("use").needs("gate"));

    private final Interpreter rules = new Interpreter(PLAN);
    private final Instant now = Instant.parse("2026-11-22T20:00:00Z");
    private MigrationState state = rules.initial(Plans.input());
    private Transition last;
    private int said;

    private void apply(Event event) {
        last = rules.apply(state, event, now);
        state = last.state();
    }

    private void does(StepKey key, Map<String, Object> outputs) {
        asks(key, true);
        apply(new Event.Answered(key, run(key).attempt(), Operation.RUN, StepResult.done(outputs, "seen")));
    }

    private void asks(StepKey key, boolean applies) {
        apply(new Event.Prepared(key, new PrepareResult(applies, null, null, Map.of(), null, false, 1)));
    }

    private void say(Verb verb, StepKey key, String outcome) {
        apply(new Event.Commanded(
                new CommandOrder("c-" + ++said, verb, key, null, outcome, "mended", "ana", Map.of())));
    }

    private StepRun run(StepKey key) {
        return state.steps().stream()
                .filter(run -> run.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private void untilTheGate() {
        apply(new Event.Begun());
        does(StepKey.of("make"), Map.of());
        does(LOOK, Map.of("swappiness", 60, "odd", true));
        does(JUDGE, Map.of("blocking", List.of("swappiness")));
        asks(GATE, true);
        assertThat(run(GATE).state()).isEqualTo(StepState.WAITING_PERSON);
    }

    @Test
    void whatIsMendedClosesTheGateWhereItsConditionIsFalseThen() {
        untilTheGate();
        int round = run(LOOK).round();
        say(Verb.RETRY, GATE, null);

        assertThat(run(LOOK).state()).as("the first of them begins at once").isEqualTo(StepState.PREPARING);
        assertThat(run(LOOK).outputs())
                .as("what was seen before counts no more")
                .isEmpty();
        assertThat(run(LOOK).round()).as("a job of its own").isEqualTo(round + 1);
        assertThat(run(JUDGE).state()).isEqualTo(StepState.PENDING);
        assertThat(run(GATE).state()).isEqualTo(StepState.PENDING);
        assertThat(run(StepKey.of("make")).state()).as("what was made stays").isEqualTo(StepState.DONE);

        does(LOOK, Map.of("swappiness", 1));
        assertThat(run(LOOK).outputs()).isEqualTo(Map.of("swappiness", 1));
        does(JUDGE, Map.of("blocking", List.of()));
        asks(GATE, false);
        assertThat(run(GATE).state()).isEqualTo(StepState.SKIPPED);
        assertThat(run(StepKey.of("use")).state()).isEqualTo(StepState.PREPARING);
    }

    @Test
    void whatIsStillWrongAsksAnewAndTheGateIsDecidedOnce() {
        untilTheGate();
        say(Verb.RETRY, GATE, null);
        say(Verb.DECIDE, GATE, "approve");
        assertThat(last.journal().get(0).command().applied())
                .as("nobody approves what is being looked at")
                .isFalse();
        say(Verb.RETRY, GATE, null);
        assertThat(last.journal().get(0).command().applied()).isFalse();
        does(LOOK, Map.of("swappiness", 60));
        does(JUDGE, Map.of("blocking", List.of("swappiness")));
        asks(GATE, true);
        assertThat(run(GATE).state()).isEqualTo(StepState.WAITING_PERSON);
        say(Verb.DECIDE, GATE, "approve");
        assertThat(run(GATE).state()).isEqualTo(StepState.DONE);
        say(Verb.RETRY, GATE, null);
        assertThat(last.journal().get(0).command().message()).isEqualTo("Step gate does not need a retry: it is done");
    }

    @Test
    void aGateWithoutTheWordIsOnlyDecided() {
        Interpreter without = new Interpreter(Plans.plan(step("gate").kind(StepKind.GATE)));
        state = without.initial(Plans.input());
        for (Event event : List.of(
                new Event.Begun(),
                new Event.Prepared(GATE, new PrepareResult(true, null, null, Map.of(), null, false, 1)),
                new Event.Commanded(new CommandOrder("c", Verb.RETRY, GATE, null, null, null, "ana", Map.of())))) {
            last = without.apply(state, event, now);
            state = last.state();
        }
        assertThat(last.journal().get(0).command().message())
                .isEqualTo("Step gate does not need a retry: it is waiting for a person");
    }

    @Test
    void nothingIsLookedAtAgainWhileTheRunIsBeingStoppedOrPaused() {
        untilTheGate();
        say(Verb.PAUSE, null, null);
        say(Verb.RETRY, GATE, null);
        assertThat(run(LOOK).state()).as("as soon as it goes on").isEqualTo(StepState.PENDING);
        say(Verb.RESUME, null, null);
        assertThat(run(LOOK).state()).isEqualTo(StepState.PREPARING);
        say(Verb.ROLL_BACK, null, null);
        say(Verb.RETRY, GATE, null);
        assertThat(last.journal().get(0).command().applied()).isFalse();
    }

    @Test
    void keepsEveryPromiseHoweverOftenPeopleLookAgain() {
        int looks = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            SimulatedWorld world = new SimulatedWorld(PLAN, random, 40);
            for (int i = 0; i < 4000 && world.finished == null; i++) {
                if (random.nextInt(6) == 0
                        && waits(world)
                        && world.state.control().mode() == RunMode.RUNNING) {
                    world.say(Verb.RETRY, GATE, null, null, "mended");
                    looks++;
                } else if (random.nextInt(40) == 0) {
                    world.meddle(random);
                } else if (!world.tick() && world.finished == null) {
                    assertThat(world.personActs())
                            .as("seed %d waits for a person", seed)
                            .isTrue();
                }
            }
            assertThat(world.finished).as("seed %d", seed).isIn((Object[]) RunOutcome.values());
        }
        assertThat(looks).isGreaterThan(50);
    }

    private static boolean waits(SimulatedWorld world) {
        return world.state.steps().stream()
                .anyMatch(run -> run.key().equals(GATE) && run.state() == StepState.WAITING_PERSON);
    }
}
