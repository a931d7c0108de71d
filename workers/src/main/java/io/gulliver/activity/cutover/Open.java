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
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.ResourcePlan;
import io.gulliver.activity.systems.RestartServices;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** {@code cutover.open}: the release to users. */
final class Open extends ShortAction {
    private final Databases databases;
    private final RestartServices restart;

    Open(Databases databases, HostScripts scripts) {
        super("cutover.open");
        this.databases = databases;
        restart = new RestartServices(scripts);
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would open " + rendering.database("") + " for users, where it is not open")
                .asks(rendering.database(""), "instances", "account-states", "active-services", "services")
                .asks(rendering.database(""), "spfile-parameters")
                .forms(rendering.database(""), "resource plan that the parameter file names", "set-resource-plan")
                .forms(rendering.database(""), "account that was open at the source", "unlock-account")
                .forms(
                        rendering.database(""),
                        "service that was started at the source",
                        "create-service",
                        "start-service")
                .says(
                        "Services that the fence disabled are enabled, and started where they ran, before those of the source;"
                                + " where Oracle Restart manages the database, those that srvctl does not show are registered with"
                                + " srvctl add service");
        RestartServices.render(rendering, "open");
        rendering
                .check(
                        "resource_manager_plan is what the parameter file says; run the lines for accounts and services that the step before the fence of the source printed, then"
                                + " the next one.")
                .runs(rendering.database(""), "unrestrict-sessions", Map.of());
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            Inputs inputs = Inputs.of(call);
            requireFence(client, address, inputs);
            String plan = ResourcePlan.restore(client);
            List<String> unlocked = AccountLocks.unlock(client, inputs.findTextsByName("accounts"));
            SortedMap<String, String> managed = inputs.findTextsByName("managed");
            SortedMap<String, String> services = inputs.findTextsByName("services");
            SortedMap<String, String> others = new TreeMap<>(services);
            others.keySet().removeAll(managed.keySet());
            RestartServices.Seen seen = others.isEmpty()
                    ? new RestartServices.Seen(others, false, "")
                    : restart.look(call, client, address, others.keySet());
            RestartServices.Registered registered = restart.register(call, client, address, seen, others);
            managed.putAll(registered.states());
            restart.open(call, client, address, managed);
            List<String> left = ApplicationServices.start(client, services);
            // Last: from here on users work, on accounts and by services as the source had them.
            boolean restricted = client.query("instances").stream()
                    .anyMatch(row -> row.text("LOGINS").equals("RESTRICTED"));
            if (restricted) {
                SessionRestriction.unrestrict(databases, address, client, call, context);
            }
            restart.forget(call, address);
            return StepResult.done(
                    Map.of("opened", restricted),
                    address.name() + " is open for users; accounts unlocked: " + unlocked.size()
                            + (registered.added().isEmpty() ? "" : "; registered with srvctl: " + registered.added())
                            + (managed.isEmpty()
                                    ? ""
                                    : "; enabled with srvctl as before the fence: " + managed.keySet())
                            + seen.told() + registered.told()
                            + ApplicationServices.leftToAPerson("add and start", left) + plan);
        }
    }

    /**
     * A restart lifts the restriction of sessions, and somebody may. It is this step's own earlier attempt only where all
     * that comes before it is done: accounts are open, and services started.
     */
    private static void requireFence(OracleClient client, Address address, Inputs inputs) {
        SortedMap<String, String> services = inputs.findTextsByName("services");
        if (SessionRestriction.restricted(client)
                || !AccountLocks.awaitUnlock(client, inputs.findTextsByName("accounts"))
                        && (ApplicationServices.ofCluster(client)
                                || ApplicationServices.stillStarted(client, services.keySet())
                                                .size()
                                        == services.size())) {
            return;
        }
        throw new StepFailedException(
                FailureCode.CHECK_FAILED,
                "Database " + address.name() + " is not fenced: sessions are not restricted, and not by this step.",
                "An instance restarted, or somebody let everybody in; nothing is opened yet. Put the fence up again and see"
                        + " who was logged on without it, then retry.");
    }
}
