package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.spectrumvirtualize.NewSnapshot;
import io.gulliver.adapter.spectrumvirtualize.NewVolume;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.VolumeFilter;
import io.gulliver.adapter.spectrumvirtualize.model.GroupSnapshot;
import io.gulliver.adapter.spectrumvirtualize.model.Volume;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers whose database volumes are in a volume group, with a snapshot as they were built. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class GroupedServerTest {
    private static final String ONE = "blefuscu-44";
    private static final String POINT = ONE + "_as_built";

    @TempDir
    Path directory;

    private LabBuild build;
    private String array;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
        build.grouped = true;
        array = String.valueOf(build.facts(ONE).values().get("server.array"));
    }

    @AfterEach
    void closeTheLab() {
        build.close();
    }

    private SpectrumVirtualizeClient client() {
        return build.systems.array(array);
    }

    private List<String> grouped(String group) {
        return client().fetchVolumes(VolumeFilter.inGroup(group)).stream()
                .map(Volume::name)
                .sorted()
                .toList();
    }

    private long effects(String operation, Effect effect) {
        return build.lab.context().ledger().entries(array, operation).stream()
                .filter(entry -> entry.effect() == effect)
                .count();
    }

    /** Volumes are there and nothing is mapped yet: as far as a group is of interest. */
    private LabBuild.Run volumesOf(String server) {
        return build.run(server).buildUntil("volume-group");
    }

    private static StepCall undoing(StepCall call, StepResult result) {
        return LabBuild.with(call, Operation.UNDO, result.outputs(), null);
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, LabBuild.GUEST})
    void isBuiltWithOneGroupAndOneSnapshotAndRolledBackToNothing(String server) {
        array = String.valueOf(build.facts(server).values().get("server.array"));
        LabBuild.Run run = build.run(server).build();

        List<?> volumes = (List<?>) run.outputs.get("volume-group").get("volumes");
        assertThat(grouped(server))
                .isEqualTo(volumes)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(name).startsWith(server + "_"))
                .as("nobody restores what it starts from")
                .noneMatch(name -> name.endsWith("_boot"));
        assertThat(client().fetchSnapshots(server)).singleElement().satisfies(snapshot -> {
            assertThat(snapshot.name()).isEqualTo(server + "_as_built");
            assertThat(snapshot.expires()).as("after 14 days").isNotEmpty();
            assertThat(snapshot.matchesGroup()).isTrue();
        });
        assertThat(effects("addsnapshot", Effect.CREATED)).isEqualTo(1);

        run.undo();

        assertThat(client().findVolumeGroup(server)).isEmpty();
        assertThat(client().fetchVolumes(VolumeFilter.namesBeginningWith(server)))
                .isEmpty();
    }

    @Test
    void runningItAgainMakesNothingNew() {
        LabBuild.Run run = volumesOf(ONE);
        long before = effects("chvdisk", Effect.CHANGED);

        new CreateVolumeGroup(build.systems).run(run.callOf("volume-group", Operation.RUN), build.context);
        StepCall snapshot = run.callOf("restore-point", Operation.RUN);
        StepResult first = new CreateSnapshot(build.systems).run(snapshot, build.context);
        StepResult second = new CreateSnapshot(build.systems).run(snapshot, build.context);

        assertThat(effects("mkvolumegroup", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("chvdisk", Effect.CHANGED)).isEqualTo(before);
        assertThat(effects("addsnapshot", Effect.CREATED)).isEqualTo(1);
        assertThat(second.outputs()).isEqualTo(first.outputs());
    }

    @Test
    void aSnapshotOfSomebodyStopsTheUndoingBeforeAnythingIsTakenOut() {
        LabBuild.Run run = volumesOf(ONE);
        client().createSnapshot(new NewSnapshot("nightly", ONE, 0));
        List<String> before = grouped(ONE);
        CreateVolumeGroup action = new CreateVolumeGroup(build.systems);
        StepCall call = run.callOf("volume-group", Operation.RUN);
        StepCall undo = undoing(call, action.run(call, build.context));

        assertThatThrownBy(() -> action.undo(undo, build.context))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("Volume group blefuscu-44 of array " + array
                        + " holds what was not made here: snapshots [nightly]. Nothing of it was touched");
        assertThat(grouped(ONE)).isEqualTo(before);

        client().deleteSnapshot("nightly", ONE);
        assertThat(action.undo(undo, build.context).message()).contains("removed; its volumes are in none");
        assertThat(grouped(ONE)).isEmpty();
    }

    @Test
    void aVolumeOfSomebodyStopsTheUndoing() {
        LabBuild.Run run = volumesOf(ONE);
        client().createVolume(new NewVolume("THEIRS", "Pool0", 1L << 30, "0", NewVolume.Provisioning.THIN));
        client().joinVolumeGroup("THEIRS", ONE);

        assertThatThrownBy(run::undoLast)
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("holds what was not made here: volumes [THEIRS]");
        assertThat(grouped(ONE)).contains("THEIRS").hasSizeGreaterThan(1);
    }

    @Test
    void anotherGroupOrSnapshotOfThisNameIsLeftAlone() {
        LabBuild.Run run = volumesOf(ONE);
        StepCall group = run.callOf("volume-group", Operation.RUN);
        StepCall snapshot = run.callOf("restore-point", Operation.RUN);
        new CreateSnapshot(build.systems).run(snapshot, build.context);

        StepCall other = LabBuild.with(snapshot, Operation.UNDO, Map.of("id", "77"), null);
        assertThat(new CreateSnapshot(build.systems).undo(other, build.context).message())
                .contains("is not the one taken here: left alone");
        StepCall another = LabBuild.with(group, Operation.UNDO, Map.of("id", "77"), null);
        assertThat(new CreateVolumeGroup(build.systems)
                        .undo(another, build.context)
                        .message())
                .contains("is not the one made here: left alone");
        assertThat(client().fetchSnapshots(ONE)).extracting(GroupSnapshot::name).containsExactly(POINT);
    }

    @Test
    void aSnapshotWhoseDaysAreOverIsNothingToUndo() {
        LabBuild.Run run = volumesOf(ONE);
        StepCall call = run.callOf("restore-point", Operation.RUN);
        CreateSnapshot action = new CreateSnapshot(build.systems);
        StepCall undo = undoing(call, action.run(call, build.context));
        client().deleteSnapshot(POINT, ONE);

        assertThat(action.undo(undo, build.context).message()).contains("was not there, or its days were over");
    }

    @Test
    void whatDependsOnTheSnapshotStopsTheUndoing() {
        LabBuild.Run run = volumesOf(ONE);
        StepCall call = run.callOf("restore-point", Operation.RUN);
        CreateSnapshot action = new CreateSnapshot(build.systems);
        StepCall undo = undoing(call, action.run(call, build.context));
        build.lab.context().faults().arm(array, "rmsnapshot", FaultKind.NEVER_ENDS, 1);

        assertThatThrownBy(() -> action.undo(undo, build.context))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("waits for what depends on it");
    }

    @Test
    void evaluatingSaysTheSameWithoutAChange() {
        LabBuild.Run run = build.run(ONE);
        List<String> said = run.evaluate();

        assertThat(said)
                .anyMatch(line -> line.startsWith("volume-group: would put the database volumes into volume group"))
                .anyMatch(line -> line.startsWith("restore-point: would take snapshot"));
        assertThat(run.evaluations.get("volume-group (storage.create-volume-group)"))
                .contains("mkvolumegroup", "chvdisk");
        assertThat(run.evaluations.get("restore-point (storage.create-snapshot)"))
                .contains("addsnapshot", "retentiondays");
        assertThat(build.lab.context().ledger().entries(array, "mkvolumegroup")).isEmpty();
        assertThat(build.lab.context().ledger().entries(array, "addsnapshot")).isEmpty();
    }

    @Test
    void anArrayWithoutGroupsSaysSo() {
        StepCall call = volumesOf(ONE).callOf("volume-group", Operation.RUN);
        StepCall elsewhere = new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                call.generation(),
                call.step(),
                1,
                2,
                call.operation(),
                call.action(),
                call.playbookHash(),
                Map.of("array", "ds-1", "name", ONE, "data", Map.of("d", "d1"), "redo", Map.of("r", "r1")),
                Map.of(),
                null,
                30);

        assertThatThrownBy(() -> new CreateVolumeGroup(build.systems).run(elsewhere, build.context))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("Array ds-1 has no volume groups: its family has none.");
    }
}
