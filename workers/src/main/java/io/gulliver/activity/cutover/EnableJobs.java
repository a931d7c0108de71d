package io.gulliver.activity.cutover;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.JobQueue;
import io.gulliver.activity.systems.SchedulerJobs;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
                .asks(rendering.database(""), "scheduler-jobs", "old-jobs", "refresh-jobs")
                .forms(
                        rendering.database(""),
                        "job whose state is not that of the source before its fence",
                        "enable-job",
                        "disable-job")
                .check("each job of the scheduler is enabled or disabled as the source had it before its fence.")
                .asksParameters(rendering.database(""), "job_queue_processes")
                .runs(
                        rendering.database(""),
                        "keep-job-queue-processes",
                        JobQueue.shownAllow(rendering.shown("processes")));
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        int processes = Inputs.of(call).whole("processes");
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            List<String> others = new ArrayList<>();
            List<String> missing = asBefore(client, Inputs.of(call), others);
            int wanted = JobQueue.taken(client, processes);
            JobQueue.allow(client, wanted);
            int seen = JobQueue.now(client);
            if (seen != wanted) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "JOB_QUEUE_PROCESSES of " + address.name() + " is " + seen + ", wanted " + wanted + ".",
                        "See whether a pluggable database's own value or a lockdown profile forbids it.");
            }
            return StepResult.done(
                    Map.of("processes", seen, "missing", missing, "others", others),
                    "Jobs run at " + address.name()
                            + (missing.isEmpty() ? "" : "; not running, though the source ran them: " + missing)
                            + (others.isEmpty() ? "" : "; the source did not have, and they run: " + others));
        }
    }

    /**
     * Enables and disables jobs of the scheduler as the source had them before its fence, and leaves those of DBMS_JOB,
     * those that refresh materialized views, and those that the source did not have, as the load made them.
     *
     * @param others the latter, where they run
     * @return what is missing of the source's, or broken (DBMS_JOB)
     */
    private static List<String> asBefore(OracleClient client, Inputs inputs, List<String> others) {
        if (!inputs.given("schemas")) {
            return List.of();
        }
        Set<String> missing = new TreeSet<>(inputs.findTexts("jobs"));
        List<String> enabled = inputs.findTexts("jobs");
        List<String> disabled = inputs.findTexts("disabled_jobs");
        List<String> schemas = inputs.texts("schemas");
        Set<String> refreshes = SchedulerJobs.refreshes(client).keySet();
        for (OracleRow row : client.query("scheduler-jobs")) {
            String name = SchedulerJobs.name(row);
            missing.remove(name);
            boolean wanted = enabled.contains(name);
            if (!schemas.contains(row.text("OWNER")) || SchedulerJobs.ofOldJob(row) || refreshes.contains(name)) {
                continue;
            }
            if (!wanted && !disabled.contains(name)) {
                if (SchedulerJobs.enabled(row)) {
                    others.add(name);
                }
            } else if (wanted != SchedulerJobs.enabled(row)) {
                SchedulerJobs.set(client, row, wanted);
            }
        }
        Set<String> old = new TreeSet<>(inputs.findTexts("old_jobs"));
        if (!old.isEmpty()) {
            old.removeAll(SchedulerJobs.old(client, schemas));
            missing.addAll(old);
        }
        return List.copyOf(missing);
    }
}
