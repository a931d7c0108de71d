package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.Ledger;
import io.gulliver.lab.ssh.LabLine;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files go over a line: a dump file of some kilobytes takes the time of the tables in it. */
@Tag("store")
class CopiesTakeTimeTest {
    private static final double LINE = 2e6;

    @TempDir
    Path root;

    private MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private List<Ledger.Entry> copies() {
        return bench.lab.ledger().entries(MigrationBench.SOURCE, "copy-file");
    }

    private static double detail(Ledger.Entry copy, String name) {
        return Double.parseDouble(String.valueOf(copy.details().get(name)));
    }

    private double sum(String name) {
        return copies().stream().mapToDouble(copy -> detail(copy, name)).sum();
    }

    @Test
    @Examines(value = Kindness.COPIES_TAKE_NO_TIME, red = "dump files are copied in no time")
    void aDumpSetTakesTheTimeOfItsTablesWhicheverWayItGoes() throws Exception {
        bench = new MigrationBench(root);
        bench.copyWay = "auto";
        bench.runTo("transfer");
        assertThat(bench.outputs.get("transfer").toString()).contains("way=host-to-host");
        double data = ((Number) bench.outputs.get("discover-database").get("data_gb")).doubleValue() * 1e9;
        assertThat(sum("bytes")).as("dump files are copied in no time").isCloseTo(data, within(data / 10));
        assertThat(sum("seconds")).isCloseTo(sum("bytes") / LabLine.RATE, within(1e-6));
        double pulled = sum("bytes");
        bench.rollBack("transfer");
        bench.outputs.remove("transfer");
        bench.copyWay = "relay";
        bench.runTo("transfer");
        assertThat(bench.outputs.get("transfer").toString()).contains("way=relay");
        assertThat(sum("bytes") - pulled).isCloseTo(pulled, within(2.0));
    }

    /** By the clock of whoever copies it is never faster than the line; slower it may be, as any machine. */
    @Test
    void theRateThatTheProbeMeasuresIsThatOfTheCopy() throws Exception {
        bench = new MigrationBench(root, MigrationBench.spec(), "SYS", "data-pump", LabPace.real());
        bench.line.rate(LINE);
        String from =
                Files.createDirectories(MigrationBench.staging(bench.source)).toString();
        String to =
                Files.createDirectories(MigrationBench.staging(bench.target)).toString();
        for (String way : List.of("relay", "host-to-host")) {
            Map<String, Object> inputs = new HashMap<>(Map.of(
                    "copy_way",
                    way,
                    "from_host",
                    MigrationBench.SOURCE,
                    "from_staging",
                    from,
                    "to_host",
                    MigrationBench.TARGET,
                    "to_staging",
                    to,
                    "megabytes",
                    1));
            Map<String, Object> probe =
                    bench.perform(bench.plain("movement.probe-transfer", "probe-" + way, Operation.RUN, inputs));
            assertThat(((Number) probe.get("rate_mb")).doubleValue())
                    .isPositive()
                    .isLessThanOrEqualTo(LINE / 1e6);

            byte[] content = standingFor(3_000_000);
            String file = way + ".dmp";
            Files.write(Path.of(from, file), content);
            inputs.put("file", file);
            inputs.put(
                    "sha256",
                    HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
            StepCall copy = bench.plain("movement.transfer", "transfer[" + file + "]", Operation.START, inputs);
            long begun = System.nanoTime();
            StepResult started = bench.action(copy).start(copy, bench.context);
            while (!bench.action(copy)
                    .await(MigrationBench.watching(copy, started, 60), bench.context)
                    .finished()) {
                assertThat(System.nanoTime() - begun).isLessThan(300_000_000_000L);
            }
            assertThat(3e9 / (System.nanoTime() - begun) * 1e6).isLessThanOrEqualTo(LINE);
            assertThat(Path.of(to, file)).hasBinaryContent(content);
        }
        assertThat(copies())
                .hasSize(4)
                .allSatisfy(copy -> assertThat(detail(copy, "bytes") / detail(copy, "seconds"))
                        .as(copy.toString())
                        .isCloseTo(LINE, within(1.0)));
        assertThat(copies().stream().map(copy -> Math.round(detail(copy, "bytes"))))
                .containsExactly(1_000_000L, 3_000_000L, 1_000_000L, 3_000_000L);
    }

    /** A dump file of one table, as the lab writes it. */
    private static byte[] standingFor(long bytes) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(file)) {
            packed.write(
                    ("{\"table\":[\"SHOP\",\"ORDERS\"],\"bytes\":" + bytes + "}\n").getBytes(StandardCharsets.UTF_8));
        }
        return file.toByteArray();
    }
}
