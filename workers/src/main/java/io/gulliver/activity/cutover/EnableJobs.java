package io.gulliver.activity.cutover;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.JobQueue;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;

/** {@code cutover.enable-jobs}: jobs run again, on the target alone. */
final class EnableJobs extends ShortAction {
    private final Databases databases;

    EnableJobs(Databases databases) {
        super("cutover.enable-jobs");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would let jobs run at " + rendering.database(""))
                .asksParameters(rendering.database(""), "job_queue_processes")
                .runs(
                        rendering.database(""),
                        "keep-job-queue-processes",
                        JobQueue.shownAllow(rendering.shown("processes")));
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        int wanted = Inputs.of(call).whole("processes");
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            JobQueue.allow(client, wanted);
            int seen = JobQueue.now(client);
            if (seen != wanted) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "JOB_QUEUE_PROCESSES of " + address.name() + " is " + seen + ", wanted " + wanted + ".",
                        "See whether a pluggable database's own value or a lockdown profile forbids it.");
            }
            return StepResult.done(Map.of("processes", seen), "Jobs run at " + address.name());
        }
    }
}
