package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.spectrumvirtualize.NewMapping;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.model.Mapping;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
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
        Mapping mapping = systems.provisioner(array)
                .ensureMapping(new NewMapping(
                        inputs.text("volume"),
                        inputs.text("host"),
                        inputs.findWhole("scsi_id").orElse(null),
                        false));
        return StepResult.done(
                Map.of("scsi_id", mapping.scsiId(), "lun", mapping.fcpLun(), "uid", mapping.volumeUid()),
                "Host " + mapping.hostName() + " sees " + mapping.volumeName() + " under SCSI id " + mapping.scsiId());
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String volume = inputs.text("volume");
        String host = inputs.text("host");
        SpectrumVirtualizeClient client = systems.array(inputs.text("array"));
        if (client.findVolume(volume).isEmpty()) {
            return StepResult.done(Map.of(), "Volume " + volume + " was not there");
        }
        Optional<Mapping> found = client.fetchMappingsOfVolume(volume).stream()
                .filter(mapping -> mapping.hostName().equals(host))
                .findFirst();
        Object uid = call.outputs().get("uid");
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Volume " + volume + " was not mapped to " + host);
        }
        if (uid != null && !uid.equals(found.get().volumeUid())) {
            return StepResult.done(
                    Map.of(), "Volume " + volume + " is another one than was mapped here: its mapping is left alone");
        }
        client.unmapVolume(volume, host);
        return StepResult.done(Map.of(), "Volume " + volume + " taken away from " + host);
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.array(inputs.text("array")).fetchSystem();
        Rendering rendering = Rendering.of(call)
                .says("would let host " + call.inputs().get("host") + " see volume "
                        + call.inputs().get("volume") + " of " + inputs.text("array"));
        rendering.request(
                "array " + inputs.text("array"),
                "POST /rest/mkvdiskhostmap/" + rendering.shown("volume") + ", where the mapping is missing",
                Map.of("host", rendering.shown("host"), "scsi", rendering.shown("scsi_id", "the next free one")));
        return rendering.result(context);
    }
}
