package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.adapter.ds8000.Ds8000Client;
import io.gulliver.adapter.ds8000.NewVolumes;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.testing.StepCalls;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same playbook, with the server's volumes on a DS8000. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class Ds8000ServerTest {
    private static final String ONE = "blefuscu-44";
    private static final String OTHER = "blefuscu-45";
    private static final String UNIT = "ds-1";

    @TempDir
    Path directory;

    private LabBuild build;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
        build.otherFacts.put("server.array", UNIT);
        build.otherFacts.put("server.pool", "");
        // Names of volumes have 16 characters at most.
        build.otherFacts.put("server.data.volumes", List.of("d1", "d2"));
        build.otherFacts.put("server.redo.volumes", List.of("r1"));
    }

    @AfterEach
    void closeTheLab() {
        build.close();
    }

    private Ds8000Client unit() {
        return build.systems.ds8000(UNIT);
    }

    private List<Ds8000Volume> volumes() {
        List<Ds8000Volume> volumes = new ArrayList<>();
        unit().fetchPools().stream()
                .filter(pool -> pool.fixedBlock())
                .forEach(pool -> volumes.addAll(unit().fetchVolumesOfPool(pool.id())));
        return volumes;
    }

    private List<String> names() {
        return volumes().stream().map(Ds8000Volume::name).sorted().toList();
    }

    private long effects(String operation, Effect effect) {
        return build.lab.context().ledger().entries(UNIT, operation).stream()
                .filter(entry -> entry.effect() == effect)
                .count();
    }

    @Test
    void buildsAServerAndRollsItBackToNothing() throws IOException {
        unit().createVolumes(NewVolumes.one("30A0", "THEIRS", "P0", 1L << 30, true));
        LabBuild.Run run = build.run(ONE).build();

        assertThat(names())
                .containsExactly("GOLD_RHEL9_4", "THEIRS", ONE + "_boot", ONE + "_d1", ONE + "_d2", ONE + "_r1");
        assertThat(volumes())
                .filteredOn(volume -> volume.name().startsWith(ONE))
                .allSatisfy(volume -> {
                    int lss = Integer.parseInt(volume.lss(), 16);
                    assertThat(lss % 2)
                            .as(volume.toString())
                            .isEqualTo(Integer.parseInt(volume.pool().substring(1)) % 2);
                    assertThat(volume.thin())
                            .as("redo is thick")
                            .isEqualTo(!volume.name().endsWith("r1"));
                });
        Map<?, ?> lun = (Map<?, ?>) ((Map<?, ?>) run.outputs.get("boot-mapping").get("items")).get("boot");
        Ds8000Volume boot = volumes().stream()
                .filter(volume -> volume.name().equals(ONE + "_boot"))
                .findFirst()
                .orElseThrow();
        assertThat(lun.get("lun"))
                .isEqualTo(("40" + boot.lss() + "40" + boot.id().substring(2) + "00000000").toLowerCase());
        assertThat(lun.get("uid")).isEqualTo("6005076306FFD2F0000000000000" + boot.id());
        assertThat(build.context.evidence.get("paths.txt"))
                .contains("36005076306ffd2f0000000000000" + boot.id().toLowerCase());
        assertThat(Files.readString(
                        build.lab.hosts().find(ONE).orElseThrow().root().resolve("var/lab/paths")))
                .contains("36005076306ffd2f0000000000000" + boot.id().toLowerCase());

        run.undo();

        assertThat(names()).containsExactly("GOLD_RHEL9_4", "THEIRS");
        assertThat(unit().fetchHosts()).isEmpty();
        assertThat(unit().fetchHostPorts()).isEmpty();
        assertThat(unit().fetchFlashRelations()).isEmpty();
        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(5);
        assertThat(effects("delete-volume", Effect.DELETED)).isEqualTo(4);
    }

    @Test
    void clonesTheGoldenVolumeAndLeavesNoRelationship() {
        LabBuild.Run run = build.run(OTHER).buildUntil("first-boot");

        assertThat(run.outputs.get("clone").get("items").toString()).contains("RHEL 9.4 for Oracle 19c");
        assertThat(unit().fetchFlashRelations()).isEmpty();
        assertThat(effects("create-flashcopy", Effect.CREATED)).isEqualTo(1);
        assertThat(run.outputs.get("first-boot").get("host_keys").toString()).contains("SHA256:");
    }

    @Test
    void aVolumeThatGetsTheIdentifierOfADeletedOneStartsForTheFirstTime() {
        LabBuild.Run first = build.run(OTHER).buildUntil("first-boot");
        String volume = String.valueOf(first.outputs.get("boot-volume"));
        String keys = String.valueOf(first.outputs.get("first-boot").get("host_keys"));
        first.undo();

        LabBuild.Run second = build.run(OTHER).buildUntil("first-boot");

        assertThat(String.valueOf(second.outputs.get("boot-volume"))).isEqualTo(volume);
        assertThat(second.outputs.get("first-boot").get("host_keys").toString())
                .contains("SHA256:")
                .isNotEqualTo(keys);
    }

    @Test
    void runningEveryStepAgainMakesNothingNew() {
        build.run(ONE).build();
        List<String> before = names();

        build.run(ONE).build();

        assertThat(names()).isEqualTo(before);
        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(4);
        assertThat(effects("create-host", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("create-mapping", Effect.CREATED)).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "create-volumes, RESET_BEFORE",
        "create-volumes, RESET_AFTER",
        "create-volumes, HANG",
        "create-volumes, STATUS_500_AFTER",
        "create-volumes, STATUS_409",
        "create-volumes, HTML_BODY",
        "create-volumes, SESSION_EXPIRED",
        "create-volumes, SLOW_TO_SETTLE",
        "create-volumes, NEVER_SETTLES",
        "create-host, RESET_AFTER",
        "create-host-port, RESET_AFTER",
        "create-mapping, RESET_AFTER",
        "create-mapping, HANG",
        "list-pools, STATUS_503",
        "list-host-ports, SESSION_EXPIRED",
        "create-flashcopy, RESET_AFTER",
        "delete-flashcopy, RESET_AFTER"
    })
    void whateverBreaksEachThingIsMadeOnce(String operation, FaultKind kind) {
        build.lab.context().faults().arm(UNIT, operation, kind, 1);

        LabBuild.Run run = build.run(OTHER).buildUntil("discovery");

        assertThat(build.lab.context().faults().armed())
                .as("the fault has struck")
                .isEmpty();
        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(4);
        assertThat(effects("create-host", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("create-host-port", Effect.CREATED)).isEqualTo(4);
        assertThat(effects("create-mapping", Effect.CREATED)).isEqualTo(4);
        assertThat(effects("create-flashcopy", Effect.CREATED)).isEqualTo(1);
        run.undo();
        assertThat(names()).containsExactly("GOLD_RHEL9_4");
    }

    @Test
    void spaceThatIsGoneBetweenPlanAndCreateParksWithItsFigures() {
        LabBuild.Run run = build.run(ONE);
        run.evaluate();
        build.otherFacts.put("server.pool", "P0, P1");
        for (int i = 0; i < 3; i++) {
            unit().createVolumes(NewVolumes.one("400" + i, "THEIRS" + i, "P0", 66L << 40, false));
            unit().createVolumes(NewVolumes.one("410" + i, "THEIRS" + i, "P1", 66L << 40, false));
        }

        assertThatThrownBy(() -> build.run(ONE).buildUntil("redo-volumes"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
                    assertThat(failure.failure().advice()).contains("Ask the storage team for space");
                })
                .hasMessageContaining("No pool of ds-1 would do")
                .hasMessageContaining("P0 is 99 % used, and warns at 85 %")
                .hasMessageContaining("P1 is 99 % used, and warns at 85 %");
        assertThat(names()).noneMatch(name -> name.startsWith(ONE));
    }

    @Test
    void evaluatingSaysWhatItWouldSendAndChangesNothing() {
        LabBuild.Run run = build.run(ONE);
        assertThat(run.evaluate())
                .anySatisfy(
                        text -> assertThat(text).contains("would create volume «name of data-volumes[d1]»", "of ds-1"));

        assertThat(effects("create-volumes", Effect.CREATED)).isZero();
        assertThat(run.evaluations.toString())
                .contains("POST /api/v1/volumes, where no volume of this name is in any pool")
                .contains("POST /api/v1/hosts, where no host of this name is there")
                .doesNotContain("mkvolume", "mkvdiskhostmap");
    }

    @Test
    void aRedoVolumeIsNeverCompressedAndADs8000KnowsNoCompression() {
        LabBuild.Run run = build.run(ONE).buildUntil("boot-volume");
        assertRefused(run, "redo-volumes", "a volume for redo logs is never compressed");
        assertRefused(run, "data-volumes", "is a DS8000, which has no compressed volumes");
    }

    private void assertRefused(LabBuild.Run run, String step, String words) {
        StepCall call = run.callOf(step, Operation.RUN);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("provisioning", "compressed");
        StepCall compressed = StepCalls.with(call, inputs);
        assertThatThrownBy(() -> build.actions.get("storage.create-volume").run(compressed, build.context))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name()))
                .hasMessageContaining(words);
    }

    @Test
    void somebodysVolumeOfOurNameStopsTheStepAndIsNotUndone() {
        unit().createVolumes(NewVolumes.one("30A0", ONE + "_boot", "P0", 1L << 30, true));
        LabBuild.Run run = build.run(ONE);
        assertThatThrownBy(() -> run.buildUntil("boot-volume"))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.NAME_TAKEN.name()))
                .hasMessageContaining("volume 30A0 has the name " + ONE + "_boot, but capacity");
        StepResult undone = build.actions
                .get("storage.create-volume")
                .undo(
                        LabBuild.with(run.callOf("boot-volume", Operation.UNDO), Operation.UNDO, Map.of(), null),
                        build.context);
        assertThat(undone.message()).contains("is not the one made here: left alone");
        assertThat(names()).contains(ONE + "_boot");
    }

    @Test
    void theTestOfTheSystemSaysWhatItIs() {
        assertThat(build.systems.checkDevice("ds8000", UNIT, SystemLimits.defaults()))
                .contains("Logged on to https://localhost:", " as gulliver; DS8000 2107-75", "bundle 88.33.26.0");
    }

    @Test
    void whereAnArrayIsWantedAConsoleIsNone() {
        assertThatThrownBy(() -> build.systems.storage("hmc-1"))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.SYSTEM_UNKNOWN.name()))
                .hasMessageContaining("is of kind hmc, and this step wants an array: [ds8000, spectrum-virtualize]");
    }
}
