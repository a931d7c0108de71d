package io.gulliver.activity.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.http.PassingFaults;
import io.gulliver.adapter.spectrumvirtualize.HttpSpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.NewSnapshot;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeException;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeProperties;
import io.gulliver.contract.storage.VolumeGroups;
import io.gulliver.contract.storage.VolumeGroups.Group;
import io.gulliver.contract.storage.VolumeGroups.Snapshot;
import io.gulliver.contract.storage.VolumeRequest;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.spectrumvirtualize.LabArray;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec.PoolSpec;
import io.gulliver.testing.MatrixSlice;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Volume groups and their snapshots on an array: made once, never somebody's, and taken away in the order in which that is possible. */
class VolumeGroupStorageTest {
    private static final String ARRAY = "fs-1";
    private static final String GROUP = "db01_group";
    private static final String POINT = "db01_as_built";
    private static final List<String> VOLUMES = List.of("DATA01", "DATA02", "REDO01");
    private static final Duration LIMIT = Duration.ofSeconds(20);
    // A simulator that hangs does so for ever, so this limit only sets how long the test takes.
    private static final Duration IMPATIENT = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    private LabContext lab;
    private LabArray array;

    @BeforeEach
    void start() {
        lab = LabContext.open(folder.resolve("lab"), LabPace.max(), Clock.systemUTC());
        open("8.6.0.2");
    }

    private void open(String level) {
        array = LabArray.start(
                lab,
                LabArraySpec.of(ARRAY, "gulliver", "secret", List.of(PoolSpec.standard("Pool0", 1L << 40)))
                        .at(level, List.of()));
        VOLUMES.forEach(this::volume);
    }

    @AfterEach
    void stop() {
        array.close();
        lab.close();
    }

    private void volume(String name) {
        storage(LIMIT)
                .ensureVolume(new VolumeRequest(name, "Pool0", List.of(), 1L << 30, VolumeRequest.Provisioning.THICK));
    }

    private HttpSpectrumVirtualizeClient client(Duration limit) {
        return new HttpSpectrumVirtualizeClient(
                new SpectrumVirtualizeProperties(
                        ARRAY,
                        array.uri(),
                        "gulliver",
                        "secret/fs-1",
                        lab.certificates().caFile(),
                        limit,
                        limit,
                        limit),
                () -> "secret",
                CallLog.none());
    }

    private SpectrumVirtualizeStorage storage(Duration limit) {
        return new SpectrumVirtualizeStorage(ARRAY, client(limit), null);
    }

    private VolumeGroups groups() {
        return storage(LIMIT).volumeGroups().orElseThrow();
    }

    private long effects(String command, Effect effect) {
        return lab.ledger().entries(ARRAY, command).stream()
                .filter(entry -> entry.effect() == effect)
                .count();
    }

