package io.gulliver.interpreter;

import static io.gulliver.testing.Plans.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.testing.Plans;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A job that is awaited for longer than its step's limit: a person is asked, and the job is left alone. And a job that is
 * being stopped: each try has a minute.
 */
class InterpreterLimitsTest {
    private static final StepKey COPY = StepKey.of("copy");
    private static final StepResult STARTED = StepResult.started("job-1", Map.of(), "started");
    private static final StepResult RUNS = StepResult.running("job-1", null);
    private static final int LIMIT = 3600;

    private final Interpreter rules = new Interpreter(Plans.plan(
            step("copy").detached().callTimeout(900).stateTimeout(LIMIT).slots("array")));
    private Instant now = Instant.parse("2026-11-22T20:00:00Z");
    private MigrationState state;
    private List<Effect> effects = List.of();

    private void given(int version) {
        state = rules.initial(Plans.input(version));
        apply(new Event.Begun());
        apply(new Event.Prepared(COPY, new PrepareResult(true, null, null, Map.of(), null, false, 1)));
        apply(new Event.Granted(COPY));
        answer(Operation.START, STARTED);
    }

    private void apply(Event event) {
        Transition transition = rules.apply(state, event, now);
        state = transition.state();
        effects = transition.effects();
    }

    private void answer(Operation operation, StepResult result) {
        apply(new Event.Answered(COPY, copy().attempt(), operation, result));
    }

    private void say(Verb verb) {
        apply(new Event.Commanded(
                new CommandOrder("c-" + verb + now, verb, COPY, null, null, "because", "ana", Map.of())));
    }

    private StepRun copy() {
        return state.steps().get(0);
    }

