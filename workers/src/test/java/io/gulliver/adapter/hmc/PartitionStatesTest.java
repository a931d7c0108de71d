package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every cell of docs/devices/dpm-partition.md, against the lab's HMC. */
class PartitionStatesTest {

    private static final Path TABLE = Path.of("..", "docs", "devices", "dpm-partition.md");

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> everyCellIsTrue() throws IOException {
        List<List<String>> rows = Files.readAllLines(TABLE).stream()
                .dropWhile(line -> !line.startsWith("| status | start"))
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
                        .map(String::trim)
                        .toList())
                .toList();
        List<String> operations = rows.get(0);
        assertThat(rows).as("rows of the table in " + TABLE).hasSizeGreaterThan(8);
        List<DynamicTest> cells = new ArrayList<>();
        for (List<String> row : rows.subList(2, rows.size())) {
            for (int column = 1; column < operations.size(); column++) {
                String operation = operations.get(column);
                String expected = row.get(column);
                cells.add(DynamicTest.dynamicTest(
                        row.get(0) + ", " + operation + ": " + expected, () -> check(row.get(0), operation, expected)));
            }
        }
        return cells.stream();
    }

    private void check(String status, String operation, String expected) throws IOException {
        try (LabBench bench = new LabBench(Files.createTempDirectory(directory, "lab"))) {
            String partition = bench.partition("DB01", 1, 1024);
            bring(bench, partition, status);
            assertThat(status(bench, partition)).as("status before").isEqualTo(status);
            // A job that never ends shows the status in between.
            boolean job = expected.startsWith("202");
            if (!job) {
                assertThat(answer(() -> act(bench, partition, operation))).isEqualTo(expected);
                return;
            }
            String[] parts = expected.replace("202 → ", "").split(", then ");
            assertThat(parts).as("a cell with a job names two statuses").hasSize(2);
            makeRoom(bench, status, operation);
            bench.context
                    .faults()
                    .arm(new Fault(LabBench.SYSTEM, operation + "-partition", FaultKind.NEVER_ENDS, 0, 1));
            act(bench, partition, operation);
            assertThat(status(bench, partition)).as("status while the job runs").isEqualTo(parts[0]);
        }
        try (LabBench bench = new LabBench(Files.createTempDirectory(directory, "lab"))) {
            String partition = bench.partition("DB01", 1, 1024);
            bring(bench, partition, status);
            makeRoom(bench, status, operation);
            act(bench, partition, operation);
            String then = expected.split(", then ")[1];
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(status(bench, partition))
                            .as("status after")
                            .isEqualTo(then));
        }
    }

    /** Brings a stopped partition into a status by calls and faults, as it happens in life. */
    private static void bring(LabBench bench, String partition, String status) {
        HttpHmcClient client = bench.client;
        switch (status) {
            case "stopped" -> assertThat(status(bench, partition)).isEqualTo("stopped");
            case "starting" -> {
                bench.context.faults().arm(LabBench.SYSTEM, "start-partition", FaultKind.NEVER_ENDS, 1);
                client.startPartition(partition);
            }
            case "active" -> bench.start(partition);
            case "paused" -> {
                bench.context.faults().arm(LabBench.SYSTEM, "start-partition", FaultKind.NEVER_SETTLES, 1);
                bench.start(partition);
            }
            case "terminated" -> {
                bench.start(partition);
                bench.context.faults().arm(LabBench.SYSTEM, "stop-partition", FaultKind.JOB_FAILS, 1);
                client.observe(client.stopPartition(partition));
            }
            case "stopping" -> {
                bench.start(partition);
                bench.context.faults().arm(LabBench.SYSTEM, "stop-partition", FaultKind.NEVER_ENDS, 1);
                client.stopPartition(partition);
            }
            case "reservation-error" -> {
                bench.start(bench.partition("HOLDER", 1, 16_000));
                bench.start(partition);
            }
            default -> throw new IllegalArgumentException("This test cannot reach the status " + status);
        }
    }

    /** The partition that holds the memory goes, before another shall start. */
    private static void makeRoom(LabBench bench, String status, String operation) {
        if (status.equals("reservation-error") && operation.equals("start")) {
            String holder = bench.client
                    .findPartition(bench.cpc(), "HOLDER")
                    .orElseThrow()
                    .objectUri();
            bench.client.observe(bench.client.stopPartition(holder));
        }
    }

    private static @Nullable Object act(LabBench bench, String partition, String operation) {
        switch (operation) {
            case "start":
                return bench.client.startPartition(partition);
            case "stop":
                return bench.client.stopPartition(partition);
            case "delete":
                bench.client.deletePartition(partition);
                return null;
            case "update `description`":
                bench.client.updatePartition(partition, Map.of("description", "changed"));
                return null;
            case "update `maximum-memory`":
                bench.client.updatePartition(partition, Map.of("maximum-memory", 2048));
                return null;
            default:
                throw new IllegalArgumentException("This test does not know the operation " + operation);
        }
    }

    private static String answer(Supplier<@Nullable Object> act) {
        try {
            return act.get() == null ? "204" : "202";
        } catch (HmcException e) {
            return e.httpStatus() + "." + e.reason();
        }
    }

    private static String status(LabBench bench, String partition) {
        return bench.client.fetchPartition(partition).status();
    }
}
