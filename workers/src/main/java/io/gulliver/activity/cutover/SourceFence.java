package io.gulliver.activity.cutover;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.ApplicationServices;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.JobQueue;
import io.gulliver.activity.systems.RestartServices;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code cutover.fence}: a copy must not act as production (jobs, mails, links). */
final class SourceFence extends ShortAction {
    private final Databases databases;
    private final RestartServices restart;

    SourceFence(Databases databases, HostScripts scripts) {
        super("cutover.fence");
        this.databases = databases;
        restart = new RestartServices(scripts);
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would put a fence around " + rendering.database("") + ", where it does not stand")
                .says("Services that Oracle Restart manages there are stopped and disabled first");
        if (call.inputs().containsKey("source_host")) {
            rendering
                    .asks(rendering.database("source_"), "active-services")
                    .check(
                            "each service of applications that srvctl does not show at the target is registered there first,"
                                    + " as the owner of the Oracle home: srvctl add service -db «DB_UNIQUE_NAME» -service NAME, in a"
                                    + " pluggable database with -pdb and its name.");
        }
        RestartServices.render(rendering, "close");
        rendering
                .asks(rendering.database(""), "instances", "spfile-parameters", "job-queue-setting")
                .asksParameters(rendering.database(""), "job_queue_processes")
                .runs(rendering.database(""), "restrict-sessions", Map.of())
                .runs(rendering.database(""), "keep-job-queue-processes", JobQueue.shownStop());
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            RestartServices.Seen seen = restart.lookOnce(call, client, address, Set.of());
            SortedMap<String, String> coming = seen.managed() ? coming(call, context) : new TreeMap<>();
            if (!coming.isEmpty()) {
                seen = restart.lookOnce(call, client, address, coming.keySet());
            }
            RestartServices.Registered registered = restart.register(call, client, address, seen, coming);
            SortedMap<String, String> managed = new TreeMap<>(seen.states());
            managed.putAll(registered.states());
            restart.close(call, client, address, managed);
            if (!SessionRestriction.restricted(client)) {
                SessionRestriction.restrict(databases, address, client, call, context);
            }
            return StepResult.done(
                    Map.of(
                            "job_queue_processes",
                            JobQueue.stop(client),
                            "managed",
                            managed,
                            "registered",
                            registered.added()),
                    "The fence stands around " + address.name()
                            + (registered.added().isEmpty() ? "" : "; registered with srvctl: " + registered.added())
                            + (managed.isEmpty() ? "" : "; stopped and disabled with srvctl: " + managed.keySet())
                            + seen.told() + registered.told() + JobQueue.notKept(client));
        }
    }

    /** Services by which applications come to the source, with their network names; none where no source is named. */
    private SortedMap<String, String> coming(StepCall call, StepContext context) {
        if (!call.inputs().containsKey("source_host")) {
            return new TreeMap<>();
        }
        Address source = Address.of(call, "source_");
        try (OracleClient client = databases.read(source, context)) {
            return ApplicationServices.started(client, source);
        }
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            Optional<RuntimeException> held = JobQueue.tryUndo(client, () -> {});
            SortedMap<String, String> managed = new TreeMap<>();
            Set<String> registered = new TreeSet<>();
            boolean asked;
            if (call.outputs().get("managed") instanceof Map<?, ?> before) {
                before.forEach((name, state) -> managed.put(String.valueOf(name), String.valueOf(state)));
                if (call.outputs().get("registered") instanceof List<?> names) {
                    names.forEach(name -> registered.add(String.valueOf(name)));
                }
                asked = !managed.isEmpty();
            } else {
                // The answer was lost: what was seen and noted on the host stands for it.
                RestartServices.Seen seen = restart.lookOnce(call, client, address, Set.of());
                managed.putAll(seen.states());
                asked = seen.managed();
            }
            if (asked) {
                registered.addAll(restart.added(call, address));
            }
            managed.keySet().removeAll(registered);
            restart.open(call, client, address, managed);
            restart.unregister(call, client, address, registered);
            restart.forget(call, address);
            SessionRestriction.unrestrict(databases, address, client, call, context);
            held.ifPresent(e -> {
                throw JobQueue.heldBack(address.name(), e);
            });
            return StepResult.done(Map.of(), "No fence around " + address.name());
        }
    }
}
