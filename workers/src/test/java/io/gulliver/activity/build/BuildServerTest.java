package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.adapter.spectrumvirtualize.NewVolume;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.VolumeFilter;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.Examines;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Kindness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("store")
class BuildServerTest {
    private static final String ONE = "blefuscu-44";
    private static final String OTHER = "blefuscu-45";

    @TempDir
    Path directory;

    private LabBuild build;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
    }

    @AfterEach
    void closeTheLab() {
        build.close();
    }

    private HmcClient hmc() {
        return build.systems.hmc("hmc-1");
    }

    private String array(String server) {
        return String.valueOf(build.facts(server).values().get("server.array"));
    }

    private long pages() {
        return (Long) LabBuild.SIZED.get("huge_pages");
    }

    /** One to boot from, those for data, those for redo logs. */
    private long volumes() {
        return 1L
                + ((List<?>) build.facts(ONE).values().get("server.data.volumes")).size()
                + ((List<?>) build.facts(ONE).values().get("server.redo.volumes")).size();
    }

    private String cpc(String server) {
        return hmc().findCpc(String.valueOf(build.facts(server).values().get("server.cpc")))
                .orElseThrow()
                .objectUri();
    }

    private Path tree(String server) {
        return build.lab.hosts().find(server).orElseThrow().root();
    }

    @Test
    void buildsAServerThatAnswersAndIsPrepared() throws IOException {
        Files.createDirectories(tree(ONE).resolve("etc"));
        Files.writeString(tree(ONE).resolve("etc/kernel"), "net.core.somaxconn=4096\n");
        LabBuild.Run run = build.run(ONE).build();

        assertThat(hmc().findPartition(cpc(ONE), ONE)).hasValueSatisfying(partition -> {
            assertThat(partition.status()).isEqualTo("active");
            assertThat(partition.description()).isEqualTo("Gulliver " + run.id.value() + " partition");
            assertThat(partition.bootDevice()).isEqualTo("storage-volume");
            assertThat(partition.nicUris()).hasSize(1);
        });
        assertThat(build.systems.array(array(ONE)).findHost(ONE))
                .hasValueSatisfying(host ->
                        assertThat(host.status()).as("its ports are logged in").isEqualTo("online"));
        assertThat(Files.readString(tree(ONE).resolve("etc/sysctl.d/97-gulliver-oracle.conf")))
                .contains("# Gulliver " + run.id.value() + " prepare", "vm.nr_hugepages = " + pages())
                .contains("net.core.wmem_default = 4194304", "net.core.wmem_max = 4194304")
                .contains("net.core.netdev_max_backlog = 25000", "net.ipv4.tcp_max_syn_backlog = 10000")
                .as("a newer kernel's default is never lowered")
                .contains("net.core.somaxconn = 4096");
        assertThat(Files.readString(tree(ONE).resolve("etc/kernel"))).contains("vm.nr_hugepages=" + pages());
        assertThat(Files.readString(tree(ONE).resolve("etc/passwd"))).startsWith("oracle:");
        assertThat(tree(ONE).resolve("u02/staging")).isDirectory();
        assertThat(build.context.evidence)
                .containsKeys("prepare-host.sh", "prepare-host.log", "connection-report.json", "paths.txt");
        assertThat(build.context.evidence.get("prepare-host.log")).contains("prepared: " + pages() + " huge pages");
    }

    /** Only the interfaces between the nodes, whose names somebody has to say: strict checks elsewhere are meant. */
    @Test
    void privateInterfacesOfAClusterCheckTheSenderLoosely() throws IOException {
        LabBuild.Run run = build.run(ONE).build();
        PrepareHost action = new PrepareHost(build.systems);
        StepCall call = run.callOf("prepare", Operation.RUN);
        assertThat(Files.readString(tree(ONE).resolve("etc/sysctl.d/97-gulliver-oracle.conf")))
                .as("a server alone has none")
                .doesNotContain("rp_filter");

        action.run(with(call, 2, List.of("enc1000", "enc1100")), build.context);
        assertThat(Files.readString(tree(ONE).resolve("etc/kernel")))
                .contains("net.ipv4.conf.enc1000.rp_filter=2\n", "net.ipv4.conf.enc1100.rp_filter=2\n")
                .doesNotContain("conf.all", "conf.default");

        assertThatThrownBy(() -> action.run(with(call, 3, List.of("enc9999")), build.context))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("enc9999");
        assertThatThrownBy(() -> action.run(with(call, 4, List.of("a; reboot")), build.context))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("'a; reboot' is no name of a network interface");
    }

    private static StepCall with(StepCall call, int round, List<String> interfaces) {
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("private_interfaces", interfaces);
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                call.generation(),
                call.step(),
                1,
                round,
                call.operation(),
                call.action(),
                call.playbookHash(),
                inputs,
                call.outputs(),
                call.job(),
                call.patienceSeconds());
    }

    @Test
    void runningEveryStepAgainMakesNothingNew() {
        LabBuild.Run run = build.run(ONE).build();
        int before = created();

        build.run(ONE).build();

        assertThat(created()).as("created objects in the ledger").isEqualTo(before);
        assertThat(run.made).isNotEmpty();
    }

    @Test
    void aPartitionOfARunThatWasTakenOverIsLeftAloneByTheOlderEngine() {
        LabBuild.Run run = build.run(ONE);
        CreatePartition action = new CreatePartition(build.systems);
        StepCall old = run.callOf("partition", Operation.RUN);
        action.run(old, build.context);
        StepCall next = LabBuild.ofGeneration(old, 2);
        action.run(next, build.context);

        assertThat(hmc().findPartition(cpc(ONE), ONE).orElseThrow().description())
                .isEqualTo("Gulliver " + run.id.value() + " partition #2");
        assertThatThrownBy(() -> action.undo(old, build.context))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().code()).isEqualTo("GENERATION_SUPERSEDED"));
        assertThatThrownBy(() -> action.run(old, build.context)).isInstanceOf(StepFailedException.class);
        assertThat(action.undo(next, build.context).message()).contains("removed");
    }

    private int created() {
        return (int) build.lab.context().ledger().entries().stream()
                .filter(entry -> entry.effect() == io.gulliver.lab.Ledger.Effect.CREATED)
                .count();
    }

    @Test
    void undoingLeavesNothingOfOursAndEverythingElse() throws IOException {
        SpectrumVirtualizeClient array = build.systems.array(array(ONE));
        array.createVolume(new NewVolume("SOMEBODY_ELSE", "Pool0", 1L << 30, "0", NewVolume.Provisioning.THIN));
        hmc().createPartition(cpc(ONE), PartitionSpec.linux("theirs", "a colleague's", 2, 4096));
        build.run(OTHER).build();
        Files.createDirectories(tree(ONE).resolve("etc"));
        Files.writeString(tree(ONE).resolve("etc/group"), "oinstall:x:54321:\n");
        LabBuild.Run run = build.run(ONE).build();

        run.undo();

        assertThat(hmc().findPartition(cpc(ONE), ONE)).isEmpty();
        assertThat(hmc().findStorageGroup(cpc(ONE), "SG_" + ONE)).isEmpty();
        assertThat(array.findHost(ONE)).isEmpty();
        assertThat(array.fetchVolumes(VolumeFilter.all()))
                .extracting(volume -> volume.name())
                .contains("SOMEBODY_ELSE")
                .noneMatch(name -> name.startsWith(ONE));
        assertThat(hmc().findPartition(cpc(ONE), "theirs")).isPresent();
        assertThat(hmc().findPartition(cpc(OTHER), OTHER))
                .hasValueSatisfying(partition -> assertThat(partition.status()).isEqualTo("active"));
        assertThat(tree(ONE).resolve("etc/sysctl.d/97-gulliver-oracle.conf")).doesNotExist();
        assertThat(tree(ONE).resolve("u02/staging")).doesNotExist();
        assertThat(Files.readString(tree(ONE).resolve("etc/passwd"))).doesNotContain("oracle");
        assertThat(Files.readString(tree(ONE).resolve("etc/group")))
                .as("the group that was there before")
                .contains("oinstall");
        // Undoing what is undone succeeds; the server is down, so only its own steps cannot look.
        run.made.removeIf(made -> made.call().action().startsWith("host."));
        run.undo();
    }

    @ParameterizedTest
    @CsvSource({
        "hmc-1, create-partition, RESET_AFTER",
        "hmc-1, create-partition, STATUS_500_AFTER",
        "hmc-1, create-storage-group, RESET_AFTER",
        "hmc-1, attach-storage-group, RESET_AFTER",
        "hmc-1, create-nic, RESET_AFTER",
        "hmc-1, start-partition, RESET_AFTER",
        "hmc-1, create-partition, SESSION_EXPIRED",
        "array, mkvolume, RESET_AFTER",
        "array, mkvolume, STATUS_429",
        "array, mkhost, RESET_AFTER",
        "array, mkvdiskhostmap, RESET_AFTER",
        "blefuscu-44, run, RESET_AFTER",
        "blefuscu-44, start, RESET_AFTER"
    })
    void aLostAnswerLeavesOneObject(String system, String operation, FaultKind kind) {
        String name = system.equals("array") ? array(ONE) : system;
        build.lab.context().faults().arm(name, operation, kind, 1);

        build.run(ONE).build();

        assertThat(build.lab.context().faults().armed())
                .as("the fault has struck")
                .isEmpty();
        assertThat(build.made("hmc-1", "create-partition")).isEqualTo(1);
        assertThat(build.made("hmc-1", "create-storage-group")).isEqualTo(1);
        assertThat(build.made("hmc-1", "create-nic")).isEqualTo(1);
        assertThat(build.made(array(ONE), "mkvolume")).isEqualTo(volumes());
        assertThat(build.made(array(ONE), "mkhost")).isEqualTo(1);
        assertThat(build.made(array(ONE), "mkvdiskhostmap")).isEqualTo(volumes());
        assertThat(build.lab.context().ledger().entries("hmc-1", "start-partition").stream()
                        .filter(entry -> entry.effect() == io.gulliver.lab.Ledger.Effect.STARTED))
                .hasSize(1);
    }

    @Test
    void evaluatingChangesNothingAndSaysWhatItWouldDo() {
        Set<String> before = build.effects();

        LabBuild.Run run = build.run(ONE);
        assertThat(run.evaluate())
                .anySatisfy(text -> assertThat(text).contains("would create partition " + ONE))
                .anySatisfy(text -> assertThat(text).contains("would create volume «name of data-volumes[data01]»"))
                .anySatisfy(text -> assertThat(text).contains("«wwpns of storage-group»"));

        assertThat(build.effects()).isEqualTo(before);
        assertThat(run.evaluations)
                .allSatisfy((step, text) -> assertThat(text)
                        .as(step)
                        .containsAnyOf("Sends to ", "On host ", "By SSH")
                        .contains("Known only in the run: "));
        assertThat(run.evaluations).anySatisfy((step, text) -> {
            assertThat(step).endsWith("(host.prepare)");
            assertThat(text).contains("PAGES='" + pages() + "'");
        });
        assertThat(run.evaluations.values())
                .anySatisfy(text -> assertThat(text).contains("/partitions", "\"ifl-processors\""))
                .anySatisfy(text -> assertThat(text).contains("POST /rest/mkvolume", "\"pool\""));
    }

    @Test
    void everyCallIsLoggedWithoutSecrets() throws IOException {
        build.run(ONE).build();

        assertThat(build.context.calls)
                .extracting(OuterCall::operation)
                .contains("create-partition", "start-partition", "mkvolume", "mkvdiskhostmap", "run-job");
        String all = build.context.calls.toString();
        for (String secret : Set.of("hmc-1", "fs-1", "fs-2")) {
            assertThat(all)
                    .doesNotContain(
                            Files.readString(directory.resolve("secrets").resolve(secret)));
        }
    }

    @Test
    void refusesAPartitionOfSomebodyElse() {
        hmc().createPartition(cpc(ONE), PartitionSpec.linux(ONE, "a colleague's", 2, 4096));
        assertFails(run -> run.buildUntil("partition"), FailureCode.NAME_TAKEN, "a colleague's");
        assertThat(hmc().findPartition(cpc(ONE), ONE)).isPresent();
    }

    @Test
    void refusesAVolumeOfOtherSize() {
        build.systems
                .array(array(ONE))
                .createVolume(new NewVolume(ONE + "_boot", "Pool0", 1L << 30, "0", NewVolume.Provisioning.THIN));
        assertFails(run -> run.buildUntil("boot-volume"), FailureCode.NAME_TAKEN, "capacity");
    }

    @Test
    void saysThatThePoolIsFull() {
        build.lab.context().faults().arm(array(ONE), "mkvolume", FaultKind.POOL_FULL, 1);
        assertFails(run -> run.buildUntil("boot-volume"), FailureCode.CAPACITY_EXHAUSTED, array(ONE));
    }

    @Test
    void saysThatTheMachineHasNoRoomForAStart() {
        build.lab.context().faults().arm("hmc-1", "start-partition", FaultKind.CAPACITY_EXHAUSTED, 1);
        assertFails(run -> run.buildUntil("start"), FailureCode.CAPACITY_EXHAUSTED, "reservation-error");
    }

    @Test
    void aFailedStartIsNotTakenForDone() {
        build.lab.context().faults().arm("hmc-1", "start-partition", FaultKind.JOB_FAILS, 1);
        assertFails(run -> run.buildUntil("start"), FailureCode.JOB_FAILED, "stopped");
    }

    @Test
    @Examines(value = Kindness.FABRICS_HAVE_NO_ZONES, red = "storage behind ports that nobody zoned")
    void storageIsNotFoundBeforeItsPortsAreZoned() {
        LabBuild.Run run = build.run(ONE).withoutZones().buildUntil("redo-mappings");
        assertThatThrownBy(() -> run.buildUntil("discovery"), "storage behind ports that nobody zoned")
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
                    assertThat(failure.failure().advice()).contains("zone");
                });
        run.zone();
        assertThat(run.buildUntil("discovery").outputs.get("discovery")).containsEntry("state", "complete");
    }

    @Test
    @Examines(value = Kindness.EMPTY_VOLUMES_BOOT, red = "a partition without a system on its boot volume")
    void aPartitionWhoseBootVolumeIsEmptyIsNotTakenForStarted() {
        LabBuild.Run run = build.run(ONE).withoutImage();
        assertThatThrownBy(() -> run.buildUntil("start"), "a partition without a system on its boot volume")
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
                    assertThat(failure).hasMessageContaining("terminated");
                    assertThat(failure.failure().advice()).contains("put a bootable image onto the volume");
                });
        run.bringImage();
        assertThat(run.buildUntil("reachable").outputs).containsKey("reachable");
    }

    @Test
    void storageThatDoesNotFitIsFoundOut() {
        build.lab.context().faults().arm("hmc-1", "start-storage-discovery", FaultKind.MISMATCH, 1);
        assertFails(run -> run.buildUntil("discovery"), FailureCode.CHECK_FAILED, "pending-with-mismatches");
    }

    @Test
    void saysThatTheKernelGaveFewerHugePages() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("reachable");
        Files.writeString(tree(ONE).resolve("etc/kernel"), "lab.hugepages.limit=100\n");
        assertThatThrownBy(run::build).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
            assertThat(failure).hasMessageContaining("gave 100 huge pages").hasMessageContaining("wanted " + pages());
        });
    }

    @Test
    void undoesAStepWhoseEndIsNotKnown() {
        LabBuild.Run run = build.run(ONE).buildUntil("boot-volume");
        var call = LabBuild.with(run.callOf("boot-volume", Operation.UNDO), Operation.UNDO, java.util.Map.of(), null);

        build.actions.get("storage.create-volume").undo(call, build.context);

        assertThat(build.systems.array(array(ONE)).findVolume(ONE + "_boot")).isEmpty();
    }

    @Test
    void anUnknownSystemIsNamed() {
        assertThatThrownBy(() -> build.systems.hmc("hmc-9"))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.SYSTEM_UNKNOWN.name()))
                .hasMessageContaining("hmc-9")
                .hasMessageContaining("hmc-1");
    }

    private void assertFails(Consumer<LabBuild.Run> work, FailureCode code, String words) {
        LabBuild.Run run = build.run(ONE);
        assertThatThrownBy(() -> work.accept(run)).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(code.name());
            assertThat(failure).hasMessageContaining(words);
            assertThat(failure.failure().advice()).isNotBlank();
        });
    }
}
