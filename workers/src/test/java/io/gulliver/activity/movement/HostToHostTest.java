package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.testing.Required;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The target pulls a file with this machine's own OpenSSH client from a server that reads authorized_keys by its manual. */
@Tag("store")
class HostToHostTest {
    private static final String FILE = "large_01.dmp";
    private static final Path SSH = Path.of("/usr/bin/ssh");

    @TempDir
    Path root;

    private MigrationBench bench;
    private Path from;
    private Path to;
    private Path copy;
    private byte[] content;

    @BeforeEach
    void open() throws Exception {
        Required.here(Files.isExecutable(SSH), "no " + SSH + " here; install the package openssh-client");
        bench = new MigrationBench(root);
        content = new byte[3_000_000];
        new java.util.Random(42).nextBytes(content);
        from = Files.createDirectories(MigrationBench.staging(bench.source));
        to = Files.createDirectories(MigrationBench.staging(bench.target));
        Files.write(from.resolve(FILE), content);
        copy = to.resolve(FILE);
    }

    @AfterEach
    void close() throws Exception {
        if (bench != null) {
            bench.close();
        }
    }

    private StepCall transfer(String asked, Map<String, Object> more) throws Exception {
        Map<String, Object> inputs = hosts(asked);
        inputs.put("file", FILE);
        inputs.put(
                "sha256",
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
        inputs.putAll(more);
        return bench.plain("movement.transfer", "transfer[" + FILE + "]", Operation.START, inputs);
    }

    private Map<String, Object> hosts(String asked) {
        return new HashMap<>(Map.of(
                "copy_way",
                asked,
                "from_host",
                MigrationBench.SOURCE,
                "from_staging",
                from.toString(),
                "to_host",
                MigrationBench.TARGET,
                "to_staging",
                to.toString()));
    }

    private Map<String, Object> probe(String asked) {
        Map<String, Object> inputs = hosts(asked);
        inputs.put("megabytes", 2);
        return bench.perform(bench.plain("movement.probe-transfer", "probe-transfer", Operation.RUN, inputs));
    }

    private StepResult watch(StepCall call) {
        return watch(call, 60);
    }

    private StepResult watch(StepCall call, int seconds) {
        return action(call).await(MigrationBench.with(call, Operation.AWAIT, "copy", seconds), bench.context);
    }

    private StepAction action(StepCall call) {
        return bench.action(call);
    }

    private void undo(StepCall call) {
        action(call).stop(MigrationBench.with(call, Operation.STOP, "copy", 0), bench.context);
        action(call).undo(MigrationBench.with(call, Operation.UNDO, "copy", 0), bench.context);
    }

    /** What comes first in the PATH of the target, as {@code ssh}: asks are noted, the first is done so. */
    private void firstTime(String how) throws Exception {
        bench.target.layDown(Map.of("bin/ssh", """
                #!/bin/sh
                for last; do :; done
                echo "$last" >> "$LAB_HOST_ROOT/tmp/asked"
                if [ "$(wc -l < "$LAB_HOST_ROOT/tmp/asked")" -eq 1 ]; then
                %s
                fi
                exec %s "$@"
                """.formatted(how, SSH)));
    }

    private List<String> asked() throws Exception {
        return Files.readAllLines(bench.target.root().resolve("tmp/asked"));
    }

    private static Path keys(LabHost host) {
        return host.home().resolve(".ssh/authorized_keys");
    }

    private void nothingIsLeft() throws Exception {
        assertThat(keys(bench.source)).hasContent("# of an administrator");
        for (LabHost host : List.of(bench.source, bench.target)) {
            assertThat(MigrationBench.files(host.home().resolve(".gulliver/copies")))
                    .isEmpty();
            assertThat(MigrationBench.files(host.home().resolve(".gulliver/jobs")))
                    .isEmpty();
        }
        assertThat(MigrationBench.files(bench.source.home().resolve(".ssh"))).containsExactly("authorized_keys");
    }

    private void administered() throws Exception {
        Files.createDirectories(keys(bench.source).getParent());
        Files.writeString(keys(bench.source), "# of an administrator");
        Files.setPosixFilePermissions(keys(bench.source).getParent(), PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(keys(bench.source), PosixFilePermissions.fromString("rw-------"));
    }

    private boolean relayed() {
        return bench.context.calls.stream().anyMatch(made -> made.operation().equals("copy-file"));
    }

    @Test
    void theTargetPullsByAKeyForThisFileAlone() throws Exception {
        administered();
        firstTime("while [ ! -e \"$LAB_HOST_ROOT/tmp/go\" ]; do sleep 0.1; done");
        StepCall call = transfer("host-to-host", Map.of("seen_from", "127.0.0.1"));
        action(call).start(call, bench.context);
        assertThat(watch(call, 0).finished()).isFalse();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(bench.target.root().resolve("tmp/asked")));

        Path copies = bench.target.home().resolve(".gulliver/copies");
        Path key = copies.resolve(MigrationBench.files(copies).get(0)).resolve("key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        assertThat(Files.readAllLines(keys(bench.source)))
                .hasSize(2)
                .element(1)
                .asString()
                .startsWith("restrict,from=\"127.0.0.1\",command=\"exec /bin/sh .gulliver/copies/copy-")
                .contains("/send\" ecdsa-sha2-nistp256 ");
        Process other = new ProcessBuilder(
                        SSH.toString(), "-F", "config", MigrationBench.SOURCE, "cat .gulliver/bin/gulliver-job")
                .directory(key.getParent().toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(other.getInputStream().readAllBytes())).contains("wanted is the number of bytes");
        assertThat(other.waitFor()).isEqualTo(64);

        Files.createFile(bench.target.root().resolve("tmp/go"));
        StepResult ended = watch(call);
        assertThat(ended.finished()).isTrue();
        assertThat(ended.outputs()).containsEntry("copied", true).containsEntry("way", "host-to-host");
        assertThat(Files.readAllBytes(copy)).isEqualTo(content);
        assertThat(relayed()).isFalse();
        nothingIsLeft();
    }

    /** The pull ends between the last look at its job and the look at how far it is. */
    @Test
    void aPullThatEndsBetweenTwoLooksIsNotTakenForARemovedFile() throws Exception {
        StepCall call = transfer("host-to-host", Map.of());
        action(call).start(call, bench.context);
        MigrationBench.Context late = new MigrationBench.Context() {
            @Override
            public boolean waitFor(BooleanSupplier condition, Duration period, Duration atMost) {
                await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(copy));
                return false;
            }
        };
        StepResult looked = action(call).await(MigrationBench.with(call, Operation.AWAIT, "copy", 0), late);
        assertThat(looked.finished()).isFalse();
        assertThat(looked.progress().done())
                .isEqualTo(looked.progress().total())
                .isEqualTo(3.0);
        assertThat(watch(call).finished()).isTrue();
        assertThat(Files.readAllBytes(copy)).isEqualTo(content);
    }

    @Test
    void aCutIsGoneOnFromAtItsByte() throws Exception {
        administered();
        firstTime(SSH + " \"$@\" | head -c 1000000; exit 255");
        StepCall call = transfer("host-to-host", Map.of());
        action(call).start(call, bench.context);
        assertThat(watch(call).finished()).isTrue();
        assertThat(asked()).containsExactly("0", "1000000");
        assertThat(Files.readAllBytes(copy)).isEqualTo(content);
        nothingIsLeft();
    }

    @Test
    void aPullThatWasKilledIsStartedAgainAndUndoneWithoutATrace() throws Exception {
        administered();
        firstTime(SSH + " \"$@\" | head -c 1000000; sleep 600");
        StepCall call = transfer("auto", Map.of("way", "host-to-host"));
        action(call).start(call, bench.context);
        assertThat(watch(call, 0).finished()).isFalse();
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.size(to.resolve(FILE + ".part")) == 1_000_000);
        bench.target.killProcesses();
        assertThatThrownBy(() -> watch(call))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(FailureCode.TEMPORARILY_UNAVAILABLE.name()));
        assertThat(watch(call).finished()).isTrue();
        assertThat(asked()).containsExactly("0", "1000000");
        assertThat(Files.readAllBytes(copy)).isEqualTo(content);

