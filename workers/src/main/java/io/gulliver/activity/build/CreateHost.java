package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.storage.StorageArray;
import io.gulliver.contract.storage.StorageHost;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code storage.create-host}: the array knows the server by exactly these WWPNs, and nobody else has them. */
final class CreateHost implements StepAction {
    private final Systems systems;

    CreateHost(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "storage.create-host";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        ArrayFabrics fabrics = ArrayFabrics.of(systems, array);
        SortedMap<String, String> fabricOfHost = new TreeMap<>();
        inputs.findTextsByName("fabrics").forEach((wwpn, fabric) -> fabricOfHost.put(Zone.wwpn(wwpn), fabric));
        List<Zone> zones =
                Zone.plan(inputs.text("name"), inputs.texts("wwpns"), fabricOfHost, fabrics.ports(), fabrics.fabrics());
        List<String> alone = fabricOfHost.entrySet().stream()
                .filter(host -> zones.stream().noneMatch(zone -> zone.host().equals(host.getKey())))
                .map(host -> host.getKey() + " on fabric " + host.getValue())
                .toList();
        if (!alone.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Array " + array + " has no port on the fabric of " + String.join(", ", alone)
                            + "; its ports for hosts are on "
                            + fabrics.ports().stream()
                                    .map(port -> fabrics.fabrics().get(Zone.wwpn(port.wwpn())))
                                    .collect(Collectors.toCollection(TreeSet::new))
                            + ".",
                    "Correct the fabrics of the adapter-ports or of the array-ports in the landscape, or choose another"
                            + " array; then retry the step.");
        }
        StorageHost host = systems.storage(array).ensureHost(inputs.text("name"), inputs.texts("wwpns"));
        return StepResult.done(
                Map.of(
                        "name",
                        host.name(),
                        "host_id",
                        host.id(),
                        "target_wwpns",
                        zones.stream()
                                .flatMap(zone -> zone.targets().stream())
                                .distinct()
                                .sorted()
                                .toList(),
                        "zones",
                        Zone.lines(zones)),
                "Host " + host.name() + " with " + host.wwpns().size() + " ports on " + array);
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String name = inputs.text("name");
        StorageArray storage = systems.storage(inputs.text("array"));
        Optional<StorageHost> found = storage.findHost(name);
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Host " + name + " was not there");
        }
        TreeSet<String> wanted = inputs.texts("wwpns").stream()
                .map(wwpn -> wwpn.replace(":", "").toUpperCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!wanted.equals(new TreeSet<>(found.get().wwpns()))) {
            return StepResult.done(
                    Map.of(),
                    "Host " + name + " has the ports " + found.get().wwpns() + ", not those made here: left alone");
        }
        storage.deleteHost(name);
        return StepResult.done(Map.of(), "Host " + name + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        StorageArray storage = systems.storage(inputs.text("array"));
        Function<String, String> there = name -> storage.findHost(name)
                .map(host -> "; a host of this name is there already with the ports " + host.wwpns())
                .orElse("");
        String taken = inputs.known("name") ? there.apply(inputs.text("name")) : "";
        ArrayFabrics.of(systems, inputs.text("array"));
        Rendering rendering = Rendering.of(call)
                .says("would create host " + call.inputs().get("name") + " with the ports "
                        + call.inputs().get("wwpns") + " on " + inputs.text("array") + taken);
        storage.plannedHost(rendering.shown("name"), rendering.shown("wwpns"))
                .forEach(planned -> rendering.request("array " + storage.name(), planned.what(), planned.fields()));
        return rendering.result(context);
    }
}
