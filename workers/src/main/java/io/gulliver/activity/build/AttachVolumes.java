package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.FeilongException;
import io.gulliver.adapter.feilong.model.FcpUsage;
import io.gulliver.adapter.feilong.model.VolumeSpec;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code zvm.attach-volumes}: the guest has its volumes over all its FCP devices, each attached once.
 *
 * <p>The server tells only how many volumes are attached through a device, and counts one more at each call, also for the same volume.
 * So they are attached one after another in the order of their names, and the count says how far it is: a lost answer is answered by
 * the next look.
 */
final class AttachVolumes implements StepAction {
    private final Systems systems;

    AttachVolumes(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "zvm.attach-volumes";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = inputs.text("guest");
        GuestOwner.require(feilong, userid, call);
        List<Entry<String, String>> luns = luns(inputs);
        for (int i = 0; i < luns.size(); i++) {
            attach(feilong, inputs, luns.get(i), i);
        }
        Map<String, Integer> seen = connections(feilong, inputs);
        List<String> wrong = seen.entrySet().stream()
                .filter(device -> device.getValue() != luns.size())
                .map(device -> device.getKey() + " has " + device.getValue())
                .toList();
        if (!wrong.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Guest " + userid + " has " + luns.size() + " volumes, and of its FCP devices "
                            + String.join(", ", wrong) + " attached by the count of Feilong " + feilong.system() + ".",
                    "Look who attached or detached others there; then retry the step.");
        }
        return StepResult.done(
                Map.of("volumes", luns.size()),
                luns.size() + " volumes attached to guest " + userid + " over " + seen.size() + " FCP devices");
    }

    /** LUNs by volume, those for data before those for redo logs, those for recovery areas last. */
    private static List<Entry<String, String>> luns(Inputs inputs) {
        List<Entry<String, String>> luns =
                new ArrayList<>(inputs.textsByName("data").entrySet());
        luns.addAll(inputs.findTextsByName("redo").entrySet());
        luns.addAll(inputs.findTextsByName("recovery").entrySet());
        return luns;
    }

    /** @param before how many are attached when this one is not */
    private static void attach(FeilongClient feilong, Inputs inputs, Entry<String, String> lun, int before) {
        List<String> lacking = lacking(feilong, inputs, before);
        if (lacking.isEmpty()) {
            return;
        }
        try {
            feilong.attachVolume(spec(inputs, lacking, lun));
        } catch (FeilongException e) {
            if (!e.mayHaveHappened()
                    || e.meaning() == FeilongException.Meaning.FAILED
                    || !lacking(feilong, inputs, before).isEmpty()) {
                throw e;
            }
        }
    }

    private static List<String> lacking(FeilongClient feilong, Inputs inputs, int before) {
        return connections(feilong, inputs).entrySet().stream()
                .filter(device -> device.getValue() <= before)
                .map(Entry::getKey)
                .toList();
    }

    /**
     * Volumes attached by device.
     *
     * @throws StepFailedException NAME_TAKEN when a device is another guest's: an attach would take it from him without a word
     */
    private static SortedMap<String, Integer> connections(FeilongClient feilong, Inputs inputs) {
        String userid = inputs.text("guest");
        SortedMap<String, Integer> connections = new TreeMap<>();
        for (String device : inputs.texts("devices")) {
            Optional<FcpUsage> usage = feilong.findFcp(device);
            usage.filter(found -> found.isOfAnother(userid)).ifPresent(found -> {
                throw new StepFailedException(
                        FailureCode.NAME_TAKEN,
                        "FCP device " + device + " of Feilong " + feilong.system() + " is used by " + found.userid()
                                + " and not by " + userid + ". Nothing was changed.",
                        "Ask the z/VM team; when the device is free again, retry the step that reserves the devices.");
            });
            connections.put(device, usage.map(FcpUsage::connections).orElse(0));
        }
        return connections;
    }

    private static VolumeSpec spec(Inputs inputs, List<String> devices, Entry<String, String> lun) {
        return new VolumeSpec(
                inputs.text("guest"),
                devices,
                inputs.texts("target_wwpns").stream().map(Zone::wwpn).toList(),
                lun.getValue(),
                inputs.text("os_version"),
                "/dev/" + lun.getKey(),
                false,
                inputs.text("template"));
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = inputs.text("guest");
        if (GuestOwner.find(feilong, userid, call).isEmpty()) {
            return StepResult.done(
                    Map.of(), "Guest " + userid + " is not there, or not of this run: nothing is detached");
        }
        List<Entry<String, String>> luns = luns(inputs);
        int detached = 0;
        for (int i = luns.size() - 1; i >= 0; i--) {
            int before = i;
            List<String> having = ours(feilong, inputs).entrySet().stream()
                    .filter(device -> device.getValue() > before)
                    .map(Entry::getKey)
                    .toList();
            if (!having.isEmpty()) {
                // A lost answer is answered by the next try, which counts again.
                feilong.detachVolume(spec(inputs, having, luns.get(i)));
                detached++;
            }
        }
        return StepResult.done(Map.of(), detached + " volumes detached from guest " + userid);
    }

    /** The same of those devices alone that the guest still has. */
    private static SortedMap<String, Integer> ours(FeilongClient feilong, Inputs inputs) {
        SortedMap<String, Integer> connections = new TreeMap<>();
        for (String device : inputs.texts("devices")) {
            feilong.findFcp(device)
                    .filter(usage -> usage.userid().equals(inputs.text("guest")))
                    .ifPresent(usage -> connections.put(device, usage.connections()));
        }
        return connections;
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        feilong.version();
        Rendering rendering = Rendering.of(call)
                .says("would attach the volumes " + call.inputs().get("data") + ", "
                        + call.inputs().get("redo") + " and "
                        + call.inputs().getOrDefault("recovery", Map.of()) + " to guest "
                        + call.inputs().get("guest"));
        rendering.request(
                "Feilong " + feilong.system(),
                "POST /guests/volumes, once for each volume that the count of its devices lacks",
                Map.of(
                        "info",
                        Map.of(
                                "connection",
                                Map.of(
                                        "assigner_id",
                                        rendering.shown("guest"),
                                        "zvm_fcp",
                                        rendering.shown("devices"),
                                        "target_wwpn",
                                        rendering.shown("target_wwpns"),
                                        "os_version",
                                        inputs.text("os_version")))));
        return rendering.result(context);
    }
}
