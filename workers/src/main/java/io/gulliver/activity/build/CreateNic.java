package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.model.Nic;
import io.gulliver.adapter.hmc.model.NicSpec;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.VirtualSwitch;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code hmc.create-nic}: the partition has a network card on this network.
 *
 * <p>Before z17 the network is a virtual switch by name; where a machine has none it is the URI of an adapter port.
 */
final class CreateNic implements StepAction {
    private final Systems systems;

    CreateNic(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "hmc.create-nic";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String partition = inputs.text("partition");
        String name = inputs.text("name");
        Optional<Nic> found = find(hmc, partition, name);
        if (found.isEmpty()) {
            NicSpec spec = spec(hmc, PartitionLifecycle.cpc(hmc, inputs.text("cpc")), call);
            try {
                hmc.createNic(partition, spec);
            } catch (HmcException e) {
                if (!e.mayHaveHappened() && !e.is(400, 8)
                        || find(hmc, partition, name).isEmpty()) {
                    throw e;
                }
            }
            found = find(hmc, partition, name);
        }
        Nic nic = found.orElseThrow(() -> new StepFailedException(
                FailureCode.TEMPORARILY_UNAVAILABLE,
                "HMC " + hmc.system() + " said done, but partition " + partition + " shows no network card " + name
                        + ".",
                "The step looks again at its next try."));
        if (!ResourceOwner.isOurs(nic.description(), call)) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "Network card " + name + " of " + partition + " is not ours: its description is \""
                            + nic.description() + "\".",
                    "Choose another name, or have the other card removed.");
        }
        return StepResult.done(
                Map.of("nic", nic.elementUri(), "device", nic.deviceNumber()),
                "Network card " + name + " as device " + nic.deviceNumber() + " on " + inputs.text("network"));
    }

    private static NicSpec spec(HmcClient hmc, String cpc, StepCall call) {
        Inputs inputs = Inputs.of(call);
        String network = inputs.text("network");
        boolean port = network.startsWith("/api/adapters/");
        return new NicSpec(
                inputs.text("name"),
                ResourceOwner.of(call),
                inputs.text("device"),
                port ? null : virtualSwitch(hmc, cpc, network).objectUri(),
                port ? network : null,
                vlan(inputs).orElse(null));
    }

    /** The network's number on a trunk; 0 and none are the same. */
    private static Optional<Integer> vlan(Inputs inputs) {
        Optional<Integer> vlan = inputs.findWhole("vlan").filter(given -> given != 0);
        vlan.filter(given -> given < 1 || given > 4094).ifPresent(wrong -> {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "The VLAN is " + wrong + "; wanted 1 to 4094, or 0 for none.",
                    "Correct the VLAN of its network, in the landscape or in the task that asked for its address, then retry the step.");
        });
        return vlan;
    }

    private static VirtualSwitch virtualSwitch(HmcClient hmc, String cpc, String name) {
        List<VirtualSwitch> switches = hmc.virtualSwitches(cpc);
        return switches.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        switches.isEmpty()
                                ? "The machine shows no virtual switch, and so none named '" + name + "'."
                                : "The machine has no virtual switch '" + name + "'; it has "
                                        + switches.stream()
                                                .map(VirtualSwitch::name)
                                                .toList() + ".",
                        switches.isEmpty()
                                ? "From z17 on there are none: give the URI of a network adapter's port"
                                        + " (/api/adapters/.../network-ports/0) as the network in the collected data of the"
                                        + " server. On an earlier machine the HMC user lacks access to its virtual switches."
                                : "Correct the network in the collected data of the server; from z17 on give the URI of an"
                                        + " adapter port."));
    }

    private static Optional<Nic> find(HmcClient hmc, String partition, String name) {
        return hmc.nics(partition).stream()
                .filter(nic -> nic.name().equals(name))
                .findFirst();
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String name = inputs.text("name");
        Optional<Partition> partition = PartitionLifecycle.find(hmc, inputs.text("partition"));
        Optional<Nic> nic = partition.flatMap(there -> find(hmc, there.objectUri(), name));
        if (nic.isEmpty()) {
            return StepResult.done(Map.of(), "Network card " + name + " was not there");
        }
        if (!ResourceOwner.isOurs(nic.get().description(), call)) {
            return StepResult.done(Map.of(), "Network card " + name + " is not ours: left alone");
        }
        hmc.deleteNic(nic.get().elementUri());
        return StepResult.done(Map.of(), "Network card " + name + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String network = inputs.text("network");
        String cpc = PartitionLifecycle.cpc(hmc, inputs.text("cpc"));
        if (!network.startsWith("/api/adapters/")) {
            virtualSwitch(hmc, cpc, network);
        }
        Rendering rendering = Rendering.of(call)
                .says("would put network card " + call.inputs().get("name") + " on " + network + " as device "
                        + inputs.text("device")
                        + vlan(inputs).map(vlan -> " in VLAN " + vlan).orElse(""));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", rendering.shown("name"));
        body.put("description", ResourceOwner.of(call));
        body.put("device-number", rendering.shown("device"));
        body.put(
                network.startsWith("/api/adapters/") ? "network-adapter-port-uri" : "virtual-switch-uri",
                network.startsWith("/api/adapters/")
                        ? network
                        : virtualSwitch(hmc, cpc, network).objectUri());
        vlan(inputs).ifPresent(vlan -> body.put("vlan-id", vlan));
        rendering.request(
                "HMC " + inputs.text("hmc"),
                "POST " + rendering.shown("partition") + "/nics, where no card of this name is there",
                body);
        return rendering.result(context);
    }
}
