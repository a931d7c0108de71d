package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.adapter.hmc.model.PartitionStatus;
import io.gulliver.lab.hmc.PartitionListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The lab's HMC over its own restart, and the hosts that hang on its partitions. */
class LabHmcRestartTest {

    @TempDir
    Path directory;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final PartitionListener listener = new PartitionListener() {
        @Override
        public void started(String partitionName, JsonNode properties) {
            events.add(
                    "started " + partitionName + " " + properties.path("status").asString());
        }

        @Override
        public void stopped(String partitionName, JsonNode properties) {
            events.add(
                    "stopped " + partitionName + " " + properties.path("status").asString());
        }
    };

    @Test
    void keepsItsObjectsAndForgetsItsSessions() {
        String partition;
        try (LabBench bench = new LabBench(directory)) {
            partition = bench.partition("DB01", 1, 1024);
            bench.start(partition);
        }
        try (LabBench bench = new LabBench(directory)) {
            assertThat(bench.lab.openSessions()).isZero();
            assertThat(bench.client.fetchPartition(partition).state()).isEqualTo(PartitionStatus.ACTIVE);
            assertThat(bench.client.cpcs()).hasSize(1);
            assertThat(bench.partition("DB02", 1, 1024)).isNotEqualTo(partition);
            assertThat(bench.context.ledger().entries(LabBench.SYSTEM, "create-partition"))
                    .extracting(entry -> entry.object() + " by " + entry.caller())
                    .containsExactly("DB01 by gulliver", "DB02 by gulliver");
        }
    }

    @Test
    void tellsWhenAPartitionComesUpAndGoesDown() {
        try (LabBench bench = new LabBench(directory, listener)) {
            String partition = bench.partition("DB01", 1, 1024);

            // Nobody asks for the job: the lab does its work by itself.
            bench.client.startPartition(partition);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(events).containsExactly("started DB01 active"));

            bench.client.stopPartition(partition);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(events).containsExactly("started DB01 active", "stopped DB01 stopped"));
        }
    }

    @Test
    void tellsAgainAfterARestartWhatIsUp() {
        try (LabBench bench = new LabBench(directory)) {
            bench.start(bench.partition("DB01", 1, 1024));
            bench.partition("DB02", 1, 1024);
        }
        try (LabBench bench = new LabBench(directory, listener)) {
            assertThat(bench.lab.openSessions()).isZero();
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(events).containsExactly("started DB01 active"));
        }
    }
}
