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
import io.gulliver.contract.storage.VolumeGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * {@code storage.create-volume-group}: the database volumes of a server are in one volume group of the array, and nothing else is.
 *
 * <p>A group has no description field. Its name, given to this step alone before the act, and its volumes, which the run made, are the
 * proof of ownership; the number that the step saw guards its undoing.
 */
final class CreateVolumeGroup implements StepAction {
    private final Systems systems;

    CreateVolumeGroup(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "storage.create-volume-group";
    }

    /** The groups of an array, or the sentence that its family has none. */
    static VolumeGroups groups(Systems systems, String array) {
        return systems.storage(array)
                .volumeGroups()
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Array " + array + " has no volume groups: its family has none.",
                        "Take volume-group-name away from the array (gulliver.landscape.systems." + array
                                + "), then roll back and build anew."));
    }

    /** What an evaluation says of an array without groups: whether a group is made is open until the design is there. */
    static StepResult none(StepCall call, StepContext context, String array) {
        return Rendering.of(call)
                .says("would make nothing: the family of array " + array + " has no volume groups")
                .result(context);
    }

    private static List<String> volumes(Inputs inputs) {
        List<String> volumes = new ArrayList<>();
        for (String use : List.of("data", "redo", "recovery")) {
            volumes.addAll(inputs.findTextsByName(use).values());
        }
        return volumes;
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        VolumeGroups groups = groups(systems, array);
        requireSnapshots(groups, inputs);
        VolumeGroups.Group group = groups.ensure(inputs.text("name"), volumes(inputs));
        return StepResult.done(
                Map.of("name", group.name(), "id", group.id(), "volumes", group.volumes()),
                "Volume group " + group.name() + " of " + array + " holds " + String.join(", ", group.volumes()));
    }

    /** That no restore point can be taken is told before the group is made, and not at the end of the build. */
    private static void requireSnapshots(VolumeGroups groups, Inputs inputs) {
        String without = inputs.findWhole("restore_point_days").orElse(0) > 0 ? groups.withoutSnapshots() : null;
        if (without != null) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    without,
                    "Set parameter restore_point_days to 0 in the program's policy, or take volume-group-name away from"
                            + " the array in the landscape; then roll back and build anew.");
        }
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String name = inputs.text("name");
        String array = inputs.text("array");
        VolumeGroups groups = groups(systems, array);
        Optional<VolumeGroups.Group> found = groups.find(name);
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Volume group " + name + " was not there");
        }
        VolumeGroups.Group group = found.get();
        TreeSet<String> others = new TreeSet<>(group.volumes());
        others.removeAll(volumes(inputs));
        Object id = call.outputs().get("id");
        boolean ours = id == null ? others.isEmpty() && group.rules().isEmpty() : id.equals(group.id());
        if (!ours) {
            return StepResult.done(
                    Map.of(),
                    "Volume group " + name + " with number " + group.id() + " is not the one made here: left alone");
        }
        List<String> snapshots =
                groups.snapshots(name).stream().map(VolumeGroups.Snapshot::name).toList();
        if (!snapshots.isEmpty() || !others.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Volume group " + name + " of array " + array + " holds what was not made here: "
                            + (snapshots.isEmpty() ? "" : "snapshots " + snapshots)
                            + (snapshots.isEmpty() || others.isEmpty() ? "" : " and ")
                            + (others.isEmpty() ? "" : "volumes " + others)
                            + ". Nothing of it was touched, and its volumes are not deleted.",
                    "Have the storage team remove or move that, then retry.");
        }
        groups.release(group, group.volumes());
        groups.delete(group);
        return StepResult.done(Map.of(), "Volume group " + name + " removed; its volumes are in none");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        Optional<VolumeGroups> has = systems.storage(array).volumeGroups();
        if (has.isEmpty()) {
            return none(call, context, array);
        }
        VolumeGroups groups = has.get();
        requireSnapshots(groups, inputs);
        String taken = inputs.known("name") && groups.find(inputs.text("name")).isPresent()
                ? "; a volume group of this name is there already"
                : "";
        Rendering rendering = Rendering.of(call)
                .says("would put the database volumes into volume group "
                        + call.inputs().get("name") + " of " + array + taken);
        groups.plannedGroup(rendering.shown("name"), "its volumes for data, redo logs and the recovery area")
                .forEach(planned -> rendering.request("array " + array, planned.what(), planned.fields()));
        return rendering.result(context);
    }
}
