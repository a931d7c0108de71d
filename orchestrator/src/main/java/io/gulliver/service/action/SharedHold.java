package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.persistence.shared.SharedStore;
import java.util.Map;

/**
 * {@code shared.hold}: keeps the run that built a shared thing open, so that it can still be rolled back, until every
 * migration that lands there has completed. Long, read-only.
 */
public final class SharedHold implements ControlAction {
    /** Id of the step that holds, by which others see that the thing is built. */
    public static final String STEP = "in-use";

    private final SharedStore things;

    public SharedHold(SharedStore things) {
        this.things = things;
    }

    @Override
    public String name() {
        return "shared.hold";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        int colon = call.database().indexOf(':');
        if (colon < 1) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "Step " + call.step() + " holds a shared thing, but this run is for database " + call.database(),
                    "Use shared.hold only in playbooks that shared.acquire starts"));
        }
        String kind = call.database().substring(0, colon);
        String name = call.database().substring(colon + 1);
        String what = kind + " " + name;
        return switch (call.operation()) {
            case RUN, START -> StepResult.started("hold/" + what, Map.of(), what + " is built and in use");
            case AWAIT -> {
                boolean across = patience.until(() -> allAcross(call, kind, name), Math.max(1, call.patienceSeconds()));
                yield across
                        ? StepResult.done(Map.of(), "All that land on " + what + " are across")
                        : StepResult.running("hold/" + what, progress(call, kind, name));
            }
            case STOP, UNDO -> StepResult.done(Map.of(), what + " is no longer held");
            case EVALUATE -> StepResult.done(Map.of(), "Would hold " + what + " until all that land there are across");
        };
    }

    private boolean allAcross(StepCall call, String kind, String name) {
        return things.across(call.program(), kind, name).all();
    }

    private Progress progress(StepCall call, String kind, String name) {
        SharedStore.Across users = things.across(call.program(), kind, name);
        return new Progress(
                users.across(),
                (double) users.landing(),
                "databases",
                null,
                users.across() + " of " + users.landing() + " across");
    }
}
