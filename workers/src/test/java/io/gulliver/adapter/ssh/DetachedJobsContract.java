package io.gulliver.adapter.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.adapter.ssh.SshException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What every host must do with a job, whatever SSH server stands before it. One test a state, and the ways between. */
abstract class DetachedJobsContract {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(cleanup = CleanupMode.NEVER)
    Path directory;

    private FarEnd far;
    private HostConnections connections;
    private DetachedJobs jobs;
    private SshHost host;

    abstract FarEnd open(Path directory) throws IOException;

    @BeforeEach
    void connect() throws IOException {
        far = open(directory);
        host = far.host();
        connections = new HostConnections(SshLimits.defaults());
        jobs = new SshDetachedJobs(connections);
    }

    @AfterEach
    void disconnect() throws IOException {
        if (connections != null) {
            connections.close();
        }
        if (far != null) {
            far.reboot();
            far.close();
        }
    }

    @Test
    void aJobNobodyStartedIsAbsent() {
        assertThat(jobs.status(host, "nobody").state()).isEqualTo(JobState.ABSENT);
        assertThat(jobs.stop(host, "nobody", 1).state()).isEqualTo(JobState.ABSENT);
        assertThat(jobs.remove(host, "nobody", 1).state()).isEqualTo(JobState.ABSENT);
        assertThat(jobs.readLog(host, "nobody", 0, 100).bytes()).isEmpty();
    }

    @Test
    void aShortJobAnswersWithItsExitCodeAndKeepsItsOutput() throws IOException {
        JobSpec spec = JobSpec.of(
                        "short-1",
                        4,
                        "echo \"$GREETING\"\ncat export.par\nstat -c '%a %n' export.par secret.par\necho wrong >&2\nexit 7")
                .withEnvironment(Map.of("GREETING", "it's 5 o'clock \"$HOME\" `id`\nnext line"))
                .withFiles(List.of(JobFile.text("export.par", "FULL=Y\n"), JobFile.secret("secret.par", "tiger")));

        JobStatus status = jobs.runShort(host, spec, PATIENCE);

        assertThat(status.state()).isEqualTo(JobState.EXITED);
        assertThat(status.exitCode()).isEqualTo(7);
        assertThat(status.generation()).isEqualTo(4);
        assertThat(status.started())
                .isBetween(Instant.now().minusSeconds(120), Instant.now().plusSeconds(5));
        assertThat(jobs.readLog(host, "short-1", 0, 10_000).text())
                .isEqualTo("it's 5 o'clock \"$HOME\" `id`\nnext line\nFULL=Y\n600 export.par\n600 secret.par\nwrong\n");
        assertThat(job("short-1").resolve("work/secret.par")).doesNotExist();
        assertThat(job("short-1").resolve("work/export.par")).hasContent("FULL=Y\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(job("short-1"))))
                .isEqualTo("rwx------");
    }

    @Test
    void aStartedJobRunsAndThenExitsAndIsNeverStartedAgain() throws IOException {
        JobSpec spec = effect("long-1", "while [ ! -e go ]; do sleep 0.1; done");

        assertThat(jobs.start(host, spec).state()).isEqualTo(JobState.RUNNING);
        assertThat(jobs.start(host, spec).state()).isEqualTo(JobState.RUNNING);
        assertThat(jobs.status(host, "long-1").state()).isEqualTo(JobState.RUNNING);
        Files.createFile(job("long-1").resolve("work/go"));
        awaitState("long-1", JobState.EXITED);

        JobStatus again = jobs.start(host, spec);
        assertThat(again.succeeded()).isTrue();
        assertThat(jobs.runShort(host, spec, PATIENCE).succeeded()).isTrue();
        assertThat(effects("long-1")).isEqualTo(1);
        assertThat(jobs.logTimes(host, "long-1"))
                .first()
                .satisfies(mark -> assertThat(mark.hostTime()).isEqualTo(again.started()));
        assertThat(jobs.logTimes(host, "long-1")).last().satisfies(mark -> {
            assertThat(mark.offset()).isEqualTo("begun\n".length());
            assertThat(mark.hostTime()).isEqualTo(again.ended());
        });
    }

    @Test
    void aShortJobThatTakesLongerIsAnsweredAsRunningAndGoesOn() throws IOException {
        JobSpec spec = effect("slow-1", "while [ ! -e go ]; do sleep 0.1; done");

        assertThat(jobs.runShort(host, spec, Duration.ofSeconds(2)).state()).isEqualTo(JobState.RUNNING);
        Files.createFile(job("slow-1").resolve("work/go"));
        awaitState("slow-1", JobState.EXITED);

        assertThat(effects("slow-1")).isEqualTo(1);
    }

    @Test
    void otherContentUnderTheSameNameIsRefused() throws IOException {
        jobs.runShort(host, effect("same-1", "true"), PATIENCE);

        SshException refusal = failure(() -> jobs.start(host, effect("same-1", "false")));

        assertThat(refusal.kind()).isEqualTo(Kind.CONFLICT);
        assertThat(refusal).hasMessageContaining(host.name()).hasMessageContaining("same-1");
        assertThat(effects("same-1")).isEqualTo(1);
    }

    @Test
    void aLowerGenerationRunsARemovedJobNeverAgain() throws IOException {
        JobSpec spec = effect("gone-1", "true").withGeneration(2);
        jobs.runShort(host, spec, PATIENCE);
        assertThat(jobs.remove(host, "gone-1", 2).state()).isEqualTo(JobState.ABSENT);

        assertThat(failure(() -> jobs.runShort(host, spec.withGeneration(1), PATIENCE)))
                .hasMessageContaining("generation 2")
                .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(Kind.CONFLICT));
        assertThat(jobs.status(host, "gone-1").state()).isEqualTo(JobState.ABSENT);
        assertThat(effects("gone-1")).isEqualTo(1);

        jobs.runShort(host, spec, PATIENCE);
        assertThat(effects("gone-1"))
                .as("a short script may run again under its own generation")
                .isEqualTo(2);
    }

