package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.model.GuestDefinition.Card;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.adapter.feilong.model.ZvmLimits;
import io.gulliver.adapter.spectrumvirtualize.NewVolume;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.VolumeFilter;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class BuildGuestTest {
    private static final String ONE = LabBuild.GUEST;
    private static final String ZVM = "zvm-1";
    /** Made of the server's name: its first four letters and a sum of all. */
    private static final String USERID = ZvmLimits.userid(ONE, List.of());

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

    private FeilongClient feilong() {
        return build.systems.feilong(ZVM);
    }

    private String array() {
        return String.valueOf(build.facts(ONE).values().get("server.array"));
    }

    private Path tree() {
        return build.lab.hosts().find(ONE).orElseThrow().root();
    }

    private int volumes() {
        return ((List<?>) build.facts(ONE).values().get("server.data.volumes")).size()
                + ((List<?>) build.facts(ONE).values().get("server.redo.volumes")).size();
    }

    private long pages() {
        return (Long) LabBuild.SIZED.get("huge_pages");
    }

    @Test
    void buildsAGuestThatAnswersAndIsPrepared() throws IOException {
        LabBuild.Run run = build.run(ONE).build();

        assertThat(feilong().findGuest(USERID)).hasValueSatisfying(guest -> {
            assertThat(guest.cpus()).isEqualTo(3);
            assertThat(guest.maxCpus()).as("the logical CPUs of z/VM").isEqualTo(32);
            assertThat(guest.memoryMib()).isEqualTo(48 * 1024);
            assertThat(guest.maxMemoryMib()).isEqualTo(60 * 1024);
            assertThat(guest.nics()).as("no mark is left").containsExactly(new Card("1000", "VSWDB", 1726));
            assertThat(guest.disks()).hasSize(1);
            assertThat(guest.account()).matches("G[0-9A-Z]{7}");
            assertThat(String.join("", guest.comments())).isEqualToIgnoringCase("GULLIVER:" + run.id.value());
        });
        assertThat(feilong().powerState(USERID)).isEqualTo(PowerState.ON);
        assertThat(build.systems.array(array()).findHost(ONE))
                .hasValueSatisfying(host ->
                        assertThat(host.status()).as("its ports are logged in").isEqualTo("online"));
        assertThat(Files.readString(tree().resolve("etc/kernel"))).contains("vm.nr_hugepages=" + pages());
        assertThat(Files.readString(tree().resolve("etc/passwd"))).startsWith("oracle:");
        assertThat(tree().resolve("u02/staging")).isDirectory();
        assertThat(build.context.evidence)
                .containsKeys("console.txt", "prepare-host.sh", "prepare-host.log", "paths.txt");
        assertThat(build.learnt.get(ONE))
                .containsExactly(build.lab.hosts().find(ONE).orElseThrow().hostKeyFingerprint());
        assertThat(((List<?>) run.outputs.get("logins").get("logins"))).hasSizeGreaterThanOrEqualTo(4);
        assertThat(build.made(array(), "mkvolume")).isEqualTo(volumes());
        assertThat(build.made(array(), "mkvdiskhostmap")).isEqualTo(volumes());
        assertThat(build.made(ZVM, "attach-volume")).isEqualTo(volumes());
    }

    @Test
    void aGuestAsItIsBuiltPassesAllThatItCanTellAndIsRolledBackToNothing() {
        LabBuild.Run run = build.run(ONE).build();

        Map<String, Object> facts = new TreeMap<>();
        ((Map<?, ?>) run.outputs.get("look-at-settings").get("facts"))
                .forEach((name, value) -> facts.put(String.valueOf(name), value));
        assertThat(facts)
                .containsEntry("hypervisor.kind", "zvm")
                .containsEntry("hypervisor.vcpus", LabBuild.SIZED.get("ifls"))
                .containsEntry("hypervisor.lpar_cpus", 32L)
                .containsEntry("pages.total", pages())
                .as("whoever is no more than a guest may not ask for it")
                .doesNotContainKey("hypervisor.relative_share");
        Map<String, CheckFinding> findings = CheckHostTest.judged(facts);
        assertThat(CheckHostTest.of(findings, CheckVerdict.FAIL))
                .as("nothing for the gate to open")
                .isEmpty();
        assertThat(CheckHostTest.of(findings, CheckVerdict.PASS))
                .contains("ZVM-VCPU-01", "ZVM-VCPU-04", "ZVM-BIG-01", "DPM-PART-01")
                .contains("LNX-HUGE-01", "LNX-HUGE-06", "LNX-THP-01", "LNX-MEM-02", "LNX-OS-01", "LNX-IPC-01")
                .contains("STG-FCP-01", "STG-FCP-02", "STG-FCP-05", "NET-SYN-01", "MON-SAR-01");
        assertThat(CheckHostTest.of(findings, CheckVerdict.NOT_MEASURED))
                .as("what a guest cannot tell")
                .containsExactly("LPAR-WGT-01", "ZVM-LIMIT-01", "ZVM-MEM-01", "ZVM-SHARE-01", "ZVM-VCPU-02");

        run.undo();

        assertThat(feilong().guests()).isEmpty();
        assertThat(build.systems.array(array()).findHost(ONE)).isEmpty();
        assertThat(build.systems.array(array()).fetchVolumes(VolumeFilter.all()))
                .extracting(volume -> volume.name())
                .noneMatch(name -> name.startsWith(ONE));
    }

    @Test
    void runningEveryStepAgainMakesNothingNew() {
        build.run(ONE).build();
        Set<String> before = build.effects();
        long made = created();

        // Nothing tells whether an image is on a disk, so a copy is never made anew below a guest that is on.
        assertThatThrownBy(() -> build.run(ONE).buildUntil("deploy"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.STATE_CONFLICT.name());
                    assertThat(failure).hasMessageContaining("is on, and an image is never copied below it");
                });
        LabBuild.Run again = build.run(ONE);
        again.skip("deploy");
        again.skip("first-boot");
        again.build();

        assertThat(created()).isEqualTo(made);
        assertThat(build.effects()).isEqualTo(before);
    }

    private long created() {
        return build.lab.context().ledger().entries().stream()
                .filter(entry -> entry.effect() == Effect.CREATED)
                .count();
    }

    @Test
    void undoingLeavesNothingOfOursAndEverythingElse() {
        SpectrumVirtualizeClient array = build.systems.array(array());
        array.createVolume(new NewVolume("SOMEBODY_ELSE", "Pool0", 1L << 30, "0", NewVolume.Provisioning.THIN));
        feilong().createGuest(GuestSpec.linux("THEIRS", 1, 2, 1024, "2G", List.of()));
        LabBuild.Run run = build.run(ONE).build();
        List<?> devices = (List<?>) run.outputs.get("paths").get("devices");

        run.undo();

        assertThat(feilong().guests()).containsExactly("THEIRS");
        assertThat(feilong().findSwitch("VSWDB").orElseThrow().users()).isEmpty();
        assertThat(devices)
                .hasSize(4)
                .allSatisfy(device -> assertThat(feilong()
                                .findFcp(String.valueOf(device))
                                .orElseThrow()
                                .reserved())
                        .isFalse());
        assertThat(array.findHost(ONE)).isEmpty();
        assertThat(array.fetchVolumes(VolumeFilter.all()))
                .extracting(volume -> volume.name())
                .contains("SOMEBODY_ELSE")
                .noneMatch(name -> name.startsWith(ONE));
        assertThat(feilong().findDiskPool("ECKD:SYSTEM").orElseThrow().usedGib())
                .isZero();
        assertThat(tree().resolve("u02/staging")).doesNotExist();
        // Undoing what is undone succeeds; the server is down, so only its own steps cannot look.
        run.made.removeIf(made -> made.call().action().startsWith("host."));
        run.undo();
    }

    @Test
    void evaluatingChangesNothingAndSaysWhatItWouldDo() {
        Set<String> before = build.effects();

        LabBuild.Run run = build.run(ONE);
        assertThat(run.evaluate())
                .anySatisfy(
                        text -> assertThat(text)
                                .contains("would create guest " + USERID)
                                .contains(
                                        "3 virtual CPUs (up to 32), 49152 MiB (up to 61440 MiB while it runs) and share RELATIVE 300"))
                .anySatisfy(text -> assertThat(text).contains("would import image rhel9-oracle19"))
                .anySatisfy(text -> assertThat(text).contains("«wwpns of paths»"));

        assertThat(build.effects()).isEqualTo(before);
        assertThat(run.evaluations)
                .allSatisfy((step, text) -> assertThat(text)
                        .as(step)
                        .containsAnyOf("Sends to ", "On host ", "By SSH", "By DNS")
                        .contains("Known only in the run: "));
    }

    @Test
    void aUserOfSomebodyElseIsLeftAloneAndNamed() {
        feilong()
                .createGuest(GuestSpec.linux(USERID, 1, 2, 1024, "2G", List.of())
                        .marked("THEIRS", List.of("A COLLEAGUE'S")));
        LabBuild.Run run = build.run(ONE);

        assertThatThrownBy(() -> run.buildUntil("guest")).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.NAME_TAKEN.name());
            assertThat(failure)
                    .hasMessageContaining(
                            "User " + USERID + " of zvm-1 exists and is not of this run: its account is THEIRS")
                    .hasMessageContaining("Nothing was changed");
            assertThat(failure.failure().advice()).contains("server.userid");
        });
        build.otherFacts.put("server.userid", "GLVDB18");
        build.run(ONE).build().undo();
        assertThat(feilong().guests()).containsExactly(USERID);
    }

    @Test
    void aUserThatTheServerDoesNotManageIsLeftAlone() {
        build.otherFacts.put("server.userid", "MAINT");

        assertThatThrownBy(() -> build.run(ONE).buildUntil("guest"))
                .hasMessageContaining("User MAINT of zvm-1 exists and is not of this run");
        assertThat(build.made(ZVM, "create-guest")).isZero();
    }

    @Test
    void aGuestWithoutASystemOnItsDiskIsNotBooted() {
        LabBuild.Run run = build.run(ONE);
        run.skip("deploy");

        assertThatThrownBy(() -> run.buildUntil("first-boot"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
                    assertThat(failure)
                            .hasMessageContaining("Nothing could be loaded on guest " + USERID)
                            .hasMessageContaining("HCPGIR450W");
                });
    }

    @Test
    void aHostKeyThatTheLandscapePinsNeedsNoConsole() {
        build.otherFacts.put("server.host_key", "landscape");
        LabBuild.Run run = build.run(ONE).buildUntil("start");

        assertThat(run.outputs).doesNotContainKey("first-boot");
    }

    @Test
    void aGuestTakesWhatAPersonGivesInPlaceOfTheRules() {
        build.otherFacts.put("server.cpus.maximum", 6);
        build.otherFacts.put("server.memory.maximum.gib", 96.0);
        build.otherFacts.put("server.share", 200);
        build.run(ONE).buildUntil("guest");

        assertThat(feilong().findGuest(USERID)).hasValueSatisfying(guest -> {
            assertThat(guest.maxCpus()).isEqualTo(6);
            assertThat(guest.maxMemoryMib()).isEqualTo(96 * 1024);
            assertThat(guest.lines()).anySatisfy(line -> assertThat(line).contains("SHARE", "RELATIVE 600"));
        });
    }

    @Test
    void channelsThatNobodyDescribedAreNamed() {
        LabBuild.Run run = build.run(ONE).buildUntil("guest");
        build.actions.clear();
        BuildActions.all(build.systems(system -> system.kind().equals("feilong")
                        ? new OuterSystem(system.name(), system.kind(), system.url(), null, system.secret(), null, true)
                        : system))
                .forEach(action -> build.actions.put(action.name(), action));

        assertThatThrownBy(() -> run.buildUntil("paths")).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name());
            assertThat(failure).hasMessageContaining("Nobody has said on which fabric channel 0240, 0260");
            assertThat(failure.failure().advice()).contains("fcp-channels");
        });
    }

    @Test
    void aGuestThatRanComesUpAgainWithTheLab() throws IOException {
        build.run(ONE).buildUntil("logins");
        List<String> keys = build.learnt.get(ONE);
        build.close();

        build = new LabBuild(directory.toRealPath());
        build.learnt.put(ONE, keys);
        LabBuild.Run run = build.run(ONE);
        StepResult seen = build.actions
                .get("host.wait-reachable")
                .await(
                        LabBuild.with(run.callOf("reachable", Operation.RUN), Operation.AWAIT, Map.of(), ONE),
                        build.context);

        assertThat(seen.finished()).as("by the key that it had").isTrue();
        assertThat(build.systems.array(array()).findHost(ONE).orElseThrow().status())
                .isEqualTo("online");
    }

    @Test
    void everyCallIsLoggedWithoutSecrets() throws IOException {
        build.run(ONE).build();

        assertThat(build.context.calls)
                .extracting(OuterCall::operation)
                .contains("create-guest", "deploy-image", "attach-volume", "start-guest", "run-job");
        assertThat(build.context.calls.toString())
                .doesNotContain(Files.readString(directory.resolve("secrets").resolve(ZVM)));
    }
}
