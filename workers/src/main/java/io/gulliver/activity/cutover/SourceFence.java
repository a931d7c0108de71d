package io.gulliver.activity.cutover;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;

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
                .asks(rendering.database(""), "instances", "spfile-parameters")
                .asksParameters(rendering.database(""), "job_queue_processes")
                .runs(rendering.database(""), "restrict-sessions", Map.of())
                .runs(rendering.database(""), "set-job-queue-processes", Map.of("processes", "0"));
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            if (!SessionRestriction.restricted(client)) {
                SessionRestriction.restrict(databases, address, client, call, context);
            }
            if (SessionRestriction.parameterJobs(client) != 0) {
                client.execute("set-job-queue-processes", Map.of("processes", "0"));
            }
            return StepResult.done(
                    Map.of("job_queue_processes", SessionRestriction.jobs(client)),
                    "The fence stands around " + address.name());
        }
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            client.execute(
                    "set-job-queue-processes", Map.of("processes", Integer.toString(SessionRestriction.jobs(client))));
            SessionRestriction.unrestrict(databases, address, client, call, context);
            return StepResult.done(Map.of(), "No fence around " + address.name());
        }
    }
}
