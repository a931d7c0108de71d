package io.gulliver.activity.build;

import io.gulliver.assessment.check.Checked;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckRun;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.interpreter.Event;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.service.action.CheckTarget;
import io.gulliver.testing.Plans;
import io.gulliver.testing.StepCalls;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The end of a server's build by the rules of a run: its settings are looked at, judged, and a gate asks where something is
 * blocking. What was built before counts as done; interpreter, playbook, actions and rules are the product's own.
 */
final class LastLook {
    static final StepKey LOOK = StepKey.of("look-at-settings");
    static final StepKey JUDGE = StepKey.of("check-target");
    static final StepKey GATE = StepKey.of("accept-target");
    /** What comes after the gate. */
    static final StepKey NEXT = StepKey.of("in-use");

    private static final Set<StepKey> OPEN = Set.of(LOOK, JUDGE, GATE, NEXT);

    private final LabBuild build;
    private final LabBuild.Run run;
    private final Interpreter rules;
    private final CheckTarget judging = new CheckTarget((program, subject, facts, keep, by, migration) -> new Checked(
            new CheckRun(
                    0,
                    program,
                    subject,
                    CheckMoment.TARGET,
                    Instant.EPOCH,
                    by,
                    migration,
                    "0".repeat(12),
                    List.copyOf(CheckHostTest.judged(facts).values())),
            List.of()));
    private MigrationState state;
    private int said;

    LastLook(LabBuild build, LabBuild.Run run) {
        this.build = build;
        this.run = run;
        this.rules = new Interpreter(run.plan());
        MigrationState initial = rules.initial(Plans.input());
        this.state = new MigrationState(
                initial.control(),
                initial.steps().stream()
                        .map(one -> OPEN.contains(one.key()) ? one : done(one))
                        .toList());
        apply(new Event.Begun());
        goOn();
    }

    private static StepRun done(StepRun step) {
        return new StepRun(
                step.key(),
                StepState.DONE,
                step.attempt(),
                step.iteration(),
                step.round(),
                0,
                1,
                Map.of(),
                Map.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                0,
                1,
                0,
                null,
                null);
    }

    /** A person who mended something says it on the task of the gate. */
    void again() {
        apply(new Event.Commanded(
                new CommandOrder("again-" + ++said, Verb.RETRY, GATE, null, null, null, "ana", Map.of())));
        goOn();
    }

    StepRun step(StepKey key) {
        return state.steps().stream()
                .filter(one -> one.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    /** What the gate shows whoever decides it. */
    String asked() {
        return String.valueOf(step(GATE).inputs().get(StepRun.INSTRUCTIONS));
    }

    /** The states of what is looked at here. */
    Map<StepKey, StepState> states() {
        return OPEN.stream()
                .collect(Collectors.toMap(key -> key, key -> step(key).state()));
    }

    private void apply(Event event) {
        state = rules.apply(state, event, Instant.parse("2026-03-01T08:00:00Z")).state();
    }

    /** Carries out whatever the rules ask for, until a person is asked or the step after the gate begins. */
    private void goOn() {
        for (int turns = 0; turns < 20; turns++) {
            StepRun next = state.steps().stream()
                    .filter(one -> OPEN.contains(one.key()) && !one.key().equals(NEXT))
                    .filter(one -> one.state() == StepState.PREPARING
                            || one.state() == StepState.WAITING_SLOT
                            || one.state() == StepState.RUNNING)
                    .findFirst()
                    .orElse(null);
            if (next == null) {
                return;
            }
            switch (next.state()) {
                case PREPARING -> apply(new Event.Prepared(next.key(), run.prepared(next.key(), false)));
                case WAITING_SLOT -> apply(new Event.Granted(next.key()));
                default -> {
                    StepResult result = carryOut(next);
                    run.outputs.put(next.key().step(), result.outputs());
                    apply(new Event.Answered(next.key(), next.attempt(), Operation.RUN, result));
                }
            }
        }
        throw new AssertionError("The end of the build does not come to rest: " + states());
    }

    /** The build has looked once already: a look of the run is the next one. */
    private StepResult carryOut(StepRun step) {
        StepCall call = StepCalls.ofRound(run.callOf(step.key().step(), Operation.RUN), 1 + step.round());
        return step.key().equals(JUDGE)
                ? judging.invoke(call, (condition, seconds) -> condition.getAsBoolean())
                : build.actions.get(call.action()).run(call, build.context);
    }
}
