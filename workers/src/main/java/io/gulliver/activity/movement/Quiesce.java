package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.AccountLocks;
import io.gulliver.activity.systems.ApplicationServices;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.JobQueue;
import io.gulliver.activity.systems.RestartServices;
import io.gulliver.activity.systems.SchedulerJobs;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@code movement.quiesce}: steps DP03 and DP04 of {@code docs/domain/data-pump.md}. The comment in the server parameter file
 * and the list of {@link SourceState} keep what the undo sets back; a restriction of sessions is forgotten at a restart,
 * stopped jobs and locked accounts are not.
 */
final class Quiesce extends ShortAction {
    private final Databases databases;
    private final RestartServices restart;

    Quiesce(Databases databases, HostScripts scripts) {
        super("movement.quiesce");
        this.databases = databases;
        restart = new RestartServices(scripts);
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would make " + where + " quiet"
                        + (Boolean.TRUE.equals(call.inputs().getOrDefault("end_sessions", true))
                                ? ", ending the sessions that are left,"
                                : "")
                        + " and take its SCN; its undo opens it again")
                .says("Where Oracle Restart manages services, they are stopped and disabled first");
        RestartServices.render(rendering, "close");
        rendering
                .check("to undo it, run the script once more with what=open in place of what=close.")
                .asks(where, "instances", "spfile-parameters", "job-queue-setting")
                .asksFor(where, "parameter", Map.of("name", "job_queue_processes"))
                .runs(where, "restrict-sessions", Map.of())
                .runs(where, "keep-job-queue-processes", JobQueue.shownStop())
                .forms(
                        where,
                        "job of the scheduler that is enabled, before 11.2 and in a pluggable database of 12.1, where"
                                + " job_queue_processes stays",
                        "disable-job")
                .forms(where, "account that is open", "lock-account")
                .forms(where, "service of applications", "stop-service")
                .asksForLines(where, "account-lock-statements")
                .asksForLines(where, "service-stop-statements", Map.of("service", rendering.shown("service")))
                .check("run each line that is printed; services of a cluster are stopped by srvctl stop service,"
                        + " and that of the name of a pluggable database stays.")
                .asksFor(where, "application-sessions", Map.of("owners", "," + rendering.shown("schemas") + ","))
                .runs(where, "kill-session", Map.of("session", "«sid,serial#,@inst_id of each application session»"))
                .check("before 11.1 a session is named 'sid,serial#', on its own instance.")
                .asks(where, "transaction-count", "pending-distributed", "current-scn")
                .check("no transaction is open and none is in doubt; the SCN is that of the export.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        String owners = SessionRestriction.owners(inputs.texts("schemas"));
        AtomicInteger ended = new AtomicInteger();
        try (OracleClient client = databases.change(address, call, context)) {
            List<String> old = SchedulerJobs.goingOn(client, inputs.texts("schemas"));
            if (!old.isEmpty()) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Jobs of DBMS_JOB would go on at " + address.name() + ": " + String.join(", ", old)
                                + ". In a pluggable database of 12.1 JOB_QUEUE_PROCESSES 0 stops the jobs of the whole container"
                                + " (My Oracle Support 2175443.1), so it is left as it is.",
                        "Let each owner break them (DBMS_JOB.BROKEN(job, TRUE), COMMIT), then retry; at a back-out they are"
                                + " to be set back (FALSE).");
            }
            SortedMap<String, String> managed = inputs.findTextsByName("managed");
            restart.close(call, client, address, managed);
            if (!SessionRestriction.restricted(client)) {
                SessionRestriction.restrict(databases, address, client, call, context);
            }
            int jobs = JobQueue.stop(client);
            List<String> disabled = SchedulerJobs.stop(client, inputs.findTexts("jobs"));
            List<String> locked =
                    AccountLocks.lock(client, inputs.findTextsByName("accounts").keySet());
            List<String> left = ApplicationServices.stop(
                    client, inputs.findTextsByName("services").keySet());
            boolean end = Boolean.TRUE.equals(call.inputs().getOrDefault("end_sessions", true));
            boolean quiet = context.waitFor(
                    () -> {
                        if (end) {
                            for (OracleRow session : client.query("application-sessions", Map.of("owners", owners))) {
                                ended.addAndGet(
                                        SessionRestriction.kill(databases, address, client, call, context, session));
                            }
                        }
                        int open = SessionRestriction.open(client);
                        context.progress(new Progress(0, null, "transactions", null, open + " transactions are open"));
                        return open == 0;
                    },
                    Duration.ofSeconds(1),
                    Duration.parse(inputs.findText("patience").map(Quiesce::iso).orElse("PT5M")));
            if (!quiet) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Database " + address.name() + " is not quiet: open transactions "
                                + client.query("open-transactions").stream()
                                        .map(row -> "of " + row.findText("USERNAME") + " since "
                                                + row.values().get("START_DATE"))
                                        .toList()
                                + ", " + SessionRestriction.pending(client) + " distributed transactions in doubt.",
                        "End these transactions (or resolve DBA_2PC_PENDING), then retry. Roll back opens the source again.");
            }
            String scn = client.queryOne("current-scn", Map.of())
                    .number("CURRENT_SCN")
                    .toBigInteger()
                    .toString();
            Map<String, Object> outputs = new LinkedHashMap<>();
            outputs.put("job_queue_processes", jobs);
            outputs.put("ended_sessions", ended.get());
            outputs.put("locked", locked);
            outputs.put("scn", scn);
            return StepResult.done(
                    outputs,
                    address.name() + " is quiet at SCN " + scn + "; sessions ended: " + ended.get()
                            + ", accounts locked: " + locked.size()
                            + (disabled.isEmpty() ? "" : "; jobs disabled: " + disabled)
                            + (managed.isEmpty() ? "" : "; stopped and disabled with srvctl: " + managed.keySet())
                            + ApplicationServices.leftToAPerson("stop", left)
                            + JobQueue.notKept(client));
        }
    }

    /** The playbook's durations are 30s, 5m and ISO-8601. */
    static String iso(String text) {
        return text.startsWith("P") ? text : "PT" + text.toUpperCase(java.util.Locale.ROOT);
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            Optional<RuntimeException> held =
                    JobQueue.tryUndo(client, () -> SchedulerJobs.undo(client, inputs.findTexts("jobs")));
            List<String> opened = AccountLocks.unlock(client, inputs.findTextsByName("accounts"));
            Optional<RuntimeException> closed = tryOpen(call, client, address, inputs.findTextsByName("managed"));
            List<String> left = ApplicationServices.start(client, inputs.findTextsByName("services"));
            // Last, so that whoever comes finds everything as it was.
            SessionRestriction.unrestrict(databases, address, client, call, context);
            held.ifPresent(e -> {
                throw JobQueue.heldBack(address.name(), e);
            });
            closed.ifPresent(e -> {
                throw e;
            });
            return StepResult.done(
                    Map.of(),
                    address.name() + " is open again; accounts unlocked: " + opened
                            + ApplicationServices.leftToAPerson("start", left));
        }
    }

    /** People are let in even where srvctl does not do its part: that is told afterwards. */
    private Optional<RuntimeException> tryOpen(
            StepCall call, OracleClient client, Address address, SortedMap<String, String> managed) {
        try {
            restart.open(call, client, address, managed);
            return Optional.empty();
        } catch (StepFailedException | SshException e) {
            return Optional.of(e);
        }
    }
}
