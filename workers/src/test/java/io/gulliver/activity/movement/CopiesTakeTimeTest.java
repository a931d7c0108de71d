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
    @Examines(value = Kindness.COPIES_TAKE_NO_TIME, red = "512 GB are copied in no time")
    void aDumpFileTakesTheTimeOfItsTablesWhicheverWayItGoes() throws Exception {
        bench = new MigrationBench(root);
        for (String way : List.of("relay", "host-to-host")) {
            copy(inputs(way), way + ".dmp", 512_000_000_000L);
        }
        assertThat(copies().stream().map(copy -> Math.round(detail(copy, "seconds"))))
                .as("512 GB are copied in no time")
                .containsExactly(512L, 512L);
    }

    @Test
    void anExportStandsForTheTablesOfItsDatabase() throws Exception {
        bench = new MigrationBench(root);
        bench.copyWay = "auto";
        bench.runTo("transfer");
        assertThat(bench.outputs.get("transfer").toString()).contains("way=host-to-host");
        double data = ((Number) bench.outputs.get("discover-database").get("data_gb")).doubleValue() * 1e9;
        assertThat(sum("bytes")).isCloseTo(data, within(data / 10));
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
        for (String way : List.of("relay", "host-to-host")) {
            Map<String, Object> inputs = inputs(way);
            Map<String, Object> probe =
                    bench.perform(bench.plain("movement.probe-transfer", "probe-" + way, Operation.RUN, inputs));
            assertThat(((Number) probe.get("rate_mb")).doubleValue())
                    .isPositive()
                    .isLessThanOrEqualTo(LINE / 1e6);
            long begun = System.nanoTime();
            copy(inputs, way + ".dmp", 3_000_000);
            assertThat(3e15 / (System.nanoTime() - begun)).isLessThanOrEqualTo(LINE);
        }
        assertThat(copies())
                .hasSize(4)
                .allSatisfy(copy -> assertThat(detail(copy, "bytes") / detail(copy, "seconds"))
                        .as(copy.toString())
                        .isCloseTo(LINE, within(1.0)));
        assertThat(copies().stream().map(copy -> Math.round(detail(copy, "bytes"))))
                .containsExactly(1_000_000L, 3_000_000L, 1_000_000L, 3_000_000L);
    }

    private Map<String, Object> inputs(String way) throws Exception {
        return new HashMap<>(Map.of(
                "copy_way",
                way,
                "from_host",
                MigrationBench.SOURCE,
                "from_staging",
                Files.createDirectories(MigrationBench.staging(bench.source)).toString(),
                "to_host",
                MigrationBench.TARGET,
                "to_staging",
                Files.createDirectories(MigrationBench.staging(bench.target)).toString(),
                "megabytes",
                1));
    }

    private void copy(Map<String, Object> inputs, String file, long bytes) throws Exception {
        byte[] content = standingFor(bytes);
        Files.write(MigrationBench.staging(bench.source).resolve(file), content);
        inputs.put("file", file);
        inputs.put(
                "sha256",
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
        StepCall copy = bench.plain("movement.transfer", "transfer[" + file + "]", Operation.START, inputs);
        StepResult started = bench.action(copy).start(copy, bench.context);
        int watches = 0;
        while (!bench.action(copy)
                .await(MigrationBench.watching(copy, started, 60), bench.context)
                .finished()) {
            assertThat(++watches).isLessThan(50);
        }
        assertThat(MigrationBench.staging(bench.target).resolve(file)).hasBinaryContent(content);
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
