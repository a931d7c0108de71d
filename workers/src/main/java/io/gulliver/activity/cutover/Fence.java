package io.gulliver.activity.cutover;

import io.gulliver.activity.Databases;
import io.gulliver.activity.Databases.Address;
import io.gulliver.activity.Quiet;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;

/** {@code cutover.fence}: a copy must not act as production (jobs, mails, links). */
final class Fence extends ShortAction {
    private final Databases databases;

    Fence(Databases databases) {
        super("cutover.fence");
        this.databases = databases;
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, context)) {
            if (!Quiet.restricted(client)) {
                client.execute("restrict-sessions", Map.of());
            }
            if (Quiet.parameterJobs(client) != 0) {
                client.execute("set-job-queue-processes", Map.of("processes", "0"));
            }
            return StepResult.done(
                    Map.of("job_queue_processes", Quiet.jobs(client)), "The fence stands around " + address.name());
        }
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, context)) {
            client.execute("set-job-queue-processes", Map.of("processes", Integer.toString(Quiet.jobs(client))));
            client.execute("unrestrict-sessions", Map.of());
            return StepResult.done(Map.of(), "No fence around " + address.name());
        }
    }
}
