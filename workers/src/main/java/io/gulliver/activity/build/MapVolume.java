package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.storage.StorageArray;
import io.gulliver.contract.storage.StorageMapping;
import io.gulliver.contract.storage.StorageVolume;
import java.util.Map;
import java.util.Optional;

/** {@code storage.map-volume}: the host sees the volume. */
final class MapVolume implements StepAction {
    private final Systems systems;

    MapVolume(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "storage.map-volume";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        StorageMapping mapping = systems.storage(array)
                .ensureMapping(
                        inputs.text("volume"),
                        inputs.text("host"),
                        inputs.findWhole("scsi_id").orElse(null));
        return StepResult.done(
                Map.of("scsi_id", mapping.number(), "lun", mapping.lun(), "uid", mapping.uid()),
                "Host " + mapping.host() + " sees " + mapping.volume() + " under SCSI id " + mapping.number());
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String volume = inputs.text("volume");
        String host = inputs.text("host");
        StorageArray storage = systems.storage(inputs.text("array"));
        Optional<StorageVolume> there = storage.findVolume(volume);
        if (there.isEmpty()) {
            return StepResult.done(Map.of(), "Volume " + volume + " was not there");
        }
        Optional<StorageMapping> found = storage.mappingsOf(there.get()).stream()
                .filter(mapping -> mapping.host().equals(host))
                .findFirst();
        Object uid = call.outputs().get("uid");
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Volume " + volume + " was not mapped to " + host);
        }
        if (uid != null && !uid.equals(found.get().uid())) {
            return StepResult.done(
                    Map.of(), "Volume " + volume + " is another one than was mapped here: its mapping is left alone");
        }
        storage.deleteMapping(there.get(), host);
        return StepResult.done(Map.of(), "Volume " + volume + " taken away from " + host);
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        StorageArray storage = systems.storage(inputs.text("array"));
        storage.ports();
        Rendering rendering = Rendering.of(call)
                .says("would let host " + call.inputs().get("host") + " see volume "
                        + call.inputs().get("volume") + " of " + inputs.text("array"));
        storage.plannedMapping(
                        rendering.shown("volume"),
                        rendering.shown("host"),
                        rendering.shown("scsi_id", "the next free one"))
                .forEach(planned -> rendering.request("array " + storage.name(), planned.what(), planned.fields()));
        return rendering.result(context);
    }
}