    @Test
    void aLowerGenerationIsRefusedAndAHigherOneTakesTheJobOver() throws IOException {
        JobSpec spec = effect("fenced-1", "true").withGeneration(5);
        jobs.runShort(host, spec, PATIENCE);

        assertThat(failure(() -> jobs.start(host, spec.withGeneration(4))).kind())
                .isEqualTo(Kind.CONFLICT);
        assertThat(failure(() -> jobs.stop(host, "fenced-1", 4)).kind()).isEqualTo(Kind.CONFLICT);
        assertThat(failure(() -> jobs.remove(host, "fenced-1", 4))).hasMessageContaining("generation 5");
        assertThat(jobs.start(host, spec.withGeneration(6)).generation()).isEqualTo(6);
        assertThat(failure(() -> jobs.start(host, spec)).kind()).isEqualTo(Kind.CONFLICT);
        assertThat(effects("fenced-1")).isEqualTo(1);
    }

    @Test
    void aFreshClaimIsLeftToItsOwnerAndAnOldOneIsTakenOver() throws IOException {
        JobSpec spec = effect("claim-1", "true");
        leaveClaimed(spec, Instant.now());

        assertThat(jobs.status(host, "claim-1").state()).isEqualTo(JobState.CLAIMED);
        assertThat(jobs.start(host, spec).state()).isEqualTo(JobState.CLAIMED);
        assertThat(failure(() -> jobs.remove(host, "claim-1", 1)).kind()).isEqualTo(Kind.CONFLICT);
        assertThat(effects("claim-1")).isZero();

        Files.writeString(
                job("claim-1").resolve("claim"), Instant.now().minusSeconds(31).getEpochSecond() + "\n");
        assertThat(jobs.runShort(host, spec, PATIENCE).succeeded()).isTrue();
        assertThat(effects("claim-1")).isEqualTo(1);
    }

    @Test
    void aStoppedClaimNeverStarts() throws IOException {
        JobSpec spec = effect("claim-2", "true");
        leaveClaimed(spec, Instant.now());

        assertThat(jobs.stop(host, "claim-2", 1).exitCode()).isEqualTo(143);
        Files.writeString(job("claim-2").resolve("claim"), "1\n");

        assertThat(jobs.start(host, spec).exitCode()).isEqualTo(143);
        assertThat(effects("claim-2")).isZero();
    }

