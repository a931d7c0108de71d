package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.storage.VolumeGroups;
import java.util.Map;
import java.util.Optional;

/**
 * {@code storage.create-snapshot}: a restore point of a server, of all volumes of its group at one moment.
 *
 * <p>As with a group, the name is given to this step alone, and the number that the step saw guards its undoing.
 */
final class CreateSnapshot implements StepAction {
    private final Systems systems;

    CreateSnapshot(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "storage.create-snapshot";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        String group = inputs.text("group");
        VolumeGroups.Snapshot snapshot = CreateVolumeGroup.groups(systems, array)
                .ensureSnapshot(
                        group, inputs.text("name"), inputs.findWhole("days").orElse(0));
        return StepResult.done(
                Map.of("name", snapshot.name(), "id", snapshot.id(), "ends", snapshot.ends()),
                "Snapshot " + snapshot.name() + " of volume group " + group + " on " + array
                        + (snapshot.ends().isEmpty()
                                ? " stays until it is removed"
                                : " is kept by the array until " + snapshot.ends() + " (YYMMDDHHMMSS)"));
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String name = inputs.text("name");
        VolumeGroups groups = CreateVolumeGroup.groups(systems, inputs.text("array"));
        Optional<VolumeGroups.Snapshot> found = groups.snapshots(inputs.text("group")).stream()
                .filter(snapshot -> snapshot.name().equals(name))
                .findFirst();
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Snapshot " + name + " was not there, or its days were over");
        }
        Object id = call.outputs().get("id");
        if (id != null && !id.equals(found.get().id())) {
            return StepResult.done(
                    Map.of(),
                    "Snapshot " + name + " with number " + found.get().id() + " is not the one taken here: left alone");
        }
        groups.deleteSnapshot(found.get());
        return StepResult.done(Map.of(), "Snapshot " + name + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        Optional<VolumeGroups> groups = systems.storage(array).volumeGroups();
        if (groups.isEmpty()) {
            return CreateVolumeGroup.none(call, context, array);
        }
        Rendering rendering = Rendering.of(call)
                .says("would take snapshot " + call.inputs().get("name") + " of volume group "
                        + call.inputs().get("group") + " on " + array);
        groups.get()
                .plannedSnapshot(rendering.shown("group"), rendering.shown("name"), rendering.shown("days", "0"))
                .forEach(planned -> rendering.request("array " + array, planned.what(), planned.fields()));
        return rendering.result(context);
    }
}