        StepCall again = transfer("auto", Map.of("way", "host-to-host"));
        undo(again);
        action(again).start(again, bench.context);
        watch(again, 0);
        bench.target.killProcesses();
        undo(again);
        assertThatThrownBy(() -> watch(again)).isInstanceOf(StepFailedException.class);
        nothingIsLeft();
        assertThat(MigrationBench.files(to)).isEmpty();
        assertThat(MigrationBench.files(from)).containsExactly(FILE);
    }

    @Test
    void aKeyThatIsRefusedIsSaidAndTheWorkerRelays() throws Exception {
        administered();
        // sshd reads no list of keys that others may write (StrictModes).
        Files.setPosixFilePermissions(keys(bench.source).getParent(), PosixFilePermissions.fromString("rwxrwx---"));
        StepCall only = transfer("host-to-host", Map.of());
        action(only).start(only, bench.context);
        assertThatThrownBy(() -> watch(only)).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
            assertThat(e.failure().message())
                    .contains("lilliput does not take the key of the copy")
                    .contains("Permission denied");
        });
        undo(only);
        StepCall auto = transfer("auto", Map.of("way", "host-to-host"));
        action(auto).start(auto, bench.context);
        StepResult ended = watch(auto);
        assertThat(ended.outputs()).containsEntry("way", "relay");
        assertThat(ended.message()).contains("by way of the worker, for lilliput does not take the key of the copy");
        assertThat(Files.readAllBytes(copy)).isEqualTo(content);
        nothingIsLeft();
    }

    @Examines(value = Kindness.KEY_OPTIONS_ARE_IGNORED, red = "does not take the key")
    @Test
    void theKeyIsBoundToWhereTheProbeCameFrom() throws Exception {
        administered();
        StepCall call = transfer("host-to-host", Map.of("seen_from", "10.1.2.3"));
        action(call).start(call, bench.context);
        assertThatThrownBy(() -> watch(call)).hasMessageContaining("does not take the key");
        undo(call);
        nothingIsLeft();
    }

    @Test
    void anotherHostKeyThanThePinnedOneIsSpokenWithByNobody() throws Exception {
        administered();
        // What the target meets at the source's address is another than what the worker has just met there.
        firstTime("sed -i \"s/^.*$/" + MigrationBench.SOURCE + " "
                + bench.target.hostKeyLine().replace("/", "\\/") + "/\" known_hosts");
        StepCall call = transfer("host-to-host", Map.of());
        action(call).start(call, bench.context);
        assertThatThrownBy(() -> watch(call)).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.JOB_FAILED.name());
            assertThat(e.failure().message()).contains("lilliput shows blefuscu another host key than the pinned one");
        });
        assertThat(to.resolve(FILE + ".part")).isEmptyFile();
        undo(call);
        nothingIsLeft();
    }

    @Test
    void theProbeFindsTheWayAndFromWhereItIsSeen() throws Exception {
        administered();
        Map<String, Object> outputs = probe("auto");
        assertThat(outputs)
                .containsEntry("way", "host-to-host")
                .containsEntry("why", "")
                .containsEntry("seen_from", "127.0.0.1")
                .containsEntry("megabytes", 2.0);
        assertThat((double) outputs.get("rate_mb")).isPositive();
        assertThat(probe("relay")).containsEntry("way", "relay").containsEntry("why", "");
        assertThat(MigrationBench.files(from)).containsExactly(FILE);
        assertThat(MigrationBench.files(to)).isEmpty();
        nothingIsLeft();
    }

    @Test
    void theProbeSaysWhyItRelays() throws Exception {
        administered();
        bench.target.layDown(Map.of(
                "bin/ssh", "#!/bin/sh\necho 'ssh: connect to host 127.0.0.1: No route to host' >&2\nexit 255\n"));
        assertThat(probe("auto"))
                .containsEntry("way", "relay")
                .extractingByKey("why")
                .asString()
                .contains("blefuscu does not reach lilliput at 127.0.0.1:" + bench.source.port())
                .contains("No route to host");
        bench.target.layDown(Map.of("bin/ssh-keygen", "#!/bin/sh\necho 'ssh-keygen: not found'\nexit 127\n"));
        assertThat(probe("auto"))
                .containsEntry("way", "relay")
                .extractingByKey("why")
                .asString()
                .contains("No key for the copy could be made on blefuscu: ssh-keygen: not found.");
        assertThatThrownBy(() -> probe("host-to-host")).hasMessageContaining("ssh-keygen: not found");
        // A login that says something before each command says it into every file.
        bench.target.layDown(Map.of(
                "bin/ssh-keygen",
                "#!/bin/sh\nexec /usr/bin/ssh-keygen \"$@\"\n",
                "bin/ssh",
                "#!/bin/sh\necho Welcome\nexec " + SSH + " \"$@\"\n"));
        assertThat(probe("auto"))
                .containsEntry("way", "relay")
                .extractingByKey("why")
                .asString()
                .contains("2000008 bytes came where the file has 2000000");
        assertThatThrownBy(() -> probe("scp")).hasMessageContaining("wanted are auto, shared, host-to-host and relay");
        assertThat(MigrationBench.files(to)).isEmpty();
        nothingIsLeft();
    }

    @Test
    void byHandPrintsWhatAPersonRuns() throws Exception {
        StepCall call = transfer("auto", Map.of("way", "host-to-host"));
        action(call).evaluate(MigrationBench.with(call, Operation.EVALUATE, null, 0), bench.context);
        assertThat(bench.context.evidence.get(Rendering.BY_HAND))
                .contains("On `blefuscu`, save as `copy-key.sh` and run `sh copy-key.sh`")
                .contains("StrictHostKeyChecking yes")
                .contains("restrict,command=\"exec /bin/sh .gulliver/copies/copy-")
                .contains("On `lilliput`, save as `allow-key.sh` and run `sh allow-key.sh`")
                .contains("On `blefuscu`, save as `pull-file.sh` and run `sh pull-file.sh`")
                .contains("On `lilliput`, save as `forget-key.sh` and run `sh forget-key.sh`")
                .contains("HostName 127.0.0.1\nPort " + bench.source.port())
                .doesNotContain("scp -3");
    }
}