    @Test
    void anOldClaimCanBeRemoved() throws IOException {
        leaveClaimed(effect("claim-3", "true"), Instant.now().minusSeconds(31));

        assertThat(jobs.remove(host, "claim-3", 1).state()).isEqualTo(JobState.ABSENT);
        assertThat(job("claim-3")).doesNotExist();
    }

    @Test
    void aJobWhoseProcessesWereKilledHasVanishedAndIsNotRunAgain() throws IOException {
        JobSpec spec = effect("killed-1", "sleep 600");
        jobs.start(host, spec);
        awaitBegun("killed-1");

        for (String file : List.of("pid", "group")) {
            String pid = Files.readString(job("killed-1").resolve(file)).split(" ")[0];
            ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
        }
        awaitState("killed-1", JobState.VANISHED);

        assertThat(jobs.start(host, spec).state()).isEqualTo(JobState.VANISHED);
        assertThat(jobs.runShort(host, spec, PATIENCE).state()).isEqualTo(JobState.VANISHED);
        assertThat(effects("killed-1")).isEqualTo(1);
        assertThat(jobs.remove(host, "killed-1", 1).state()).isEqualTo(JobState.ABSENT);
    }

    @Test
    void aJobWhoseCarrierWasKilledCountsAsRunningWhileItsScriptLives() throws IOException {
        jobs.start(host, effect("orphan-1", "sleep 600"));
        awaitBegun("orphan-1");

        String pid = Files.readString(job("orphan-1").resolve("pid")).split(" ")[0];
        ProcessHandle carrier = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        carrier.destroyForcibly();
        await().atMost(PATIENCE).until(() -> !carrier.isAlive());

        assertThat(jobs.status(host, "orphan-1").state()).isEqualTo(JobState.RUNNING);
        assertThat(jobs.stop(host, "orphan-1", 1).state()).isEqualTo(JobState.VANISHED);
    }

    @Test
    void aJobHasVanishedAfterItsHostRebooted() throws IOException {
        JobSpec spec = effect("reboot-1", "sleep 600");
        jobs.start(host, spec);
        awaitBegun("reboot-1");

        far.reboot();

        JobStatus status = jobs.status(host, "reboot-1");
        assertThat(status.state()).isEqualTo(JobState.VANISHED);
        assertThat(jobs.start(host, spec).state()).isEqualTo(JobState.VANISHED);
        assertThat(effects("reboot-1")).isEqualTo(1);
    }

    @Test
    void aProcessOfTheSameNumberAfterARebootIsNotTakenForTheJob() throws IOException {
        jobs.start(host, effect("reboot-2", "sleep 600"));
        Path pid = job("reboot-2").resolve("pid");
        String[] words = Files.readString(pid).strip().split(" ");

        // The number lives, but the boot is another one: what a reused number looks like.
        Files.writeString(pid, words[0] + " " + words[1] + " another-boot " + words[3] + "\n");
        assertThat(jobs.status(host, "reboot-2").state()).isEqualTo(JobState.VANISHED);

        // The same boot, but the process of this number began at another time.
        Files.writeString(pid, words[0] + " 1 " + words[2] + " " + words[3] + "\n");
        Files.delete(job("reboot-2").resolve("group"));
        assertThat(jobs.status(host, "reboot-2").state()).isEqualTo(JobState.VANISHED);
    }

