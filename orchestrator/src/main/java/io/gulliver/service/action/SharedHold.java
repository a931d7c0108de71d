package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.shared.SharedStore;
import io.gulliver.persistence.shared.SharedThing;
import java.util.List;
import java.util.Map;

/**
 * {@code shared.hold}: keeps the run that built a shared thing open, so that it can still be rolled back, until every
 * migration that lands there has completed. Long, read-only.
 */
public final class SharedHold implements ControlAction {
    /** Id of the step that holds, by which others see that the thing is built. */
    public static final String STEP = "in-use";

    private final SharedStore things;
    private final MigrationStore migrations;

    public SharedHold(SharedStore things, MigrationStore migrations) {
        this.things = things;
        this.migrations = migrations;
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
        List<Migration> users = users(call, kind, name);
        return !users.isEmpty() && users.stream().allMatch(user -> user.outcome() == RunOutcome.COMPLETED);
    }

    private Progress progress(StepCall call, String kind, String name) {
        List<Migration> users = users(call, kind, name);
        long across = users.stream()
                .filter(user -> user.outcome() == RunOutcome.COMPLETED)
                .count();
        return new Progress(
                across, (double) users.size(), "databases", null, across + " of " + users.size() + " across");
    }

    private List<Migration> users(StepCall call, String kind, String name) {
        return things.find(call.program(), kind, name).map(SharedThing::users).orElse(List.of()).stream()
                .map(migrations::require)
                .toList();
    }
}