    @Test
    void aGroupHoldsItsVolumesAndASnapshotHoldsThem() {
        Group group = groups().ensure(GROUP, VOLUMES);
        Snapshot snapshot = groups().ensureSnapshot(GROUP, POINT, 14);

        assertThat(group.volumes()).isEqualTo(VOLUMES);
        assertThat(snapshot.ends()).matches("\\d{12}");
        assertThat(groups().ensure(GROUP, VOLUMES)).isEqualTo(group);
        assertThat(groups().ensureSnapshot(GROUP, POINT, 14)).isEqualTo(snapshot);
        assertThat(effects("mkvolumegroup", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("chvdisk", Effect.CHANGED)).isEqualTo(3);
        assertThat(effects("addsnapshot", Effect.CREATED)).isEqualTo(1);

        groups().release(group, VOLUMES);
        assertThatThrownBy(() -> storage(LIMIT)
                        .deleteVolume(storage(LIMIT).findVolume("DATA01").orElseThrow()))
                .as("the snapshot holds it, in the group or not")
                .isInstanceOf(SpectrumVirtualizeException.class)
                .hasMessageContaining("CMMVC5840E");
        assertThatThrownBy(() -> groups().delete(group))
                .as("and the group")
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("Array fs-1 keeps volume group db01_group")
                .hasMessageContaining("snapshots [db01_as_built]");

        groups().deleteSnapshot(snapshot);
        groups().delete(groups().find(GROUP).orElseThrow());
        VOLUMES.forEach(name ->
                storage(LIMIT).deleteVolume(storage(LIMIT).findVolume(name).orElseThrow()));
        assertThat(groups().find(GROUP)).isEmpty();
    }

    @Test
    void aVolumeThatIsMissingAddsNothing() {
        assertThatThrownBy(() -> groups().ensure(GROUP, List.of("DATA01", "NOWHERE")))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("Array fs-1 has no volume NOWHERE, which is to be in volume group db01_group.");
        assertThat(groups().find(GROUP)).isEmpty();
    }

    @Test
    void aVolumeOfAnotherGroupIsNotMoved() {
        client(LIMIT).createVolumeGroup("payroll");
        client(LIMIT).joinVolumeGroup("REDO01", "payroll");

        assertThatThrownBy(() -> groups().ensure(GROUP, VOLUMES))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("Volume REDO01 of array fs-1 is in volume group payroll, which was not made here")
                .hasMessageContaining("it was not moved");
        assertThat(groups().find(GROUP)).as("nothing was made").isEmpty();
        assertThat(groups().find("payroll").orElseThrow().volumes()).containsExactly("REDO01");
    }

    @Test
    void aGroupOfOurNameWithAnotherVolumeIsSomebodys() {
        volume("THEIRS");
        client(LIMIT).createVolumeGroup(GROUP);
        client(LIMIT).joinVolumeGroup("THEIRS", GROUP);

        assertThatThrownBy(() -> groups().ensure(GROUP, VOLUMES))
                .isInstanceOf(SpectrumVirtualizeException.class)
                .hasMessageContaining("volumes [THEIRS] that do not belong to it")
                .hasMessageContaining("Nothing was changed");
        assertThat(groups().find(GROUP).orElseThrow().volumes()).containsExactly("THEIRS");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0 | 14 | no end, wanted 14 days", "14 | 0 | an end at \\d{12}, wanted none"})
    void aSnapshotOfOurNameThatIsKeptOtherwiseIsSomebodys(int theirs, int ours, String words) {
        groups().ensure(GROUP, VOLUMES);
        client(LIMIT).createSnapshot(new NewSnapshot(POINT, GROUP, theirs));

        assertThatThrownBy(() -> groups().ensureSnapshot(GROUP, POINT, ours))
                .isInstanceOf(SpectrumVirtualizeException.class)
                .hasMessageMatching("(?s).*with " + words + ".*")
                .hasMessageContaining("Nothing was changed");
    }

    @Test
    void aSnapshotOfOurNameOfOtherVolumesIsSomebodys() {
        Group group = groups().ensure(GROUP, VOLUMES);
        groups().release(group, List.of("DATA02"));
        client(LIMIT).createSnapshot(new NewSnapshot(POINT, GROUP, 14));
        groups().ensure(GROUP, VOLUMES);

        assertThatThrownBy(() -> groups().ensureSnapshot(GROUP, POINT, 14))
                .isInstanceOf(SpectrumVirtualizeException.class)
                .hasMessageContaining("other volumes than are in the group now");
    }

    @Test
    void aSnapshotOnWhichSomethingDependsIsToldAndNotForgotten() {
        groups().ensure(GROUP, VOLUMES);
        Snapshot snapshot = groups().ensureSnapshot(GROUP, POINT, 14);
        lab.faults().arm(ARRAY, "rmsnapshot", FaultKind.NEVER_ENDS, 1);

        assertThatThrownBy(() -> groups().deleteSnapshot(snapshot))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining(
                        "Snapshot db01_as_built of volume group db01_group on array fs-1 was removed and waits for what"
                                + " depends on it");
        assertThatThrownBy(() -> groups().ensureSnapshot(GROUP, POINT, 14))
                .hasMessageContaining("state dependent_delete");
    }

    @Test
    void aPoolWithoutRoomIsAMatterOfCapacity() {
        groups().ensure(GROUP, VOLUMES);
        lab.faults().arm(ARRAY, "addsnapshot", FaultKind.POOL_FULL, 1);

        assertThatThrownBy(() -> groups().ensureSnapshot(GROUP, POINT, 14))
                .isInstanceOfSatisfying(
                        SpectrumVirtualizeException.class,
                        e -> assertThat(e.kind()).isEqualTo(Kind.CAPACITY));
    }

    @ParameterizedTest
    @CsvSource({
        "8.4.0.2, false",
        "8.5.0.9, false",
        "8.5.1.0, true",
        "8.6.0.2 (build 167.19.2402291500000), true",
        "9.1.3.0, true",
        "7.8.1.13, false",
        "10.0, true",
        "unreadable, true"
    })
    void theLevelTellsWhetherSnapshotsAreTaken(String level, boolean takes) {
        assertThat(SpectrumVirtualizeGroups.takesSnapshots(level)).isEqualTo(takes);
    }

    @Test
    void anOldLevelSaysThatItTakesNoneAndHasNone() {
        array.close();
        open("8.5.0.9");

        assertThat(groups().withoutSnapshots())
                .contains("Array fs-1 has level 8.5.0.9")
                .contains("takes no snapshots of volume groups (they are known from 8.5.1 on)");
        groups().ensure(GROUP, VOLUMES);
        assertThat(groups().snapshots(GROUP)).isEmpty();
        assertThat(lab.ledger().entries(ARRAY, "addsnapshot")).isEmpty();
    }

    static Stream<Arguments> everyFaultInEveryChange() {
        List<Arguments> all = Stream.of(
                        "mkvolumegroup", "chvdisk in", "addsnapshot", "rmsnapshot", "chvdisk out", "rmvolumegroup")
                .flatMap(command -> PassingFaults.ALL.stream().map(kind -> Arguments.of(command, kind)))
                .toList();
        return MatrixSlice.of("group-faults", all, one -> one.get()[0] + ":" + one.get()[1], 12).stream();
    }

    /** What is made is there once, and what is undone is gone, each by one effect of the array, whatever breaks. */
    @ParameterizedTest(name = "{1} in {0}")
    @MethodSource("everyFaultInEveryChange")
    void makesAndRemovesOneGroupAndOneSnapshotWhateverBreaks(String point, FaultKind kind) {
        boolean hangs = kind == FaultKind.HANG || kind == FaultKind.HANG_BEFORE;
        VolumeGroups groups = storage(hangs ? IMPATIENT : LIMIT).volumeGroups().orElseThrow();
        arm(point, kind, "mkvolumegroup", "chvdisk in", "addsnapshot");
        retried(() -> groups.ensure(GROUP, VOLUMES));
        Snapshot taken = retried(() -> groups.ensureSnapshot(GROUP, POINT, 14));
        assertThat(groups.find(GROUP).orElseThrow().volumes()).isEqualTo(VOLUMES);
        assertThat(effects("chvdisk", Effect.CHANGED)).as("volumes put into it").isEqualTo(3);

        arm(point, kind, "rmsnapshot", "chvdisk out", "rmvolumegroup");
        retried(() -> {
            groups.deleteSnapshot(taken);
            return taken;
        });
        retried(() -> {
            groups.find(GROUP).ifPresent(group -> {
                groups.release(group, VOLUMES);
                groups.delete(group);
            });
            return GROUP;
        });

        assertThat(lab.faults().armed()).as("faults that did not strike").isEmpty();
        assertThat(groups.find(GROUP)).isEmpty();
        assertThat(effects("mkvolumegroup", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("addsnapshot", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("rmsnapshot", Effect.DELETED)).isEqualTo(1);
        assertThat(effects("rmvolumegroup", Effect.DELETED)).isEqualTo(1);
        assertThat(effects("chvdisk", Effect.CHANGED)).as("in and out").isEqualTo(6);
    }

    private void arm(String point, FaultKind kind, String... points) {
        if (List.of(points).contains(point)) {
            lab.faults().arm(ARRAY, point.split(" ")[0], kind, 1);
        }
    }

    /** What the engine does with a step: tries again after passing trouble, a few times. */
    private static <T> T retried(Supplier<T> step) {
        for (int tries = 1; ; tries++) {
            try {
                return step.get();
            } catch (SpectrumVirtualizeException e) {
                if (e.kind() != Kind.TRANSIENT || tries == 5) {
                    throw e;
                }
            }
        }
    }
}