    @Test
    void aFullDiskIsSaidClearlyAndLeavesNoHalfMadeJob() throws Exception {
        jobs.runShort(host, effect("before-1", "true"), PATIENCE);
        Path disk = far.home().resolve(".gulliver/jobs");
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=128k,mode=700", "gulliver-test", disk.toString()),
                "a small disk cannot be mounted here; run this test as root with the right to mount");
        try {
            JobSpec big =
                    JobSpec.of("full-1", 1, "true").withFiles(List.of(JobFile.text("big.par", "x".repeat(300 * 1024))));
            SshException refusal = failure(() -> jobs.runShort(host, big, PATIENCE));
            assertThat(refusal.kind()).isEqualTo(Kind.CAPACITY);
            assertThat(refusal).hasMessageContaining("nothing was started").hasMessageContaining("No space left");
            assertThat(jobs.status(host, "full-1").state()).isEqualTo(JobState.ABSENT);
            assertThat(names(disk)).isEmpty();

            // To the last page: whichever file is the one that no longer fits, the answer is the same.
            Path filler = disk.resolve("filler");
            for (int pages = 0; pages <= 32; pages++) {
                Files.write(filler, new byte[pages * 4096]);
                JobSpec small = effect("full-at-" + pages, "true");
                try {
                    assertThat(jobs.runShort(host, small, PATIENCE).state()).isEqualTo(JobState.EXITED);
                    assertThat(effects(small.jobId())).isEqualTo(1);
                } catch (SshException full) {
                    assertThat(full.kind()).as(full.getMessage()).isEqualTo(Kind.CAPACITY);
                    assertThat(jobs.status(host, small.jobId()).state()).isEqualTo(JobState.ABSENT);
                    assertThat(effects(small.jobId())).isZero();
                }
                jobs.remove(host, small.jobId(), 1);
                assertThat(names(disk)).containsExactly("filler");
                Files.delete(filler);
            }
        } finally {
            assertThat(run("umount", "-l", disk.toString())).isTrue();
        }
    }

    @Test
    void aDiskThatFillsUpWhileTheJobRunsDoesNotCostTheExitCode() throws Exception {
        jobs.runShort(host, effect("before-2", "true"), PATIENCE);
        Path disk = far.home().resolve(".gulliver/jobs");
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=256k,mode=700", "gulliver-test", disk.toString()),
                "a small disk cannot be mounted here; run this test as root with the right to mount");
        try {
            JobSpec spec = effect("filling-1", "cat /dev/zero > rest; echo no room for this; exit 9");

            JobStatus status = jobs.runShort(host, spec, PATIENCE);

            assertThat(status.state()).isEqualTo(JobState.EXITED);
            assertThat(status.exitCode()).isEqualTo(9);
            assertThat(status.ended()).isNotNull();
        } finally {
            assertThat(run("umount", "-l", disk.toString())).isTrue();
        }
    }

    @Test
    void aCutConnectionCostsNeitherARestartNorALineOfOutput() throws Exception {
        int lines = 400;
        JobSpec spec = effect(
                "cut-1",
                "i=0; while [ $i -lt " + lines + " ]; do i=$((i+1)); echo \"line $i\"; sleep 0.01; done; exit 5");
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<JobStatus> call = other.submit(() -> jobs.runShort(host, spec, PATIENCE));
            await().atMost(PATIENCE)
                    .until(() -> Files.exists(job("cut-1").resolve("log"))
                            && Files.readString(job("cut-1").resolve("log")).contains("line 20\n"));
            far.cutConnections();
            SshException lost = failure(() -> {
                try {
                    return call.get();
                } catch (java.util.concurrent.ExecutionException e) {
                    throw (SshException) e.getCause();
                }
            });
            assertThat(lost.kind()).isEqualTo(Kind.TRANSIENT);
        } finally {
            other.shutdownNow();
        }

        ByteArrayOutputStream read = new ByteArrayOutputStream();
        jobs.start(host, spec);
        await().atMost(PATIENCE).until(() -> {
            boolean ended = jobs.status(host, "cut-1").state() == JobState.EXITED;
            LogChunk chunk = jobs.readLog(host, "cut-1", read.size(), 1000);
            read.writeBytes(chunk.bytes());
            return ended && chunk.nextOffset() == chunk.size();
        });

        assertThat(read.toString(StandardCharsets.UTF_8))
                .isEqualTo("begun\n"
                        + IntStream.rangeClosed(1, lines)
                                .mapToObj(i -> "line " + i + "\n")
                                .collect(Collectors.joining()));
        assertThat(jobs.status(host, "cut-1").exitCode()).isEqualTo(5);
        assertThat(effects("cut-1")).isEqualTo(1);
    }

    @Test
    void ofManyStartersExactlyOneHasAnEffect() throws Exception {
        int starters = 6;
        JobSpec spec = effect("race-1", "sleep 1");
        JobSpec stale = effect("race-2", "sleep 1");
        leaveClaimed(stale, Instant.now().minusSeconds(31));
        ExecutorService threads = Executors.newFixedThreadPool(starters);
        List<HostConnections> clients = new ArrayList<>();
        try {
            CyclicBarrier together = new CyclicBarrier(starters);
            List<Future<JobStatus>> calls = new ArrayList<>();
            for (int i = 0; i < starters; i++) {
                HostConnections client = new HostConnections(SshLimits.defaults());
                clients.add(client);
                DetachedJobs own = new SshDetachedJobs(client);
                own.status(host, "race-1");
                calls.add(threads.submit(() -> {
                    together.await();
                    own.start(host, stale);
                    return own.start(host, spec);
                }));
            }
            for (Future<JobStatus> call : calls) {
                assertThat(call.get().state()).isIn(JobState.CLAIMED, JobState.RUNNING, JobState.EXITED);
            }
            awaitState("race-1", JobState.EXITED);
            awaitState("race-2", JobState.EXITED);
        } finally {
            clients.forEach(HostConnections::close);
            threads.shutdownNow();
        }
        assertThat(effects("race-1")).isEqualTo(1);
        assertThat(effects("race-2")).isEqualTo(1);
        assertThat(names(far.home().resolve(".gulliver/jobs"))).containsExactlyInAnyOrder("race-1", "race-2");
    }

    @Test
    void aLogOfTenMegabytesIsReadFromAnyOffset() throws IOException {
        int lines = 160_000;
        JobStatus status = jobs.runShort(
                host,
                JobSpec.of(
                        "big-1",
                        1,
                        "awk 'BEGIN { for (i = 0; i < " + lines + "; i++)"
                                + " printf \"%08d the quick brown fox jumps over the lazy dog, again ...\\n\", i }'"),
                PATIENCE);
        assertThat(status.succeeded()).isTrue();
        byte[] written = Files.readAllBytes(job("big-1").resolve("log"));
        assertThat(written.length).isGreaterThan(10_000_000);

        ByteArrayOutputStream read = new ByteArrayOutputStream();
        LogChunk chunk;
        do {
            chunk = jobs.readLog(host, "big-1", read.size(), 1_000_001);
            read.writeBytes(chunk.bytes());
        } while (chunk.nextOffset() < chunk.size());

        assertThat(read.toByteArray()).isEqualTo(written);
        assertThat(jobs.readLog(host, "big-1", written.length + 5L, 100).bytes())
                .isEmpty();
    }

    @Test
    void stopAsksFirstAndForcesAfterTheGrace() {
        jobs.start(host, effect("polite-1", "sleep 600"));
        assertThat(jobs.stop(host, "polite-1", 1).exitCode()).isEqualTo(143);

        jobs.start(
                host,
                effect("stubborn-1", "trap '' TERM; echo ready; while :; do sleep 0.1; done")
                        .withStopGrace(Duration.ofSeconds(1)));
        await().atMost(PATIENCE)
                .until(() -> jobs.readLog(host, "stubborn-1", 0, 100).text().contains("ready"));
        assertThat(failure(() -> jobs.remove(host, "stubborn-1", 1)).kind()).isEqualTo(Kind.CONFLICT);
        assertThat(jobs.stop(host, "stubborn-1", 1).exitCode()).isEqualTo(137);
        assertThat(jobs.stop(host, "stubborn-1", 1).exitCode()).isEqualTo(137);
        assertThat(jobs.remove(host, "stubborn-1", 1).state()).isEqualTo(JobState.ABSENT);
    }

    @Test
    void aWrapperThatSomebodyChangedOrDeletedIsReplacedBeforeUse() throws IOException {
        jobs.status(host, "any");
        Path wrapper = far.home().resolve(".gulliver/bin/gulliver-job");
        byte[] right = Files.readAllBytes(wrapper);

        Files.delete(wrapper);
        assertThat(jobs.status(host, "any").state()).isEqualTo(JobState.ABSENT);
        connections.disconnect(host);
        Files.writeString(wrapper, "#!/bin/sh\necho pwned\n");

        assertThat(jobs.status(host, "any").state()).isEqualTo(JobState.ABSENT);
        assertThat(Files.readAllBytes(wrapper)).isEqualTo(right);
        assertThat(names(wrapper.getParent())).containsExactly("gulliver-job");
    }

    /** Everything that is asked of a host may be asked again. */
    @Test
    void anAnswerThatDidNotArriveWholeIsAskedForOnceMore() throws IOException {
        jobs.status(host, "any");
        Path wrapper = far.home().resolve(".gulliver/bin/gulliver-job");
        Path right = wrapper.resolveSibling("right");
        Files.move(wrapper, right);
        Files.writeString(
                wrapper,
                "#!/bin/sh\nif [ -e " + directory.resolve("said") + " ]; then exec " + right + " \"$@\"; fi\n: >"
                        + directory.resolve("said") + "\necho 'gulliver-job/1 sta'\n");
        Files.setPosixFilePermissions(wrapper, Files.getPosixFilePermissions(right));
        assertThat(jobs.status(host, "any").state()).isEqualTo(JobState.ABSENT);

        Files.writeString(wrapper, "#!/bin/sh\necho 'gulliver-job/1 sta'\n");
        assertThat(failure(() -> jobs.status(host, "any")).getMessage()).contains("gulliver-job/1 sta");
    }

    @Test
    void filesAreCopiedBothWaysAndReplacedWhole() throws IOException {
        Path target = directory.resolve("target");

        jobs.writeFile(host, "dump.dmp", "first".repeat(60_000));
        jobs.writeFile(host, "dump.dmp", "second");
        jobs.fetchFile(host, "dump.dmp", target);

        assertThat(target).hasContent("second");
        assertThat(jobs.readFile(host, "dump.dmp")).isEqualTo("second");
        jobs.removeFile(host, "no-such.dmp");
        assertThat(jobs.readFile(host, "no-such.dmp")).isEmpty();
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(far.home().resolve("dump.dmp"))))
                .isEqualTo("rw-------");
        SshException missing = failure(() -> {
            jobs.fetchFile(host, "no/such", directory.resolve("nothing"));
            return null;
        });
        assertThat(missing.kind()).isEqualTo(Kind.REMOTE);
        assertThat(missing).hasMessageContaining("no/such");
        assertThat(directory.resolve("nothing")).doesNotExist();
    }

    @Test
    void aChangedHostKeyIsRefusedWithBothFingerprints() {
        HostKeyPin old = HostKeyPin.of(TestKeys.ed25519().getPublic());

        SshException refusal =
                failure(() -> jobs.status(far.pinned(List.of(new HostKeyPin(old.fingerprint(), null))), "any"));

        assertThat(refusal.kind()).isEqualTo(Kind.HOST_KEY);
        assertThat(refusal)
                .hasMessageContaining(host.name())
                .hasMessageContaining(old.fingerprint())
                .hasMessageContaining(host.pins().get().get(0).fingerprint())
                .hasMessageContaining("Ask the host's owner");
    }

    @Test
    void whichKeysAreAcceptedIsAskedAtEachLoginAndNotBetween() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<List<HostKeyPin>> known =
                new AtomicReference<>(host.pins().get());
        SshHost counted = new SshHost(host.name(), host.address(), host.port(), host.user(), host.credential(), () -> {
            asked.incrementAndGet();
            return known.get();
        });

        jobs.status(counted, "any");
        jobs.status(counted, "any");
        jobs.status(counted, "any");
        assertThat(asked).as("one connection, one login").hasValue(1);

        // As when the server is built anew: the connection is gone, and another key counts.
        known.set(List.of(
                new HostKeyPin(HostKeyPin.of(TestKeys.ed25519().getPublic()).fingerprint(), null)));
        far.cutConnections();
        await().atMost(PATIENCE).untilAsserted(() -> {
            SshException refusal = failure(() -> jobs.status(counted, "any"));
            assertThat(refusal).isNotNull();
            assertThat(refusal.kind()).isEqualTo(Kind.HOST_KEY);
        });
        assertThat(asked.get()).isGreaterThan(1);
    }

    @Test
    void aHostWithoutAPinIsRefused() {
        SshException refusal = failure(() -> jobs.status(far.pinned(List.of()), "any"));

        assertThat(refusal.kind()).isEqualTo(Kind.HOST_KEY);
        assertThat(refusal).hasMessageContaining("no key is pinned").hasMessageContaining("SHA256:");
    }

    @Test
    void aWrongKeyIsRefusedWithoutShowingIt() {
        String wrong = TestKeys.privateText(TestKeys.ed25519());

        SshException refusal = failure(() -> jobs.status(far.as(new SshCredential.PrivateKey(() -> wrong)), "any"));

        assertThat(refusal.kind()).isEqualTo(Kind.AUTH);
        assertThat(refusal).hasMessageContaining(host.user()).hasMessageNotContaining("BEGIN");
        SshException unreadable =
                failure(() -> jobs.status(far.as(new SshCredential.PrivateKey(() -> "tiger")), "other"));
        assertThat(unreadable.kind()).isEqualTo(Kind.AUTH);
        assertThat(unreadable).hasMessageNotContaining("tiger").hasNoCause();
    }

    @Test
    void anUnreachableHostIsTransient() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        SshHost nobody = new SshHost("gone", "127.0.0.1", closed, host.user(), host.credential(), host.pins());

        SshException refusal = failure(() -> jobs.status(nobody, "any"));

        assertThat(refusal.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(refusal).hasMessageContaining("gone").hasMessageContaining("127.0.0.1:" + closed);
    }

    @Test
    void namesThatCouldMeanMoreThanAJobAreRefusedBeforeAnythingIsSent() {
        for (String name : List.of("", "a b", "a;b", "../x", "A", "a".repeat(65))) {
            assertThatThrownBy(() -> jobs.status(host, name)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private Path job(String jobId) {
        return far.home().resolve(".gulliver/jobs").resolve(jobId);
    }

    /** A script that leaves one line in a side file each time it begins. */
    private JobSpec effect(String jobId, String then) {
        return JobSpec.of(jobId, 1, "echo x >> " + sideFile(jobId) + "\necho begun\n" + then);
    }

    private Path sideFile(String jobId) {
        return far.home().resolve(jobId + ".effects");
    }

    private long effects(String jobId) throws IOException {
        return Files.exists(sideFile(jobId))
                ? Files.readAllLines(sideFile(jobId)).size()
                : 0;
    }

    /** What a starter leaves that died right after its claim: the files and the claim, no process record. */
    private void leaveClaimed(JobSpec spec, Instant claimed) throws IOException {
        jobs.runShort(host, spec, PATIENCE);
        try (Stream<Path> files = Files.list(job(spec.jobId()))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.matches("(pid|exit|group|log|marks)(\\..*)?")) {
                    Files.delete(file);
                }
            }
        }
        Files.delete(sideFile(spec.jobId()));
        Files.writeString(job(spec.jobId()).resolve("claim"), claimed.getEpochSecond() + "\n");
    }

    @Test
    void theNewestTimesOfAnOutputAreReadFromTheirEnd() throws IOException {
        jobs.runShort(host, JobSpec.of("marks-1", 1, "echo begun"), PATIENCE);
        StringBuilder marks = new StringBuilder();
        for (int i = 1; i <= 5_000; i++) {
            marks.append(i * 10L).append(' ').append(1_780_000_000L + i).append('\n');
        }
        Files.writeString(job("marks-1").resolve("marks"), marks);
        assertThat(jobs.logTimes(host, "marks-1", 49_975))
                .extracting(LogTime::offset)
                .containsExactly(49_980L, 49_990L, 50_000L);
        assertThat(jobs.logTimes(host, "marks-1", 0)).hasSize(5_000).first().satisfies(time -> {
            assertThat(time.offset()).isEqualTo(10);
            assertThat(time.hostTime()).isEqualTo(Instant.ofEpochSecond(1_780_000_001L));
        });
        assertThat(jobs.logTimes(host, "marks-1", 50_000)).isEmpty();
        assertThat(jobs.logTimes(host, "nobody", 0)).isEmpty();
    }

    private void awaitState(String jobId, JobState wanted) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(jobs.status(host, jobId).state()).isEqualTo(wanted));
    }

    /** RUNNING says that the process lives; its first line may still be to come. */
    private void awaitBegun(String jobId) {
        await().atMost(PATIENCE)
                .until(() -> jobs.readLog(host, jobId, 0, 100).text().startsWith("begun"));
    }

    private static SshException failure(Callable<?> call) {
        return catchThrowableOfType(SshException.class, call::call);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
