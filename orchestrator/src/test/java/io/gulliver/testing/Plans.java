package io.gulliver.testing;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PlanStep.Rerun;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.interpreter.Interpreter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Plans for tests: steps written in few words, and random plans that use every word. */
public final class Plans {
    private Plans() {}

    /** A step under construction; defaults are those of a short, mutating, undoable action. */
    public static final class StepBuilder {
        private final String id;
        private Stage stage = Stage.DISCOVERY;
        private StepKind kind = StepKind.ACTION;
        private List<String> needs = List.of();
        private boolean conditional;
        private boolean fanOut;
        private int maxParallel = 1;
        private PlanStep.@Nullable Repeat repeat;
        private boolean mutating = true;
        private boolean detached;
        private boolean undoable = true;
        private Rerun rerun = Rerun.SAFE;
        private int attempts = 3;
        private boolean notBefore;
        private List<String> slots = List.of();
        private boolean pointOfNoReturn;
        private Phase phase = Phase.BEFORE;
        private String zone = "local";
        private int callTimeout = 60;
        private @Nullable Integer stateTimeout;
        private @Nullable Integer estimate;
        private List<String> again = List.of();

        StepBuilder(String id) {
            this.id = id;
        }

        public StepBuilder stage(Stage s) {
            stage = s;
            return this;
        }

        public StepBuilder phase(Phase p) {
            phase = p;
            return this;
        }

        public StepBuilder kind(StepKind k) {
            kind = k;
            return this;
        }

        public StepBuilder needs(String... ids) {
            needs = List.of(ids);
            return this;
        }

        public StepBuilder fanOut(int max) {
            fanOut = true;
            maxParallel = max;
            return this;
        }

        public StepBuilder repeat(int every, int max, boolean until) {
            repeat = new PlanStep.Repeat(every, max, until);
            return this;
        }

        public StepBuilder readOnly() {
            mutating = false;
            undoable = false;
            return this;
        }

        public StepBuilder detached() {
            detached = true;
            return this;
        }

        public StepBuilder notUndoable() {
            undoable = false;
            return this;
        }

        public StepBuilder rerun(Rerun r) {
            rerun = r;
            return this;
        }

        public StepBuilder attempts(int n) {
            attempts = n;
            return this;
        }

        public StepBuilder notBefore() {
            notBefore = true;
            return this;
        }

        public StepBuilder slots(String... kinds) {
            slots = List.of(kinds);
            return this;
        }

        public StepBuilder callTimeout(int seconds) {
            callTimeout = seconds;
            return this;
        }

        public StepBuilder stateTimeout(int seconds) {
            stateTimeout = seconds;
            return this;
        }

        public StepBuilder again(String... looks) {
            again = List.of(looks);
            return this;
        }

        public StepBuilder estimate(int seconds) {
            estimate = seconds;
            return this;
        }

        public StepBuilder zone(String z) {
            zone = z;
            return this;
        }

        public StepBuilder pointOfNoReturn() {
            pointOfNoReturn = true;
            return this;
        }

        public PlanStep build() {
            boolean action = kind == StepKind.ACTION;
            return new PlanStep(
                    id,
                    stage,
                    phase,
                    kind,
                    action ? "conformance.noop" : null,
                    needs,
                    needs,
                    conditional,
                    fanOut,
                    maxParallel,
                    repeat,
                    action && mutating,
                    action && detached,
                    "host",
                    zone,
                    action && mutating && undoable,
                    rerun,
                    callTimeout,
                    attempts,
                    60,
                    notBefore,
                    slots,
                    "dba",
                    false,
                    pointOfNoReturn,
                    estimate,
                    stateTimeout,
                    again);
        }
    }

    public static StepBuilder step(String id) {
        return new StepBuilder(id);
    }

    public static CompiledPlan plan(StepBuilder... steps) {
        List<PlanStep> built = new ArrayList<>();
        for (StepBuilder step : steps) {
            built.add(step.build());
        }
        return new CompiledPlan("test", 1, "0".repeat(64), built);
    }

    /** A random plan of 2 to 14 steps over six stages. */
    public static CompiledPlan random(Random random) {
        int n = 2 + random.nextInt(13);
        List<PlanStep> steps = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            StepBuilder step = step("s" + i).stage(Stage.values()[Math.min(5, i * 6 / n)]);
            List<String> needs = new ArrayList<>();
            for (int j = Math.max(0, i - 4); j < i; j++) {
                if (random.nextInt(3) == 0) {
                    needs.add("s" + j);
                }
            }
            step.needs(needs.toArray(String[]::new));
            int kind = random.nextInt(20);
            if (kind == 0) {
                step.kind(StepKind.TASK);
            } else if (kind == 1) {
                step.kind(StepKind.GATE);
            } else if (kind == 2) {
                step.kind(StepKind.WAIT).notBefore();
            }
            if (kind > 2) {
                if (random.nextInt(4) == 0) {
                    step.detached();
                }
                if (random.nextInt(5) == 0) {
                    step.readOnly();
                }
                if (random.nextInt(5) == 0) {
                    step.notUndoable();
                }
                if (random.nextInt(8) == 0) {
                    step.repeat(30, 1 + random.nextInt(3), random.nextBoolean());
                }
                Rerun rerun = Rerun.values()[random.nextInt(6) == 0 ? 1 + random.nextInt(2) : 0];
                // What cannot be undone cannot be run again after its undo: such a playbook is refused at load.
                step.rerun(rerun == Rerun.AFTER_UNDO && !step.undoable ? Rerun.NEVER : rerun);
            }
            if (random.nextInt(6) == 0 && i > 0) {
                step.fanOut(1 + random.nextInt(3));
            }
            if (random.nextInt(5) == 0) {
                step.slots("array");
            }
            step.attempts(1 + random.nextInt(3));
            if (i == n - 1 && random.nextInt(3) == 0) {
                step.pointOfNoReturn();
            }
            steps.add(step.build());
        }
        return new CompiledPlan("random", 1, "0".repeat(64), steps);
    }

    public static MigrationInput input() {
        return input(Interpreter.VERSION);
    }

    public static MigrationInput input(int version) {
        return new MigrationInput(
                new MigrationId("lilliput/orders/1"),
                "lilliput",
                "orders",
                Purpose.REHEARSAL,
                1,
                "0".repeat(64),
                version,
                false,
                null,
                null,
                false,
                null,
                null,
                null);
    }
}
