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
import io.gulliver.activity.systems.SchedulerJobs;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.SourceDigest;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.math.BigDecimal;
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
                        "pending-distributed",
                        "account-states",
                        "active-services",
                        "tablespaces",
                        "datafile-changes",
                        "sequences",
                        "object-times",
                        "writable-tables")
                .asksParameters(rendering.database(""), "job_queue_processes")
                .check(
                        "LOGINS is RESTRICTED, job_queue_processes is 0, no session is listed, both counts are 0; every account"
                                + " is locked and no service of applications started; each tablespace that was made read only is, and"
                                + " its files were changed last before the SCN of the export; sequences and objects are as they were"
                                + " printed before.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        List<String> wrong = new ArrayList<>();
        try (OracleClient client = databases.read(address, context)) {
            if (!SessionRestriction.restricted(client)) {
                wrong.add("sessions are not restricted");
            }
            JobQueue.open(client).ifPresent(wrong::add);
            SchedulerJobs.stillRunning(client, inputs.findTexts("jobs"))
                    .forEach(job -> wrong.add("job " + job + " is enabled"));
            List<OracleRow> sessions = client.query(
                    "application-sessions", Map.of("owners", SessionRestriction.owners(inputs.texts("schemas"))));
            if (!sessions.isEmpty()) {
                wrong.add(sessions.size() + " application sessions, the first from "
                        + sessions.get(0).findText("MACHINE"));
            }
            if (SessionRestriction.open(client) > 0) {
                wrong.add(SessionRestriction.open(client) + " open transactions");
            }
            List<String> schemas = inputs.texts("schemas");
            AccountLocks.open(client, inputs.findTextsByName("accounts").keySet())
                    .forEach(open -> wrong.add("account " + open));
            if (!ApplicationServices.ofCluster(client)) {
                ApplicationServices.stillStarted(
                                client, inputs.findTextsByName("services").keySet())
                        .forEach(service -> wrong.add("service " + service + " is started"));
            }
            if (inputs.given("read_only")) {
                wrong.addAll(written(client, inputs));
            }
            if (inputs.given("digest")) {
                SourceDigest.changed(
                                inputs.textsByName("digest"),
                                SourceDigest.of(
                                        client, databases.tables(client, client), schemas, databases.ownUsers()))
                        .forEach(part -> wrong.add(part + " are not as they were before the export"));
            }
        }
        if (!wrong.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Source " + address.name() + " is not quiet: " + String.join(", ", wrong) + ".",
                    "Somebody may have written after the export, and that would be lost. Find out who and what. Harmless:"
                            + " close the source again and retry. Otherwise roll back and export anew.");
        }
        return StepResult.done(
                Map.of("done", true),
                address.name() + " is quiet"
                        + (inputs.given("read_only")
                                ? "; read only since before SCN "
                                        + inputs.findText("scn").orElse("?") + ": " + inputs.texts("read_only")
                                : "")
                        + (inputs.given("digest")
                                ? "; unchanged: "
                                        + String.join(
                                                ", ",
                                                inputs.textsByName("digest").keySet())
                                : ""));
    }

    /**
     * What tells that rows may have been written after the export's SCN. A tablespace that was opened and closed again
     * meanwhile is found by its files: LAST_CHANGE# and CHECKPOINT_CHANGE# of V$DATAFILE, SCN of the last change and of the
     * last checkpoint (Database Reference), stay where they were while a file is read only.
     */
    private static List<String> written(OracleClient client, Inputs inputs) {
        List<String> wrong = new ArrayList<>();
        List<String> readOnly = inputs.texts("read_only");
        BigDecimal scn = inputs.findText("scn").map(BigDecimal::new).orElse(null);
        for (OracleRow row : client.query("tablespaces")) {
            if (readOnly.contains(row.text("TABLESPACE_NAME"))
                    && !row.text("STATUS").equals("READ ONLY")) {
                wrong.add("tablespace " + row.text("TABLESPACE_NAME") + " can be written");
            }
        }
        for (OracleRow row : client.query("datafile-changes")) {
            BigDecimal last = row.findNumber("LAST_CHANGE#");
            if (scn != null
                    && readOnly.contains(row.text("TABLESPACE_NAME"))
                    && "READ ONLY".equals(row.findText("ENABLED"))
                    && (last != null && last.compareTo(scn) > 0
                            || row.number("CHECKPOINT_CHANGE#").compareTo(scn) > 0)) {
                wrong.add("file " + row.number("FILE#") + " of tablespace " + row.text("TABLESPACE_NAME")
                        + " was changed after SCN " + scn + " of the export");
            }
        }
        return wrong;
    }
}
