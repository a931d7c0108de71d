package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C08: metadata jobs find a dictionary that is described, and a recycle bin that is emptied by word alone. */
@Tag("store")
class PrepareDictionaryTest {
    @TempDir
    Path root;

    private MigrationBench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root, "odd-objects");
        bench.runTo("prepare-source");
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private StepCall agreed(int round) {
        StepCall call = bench.call("source-dictionary", round);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("purge_recycle_bin", true);
        return MigrationBench.with(call, inputs);
    }

    private List<String> ran(String system) {
        return bench.lab.ledger().entries().stream()
                .filter(entry -> entry.system().equals(system))
                .map(entry -> entry.operation())
                .filter(operation -> operation.startsWith("gather-") || operation.startsWith("purge-"))
                .toList();
    }

    private boolean holds(String table) {
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            return source.query("tables", Map.of("owners", ",SHOP,")).stream()
                    .anyMatch(row -> row.text("TABLE_NAME").equals(table));
        }
    }

    @Test
    void bothSidesAreDescribedBeforeTheFirstMetadataJobAndTheBinStaysWithoutAWord() throws Exception {
        bench.runTo("rehearse-import");
        List<String> statistics = List.of("gather-dictionary-statistics", "gather-fixed-statistics");
        assertThat(ran(MigrationBench.SOURCE_SYSTEM)).isEqualTo(statistics);
        assertThat(ran(MigrationBench.TARGET_SYSTEM)).isEqualTo(statistics);
        assertThat(bench.outputs.get("source-dictionary")).containsEntry("recycle_bin", 2);
        assertThat(List.copyOf(bench.outputs.keySet())).containsSubsequence("source-dictionary", "rehearse-export");
    }

    @Test
    void whereItsOwnerAgreesTheRecycleBinIsEmptiedForGood() {
        assertThat(holds("BIN$5kPq0aVbT2==$0")).isTrue();
        assertThat(bench.execute(agreed(1))).containsEntry("recycle_bin", 0);
        assertThat(holds("BIN$5kPq0aVbT2==$0")).isFalse();
        assertThat(holds("ORDERS")).isTrue();
    }

    @Test
    void whatAnEarlierRoundHasDoneIsNotDoneAgain() {
        bench.lab
                .faults()
                .arm(new Fault(
                        MigrationBench.SOURCE_SYSTEM,
                        "gather-fixed-statistics",
                        FaultKind.INSTANCE_RESTARTS,
                        0,
                        1,
                        Duration.ZERO));
        assertThatThrownBy(() -> bench.execute(agreed(1)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("ORA-03113");
        assertThat(bench.execute(agreed(2))).containsEntry("recycle_bin", 0);
        assertThat(ran(MigrationBench.SOURCE_SYSTEM))
                .containsExactly("purge-recycle-bin", "gather-dictionary-statistics", "gather-fixed-statistics");
    }
}
