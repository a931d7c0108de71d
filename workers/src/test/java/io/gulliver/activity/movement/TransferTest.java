package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A copy belongs to no worker: whoever watches it goes on at the byte where it stopped. */
@Tag("store")
class TransferTest {
    private static final String FILE = "large_01.dmp";

    @TempDir
    Path root;

    private MigrationBench bench;
    private Path copy;
    private Path part;
    private byte[] content;
    private StepCall call;
    private StepAction action;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
        content = new byte[9 << 20];
        new java.util.Random(42).nextBytes(content);
        Path from = Files.createDirectories(MigrationBench.staging(bench.source));
        Path to = Files.createDirectories(MigrationBench.staging(bench.target));
        Files.write(from.resolve(FILE), content);
        copy = to.resolve(FILE);
        part = to.resolve(FILE + ".part");
        Map<String, Object> inputs = new HashMap<>(Map.of(
                "from_host",
                MigrationBench.SOURCE,
                "from_staging",
                from.toString(),
                "to_host",
                MigrationBench.TARGET,
                "to_staging",
                to.toString(),
                "file",
                FILE,
                "sha256",
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content))));
        call = bench.plain("movement.transfer", "transfer[" + FILE + "]", Operation.START, inputs);
        action = bench.action(call);
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private StepResult watch(int seconds) {
        return action.await(MigrationBench.with(call, Operation.AWAIT, "copy", seconds), bench.context);
    }

    private List<String> copies() {
        return bench.context.calls.stream()
                .filter(made -> made.operation().equals("copy-file"))
                .map(made -> String.valueOf(made.object()))
                .toList();
    }

    @Test
    void goesOnAtTheByteWhereALostWorkerStopped() throws Exception {
        assertThat(action.start(call, bench.context).finished()).isFalse();
        assertThat(watch(0).finished()).as("one piece in no time").isFalse();
        assertThat(Files.size(part)).isEqualTo(4 << 20);
        StepResult ended = watch(60);
        assertThat(ended.finished()).isTrue();
        assertThat(ended.outputs()).containsEntry("copied", true);
        assertThat(Files.readAllBytes(copy)).isEqualTo(content);
        assertThat(part).doesNotExist();
        assertThat(copies()).containsExactly(part + " from byte 0", part + " from byte " + (4 << 20));
    }

    /** A worker that was given up, or the job that pulls, ends the copy just then: nobody removed the file. */
    @ParameterizedTest
    @ValueSource(strings = {"is looked for", "is measured"})
    void aFileThatTakesItsNameBetweenTwoLooksIsWhole(String when) throws Exception {
        action.start(call, bench.context);
        Files.write(part, content);
        String seen = when.equals("is measured") ? part.toString() : copy.toString();
        MigrationBench.Context context = new MigrationBench.Context() {
            @Override
            public void called(OuterCall made) {
                super.called(made);
                if (made.operation().equals("file-size") && seen.equals(made.object()) && Files.exists(part)) {
                    try {
                        Files.move(part, copy);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        };
        StepResult ended = action.await(MigrationBench.with(call, Operation.AWAIT, "copy", 60), context);
        assertThat(ended.finished()).isTrue();
        assertThat(ended.outputs()).containsEntry("copied", true);
        assertThat(Files.readAllBytes(copy)).isEqualTo(content);
        assertThat(context.calls)
                .as("no byte is copied again")
                .noneMatch(made -> made.operation().equals("copy-file"));
    }

    @Test
    void aPartWithOtherBytesIsFoundByItsSumAndCopiedAnew() throws Exception {
        action.start(call, bench.context);
        Files.write(part, new byte[5 << 20]);
        assertThatThrownBy(() -> watch(60)).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.TEMPORARILY_UNAVAILABLE.name());
            assertThat(e.failure().message()).contains("SHA-256");
        });
        assertThat(watch(60).finished()).isTrue();
        assertThat(Files.readAllBytes(copy)).isEqualTo(content);
    }

    @Test
    void aProbeSaysHowFastItGoesAndLeavesNothingBehind() throws Exception {
        Map<String, Object> inputs = new HashMap<>(call.inputs());
        inputs.keySet().removeAll(List.of("file", "sha256"));
        inputs.put("megabytes", 12);
        Map<String, Object> outputs =
                bench.perform(bench.plain("movement.probe-transfer", "probe-transfer", Operation.RUN, inputs));
        assertThat(outputs).containsEntry("way", "relay").containsEntry("megabytes", 12.0);
        assertThat((double) outputs.get("rate_mb")).isPositive();
        assertThat(MigrationBench.files(MigrationBench.staging(bench.source))).containsExactly(FILE);
        assertThat(MigrationBench.files(MigrationBench.staging(bench.target))).isEmpty();
    }

    /** Several databases leave one host, or land on one: their probes go at the same time. */
    @Test
    void probesOfTwoRunsAreFilesOfTheirOwn() {
        TreeMap<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.keySet().removeAll(List.of("file", "sha256"));
        Set<String> files = new TreeSet<>();
        for (String step : List.of("probe-transfer", "other-probe-transfer")) {
            StepCall probe = bench.plain("movement.probe-transfer", step, Operation.EVALUATE, inputs);
            bench.action(probe).evaluate(probe, bench.context);
            Matcher name = Pattern.compile("gulliver-probe[-0-9a-f]*\\.bin")
                    .matcher(bench.context.evidence.get(Rendering.EVIDENCE));
            assertThat(name.find()).isTrue();
            files.add(name.group());
        }
        assertThat(files).hasSize(2);
    }

    @Test
    void whatIsThereWithTheRightSumIsNotCopied() throws Exception {
        Files.write(copy, content);
        StepResult started = action.start(call, bench.context);
        assertThat(started.outputs()).containsEntry("copied", false);
        assertThat(watch(60).finished()).isTrue();
        assertThat(copies()).isEmpty();
    }

    @Test
    void aWatchThatGoesOnAfterTheRollBackBringsNothingBack() throws Exception {
        action.start(call, bench.context);
        watch(0);
        StepCall undo = MigrationBench.with(call, Operation.UNDO, "copy", 0);
        action.stop(MigrationBench.with(call, Operation.STOP, "copy", 0), bench.context);
        action.undo(undo, bench.context);
        assertThatThrownBy(() -> watch(60)).isInstanceOf(StepFailedException.class);
        assertThat(MigrationBench.files(MigrationBench.staging(bench.target))).doesNotContain(FILE, FILE + ".part");
        assertThat(Arrays.equals(
                        Files.readAllBytes(MigrationBench.staging(bench.source).resolve(FILE)), content))
                .isTrue();
        assertThat(action.undo(undo, bench.context).message()).contains("not on");
    }
}
