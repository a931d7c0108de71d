package io.gulliver.activity.movement;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FailureKind;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.testing.MatrixSlice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the engine and the people beside it do with a step of the bench until it is done: calls, watches, retries and rounds
 * as {@code io.gulliver.interpreter} decides them, without Temporal.
 */
class BenchEngine {
    /** So often does a step begin again before it counts as one that never goes on. */
    private static final int MOST = 6;

    private static final int WATCHES = 40;

    /** Steps that a run has only where something differs, or where the database is critical. */
    private static final List<String> NOT_ALWAYS = List.of("content-again", "level-0-before");

    final MigrationBench bench;

    /** What steps told when they failed, in order. */
    final List<StepFailure> told = new ArrayList<>();

    BenchEngine(MigrationBench bench) {
        this.bench = bench;
    }

    /** Before the first call of each attempt. */
    void before(StepCall call) {}

    /** Before a step is undone. */
    void beforeUndo(StepCall call) {}

    /** After a step was undone. */
    void undone(StepCall call) {}

    /** How many seconds a watch is given. */
    int patience() {
        return 20;
    }

    /** A watch has ended, and its job has not. */
    void runs(StepCall call) {}

    /**
     * A step failed: whoever looks after it does what it tells, or ends the test by an {@link AssertionError}.
     *
     * @param failure as people read it
     */
    void failed(StepCall call, StepFailure failure) {
        throw new AssertionError("Step " + call.step() + " failed: " + failure);
    }

    /** How a call is made: by one worker, unless it is lost. */
    <T> T made(StepCall call, Function<MigrationBench.Context, T> act) {
        return act.apply(bench.context);
    }

    /** The step from its first call to its last; answers what it found out. */
    Map<String, Object> bring(StepCall first) {
        StepCall call = first;
        bench.begun(call);
        StepResult started = null;
        for (int attempt = 1; attempt <= MOST; attempt++) {
            try {
                before(call);
                if (call.operation() != Operation.START) {
                    return run(call);
                }
                if (started == null) {
                    StepResult answer = start(call);
                    if (answer.finished()) {
                        return answer.outputs();
                    }
                    started = answer;
                }
                return watch(call, started);
            } catch (RuntimeException e) {
                StepFailure failure = FailureTranslation.described("Step " + call.step(), e);
                told.add(failure);
                failed(call, failure);
                if (beginsAnew(call, failure, started)) {
                    call = MigrationBench.ofRound(call, call.round() + 1);
                    bench.begun(call);
                    started = null;
                    if (bench.step(call.step().step()).rerun() == PlanStep.Rerun.AFTER_UNDO) {
                        undo(call);
                    }
                }
            }
        }
        throw new AssertionError("Step " + call.step() + " never goes on; it told " + told);
    }

    /** A job that may run is looked at; what has ended, or was refused, gets another round. */
    private static boolean beginsAnew(StepCall call, StepFailure failure, @Nullable StepResult started) {
        boolean over = failure.code().equals(FailureCode.JOB_FAILED.name())
                || failure.code().equals(FailureCode.JOB_VANISHED.name())
                || failure.kind() == FailureKind.REQUEST && started == null;
        return over || failure.kind() != FailureKind.TRANSIENT && call.operation() != Operation.START;
    }

    Map<String, Object> run(StepCall call) {
        return made(call, context -> bench.action(call).run(call, context)).outputs();
    }

    StepResult start(StepCall call) {
        return made(call, context -> bench.action(call).start(call, context));
    }

    Map<String, Object> watch(StepCall call, StepResult started) {
        for (int watch = 0; watch < WATCHES; watch++) {
            StepCall look = MigrationBench.watching(call, started, patience());
            StepResult seen = made(call, context -> bench.action(look).await(look, context));
            if (seen.finished()) {
                Map<String, Object> all = new LinkedHashMap<>(started.outputs());
                all.putAll(seen.outputs());
                return all;
            }
            runs(call);
        }
        throw new AssertionError("Step " + call.step() + " does not end");
    }

    /** Every step that was begun is undone, newest first. */
    void rollBack() {
        bench.begun().forEach(this::undo);
    }

    private void undo(StepCall call) {
        StepCall undo = MigrationBench.with(call, Operation.UNDO, null, 0);
        beforeUndo(undo);
        retried(call, () -> made(undo, context -> bench.action(undo).undo(undo, context)));
        undone(undo);
    }

    private <T> T retried(StepCall call, Supplier<T> act) {
        for (int attempt = 1; attempt < MOST; attempt++) {
            try {
                return act.get();
            } catch (RuntimeException e) {
                StepFailure failure = FailureTranslation.described("Step " + call.step(), e);
                told.add(failure);
                failed(call, failure);
            }
        }
        return act.get();
    }

    /** Does a step that is done once more, as a person does by hand what it did. */
    void again(String step) {
        StepCall call = bench.call(step, 1);
        bench.action(call).run(call, bench.context);
    }

    /**
     * Runs to a step, while one instance restarts in the outage: before a step and on a side that the commit and the database
     * choose ({@link MatrixSlice}), printed. Whoever finds the fence down puts it up again; nothing else may fail.
     *
     * @param service of the source
     * @param last the step that is executed last
     */
    static void runWithARestart(MigrationBench bench, String service, String last) {
        Random random = new Random(31L * MatrixSlice.seed().hashCode() + service.hashCode());
        List<String> boundaries = MigrationBench.outage(bench.playbook.name()).stream()
                .filter(one -> !NOT_ALWAYS.contains(one))
                .toList();
        int end = boundaries.indexOf(last);
        String step = boundaries.get(random.nextInt(end < 0 ? boundaries.size() : end + 1));
        boolean source = random.nextBoolean();
        System.out.println("proof: -Dgulliver.slice=" + MatrixSlice.seed() + " restarts the instance of the "
                + (source ? "source " : "target of ") + service + " before step " + step);
        BenchEngine engine = new BenchEngine(bench) {
            private boolean done;

            @Override
            void before(StepCall call) {
                if (!done && call.step().step().equals(step)) {
                    done = true;
                    bench.oracle.restart(
                            source ? MigrationBench.SOURCE : MigrationBench.TARGET, source ? service : "CRM");
                }
            }

            @Override
            void failed(StepCall call, StepFailure failure) {
                if (done && failure.message().contains("is not quiet: sessions are not restricted")) {
                    again("quiesce");
                } else if (done && failure.message().contains("is not fenced: sessions are not restricted")) {
                    again("fence");
                } else {
                    super.failed(call, failure);
                }
            }
        };
        bench.doing = engine::bring;
        bench.runTo(last);
    }
}
