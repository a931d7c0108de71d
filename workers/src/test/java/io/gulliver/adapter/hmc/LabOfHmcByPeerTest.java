package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.http.PythonPeer;
import io.gulliver.lab.Ledger.Effect;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab's HMC, tried by zhmcclient: it answers a client that was written for real ones, not ours alone. */
@Tag("process")
class LabOfHmcByPeerTest {
    @Test
    void zhmcclientMakesAPartitionStartsItAndLeavesNothing(@TempDir Path directory) throws Exception {
        try (LabBench bench = new LabBench(directory)) {
            PythonPeer.tries(
                    "peer-of-hmc.py",
                    LabBench.USER,
                    LabBench.PASSWORD,
                    bench.lab.uri().toString(),
                    bench.context.certificates().caFile().toString(),
                    "A1");

            assertThat(bench.context.ledger().entries(LabBench.SYSTEM, "create-partition"))
                    .filteredOn(entry -> entry.effect() == Effect.CREATED)
                    .hasSize(1);
            assertThat(bench.client.findPartition(bench.cpc(), "PEER")).isEmpty();
        }
    }
}