    private Effect.Invoke call() {
        return effects.stream()
                .filter(Effect.Invoke.class::isInstance)
                .map(Effect.Invoke.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private void overdue() {
        given(Interpreter.VERSION);
        now = now.plusSeconds(LIMIT);
        answer(Operation.AWAIT, RUNS);
    }

    @Test
    void isWatchedUntilTheLimitAndNeverPastIt() {
        given(Interpreter.VERSION);
        now = now.plusSeconds(LIMIT - 30);
        answer(Operation.AWAIT, RUNS);
        assertThat(copy().state()).isEqualTo(StepState.AWAITING);
        assertThat(call().patienceSeconds()).isEqualTo(30);
    }

    @Test
    void needsAttentionAtTheLimitWithItsJobAndItsSlotsKept() {
        overdue();
        assertThat(copy().state()).isEqualTo(StepState.PARKED);
        assertThat(copy().failure()).satisfies(failure -> {
            assertThat(failure.code()).isEqualTo(FailureCode.TIMED_OUT.name());
            assertThat(failure.message()).contains("job job-1 still runs after its limit of PT1H");
            assertThat(failure.advice()).contains("left running", "Retry");
        });
        assertThat(copy().job()).isEqualTo("job-1");
        assertThat(copy().slotsHeld()).isTrue();
        assertThat(effects).as("nothing is stopped, nothing begun").isEmpty();
    }

    @Test
    void aJobThatEndsAtTheLimitIsDone() {
        given(Interpreter.VERSION);
        now = now.plusSeconds(LIMIT + 1);
        answer(Operation.AWAIT, StepResult.done(Map.of(), "ended"));
        assertThat(copy().state()).isEqualTo(StepState.DONE);
    }

    @Test
    void aPersonGoesOnWaitingForAsLongAgain() {
        overdue();
        say(Verb.RETRY);
        assertThat(copy().state()).isEqualTo(StepState.AWAITING);
        assertThat(call().operation()).isEqualTo(Operation.AWAIT);
        assertThat(call().job()).isEqualTo("job-1");
        now = now.plusSeconds(LIMIT - 1);
        answer(Operation.AWAIT, RUNS);
        assertThat(copy().state()).isEqualTo(StepState.AWAITING);
        now = now.plusSeconds(1);
        answer(Operation.AWAIT, RUNS);
        assertThat(copy().state()).isEqualTo(StepState.PARKED);
        say(Verb.RETRY);
        answer(Operation.AWAIT, StepResult.done(Map.of(), "ended"));
        assertThat(state.control().outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(copy().round()).as("the same work all along").isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"ABORT", "ROLL_BACK", "SKIP"})
    void aPersonStopsIt(Verb verb) {
        overdue();
        say(verb);
        assertThat(copy().state()).isEqualTo(StepState.STOPPING);
        assertThat(call().operation()).isEqualTo(Operation.STOP);
    }

    @Test
    void failingLooksDoNotPutTheLimitOff() {
        given(Interpreter.VERSION);
        now = now.plusSeconds(LIMIT);
        apply(new Event.Failed(
                COPY, copy().attempt(), Operation.AWAIT, FailureCode.UNREACHABLE.with("no route", "wait"), false));
        assertThat(copy().state()).isEqualTo(StepState.PARKED);
        assertThat(copy().failure())
                .satisfies(failure -> assertThat(failure.message()).contains("still runs"));
    }

    @Test
    void looksThatNoWorkerTakesDoNotPutTheLimitOff() {
        given(Interpreter.VERSION);
        now = now.plusSeconds(LIMIT);
        apply(new Event.NotBegun(COPY, copy().attempt(), Operation.AWAIT));
        assertThat(copy().state()).isEqualTo(StepState.PARKED);
    }

    @Test
    void aBadEndIsToldAsWhatItIs() {
        given(Interpreter.VERSION);
        now = now.plusSeconds(LIMIT);
        apply(new Event.Failed(
                COPY, copy().attempt(), Operation.AWAIT, FailureCode.JOB_FAILED.with("exit 1", "read"), false));
        assertThat(copy().failure())
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(FailureCode.JOB_FAILED.name()));
    }

    @Test
    void theLimitOutlivesTheEngine() {
        given(Interpreter.VERSION);
        Instant limit = copy().awaitUntil();
        now = now.plusSeconds(LIMIT / 2);
        state = rules.adopted(state, 2);
        apply(new Event.Resumed(true));
        assertThat(copy().awaitUntil()).isEqualTo(limit);
        now = now.plusSeconds(LIMIT / 2);
        answer(Operation.AWAIT, RUNS);
        assertThat(copy().state()).isEqualTo(StepState.PARKED);
        assertThat(state.control().mode()).isEqualTo(RunMode.RUNNING);
    }

    @ParameterizedTest
    @EnumSource(names = {"ABORT", "ROLL_BACK"})
    void aStopHasAMinuteWhateverTheStepsOwnCallsHaveAndIsTriedAgain(Verb verb) {
        given(Interpreter.VERSION);
        assertThat(call().callTimeoutSeconds()).as("a look").isEqualTo(900);
        say(verb);
        assertThat(call().operation()).isEqualTo(Operation.STOP);
        assertThat(call().callTimeoutSeconds()).isEqualTo(60);

        now = now.plusSeconds(60);
        apply(new Event.Failed(
                COPY,
                copy().attempt(),
                Operation.STOP,
                FailureCode.TIMED_OUT.with("no answer within 60 s", "-"),
                false));
        assertThat(copy().state()).isEqualTo(StepState.STOPPING);
        Effect.Wake wake = (Effect.Wake) effects.get(0);
        now = wake.at();
        apply(new Event.Woken(COPY, now));
        assertThat(call().operation()).isEqualTo(Operation.STOP);
        assertThat(call().callTimeoutSeconds()).isEqualTo(60);
    }

    @Test
    void aStopOfTheVersionBeforeHasItsStepsLimit() {
        given(1);
        say(Verb.ABORT);
        assertThat(call().operation()).isEqualTo(Operation.STOP);
        assertThat(call().callTimeoutSeconds()).isEqualTo(900);
    }

    @Test
    void runsOfTheVersionBeforeWaitAsLongAsItTakes() {
        given(1);
        now = now.plusSeconds(100 * LIMIT);
        answer(Operation.AWAIT, RUNS);
        assertThat(copy().state()).isEqualTo(StepState.AWAITING);
        assertThat(copy().awaitUntil()).isNull();
    }
}
