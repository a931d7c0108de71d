package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.install.LabTrees;
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
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Linux comes onto a boot volume by the installer of its release: kickstart and AutoYaST, and what goes wrong on the way. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class InstallLinuxTest {
    private static final String SERVER = "blefuscu-45";
    private static final String MEDIA = "install-1";

    @TempDir
    Path directory;

    private LabBuild build;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
        release("RHEL 9.4");
    }

    @AfterEach
    void closeTheLab() {
        build.close();
    }

    private void release(String version) {
        build.otherFacts.put("server.image.way", "installer");
        build.otherFacts.put("server.image.server", MEDIA);
        build.otherFacts.put("server.image.version", version);
    }

    private static LabTrees.Tree tree(String version) {
        return LabTrees.ALL.stream()
                .filter(tree -> tree.version().equals(version))
                .findFirst()
                .orElseThrow();
    }

    private List<String> filesOfRuns() throws IOException {
        try (Stream<Path> all = Files.list(build.lab.trees().directory(tree("RHEL 9.4")))) {
            return all.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("gulliver-"))
                    .toList();
        }
    }

    private Partition partition() {
        HmcClient hmc = build.systems.hmc("hmc-1");
        String cpc = hmc.findCpc(String.valueOf(build.facts(SERVER).values().get("server.cpc")))
                .orElseThrow()
                .objectUri();
        return hmc.findPartition(cpc, SERVER).orElseThrow();
    }

    private String document(String ending) {
        return build.context.evidence.entrySet().stream()
                .filter(kept -> kept.getKey().endsWith(ending))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"RHEL 9.4, .ks", "SLES 15.6, .xml"})
    void aServerIsInstalledBootsFromItsVolumeAndIsPrepared(String version, String ending) throws IOException {
        release(version);

        LabBuild.Run run = build.run(SERVER).buildUntil("reachable");

        assertThat(run.outputs.get("install")).containsEntry("image", version).containsKey("document_sha256");
        assertThat(run.outputs).containsKey("reachable");
        assertThat(partition().bootDevice()).isEqualTo("storage-volume");
        assertThat(partition().status()).isEqualTo("active");
        assertThat((List<?>) run.outputs.get("first-boot").get("host_keys")).hasSize(1);
        assertThat(build.context.evidence.get("installation.txt")).contains("is complete");
        assertThat(document(ending))
                .contains("dm-uuid-mpath-36005", "Gulliver lilliput/" + SERVER)
                .doesNotContain("PRIVATE KEY");
        assertThat(filesOfRuns()).as("files of the run").isEmpty();
        assertThat(build.context.calls.toString())
                .doesNotContain(Files.readString(directory.toRealPath().resolve("secrets/install-1"))
                        .strip());

        run.undo();

        assertThat(filesOfRuns()).isEmpty();
    }

    @Test
    void everyVolumeForDataStaysAsItWas() {
        LabBuild.Run run = build.run(SERVER).buildUntil("install");

        Map<?, ?> volumes = (Map<?, ?>) run.outputs.get("data-volumes").get("items");
        assertThat(volumes)
                .isNotEmpty()
                .allSatisfy((name, volume) -> assertThat(build.lab
                                .arrays()
                                .get(String.valueOf(build.facts(SERVER).values().get("server.array")))
                                .content(String.valueOf(((Map<?, ?>) volume).get("uid"))))
                        .isEmpty());
        assertThat(partition().status()).isEqualTo("stopped");
        assertThat(partition().bootDevice()).isEqualTo("none");
    }

    @Test
    void aServerThatBootsFromItsVolumeIsNeverInstalledAgain() {
        build.run(SERVER).buildUntil("start");

        LabBuild.Run again = build.run(SERVER).buildUntil("start");

        assertThat(again.outputs.get("install")).containsEntry("image", "RHEL 9.4");
        assertThat(build.lab.context().ledger().entries("hmc-1", "start-partition").stream()
                        .filter(entry -> entry.effect() == io.gulliver.lab.Ledger.Effect.STARTED))
                .as("once from the installation server, once from its volume")
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "hmc-1, update-partition, RESET_AFTER",
        "hmc-1, update-partition, STATUS_503",
        "hmc-1, start-partition, RESET_AFTER",
        "hmc-1, list-os-messages, SESSION_EXPIRED",
        "install-1, run, RESET_AFTER"
    })
    void aLostAnswerLeavesOneInstallation(String system, String operation, FaultKind kind) throws IOException {
        LabBuild.Run run = build.run(SERVER).buildUntil("network");
        build.lab.context().faults().arm(system, operation, kind, 1);

        run.buildUntil("start");

        assertThat(build.lab.context().faults().armed()).isEmpty();
        assertThat(filesOfRuns()).isEmpty();
        assertThat(partition().status()).isEqualTo("active");
    }

    @Test
    void aFailedInstallationSaysWhatTheConsoleShowedAndBeginsAnewWhenItIsTriedAgain() throws IOException {
        LabBuild.Run run = build.run(SERVER).buildUntil("network");
        build.lab.context().faults().arm(MEDIA, "install", FaultKind.JOB_FAILS, 1);

        assertFails(run, "The package glibc-2.34-100.el9.s390x cannot be installed");

        run.round++;
        assertThat(run.buildUntil("install").outputs.get("install")).containsEntry("image", "RHEL 9.4");
        assertThat(filesOfRuns()).isEmpty();
    }

    @Test
    void aTreeThatIsGoneEndsTheInstallation() throws IOException {
        LabBuild.Run run = build.run(SERVER).buildUntil("network");
        Files.delete(build.lab.trees().directory(tree("RHEL 9.4")).resolve(".treeinfo"));

        assertFails(run, "Failed to set up the installation source");
    }

    @ParameterizedTest
    @ValueSource(strings = {"images/kernel.img", "generic.ins"})
    void whatTheConsoleCannotLoadIsSaid(String gone) throws IOException {
        LabBuild.Run run = build.run(SERVER).buildUntil("network");
        Files.delete(build.lab.trees().directory(tree("RHEL 9.4")).resolve(gone));

        assertThatThrownBy(() -> run.buildUntil("install"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining(gone);
        assertThat(partition().status()).isEqualTo("stopped");
    }

    private void assertFails(LabBuild.Run run, String shown) throws IOException {
        assertThatThrownBy(() -> run.buildUntil("install"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
                    assertThat(failure)
                            .hasMessageContaining("The installation of RHEL 9.4 on " + SERVER + " failed")
                            .hasMessageContaining(shown);
                });
        assertThat(filesOfRuns()).isEmpty();
        assertThat(partition().status()).isEqualTo("stopped");
    }

    @ParameterizedTest
    @CsvSource({
        "RHEL 9.4, install, NEVER_ENDS, Downloading packages",
        "RHEL 9.4, get-document, STATUS_503, failed to fetch kickstart from",
        "SLES 15.6, get-document, STATUS_503, cannot be retrieved"
    })
    void anInstallationThatHangsIsWaitedForAndEndedAtItsLimit(
            String version, String operation, FaultKind kind, String shown) throws IOException {
        release(version);
        LabBuild.Run run = build.run(SERVER).buildUntil("network");
        build.lab.context().faults().arm(MEDIA, operation, kind, 1);
        StepCall call = run.callOf("install", Operation.RUN);
        InstallLinux action = new InstallLinux(build.systems, Clock.systemUTC());
        String job = action.start(call, build.context).job();

        StepResult waited = action.await(StepCalls.with(call, Operation.AWAIT, Map.of(), job, 3), build.context);
        assertThat(waited.finished()).isFalse();
        assertThat(waited.progress().text()).startsWith("last message: ");
        assertThat(partition().status()).isEqualTo("active");

        InstallLinux later = new InstallLinux(
                build.systems, Clock.fixed(Instant.now().plus(Duration.ofMinutes(91)), ZoneOffset.UTC));
        assertThatThrownBy(() -> later.await(StepCalls.with(call, Operation.AWAIT, Map.of(), job, 10), build.context))
                .hasMessageContaining("it was not complete after 90 minutes")
                .hasMessageContaining(shown);
        assertThat(partition().status()).isEqualTo("stopped");
        assertThat(filesOfRuns()).isEmpty();
    }

    @Test
    void undoingStopsAnInstallationAndTakesItsFilesAway() throws IOException {
        LabBuild.Run run = build.run(SERVER).buildUntil("network");
        build.lab.context().faults().arm(MEDIA, "install", FaultKind.NEVER_ENDS, 1);
        StepCall call = run.callOf("install", Operation.RUN);
        InstallLinux action = new InstallLinux(build.systems, Clock.systemUTC());
        String job = action.start(call, build.context).job();

        action.undo(LabBuild.with(call, Operation.UNDO, Map.of(), job), build.context);

        assertThat(partition().status()).isEqualTo("stopped");
        assertThat(partition().bootDevice()).isEqualTo("none");
        assertThat(filesOfRuns()).isEmpty();
        action.undo(LabBuild.with(call, Operation.UNDO, Map.of(), job), build.context);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "version | RHEL 7.9 | has no release",
                "network | 2001:db8::5/64 | it is set up over IPv4",
                "time_zone | Zürich; reboot | which an installation cannot be told",
                "way | clone | this step knows installer alone"
            })
    void whatCannotBeInstalledIsSaidBeforeAnythingIsPut(String input, String value, String said) throws IOException {
        LabBuild.Run run = build.run(SERVER).buildUntil("network");
        StepCall asked = run.callOf("install", Operation.RUN);
        Map<String, Object> inputs = new TreeMap<>(asked.inputs());
        inputs.put(input, value);
        InstallLinux action = new InstallLinux(build.systems, Clock.systemUTC());

        assertThatThrownBy(() -> action.start(StepCalls.with(asked, inputs), build.context))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name()))
                .hasMessageContaining(said);
        assertThat(filesOfRuns()).isEmpty();
    }

    @Test
    void theCheckOfAnInstallationServerLogsInWhereFilesArePut() {
        assertThat(build.systems.checkInstallationServer(MEDIA))
                .contains("Logged in to 127.0.0.1", "It holds RHEL 9.4, SLES 15.6.");
    }

    @Test
    void evaluatingShowsWhatWouldBePutAndNoPassword() throws IOException {
        LabBuild.Run run = build.run(SERVER);

        assertThat(run.evaluate())
                .anySatisfy(text -> assertThat(text)
                        .contains("would install RHEL 9.4 from http://127.0.0.1", "with public keys of oracle and "));

        assertThat(run.evaluations.values())
                .anySatisfy(text -> assertThat(text).contains("«password of install-1»", "boot-ftp-insfile"));
        assertThat(filesOfRuns()).isEmpty();
    }
}
