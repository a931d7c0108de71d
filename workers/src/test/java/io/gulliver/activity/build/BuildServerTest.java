package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.adapter.hmc.model.StorageVolumeSpec;
import io.gulliver.adapter.spectrumvirtualize.NewFlashCopy;
import io.gulliver.adapter.spectrumvirtualize.NewMapping;
import io.gulliver.adapter.spectrumvirtualize.NewVolume;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.VolumeFilter;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.AdapterPort;
import io.gulliver.domain.landscape.ArrayPort;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.lab.Examines;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Kindness;
import io.gulliver.testing.StepCalls;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
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
import org.junit.jupiter.params.provider.EnumSource;

@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
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
        "hmc-1, add-candidate-ports, RESET_BEFORE",
        "hmc-1, add-candidate-ports, RESET_AFTER",
        "hmc-1, add-candidate-ports, STATUS_409",
        "hmc-1, update-virtual-storage-resource, RESET_BEFORE",
        "hmc-1, update-virtual-storage-resource, RESET_AFTER",
        "hmc-1, update-virtual-storage-resource, STATUS_409",
        "hmc-1, update-virtual-storage-resource, SESSION_EXPIRED",
        "hmc-1, list-storage-groups, STATUS_503",
        "hmc-1, get-cpc, STATUS_503",
        "array, lstargetportfc, RESET_BEFORE",
        "array, lsfabric, RESET_BEFORE",
        "array, lsfabric, SESSION_EXPIRED",
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
                .anySatisfy(text -> assertThat(text).contains("«wwpns of storage-group»"))
                .anySatisfy(text -> assertThat(text)
                        .contains("would ask for", "over 4 paths")
                        .containsPattern("\\(fabric A: port [01] of FCP [02]; fabric B: port [01] of FCP [13]; "))
                .anySatisfy(text -> assertThat(text).contains("3 shared IFLs and 49152 MiB (up to 61440 MiB"));

        assertThat(build.effects()).isEqualTo(before);
        assertThat(run.evaluations)
                .allSatisfy((step, text) -> assertThat(text)
                        .as(step)
                        .containsAnyOf("Sends to ", "On host ", "By SSH", "By DNS")
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

    /** Looks once, as an engine without patience. */
    private StepResult looksForLogins(LabBuild.Run run) {
        StepCall call = run.callOf("logins", Operation.AWAIT);
        return build.actions
                .get("storage.await-logins")
                .await(StepCalls.with(call, Operation.AWAIT, Map.of(), ONE, 0), build.context);
    }

    private static StepCall with(StepCall call, Map<String, Object> changes) {
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.putAll(changes);
        return StepCalls.with(call, inputs);
    }

    @Test
    @Examines(value = Kindness.FABRICS_HAVE_NO_ZONES, red = "storage behind ports that nobody zoned")
    void storageIsNotFoundBeforeItsPortsAreZoned() {
        LabBuild.Run run = build.run(ONE).withoutZones().buildUntil("host-object");
        StepResult before = looksForLogins(run);
        assertThat(before.finished())
                .as("storage behind ports that nobody zoned")
                .isFalse();
        assertThat(run.zones()).hasSize(4).allSatisfy((host, targets) -> {
            assertThat(before.progress()).isNotNull();
            assertThat(before.progress().text())
                    .startsWith("not logged in at the array: ")
                    .containsPattern(host + " on fabric [AB]");
        });
        run.withoutWaiting().buildUntil("redo-mappings");
        assertThatThrownBy(() -> run.buildUntil("discovery"), "storage behind ports that nobody zoned")
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
                    assertThat(failure).hasMessageContaining("Without sight of the array: c05076");
                    assertThat(failure.failure().advice()).contains("zone");
                });

        run.zone();

        assertThat(looksForLogins(run).finished()).isTrue();
        assertThat(run.buildUntil("discovery").outputs.get("discovery")).containsEntry("state", "complete");
    }

    @Test
    @Examines(value = Kindness.FABRICS_ARE_ONE, red = "ports that a zone across fabrics lets in")
    void aZoneAcrossFabricsDoesNothing() {
        LabBuild.Run run = build.run(ONE).withoutZones().buildUntil("host-object");
        Map<?, ?> fabrics = (Map<?, ?>) run.outputs.get("storage-group").get("fabrics");
        var targets = build.lab.arrays().get(array(ONE)).targetFabrics();
        run.zones()
                .keySet()
                .forEach(host -> build.lab.zone(
                        List.of(host),
                        targets.keySet().stream()
                                .filter(target -> !targets.get(target).equals(fabrics.get(host)))
                                .toList()));

        assertThat(build.systems.array(array(ONE)).fetchLogins(ONE))
                .as("ports that a zone across fabrics lets in")
                .isEmpty();
        assertThat(looksForLogins(run).finished()).isFalse();
    }

    @Test
    void onePortThatIsNotZonedIsWaitedForAndNamed() {
        LabBuild.Run run = build.run(ONE).withoutZones().buildUntil("host-object");
        String late = run.zones().lastKey();
        run.zones().headMap(late).forEach((host, targets) -> build.lab.zone(List.of(host), targets));

        StepResult look = looksForLogins(run);

        assertThat(look.finished()).isFalse();
        assertThat(look.progress()).isNotNull();
        assertThat(look.progress().done()).isEqualTo(3);
        assertThat(look.progress().text())
                .contains(late)
                .doesNotContain(run.zones().firstKey());
    }

    @Test
    void aDarkPathIsNotTakenForComplete() {
        build.lab.context().faults().arm("hmc-1", "start-storage-discovery", FaultKind.PORT_OFFLINE, 1);
        LabBuild.Run run = build.run(ONE);
        assertThatThrownBy(() -> run.buildUntil("discovery"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
                    assertThat(failure)
                            .hasMessageContaining("not every volume was found on every path")
                            .hasMessageMatching("(?s).*Without sight of the array: c05076[0-9a-f]{10} on port"
                                    + " /api/adapters/[^;]+/storage-ports/[01]\\..*");
                    assertThat(failure.failure().advice()).contains("cable");
                });
        assertThat(run.buildUntil("discovery").outputs.get("discovery")).containsEntry("state", "complete");
    }

    @Test
    void itsPathsAreOnPortsForDatabasesOfTwoFabrics() {
        LabBuild.Run run = build.run(ONE).buildUntil("storage-group");

        assertThat(run.outputs.get("storage-group").get("ports"))
                .asInstanceOf(LIST)
                .hasSize(4)
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port.toString())
                        .matches("fabric [AB]: port [01] of FCP [0-3]")
                        .doesNotMatch(".*port 1 of FCP [23]"))
                .filteredOn(port -> port.toString().startsWith("fabric A"))
                .hasSize(2);
        assertThat((Map<?, ?>) run.outputs.get("storage-group").get("fabrics")).hasSize(4);
        String group =
                hmc().findStorageGroup(cpc(ONE), "SG_" + ONE).orElseThrow().objectUri();
        assertThat(hmc().virtualStorageResources(group))
                .extracting(path -> path.adapterPortUri())
                .doesNotContainNull()
                .doesNotHaveDuplicates();
    }

    /** A choice stays when the step comes again, although the ports are used meanwhile. */
    @Test
    void itsPortsStayWhenTheStepComesAgain() {
        LabBuild.Run run = build.run(ONE).buildUntil("storage-group");
        Object before = run.outputs.get("storage-group");
        String cpc = cpc(ONE);
        List<String> used =
                hmc().findStorageGroup(cpc, "SG_" + ONE).orElseThrow().candidateAdapterPortUris();
        for (int i = 0; i < 3; i++) {
            String other = hmc().createStorageGroup(StorageGroupSpec.fcp(
                            cpc, "SG_other" + i, "a colleague's", 2, List.of(StorageVolumeSpec.boot("boot", 1))))
                    .objectUri();
            hmc().addCandidatePorts(other, used);
        }

        assertThat(build.actions
                        .get("hmc.create-storage-group")
                        .run(run.callOf("storage-group", Operation.RUN), build.context)
                        .outputs())
                .isEqualTo(before);
    }

    @Test
    void aProductionServerWithFewerPathsIsRefusedAndOthersMayHaveTwo() {
        LabBuild.Run run = build.run(ONE).buildUntil("recovery-volumes");
        StepAction action = build.actions.get("hmc.create-storage-group");
        StepCall call = run.callOf("storage-group", Operation.RUN);
        assertThatThrownBy(() -> action.run(with(call, Map.of("connectivity", 2, "production", true)), build.context))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name()))
                .hasMessageContaining("A production server has 4 paths at least, asked for: 2.");
        assertThatThrownBy(() -> action.run(with(call, Map.of("connectivity", 12)), build.context))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure ->
                                assertThat(failure.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name()))
                .hasMessageContaining("fabric A has 3, fabric B has 3");
        assertThat(build.made("hmc-1", "create-storage-group"))
                .as("nothing is made of what is refused")
                .isZero();
        assertThat(action.run(with(call, Map.of("connectivity", 2, "production", false)), build.context)
                        .outputs()
                        .get("wwpns"))
                .asInstanceOf(LIST)
                .hasSize(2);
        assertThatThrownBy(() -> action.run(call, build.context))
                .as("a group with two paths is not taken for one with four")
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.STATE_CONFLICT.name()))
                .hasMessageContaining("is there with 2 paths, wanted are 4");
    }

    private static OuterSystem saying(OuterSystem of, List<AdapterPort> adapterPorts, List<ArrayPort> arrayPorts) {
        return new OuterSystem(
                of.name(), of.kind(), of.url(), of.user(), of.secret(), of.ca(), of.lab(), adapterPorts, arrayPorts);
    }

    /** What the landscape says of ports, and the sentence that a wrong word of it earns. */
    private void assertPortsRefused(List<AdapterPort> said, String code, String... words) {
        StepCall call = build.run(ONE).callOf("storage-group", Operation.EVALUATE);
        try (Systems other =
                build.systems(system -> system.kind().equals("hmc") ? saying(system, said, List.of()) : system)) {
            assertThatThrownBy(
                            () -> other.guarded(new CreateStorageGroup(other)).evaluate(call, build.context))
                    .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                        assertThat(failure.failure().code()).isEqualTo(code);
                        assertThat(failure.failure().advice()).contains("adapter");
                    })
                    .hasMessageContainingAll(words);
        }
    }

    @Test
    void aLandscapeThatDoesNotKnowItsPortsIsCorrectedBeforeAnythingIsMade() {
        String machine = String.valueOf(build.facts(ONE).values().get("server.cpc"));
        List<AdapterPort> good = build.systems.adapterPorts("hmc-1", machine);
        assertPortsRefused(List.of(), "INPUT_INVALID", "Nobody has said to which fabric the FCP ports of", machine);
        assertPortsRefused(
                List.of(new AdapterPort(machine, "FCP 9", 0, "A", AdapterPort.Use.DATABASE)),
                "INPUT_INVALID",
                "has no FCP adapter 'FCP 9'; it has [FCP 0 (100), FCP 1 (101)");
        assertPortsRefused(
                List.of(new AdapterPort(machine, "100", 7, "A", AdapterPort.Use.DATABASE)),
                "INPUT_INVALID",
                "FCP adapter FCP 0 has no port 7; it has 2");
        assertPortsRefused(
                good.stream().filter(port -> port.fabric().equals("A")).toList(),
                "CAPACITY_EXHAUSTED",
                "at most 2 on one fabric; of the ports that can be used, fabric A has 3");
        assertPortsRefused(
                good.stream()
                        .map(port -> new AdapterPort(
                                port.machine(), port.adapter(), port.port(), port.fabric(), AdapterPort.Use.BACKUP))
                        .toList(),
                "CAPACITY_EXHAUSTED",
                "no port can be used");
    }

    @Test
    void portsOfAnArrayThatNobodyPlacedAreNotZonedByGuess() {
        LabBuild.Run run = build.run(ONE).buildUntil("storage-group");
        StepCall call = run.callOf("host-object", Operation.RUN);
        List<ArrayPort> good = build.systems.arrayPorts(array(ONE));
        for (List<ArrayPort> said : List.of(
                List.<ArrayPort>of(),
                List.of(new ArrayPort("50:05:07:68:00:00:00:01", "A")),
                good.stream().filter(port -> port.fabric().equals("A")).toList())) {
            try (Systems other =
                    build.systems(system -> system.kind().equals("hmc") ? system : saying(system, List.of(), said))) {
                assertThatThrownBy(() -> other.guarded(new CreateHost(other)).run(call, build.context))
                        .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                            assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name());
                            assertThat(failure.failure().advice()).contains("array-ports");
                        })
                        .hasMessageMatching("Nobody has said .*|Array .* has no port (5005|on the fabric of).*");
            }
        }
        assertThat(build.made(array(ONE), "mkhost")).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"RESET_BEFORE", "RESET_AFTER", "STATUS_409", "STATUS_503", "SESSION_EXPIRED", "HTML_BODY"})
    void itIsAsLargeAndAsHeavyAsTheProgramSays(FaultKind fault) {
        StepCall call = build.run(ONE).callOf("partition", Operation.RUN);
        StepAction action = build.actions.get("hmc.create-partition");
        build.lab.context().faults().arm("hmc-1", "update-partition", fault, 1);
        StepCall heavy = with(call, Map.of("weight", 300, "maximum_memory", 96.0));
        try {
            action.run(heavy, build.context);
        } catch (StepFailedException e) {
            assertThat(e.failure().kind().retryable()).as(e.getMessage()).isTrue();
        }
        assertThat(build.lab.context().faults().armed())
                .as("the fault has struck")
                .isEmpty();

        action.run(heavy, build.context);

        assertThat(build.made("hmc-1", "create-partition")).isEqualTo(1);
        assertThat(hmc().findPartition(cpc(ONE), ONE)).hasValueSatisfying(partition -> {
            assertThat(partition.initialMemory()).isEqualTo(48 * 1024);
            assertThat(partition.maximumMemory()).isEqualTo(96 * 1024);
            assertThat(partition.processorMode()).isEqualTo("shared");
            assertThat(partition.initialIflProcessingWeight()).isEqualTo(300);
        });
    }

    @Test
    void itMayBeGivenAQuarterMoreMemoryUnlessTheProgramSaysOtherwise() {
        build.run(ONE).buildUntil("partition");
        assertThat(hmc().findPartition(cpc(ONE), ONE)).hasValueSatisfying(partition -> {
            assertThat(partition.maximumMemory()).isEqualTo(60 * 1024);
            assertThat(partition.initialIflProcessingWeight()).isEqualTo(100);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "weight | 1000 | wanted 1 to 999",
                "processor_mode | capped | wanted shared or dedicated",
                "maximum_memory | 40.0 | starts with 49152 MiB",
                "live_memory_percent | -1 | wanted 0 or more"
            })
    void aSizeThatNoPartitionHasIsRefused(String input, String value, String words) {
        StepCall call = build.run(ONE).callOf("partition", Operation.RUN);
        Object given = value.matches("-?[0-9]+") ? (Object) Integer.valueOf(value) : value;
        given = value.contains(".") ? (Object) Double.valueOf(value) : given;
        Map<String, Object> wrong = Map.of(input, given);
        assertThatThrownBy(() -> build.actions.get("hmc.create-partition").run(with(call, wrong), build.context))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name()))
                .hasMessageContaining(words);
        assertThat(build.made("hmc-1", "create-partition")).isZero();
    }

    /** Before anything is made, with the figures of the machine. */
    @Test
    void aMachineThatIsTooFullIsSaid() {
        StepCall call = build.run(ONE).callOf("partition", Operation.RUN);
        StepAction action = build.actions.get("hmc.create-partition");
        String neighbour = hmc().createPartition(
                        cpc(ONE),
                        PartitionSpec.linux("neighbour", "a colleague's", 40, 4096)
                                .with("dedicated", 4096));
        hmc().startPartition(neighbour);
        for (StepCall one :
                List.of(with(call, Map.of("ifls", 9, "processor_mode", "dedicated")), with(call, Map.of("ifls", 9)))) {
            assertThatThrownBy(() -> action.run(one, build.context))
                    .isInstanceOfSatisfying(
                            StepFailedException.class,
                            failure -> assertThat(failure.failure().code())
                                    .isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name()))
                    .hasMessageContaining("lacks IFLs: it has 8 of 48 IFLs");
        }
        assertThatThrownBy(() -> action.run(with(call, Map.of("memory", 9000.0)), build.context))
                .hasMessageContaining("lacks memory");
        assertThat(hmc().findPartition(cpc(ONE), ONE)).isEmpty();
    }

    @Test
    void itsNetworkCardIsInTheVlanThatTheProgramSays() {
        LabBuild.Run run = build.run(ONE).buildUntil("partition");
        StepAction action = build.actions.get("hmc.create-nic");
        StepCall call = run.callOf("network", Operation.RUN);
        assertThatThrownBy(() -> action.run(with(call, Map.of("vlan", 4095)), build.context))
                .hasMessageContaining("wanted 1 to 4094");

        action.run(with(call, Map.of("vlan", 210)), build.context);

        String partition = hmc().findPartition(cpc(ONE), ONE).orElseThrow().objectUri();
        assertThat(hmc().nics(partition)).extracting(nic -> nic.vlanId()).containsExactly(210);
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

    /** Field reports: zhmc-ansible-modules issue 642, python-zhmcclient issue 228. */
    @Test
    void aPartitionWhoseLinuxHaltedIsStoppedAndStartedAnew() {
        LabBuild.Run run = build.run(ONE).buildUntil("start");
        String partition = hmc().findPartition(cpc(ONE), ONE).orElseThrow().objectUri();
        build.lab.hmc().powerOff(ONE);
        assertThat(hmc().fetchPartition(partition).status()).isEqualTo("paused");

        StepResult started =
                build.actions.get("hmc.start-partition").start(run.callOf("start", Operation.START), build.context);

        assertThat(started.job()).startsWith("/api/jobs/");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> hmc().fetchPartition(partition).state().isUp());
    }

    private static final String GOLD = "GOLD_RHEL9_4";

    private String cloneOf(String server) {
        return server + "_boot_image";
    }

    @Test
    void anImageIsClonedFromTheGoldenVolumeAndItsServerBoots() {
        LabBuild.Run run = build.run(OTHER).build();

        assertThat(build.made(array(OTHER), "mkfcmap")).isEqualTo(1);
        SpectrumVirtualizeClient client = build.systems.array(array(OTHER));
        assertThat(client.findFlashCopy(cloneOf(OTHER)))
                .as("the mapping is gone once its copy is complete")
                .isEmpty();
        Map<?, ?> items = (Map<?, ?>) run.outputs.get("clone").get("items");
        assertThat(items.get("boot")).isEqualTo(Map.of("image", "RHEL 9.4 for Oracle 19c, 2026.10", "old", false));
        assertThat(client.findVolume(GOLD)).isPresent();
        assertThat(run.outputs).containsKey("prepare");
    }

    @Test
    void cloningAgainNeverWritesToAVolumeThatItsServerReads() {
        build.run(OTHER).build();
        int before = created();

        LabBuild.Run again = build.run(OTHER).build();

        assertThat(created()).isEqualTo(before);
        assertThat(build.lab.context().ledger().entries(array(OTHER), "startfcmap"))
                .hasSize(1);
        assertThat(again.outputs).containsKey("clone");
    }

    @ParameterizedTest
    @CsvSource({
        "mkfcmap, RESET_AFTER",
        "mkfcmap, STATUS_429",
        "startfcmap, RESET_AFTER",
        "startfcmap, RESET_BEFORE",
        "lsfcmap, SESSION_EXPIRED",
        "lsfcmap, HTML_BODY",
        "rmfcmap, RESET_AFTER",
        "rmfcmap, RESET_BEFORE"
    })
    void aLostAnswerLeavesOneCloneAndNoMapping(String operation, FaultKind kind) {
        build.lab.context().faults().arm(array(OTHER), operation, kind, 1);

        build.run(OTHER).build();

        assertThat(build.lab.context().faults().armed()).isEmpty();
        assertThat(build.made(array(OTHER), "mkfcmap")).isEqualTo(1);
        assertThat(build.lab.context().ledger().entries(array(OTHER), "startfcmap").stream()
                        .filter(entry -> entry.effect() == io.gulliver.lab.Ledger.Effect.STARTED))
                .hasSize(1);
        assertThat(build.systems.array(array(OTHER)).findFlashCopy(cloneOf(OTHER)))
                .isEmpty();
    }

    @Test
    void aVolumeThatAnotherHostSeesIsNotOverwritten() {
        LabBuild.Run run = build.run(OTHER).buildUntil("host-object");
        SpectrumVirtualizeClient client = build.systems.array(array(OTHER));
        client.createHost("THEIRS", List.of("C050760000000077"));
        client.mapVolume(new NewMapping(OTHER + "_boot", "THEIRS", null, false));

        assertThatThrownBy(() -> run.buildUntil("clone")).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.STATE_CONFLICT.name());
            assertThat(failure).hasMessageContaining("mapped to THEIRS").hasMessageContaining("Nothing was changed");
        });
        assertThat(build.made(array(OTHER), "mkfcmap")).isZero();
    }

    @Test
    void aMappingOfSomebodyElseIsLeftAlone() {
        LabBuild.Run run = build.run(OTHER).buildUntil("host-object");
        SpectrumVirtualizeClient client = build.systems.array(array(OTHER));
        client.createFlashCopy(new NewFlashCopy("THEIRS", GOLD, OTHER + "_boot", 50));

        assertThatThrownBy(() -> run.buildUntil("clone")).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.STATE_CONFLICT.name());
            assertThat(failure).hasMessageContaining("FlashCopy mapping THEIRS, which is not ours");
        });
        StepCall undo = LabBuild.with(run.callOf("clone", Operation.UNDO), Operation.UNDO, Map.of(), null);
        build.actions.get("storage.clone-volume").undo(undo, build.context);
        assertThat(client.findFlashCopy("THEIRS")).isPresent();
    }

    @Test
    void aGoldenVolumeOfAnotherSizeIsSaidBeforeAndAtTheBuild() {
        build.otherFacts.put("server.boot.gib", 16.0);

        assertThatThrownBy(() -> build.run(OTHER).evaluate())
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("has 32.0 GiB, and the boot volume has 16.0 GiB");
        assertThatThrownBy(() -> build.run(OTHER).buildUntil("clone"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name());
                    assertThat(failure.failure().advice()).contains("Set server.boot.gib of the server to 32.0");
                });
        assertThat(build.made(array(OTHER), "mkfcmap")).isZero();
    }

    @Test
    void aGoldenVolumeThatIsNotThereIsNamed() {
        build.otherFacts.put("server.image.golden", "GOLD_SLES");

        assertThatThrownBy(() -> build.run(OTHER).evaluate())
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("has no golden volume GOLD_SLES");
    }

    @Test
    void aWayOfTheImageThatNobodyKnowsIsRefused() {
        LabBuild.Run run = build.run(OTHER).buildUntil("host-object");
        StepCall asked = run.callOf("clone", Operation.RUN);
        Map<String, Object> inputs = new TreeMap<>(asked.inputs());
        inputs.put("way", "tape");
        assertThatThrownBy(() ->
                        build.actions.get("storage.clone-volume").start(StepCalls.with(asked, inputs), build.context))
                .hasMessageContaining("server.image.way is \"tape\"; known are clone, installer and by-hand");
        run.undo();

        build.otherFacts.put("server.image.way", "tape");
        assertThatThrownBy(() -> build.run(OTHER).build())
                .as("before anything is made")
                .hasMessageContaining(
                        "the fact server.image.way is \"tape\", which does not match clone|installer|by-hand");
    }

    @Test
    void aCopyThatStoppedIsNoImageAndBeginsAnewWhenItIsTriedAgain() {
        build.lab.context().faults().arm(array(OTHER), "startfcmap", FaultKind.JOB_FAILS, 1);
        LabBuild.Run run = build.run(OTHER);

        assertThatThrownBy(() -> run.buildUntil("clone")).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
            assertThat(failure).hasMessageContaining("is stopped").hasMessageContaining("nothing that can be loaded");
        });

        assertThat(run.build().outputs).containsKey("prepare");
        assertThat(build.made(array(OTHER), "mkfcmap")).isEqualTo(1);
    }

    @Test
    void aCopyThatNeverEndsIsWaitedForAndUndoneWithoutALeftover() {
        build.lab.context().faults().arm(array(OTHER), "startfcmap", FaultKind.NEVER_ENDS, 1);
        LabBuild.Run run = build.run(OTHER).buildUntil("host-object");
        StepAction action = build.actions.get("storage.clone-volume");
        StepCall call = run.callOf("clone", Operation.RUN);
        String job = action.start(call, build.context).job();

        StepResult waited = action.await(StepCalls.with(call, Operation.AWAIT, Map.of(), job, 1), build.context);

        assertThat(waited.finished()).isFalse();
        assertThat(waited.progress().text()).isEqualTo("copying");
        assertThat(action.undo(LabBuild.with(call, Operation.UNDO, Map.of(), job), build.context)
                        .message())
                .contains("removed");
        SpectrumVirtualizeClient client = build.systems.array(array(OTHER));
        assertThat(client.findFlashCopy(cloneOf(OTHER))).isEmpty();
        run.undo();
        assertThat(client.findVolume(OTHER + "_boot")).isEmpty();
        assertThat(client.findVolume(GOLD)).isPresent();
    }

    @Test
    void anOldImageIsTold() {
        CloneVolume action =
                new CloneVolume(build.systems, Clock.fixed(Instant.parse("2027-11-01T00:00:00Z"), ZoneOffset.UTC));
        LabBuild.Run run = build.run(OTHER).buildUntil("host-object");
        StepCall asked = run.callOf("clone", Operation.RUN);
        Map<String, Object> inputs = new TreeMap<>(asked.inputs());
        inputs.put("oldest_days", 180);
        StepCall call = StepCalls.with(asked, inputs);
        String job = action.start(call, build.context).job();

        StepResult done = action.await(StepCalls.with(call, Operation.AWAIT, Map.of(), job, 10), build.context);

        assertThat(done.outputs()).containsEntry("old", true);
        assertThat(done.message()).contains("It is old: made 396 days ago, and 180 are accepted");
    }

    @Test
    void aClonedServerIsKnownByTheKeyThatItsConsoleHasShownAndByNoOther() {
        LabBuild.Run run = build.run(OTHER).buildUntil("first-boot");
        List<?> shown = (List<?>) run.outputs.get("first-boot").get("host_keys");
        assertThat(shown)
                .hasSize(1)
                .first()
                .isEqualTo(build.lab.hosts().find(OTHER).orElseThrow().hostKeyFingerprint());
        assertThat(build.context.evidence).containsKey("console.txt");

        build.learnt.clear();
        assertThat(build.systems.host(OTHER).pins().get())
                .as("nothing is trusted on first sight")
                .isEmpty();
        build.learnt.put(OTHER, List.of("SHA256:dGhlIGtleSBvZiBhIGhvc3QgdGhhdCBpcyBub3QgaGV"));
        assertThatThrownBy(() -> run.buildUntil("reachable"))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.IDENTITY_CHANGED.name()));

        build.learnt.put(OTHER, List.of(String.valueOf(shown.get(0))));
        assertThat(run.buildUntil("reachable").outputs).containsKey("reachable");
    }

    @Test
    void aServerThatIsBuiltAnewHasAnotherKey() {
        LabBuild.Run run = build.run(OTHER).build();
        List<String> before = build.learnt.get(OTHER);
        run.undo();

        build.run(OTHER).build();

        assertThat(build.learnt.get(OTHER)).hasSize(1).isNotEqualTo(before);
    }

    @Test
    void theConsoleOfAnEmptyVolumeSaysThatNothingCouldBeLoaded() {
        LabBuild.Run run = build.run(ONE).withoutImage();
        assertThatThrownBy(() -> run.buildUntil("start"))
                .hasMessageContaining("Its console says: MLOPDM010E: No program table was found");

        StepAction action = new FirstBoot(build.systems);
        StepCall call = StepCalls.with(
                run.callOf("start", Operation.RUN),
                Map.of("hmc", "hmc-1", "partition", run.outputs.get("partition").get("partition"), "host", ONE));
        assertThatThrownBy(() -> action.await(call, build.context))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
                    assertThat(failure).hasMessageContaining("Nothing could be loaded on " + ONE);
                });
    }

    @Test
    void aKeyThatTheLandscapeDoesNotPinIsRefusedBesideThoseThatItPins() {
        build.run(ONE).build();
        String pinned = build.systems.host(ONE).pins().get().get(0).fingerprint();
        String other = "SHA256:dGhlIGtleSBvZiBhIGhvc3QgdGhhdCBpcyBub3QgaGV";

        build.systems.requirePinned(ONE, List.of(other, pinned));
        assertThatThrownBy(() -> build.systems.requirePinned(ONE, List.of(other)))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.IDENTITY_CHANGED.name());
                    assertThat(failure)
                            .hasMessageContaining("The console of " + ONE + " has shown host key " + other)
                            .hasMessageContaining("pins " + pinned);
                });
        build.learnt.put(ONE, List.of(other));
        assertThatThrownBy(() -> build.systems.host(ONE).pins().get()).hasMessageContaining("pins " + pinned);
        build.learnt.put(ONE, List.of(other, pinned));
        assertThat(build.systems.host(ONE).pins().get())
                .extracting(key -> key.fingerprint())
                .containsExactly(pinned);
    }

    @Test
    @Examines(value = Kindness.BOOT_GROUPS_LET_GO, red = "a group that the partition boots from")
    void aGroupWithTheBootVolumeIsLetGoOnlyByAPartitionThatPointsElsewhere() {
        LabBuild.Run run = build.run(ONE).buildUntil("boot");
        String partition = hmc().findPartition(cpc(ONE), ONE).orElseThrow().objectUri();
        String group =
                hmc().findStorageGroup(cpc(ONE), "SG_" + ONE).orElseThrow().objectUri();
        hmc().updatePartition(partition, Map.of("boot-device", "none"));
        assertThatThrownBy(() -> hmc().detachStorageGroup(partition, group), "a group that the partition boots from")
                .hasMessageContaining("409")
                .hasMessageContaining("boot volume");

        run.undo();

        assertThat(hmc().findStorageGroup(cpc(ONE), "SG_" + ONE)).isEmpty();
        assertThat(hmc().findPartition(cpc(ONE), ONE)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"RESET_BEFORE", "RESET_AFTER", "STATUS_409", "STATUS_503", "SESSION_EXPIRED", "HTML_BODY"})
    void theBootVolumeIsLetGoWhateverHappensToTheAnswer(FaultKind fault) {
        LabBuild.Run run = build.run(ONE).buildUntil("boot");
        build.lab.context().faults().arm("hmc-1", "update-partition", fault, 1);

        run.undoLast();

        assertThat(build.lab.context().faults().armed())
                .as("the fault has struck")
                .isEmpty();
        assertThat(hmc().findPartition(cpc(ONE), ONE)).hasValueSatisfying(partition -> {
            assertThat(partition.bootDevice()).isEqualTo("none");
            assertThat(partition.bootStorageVolume()).isNull();
        });
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
    void aPoolThatNobodyNamesIsChosenAndToldAndARepeatTakesTheVolumeWhereItIs() {
        build.otherFacts.put("server.pool", "");
        LabBuild.Run run = build.run(ONE);
        StepCall call = run.callOf("boot-volume", Operation.RUN);
        StepAction action = build.actions.get("storage.create-volume");

        assertThat(action.run(call, build.context).message())
                .contains("in pool Pool0, the one that would do: ", " of 409600 GiB free");
        assertThat(action.run(call, build.context).message()).contains("in pool Pool0, where it was already");
        assertThat(build.made(array(ONE), "mkvolume")).isEqualTo(1);

        build.otherFacts.put("server.pool", "Pool7, Pool0");
        assertThat(action.run(build.run(ONE).callOf("data-volumes", Operation.RUN), build.context)
                        .message())
                .contains("in pool Pool0, the one that would do")
                .contains("not Pool7 is not there");
        build.otherFacts.put("server.pool", "Pool7");
        assertThatThrownBy(() -> action.run(build.run(ONE).callOf("redo-volumes", Operation.RUN), build.context))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name()))
                .hasMessageContaining("has no pool Pool7");
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
