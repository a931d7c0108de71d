package io.gulliver.activity.cutover;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.JobQueue;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code cutover.check-source}: gates G6 to G8 of {@code docs/domain/cutover.md} as a machine can see them. */
final class CheckSource extends ShortAction {
    private final Databases databases;

    CheckSource(Databases databases) {
        super("cutover.check-source");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would see that " + rendering.database("") + " is quiet")
                .asks(
                        rendering.database(""),
                        "instances",
                        "application-sessions",
                        "transaction-count",
                        "pending-distributed")
                .asksParameters(rendering.database(""), "job_queue_processes")
                .check("LOGINS is RESTRICTED, job_queue_processes is 0, no session is listed, and both counts are 0.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        List<String> wrong = new ArrayList<>();
        try (OracleClient client = databases.read(address, context)) {
            if (!SessionRestriction.restricted(client)) {
                wrong.add("sessions are not restricted");
            }
            if (JobQueue.now(client) != 0) {
                wrong.add("JOB_QUEUE_PROCESSES is " + JobQueue.now(client));
            }
            List<OracleRow> sessions = client.query(
                    "application-sessions",
                    Map.of("owners", SessionRestriction.owners(Inputs.of(call).texts("schemas"))));
            if (!sessions.isEmpty()) {
                wrong.add(sessions.size() + " application sessions, the first from "
                        + sessions.get(0).findText("MACHINE"));
            }
            if (SessionRestriction.open(client) > 0) {
                wrong.add(SessionRestriction.open(client) + " open transactions");
            }
        }
        if (!wrong.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Source " + address.name() + " is not quiet: " + String.join(", ", wrong) + ".",
                    "Somebody may have written after the export, and that would be lost. Find out who and what. Harmless:"
                            + " close the source again and retry. Otherwise roll back and export anew.");
        }
        return StepResult.done(Map.of("done", true), address.name() + " is quiet");
    }
}
