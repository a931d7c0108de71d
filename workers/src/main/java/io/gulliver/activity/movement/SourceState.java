package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.AccountLocks;
import io.gulliver.activity.systems.ApplicationServices;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.RestartServices;
import io.gulliver.activity.systems.SchedulerJobs;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code movement.source-state}: what of a source the fence will change, as it is before. The undo of the fence and the
 * opening of the target go by it: a dump would carry the fence.
 */
final class SourceState extends ShortAction {
    private static final Set<String> ADMINISTRATIVE = Set.of("SYSTEM", "SYSAUX");

    private final Databases databases;
    private final RestartServices restart;

    SourceState(Databases databases, HostScripts scripts) {
        super("movement.source-state");
        this.databases = databases;
        restart = new RestartServices(scripts);
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would take down how accounts, services, jobs and tablespaces of " + where
                        + " are before its fence")
                .asks(
                        where,
                        "account-states",
                        "active-services",
                        "scheduler-jobs",
                        "old-jobs",
                        "refresh-jobs",
                        "tablespaces",
                        "tablespace-owners")
                .asksForLines(where, "account-unlock-statements")
                .asksForLines(where, "service-start-statements", Map.of("service", rendering.shown("service")))
                .asksForLines(
                        where, "tablespace-read-write-statements", Map.of("own", rendering.shown("own_tablespace")))
                .says("Would look by srvctl on " + rendering.shown("host")
                        + " which services Oracle Restart manages there");
        RestartServices.render(rendering, "look");
        rendering.check(
                "keep the lines that these printed: run at the source they undo its fence, those of accounts and"
                        + " services also open the target.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        Set<String> schemas = new TreeSet<>(inputs.texts("schemas"));
        try (OracleClient client = databases.read(address, context)) {
            SortedMap<String, String> accounts = AccountLocks.states(client, schemas);
            SortedMap<String, String> services = ApplicationServices.started(client, address);
            RestartServices.Seen managed = restart.look(call, client, address);
            List<String> jobs = new ArrayList<>();
            List<String> disabled = new ArrayList<>();
            Set<String> refreshes = SchedulerJobs.refreshes(client).keySet();
            for (OracleRow row : client.query("scheduler-jobs")) {
                if (schemas.contains(row.text("OWNER")) && !refreshes.contains(SchedulerJobs.name(row))) {
                    (SchedulerJobs.enabled(row) ? jobs : disabled).add(SchedulerJobs.name(row));
                }
            }
            List<String> oldJobs = new ArrayList<>(SchedulerJobs.old(client, schemas));
            List<String> goingOn = SchedulerJobs.goingOn(client, schemas);
            client.query("old-jobs").stream()
                    .filter(row -> SchedulerJobs.refreshOf(row.findText("WHAT")).isPresent())
                    .forEach(row -> oldJobs.remove(SchedulerJobs.oldName(row)));
            SortedMap<String, Set<String>> others = new TreeMap<>();
            for (OracleRow row : client.query("tablespace-owners")) {
                if (!schemas.contains(row.text("OWNER"))) {
                    others.computeIfAbsent(row.text("TABLESPACE_NAME"), name -> new TreeSet<>())
                            .add(row.text("OWNER"));
                }
            }
            String own = inputs.findText("own_tablespace").orElse("");
            List<String> tablespaces = new ArrayList<>();
            List<String> writable = new ArrayList<>();
            for (OracleRow row : client.query("tablespaces")) {
                String name = row.text("TABLESPACE_NAME");
                if (!row.text("CONTENTS").equals("PERMANENT")
                        || !row.text("STATUS").equals("ONLINE")
                        || ADMINISTRATIVE.contains(name)
                        || name.equals(own)) {
                    continue;
                }
                if (others.containsKey(name)) {
                    writable.add(name + " (also of " + String.join(", ", others.get(name)) + ")");
                } else {
                    tablespaces.add(name);
                }
            }
            Map<String, Object> outputs = new LinkedHashMap<>();
            outputs.put("accounts", accounts);
            outputs.put("services", services);
            outputs.put("managed", managed.states());
            outputs.put("jobs", jobs);
            outputs.put("disabled_jobs", disabled);
            outputs.put("old_jobs", oldJobs);
            outputs.put("jobs_going_on", goingOn);
            outputs.put("tablespaces", tablespaces);
            outputs.put("left_writable", writable);
            StringBuilder text = new StringBuilder();
            outputs.forEach((what, state) ->
                    text.append(what).append(": ").append(state).append('\n'));
            context.evidence("source-state.txt", "text", text.toString());
            return StepResult.done(
                    outputs,
                    address.name() + " before its fence: " + accounts.size() + " accounts, "
                            + accounts.values().stream()
                                    .filter(AccountLocks::locked)
                                    .count() + " of them locked; services "
                            + services.keySet() + ", " + (jobs.size() + oldJobs.size()) + " jobs that run, tablespaces "
                            + tablespaces + (writable.isEmpty() ? "" : "; left writable: " + writable)
                            + (managed.states().isEmpty()
                                    ? ""
                                    : "; Oracle Restart manages "
                                            + managed.states().keySet())
                            + managed.told());
        }
    }
}
