package io.gulliver.activity.cutover;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.AccountLocks;
import io.gulliver.activity.systems.ApplicationServices;
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

/** {@code cutover.check-fence}: asked again after every import, because an import brings jobs and links. */
final class CheckFence extends ShortAction {
    private final Databases databases;

    CheckFence(Databases databases) {
        super("cutover.check-fence");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would see that the fence around " + rendering.database("")
                        + " stands and name what points outward")
                .asks(
                        rendering.database(""),
                        "instances",
                        "account-states",
                        "active-services",
                        "database-links",
                        "external-tables",
                        "scheduler-jobs")
                .asksParameters(rendering.database(""), "job_queue_processes")
                .check(
                        "LOGINS is RESTRICTED on every instance, job_queue_processes is 0, no service that the fence stopped is started and every account"
                                + " of applications is locked; whoever decides knows of"
                                + " each link, external table and job.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        List<String> outward = new ArrayList<>();
        try (OracleClient client = databases.read(address, context)) {
            List<String> holes = new ArrayList<>();
            if (!SessionRestriction.restricted(client)) {
                holes.add("sessions are not restricted");
            }
            JobQueue.open(client).ifPresent(holes::add);
            if (!ApplicationServices.ofCluster(client)) {
                ApplicationServices.stillStarted(
                                client,
                                Inputs.of(call).findTextsByName("managed").keySet())
                        .forEach(service -> holes.add("service " + service + " is started"));
            }
            holes.addAll(AccountLocks.open(client, Inputs.of(call).findTexts("schemas")));
            if (!holes.isEmpty()) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Database " + address.name() + " is not fenced: " + String.join(", ", holes) + ".",
                        "Put the fence up again before anything else happens there, then retry.");
            }
            for (OracleRow link : client.query("database-links")) {
                outward.add("link " + link.text("OWNER") + "." + link.text("DB_LINK") + " to " + link.findText("HOST"));
            }
            for (OracleRow table : client.query("external-tables")) {
                outward.add("external table " + table.text("OWNER") + "." + table.text("TABLE_NAME"));
            }
            for (OracleRow job : client.query("scheduler-jobs")) {
                if (List.of("EXECUTABLE", "EXTERNAL_SCRIPT").contains(job.findText("JOB_TYPE"))) {
                    outward.add("job " + job.text("OWNER") + "." + job.text("JOB_NAME") + " works on the host");
                }
            }
            return StepResult.done(
                    Map.of("outward", outward), address.name() + " is fenced; points outward: " + outward);
        }
    }
}
