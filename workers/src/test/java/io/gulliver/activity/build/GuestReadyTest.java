package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** What Linux on a new server has to show before anybody lands on it, and what stops the build there. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class GuestReadyTest {
    private static final String ONE = "blefuscu-44";
    private static final String FAULTS = "var/lab/path-faults";

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

    private Path tree() {
        return build.lab.hosts().find(ONE).orElseThrow().root();
    }

    private String read(String file) throws IOException {
        return Files.readString(tree().resolve(file));
    }

    private static String wwid(LabBuild.Run run, String step, String volume) {
        Map<?, ?> items = (Map<?, ?>) run.outputs.get(step).get("items");
        return String.valueOf(((Map<?, ?>) items.get(volume)).get("wwid"));
    }

    private int volumes(String fact) {
        return ((List<?>) build.facts(ONE).values().get(fact)).size();
    }

    /** All files of the system's settings and of its disks, with what is in them. */
    private Map<String, String> state() throws IOException {
        Map<String, String> state = new TreeMap<>();
        for (String top : List.of("etc", "var/lab", "u02", "u03", "u04", "sys")) {
            if (!Files.exists(tree().resolve(top))) {
                continue;
            }
            try (Stream<Path> all = Files.walk(tree().resolve(top))) {
                for (Path path : all.toList()) {
                    state.put(
                            tree().relativize(path).toString(),
                            Files.isDirectory(path) ? "directory" : Files.readString(path));
                }
            }
        }
        return state;
    }

    private static List<String> lines(Map<String, String> state, String file) {
        return state.getOrDefault(file, "").lines().sorted().toList();
    }

    @Test
    void aRecoveryAreaLiesOnVolumesOfItsOwnAndGoesWithThem() throws IOException {
        build.otherFacts.put("server.recovery.volumes", List.of("fra01", "fra02"));
        build.otherFacts.put("server.recovery.mount", tree().resolve("u04").toString());
        LabBuild.Run run = build.run(ONE).buildUntil("prepare");
        Map<String, String> before = state();
        run.build();

        int all = 3 + volumes("server.data.volumes") + volumes("server.redo.volumes");
        assertThat(run.outputs.get("check-paths")).containsEntry("volumes", all);
        assertThat(read("var/lab/lvm/orafra"))
                .contains(wwid(run, "recovery-volumes", "fra01"), wwid(run, "recovery-volumes", "fra02"))
                .contains("lv fra 2 1024");
        assertThat(read("var/lab/mounts")).contains("/dev/orafra/fra " + tree().resolve("u04"));
        assertThat(tree().resolve("u04/fra")).isDirectory();

        undo(run, "listener");
        undo(run, "prepare-storage");
        assertThat(state().keySet()).noneMatch(name -> name.startsWith("u04") || name.contains("orafra"));
        assertThat(lines(state(), "etc/fstab")).isEqualTo(lines(before, "etc/fstab"));
    }

    @Test
    void everyVolumeIsThereOverEveryPathAndMounted() throws IOException {
        LabBuild.Run run = build.run(ONE).build();

        int pairs = ((List<?>) run.outputs.get("logins").get("logins")).size();
        int all = 1 + volumes("server.data.volumes") + volumes("server.redo.volumes");
        assertThat(run.outputs.get("check-paths")).containsEntry("volumes", all).containsEntry("paths", all * pairs);
        assertThat(read("var/lab/multipath.conf"))
                .contains("user_friendly_names no")
                .contains("wwid " + wwid(run, "data-volumes", "data01") + "\n\t\talias data01");
        assertThat(read("var/lab/lvm/oradata"))
                .contains("tag Gulliver:" + run.id.value() + ":prepare-storage")
                .contains("lv data " + volumes("server.data.volumes") + " 1024");
        assertThat(read("var/lab/lvm/oraredo"))
                .as("redo logs are on volumes of their own, and not striped")
                .contains("lv redo 1 -")
                .doesNotContain(wwid(run, "data-volumes", "data01"));
        String uuid = read("var/lab/fs/oradata-data").strip().replace("xfs ", "");
        assertThat(read("etc/fstab"))
                .contains("UUID=" + uuid + " " + tree().resolve("u02") + " xfs defaults,noatime 0 0");
        assertThat(read("var/lab/mounts"))
                .contains("/dev/oradata/data " + tree().resolve("u02") + " " + uuid)
                .contains("/dev/oraredo/redo " + tree().resolve("u03"));
        assertThat(tree().resolve("u03/redo")).as("Oracle makes none").isDirectory();
        assertThat(Files.isWritable(tree().resolve("u02")))
                .as("Oracle's user writes there")
                .isTrue();
        assertThat(read("etc/owners")).doesNotContain(tree().resolve("u02").toString());
    }

    @Test
    void groupsLimitsAndSettingsAreAsOracleWantsThem() throws IOException {
        LabBuild.Run run = build.run(ONE).build();

        assertThat(read("etc/group").lines())
                .contains(
                        "oinstall:x:54321:",
                        "dba:x:54322:oracle",
                        "oper:x:54323:oracle",
                        "backupdba:x:54324:oracle",
                        "dgdba:x:54325:oracle",
                        "kmdba:x:54326:oracle",
                        "racdba:x:54330:oracle")
                .as("no group of ASM where there is none")
                .noneMatch(line -> line.startsWith("asm"));
        assertThat(read("etc/passwd")).startsWith("oracle:x:54321:54321:");
        String limits = read("etc/security/limits.d/97-gulliver-oracle.conf");
        assertThat(limits)
                .contains("oracle soft nofile 1024", "oracle hard nofile 65536", "oracle hard nproc 16384")
                .contains("oracle soft stack 10240", "oracle hard stack 32768");
        long memlock = Long.parseLong(limits.lines()
                .filter(line -> line.startsWith("oracle hard memlock "))
                .findFirst()
                .orElseThrow()
                .substring("oracle hard memlock ".length()));
        assertThat(memlock).isGreaterThanOrEqualTo((Long) LabBuild.SIZED.get("huge_pages") * 1024);
        assertThat(read("etc/systemd/logind.conf.d/97-gulliver-oracle.conf")).contains("[Login]\nRemoveIPC=no");
        assertThat(read("sys/kernel/mm/transparent_hugepage/enabled")).isEqualTo("always madvise [never]\n");
        assertThat(read("etc/tmpfiles.d/97-gulliver-oracle.conf"))
                .contains("w /sys/kernel/mm/transparent_hugepage/enabled - - - - never");
        assertThat(read("etc/units").lines())
                .as("the time is kept, and sysstat collects")
                .containsExactlyInAnyOrder("chronyd enabled", "sysstat enabled");
        assertThat(run.outputs.get("prepare")).containsEntry("findings", List.of());
    }

    @Test
    void aSecondRoundChangesNothing() throws IOException {
        LabBuild.Run run = build.run(ONE).build();
        Map<String, String> before = state();

        for (String step : List.of("prepare", "prepare-storage")) {
            StepCall call = run.callOf(step, Operation.RUN);
            build.actions.get(call.action()).run(ofRound(call, 2), build.context);
        }

        assertThat(state()).isEqualTo(before);
    }

    @Test
    void undoingLeavesNothing() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("check-paths");
        Files.writeString(tree().resolve("etc/group"), "wheel:x:10:\noper:x:54323:root\n");
        Map<String, String> before = state();
        run.build();
        assertThat(state()).isNotEqualTo(before);

        run.undo();

        Map<String, String> after = state();
        for (String file : List.of("etc/group", "etc/fstab", "etc/owners", "etc/units")) {
            assertThat(lines(after, file)).as(file).isEqualTo(lines(before, file));
        }
        assertThat(after)
                .containsEntry(
                        "sys/kernel/mm/transparent_hugepage/enabled",
                        before.get("sys/kernel/mm/transparent_hugepage/enabled"));
        assertThat(after.keySet().stream().filter(name -> !"directory".equals(after.get(name))))
                .as("no file more than before")
                .filteredOn(name -> !before.containsKey(name))
                .filteredOn(name -> !name.equals("etc/passwd") && !name.equals("var/lab/multipath.conf"))
                .isEmpty();
        assertThat(after.getOrDefault("etc/passwd", "")).doesNotContain("oracle");
        assertThat(after).doesNotContainKeys("u02/staging", "u03");
    }

    @ParameterizedTest
    @CsvSource({
        "failed, is dead: failed; offline; faulty",
        "unreadable, 'is bad, though multipath has it for ready: dd: error reading'",
        "slow, 'is slow: 19 MB/s, the median of the others is 1144 MB/s'"
    })
    void aBadPathIsNamedBeforeItCostsANight(String fault, String words) throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("reachable");
        String[] path = read("var/lab/paths")
                .lines()
                .filter(line -> line.startsWith(wwid(run, "data-volumes", "data01")))
                .findFirst()
                .orElseThrow()
                .split("\\|");
        Files.writeString(tree().resolve(FAULTS), path[1] + " " + fault + "\n");

        assertThatThrownBy(run::build).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(failure)
                    .hasMessageContaining(path[1] + " (" + path[2] + ", port " + path[3].substring(2) + " to "
                            + path[4].substring(2) + ") to volume data01")
                    .hasMessageContaining(words.replace(";", ","));
            assertThat(failure.failure().advice()).contains("rescan-scsi-bus.sh");
        });

        Files.delete(tree().resolve(FAULTS));
        StepCall call = ofRound(run.callOf("check-paths", Operation.RUN), 2);
        assertThat(build.actions
                        .get("host.check-paths")
                        .start(call, build.context)
                        .job())
                .isNotNull();
        assertThat(build.actions
                        .get("host.check-paths")
                        .await(call, build.context)
                        .finished())
                .isTrue();
    }

    @Test
    void aVolumeThatIsNotThereAndAPortThatLeadsNowhereAreNamed() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("reachable");
        String lost = wwid(run, "redo-volumes", "redo01");
        Path paths = tree().resolve("var/lab/paths");
        List<String> seen = Files.readAllLines(paths);
        String port = seen.get(0).split("\\|")[3];
        Files.write(
                paths,
                seen.stream()
                        .filter(line -> !line.startsWith(lost))
                        .filter(line -> !(line.startsWith(wwid(run, "data-volumes", "data01")) && line.contains(port)))
                        .toList());

        assertThatThrownBy(run::build).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(failure)
                    .hasMessageContaining("volume redo01 (" + lost + ") is not there")
                    .hasMessageContaining("volume data01 is not seen through port " + port.substring(2));
        });
        build.lab.scan(ONE);
        assertThat(Files.readAllLines(paths)).as("what the fabric shows").isEqualTo(seen);
    }

    @Test
    void aVolumeThatCarriesAnythingIsNeverFormatted() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("prepare");
        String wwid = wwid(run, "redo-volumes", "redo01");
        Path carries = tree().resolve("var/lab/signatures/" + wwid);
        Files.createDirectories(carries.getParent());
        Files.writeString(carries, "ext4 8c8f9b6e-0000-4000-8000-000000000001\n");
        Map<String, String> before = state();

        assertThatThrownBy(run::build).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(failure)
                    .hasMessageContaining("volume redo01 (" + wwid + ") carries ext4 already, and is left as it is");
        });
        Map<String, String> after = state();
        after.keySet().removeIf(name -> !before.containsKey(name) && "directory".equals(after.get(name)));
        after.keySet()
                .removeIf(name -> !before.containsKey(name) && after.get(name).isEmpty());
        assertThat(after)
                .as("nothing at all was written, to the other volumes neither")
                .isEqualTo(before);
    }

    @Test
    void whatIsInUseStaysMountedAndGoesWhenItIsNot() throws Exception {
        LabBuild.Run run = build.run(ONE).build();
        StepCall undo = run.made.stream()
                .filter(made -> made.step().id().equals("prepare-storage"))
                .findFirst()
                .orElseThrow()
                .call();
        Process user = new ProcessBuilder("sleep", "600")
                .directory(tree().resolve("u02").toFile())
                .start();
        try {
            assertThatThrownBy(() -> build.actions.get("host.prepare-storage").undo(undo, build.context))
                    .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                        assertThat(failure.failure().code()).isEqualTo(FailureCode.STATE_CONFLICT.name());
                        assertThat(failure)
                                .hasMessageContaining(tree().resolve("u02") + " is in use and stays mounted");
                    });
            assertThat(read("var/lab/lvm/oradata")).contains("lv data");
        } finally {
            user.destroyForcibly().waitFor();
        }

        build.actions.get("host.prepare-storage").undo(ofRound(undo, 2), build.context);
        assertThat(tree().resolve("var/lab/lvm/oradata")).doesNotExist();
        assertThat(read("var/lab/mounts")).isEmpty();
    }

    @Test
    void whatWasUndoneIsMadeAgainOnTheSameVolumes() throws IOException {
        LabBuild.Run run = build.run(ONE).build();
        undo(run, "listener");
        undo(run, "prepare-storage");

        StepCall call = ofRound(run.callOf("prepare-storage", Operation.RUN), 2);
        build.actions.get("host.prepare-storage").run(call, build.context);

        assertThat(read("var/lab/mounts").lines()).hasSize(2);
    }

    @Test
    void aTryThatWasCutOffIsTakenUpAgain() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("prepare");
        Path program = tree().resolve("bin/vgcreate");
        String whole = Files.readString(program);
        Files.writeString(program, "#!/bin/sh\necho '  Command failed with status code 5.' >&2\nexit 5\n");
        assertThatThrownBy(run::build)
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name()));
        assertThat(read("var/lab/signatures/" + wwid(run, "data-volumes", "data01")))
                .as("made by us, and noted")
                .startsWith("LVM2_member ");

        Files.writeString(program, whole);
        StepCall call = ofRound(run.callOf("prepare-storage", Operation.RUN), 2);
        build.actions.get("host.prepare-storage").run(call, build.context);
        assertThat(read("var/lab/mounts").lines()).hasSize(2);
    }

    @Test
    void aVolumeGroupOfSomebodyElseUnderOurNameStopsIt() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("prepare");
        Path group = tree().resolve("var/lab/lvm/oradata");
        Files.createDirectories(group.getParent());
        Files.writeString(group, "tag theirs\n");

        assertThatThrownBy(run::build)
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("volume group oradata is there and not ours");
        assertThat(Files.readString(group)).isEqualTo("tag theirs\n");
    }

    @Test
    void aMountPointWithFilesIsNotHidden() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("prepare");
        Files.createDirectories(tree().resolve("u03"));
        Files.writeString(tree().resolve("u03/somebodys"), "text");

        assertThatThrownBy(run::build)
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining(tree().resolve("u03") + " holds files that a mount would hide");
    }

    @ParameterizedTest
    @CsvSource({
        "etc/group, dba:x:500:, 'group dba has the id 500, wanted 54322'",
        "etc/group, staff:x:54322:, 'group id 54322 is that of staff, wanted for dba'",
        "etc/passwd, oracle:x:1001:1001::/home/oracle:/bin/sh, 'user oracle has the id 1001, wanted 54321'",
        "etc/packages, ksh, 'packages that Oracle wants are missing: glibc-devel libaio'"
    })
    void whatOnlyAPersonMendsStopsBeforeAnythingIsChanged(String file, String content, String words)
            throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("check-paths");
        Files.writeString(tree().resolve(file), content + "\n");
        Map<String, String> before = state();

        assertThatThrownBy(run::build).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(failure).hasMessageContaining(words);
        });
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void timeThatIsNotSynchronisedAndAnUnknownDistributionAreFindings() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("check-paths");
        Files.writeString(tree().resolve("etc/chrony.alone"), "");
        Files.writeString(tree().resolve("etc/os-release"), "ID=\"sles\"\nVERSION_ID=\"15.5\"\n");

        run.build();

        assertThat((List<?>) run.outputs.get("prepare").get("findings"))
                .hasSize(2)
                .anySatisfy(finding -> assertThat(finding.toString()).contains("is not synchronised"))
                .anySatisfy(
                        finding -> assertThat(finding.toString()).contains("no list of packages is known for sles 15"));
    }

    private List<String> jobs(String login) throws IOException {
        Path folder = tree().resolve("home/" + login + "/.gulliver/jobs");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(job -> job.getFileName().toString().replaceFirst(".*-([a-z]+)$", "$1"))
                    .sorted()
                    .toList();
        }
    }

    /** The owner of Oracle's software has no sudo here, and nothing of Oracle's runs under the other login. */
    @Test
    void whatNeedsRootAndWhatIsOraclesRunUnderLoginsOfTheirOwn() throws IOException {
        build.run(ONE).build();

        assertThat(jobs("builder"))
                .anyMatch(job -> job.contains("preparehost"))
                .noneMatch(job -> job.contains("listener"));
        assertThat(jobs("oracle"))
                .anyMatch(job -> job.contains("createlistener"))
                .noneMatch(job -> job.contains("prepare"));
        assertThat(read("etc/sudoers")).doesNotContain("oracle");
    }

    @Test
    void withoutAPrivilegedLoginNothingIsPrepared() {
        LabBuild.Run run = build.run(ONE).buildUntil("start");
        StepCall call = run.callOf("reachable", Operation.RUN);

        try (Systems ownerAlone = build.withoutPrivileged()) {
            assertThatThrownBy(() -> BuildActions.all(ownerAlone).stream()
                            .filter(action -> action.name().equals(call.action()))
                            .findFirst()
                            .orElseThrow()
                            .start(call, build.context))
                    .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                        assertThat(failure).hasMessageContaining("names no privileged login");
                        assertThat(failure.failure().advice()).contains("privileged-user");
                    });
        }
    }

    @Test
    void aLoginWithoutSudoIsToldSo() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("reachable");
        Files.writeString(tree().resolve("bin/sudo"), "#!/bin/sh\necho 'sudo: a password is required' >&2\nexit 1\n");

        assertThatThrownBy(run::build).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(failure).hasMessageContaining("user builder may not use sudo here without a password");
            assertThat(failure.failure().advice()).contains("sudo");
        });
    }

    private boolean listens() {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), build.lab.oracle().port(ONE))) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    private Path admin() {
        return Path.of(String.valueOf(build.facts(ONE).values().get("server.oracle.home")), "network/admin");
    }

    private void undo(LabBuild.Run run, String step) {
        run.made.stream()
                .filter(made -> made.step().id().equals(step))
                .forEach(made -> build.actions.get(made.call().action()).undo(made.call(), build.context));
    }

    @Test
    void aHomeOfAnotherReleaseIsFoundBeforeADatabaseIsMadeInIt() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("check-home");
        assertThat(run.outputs.get("check-home"))
                .containsEntry("release", "19.24.0.0.0")
                .containsEntry("patches", List.of("36582781;Database Release Update : 19.24.0.0.0 (36582781)"))
                .containsEntry("findings", List.of());

        StepCall call = ofRound(run.callOf("check-home", Operation.RUN), 2);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("release", "19.2");
        assertThatThrownBy(() -> build.actions.get("host.check-home").run(withInputs(call, inputs), build.context))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
                    assertThat(failure).hasMessageContaining("is of release 19.24.0.0.0, wanted 19.2.");
                });

        Files.delete(admin().resolveSibling("../OPatch/opatch").normalize());
        inputs.put("release", "19");
        assertThat(build.actions
                        .get("host.check-home")
                        .run(withInputs(ofRound(call, 3), inputs), build.context)
                        .outputs()
                        .get("findings")
                        .toString())
                .contains("there is no OPatch");
    }

    @Test
    void nobodyListensBeforeItsListenerIsMadeAndAfterItIsTakenAway() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("prepare-storage");
        assertThat(listens()).as("a new server").isFalse();

        run.build();

        assertThat(listens()).isTrue();
        assertThat(run.outputs.get("listener"))
                .containsEntry("port", build.lab.oracle().port(ONE));
        assertThat(build.made("oracle", "netca")).isEqualTo(1);
        Files.writeString(admin().resolve("sqlnet.ora"), "SQLNET.EXPIRE_TIME = 10\n");
        undo(run, "listener");
        assertThat(listens()).isFalse();
        assertThat(admin().resolve("listener.ora")).doesNotExist();
        assertThat(admin().resolve("sqlnet.ora"))
                .as("what somebody changed since")
                .exists();
    }

    @Test
    void aListenerThatAnswersIsLeftAsItIs() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("prepare-storage");
        build.lab.oracle().startListener(ONE);

        run.build();
        undo(run, "listener");

        assertThat(listens()).isTrue();
        assertThat(build.made("oracle", "netca")).isZero();
    }

    @Test
    void aListenerThatIsConfiguredAndDoesNotAnswerIsAPersons() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("prepare-storage");
        Files.createDirectories(admin());
        Files.writeString(admin().resolve("listener.ora"), "LISTENER = (ADDRESS = (PROTOCOL = TCP)(PORT = 1))\n");

        assertThatThrownBy(run::build).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(failure).hasMessageContaining("stands in " + admin() + "/listener.ora and does not answer");
        });
        assertThat(admin().resolve(".gulliver-listener")).doesNotExist();
    }

    private static StepCall withInputs(StepCall call, Map<String, Object> inputs) {
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                call.generation(),
                call.step(),
                call.attempt(),
                call.round(),
                call.operation(),
                call.action(),
                call.playbookHash(),
                inputs,
                call.outputs(),
                call.job(),
                call.patienceSeconds());
    }

    private static StepCall ofRound(StepCall call, int round) {
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                call.generation(),
                call.step(),
                call.attempt(),
                round,
                call.operation(),
                call.action(),
                call.playbookHash(),
                call.inputs(),
                call.outputs(),
                call.job(),
                call.patienceSeconds());
    }
}
