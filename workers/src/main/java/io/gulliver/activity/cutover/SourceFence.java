package io.gulliver.activity.cutover;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.JobQueue;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;
import java.util.Optional;

/** {@code cutover.fence}: a copy must not act as production (jobs, mails, links). */
final class SourceFence extends ShortAction {
    private final Databases databases;

    SourceFence(Databases databases) {
        super("cutover.fence");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would put a fence around " + rendering.database("") + ", where it does not stand")
                .asks(rendering.database(""), "instances", "spfile-parameters", "job-queue-setting")
                .asksParameters(rendering.database(""), "job_queue_processes")
                .runs(rendering.database(""), "restrict-sessions", Map.of())
                .runs(rendering.database(""), "keep-job-queue-processes", JobQueue.shownStop());
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            if (!SessionRestriction.restricted(client)) {
                SessionRestriction.restrict(databases, address, client, call, context);
            }
            return StepResult.done(
                    Map.of("job_queue_processes", JobQueue.stop(client)),
                    "The fence stands around " + address.name() + JobQueue.notKept(client));
        }
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            Optional<RuntimeException> held = JobQueue.tryUndo(client, () -> {});
            SessionRestriction.unrestrict(databases, address, client, call, context);
            held.ifPresent(e -> {
                throw JobQueue.heldBack(address.name(), e);
            });
            return StepResult.done(Map.of(), "No fence around " + address.name());
        }
    }
}
