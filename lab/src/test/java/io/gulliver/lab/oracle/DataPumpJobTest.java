package io.gulliver.lab.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.FullDisk;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("store")
class DataPumpJobTest {
    @TempDir
    Path root;

    private LabContext context;
    private LabOracle oracle;
    private LabDatabase database;

    @BeforeEach
    void start() throws Exception {
        context = LabContext.open(root.resolve("lab"), LabPace.max(), Clock.systemUTC());
        oracle = new LabOracle(context);
        oracle.registerHost("lilliput", LabPlatform.X86);
        oracle.create(OrdersSpec.of("MOVER"));
        database = oracle.find("lilliput", "orders").orElseThrow();
        context.faults().arm(OrdersSpec.SYSTEM, "expdp", FaultKind.NEVER_ENDS, 1);
    }

    @AfterEach
    void stop() {
        oracle.close();
        context.close();
    }

    private DataPumpJob defined() {
        TreeMap<String, List<String>> values = new TreeMap<>(Map.of(
                "SCHEMAS", List.of("SHOP"),
                "DUMPFILE", List.of("mig_%U.dmp"),
                "LOGFILE", List.of("exp.log"),
                "FLASHBACK_SCN", List.of("100"),
                "PARALLEL", List.of("1")));
        DataPumpJob job = new DataPumpJob(
                database,
                context,
                (from, owner, link) -> null,
                "MOVER",
                "MIG_1_EXP",
                new ParameterFile(true, values),
                root);
        job.define();
        return job;
    }

    /** The word comes between the client's definition of the job and its start. */
    @Test
    void aJobThatIsStoppedWhileItIsDefinedNeverRuns() {
        DataPumpJob job = defined();

        job.stop();

        assertThatThrownBy(job::start).hasMessageContaining("ORA-31626");
        assertThat(job.running()).isFalse();
        assertThat(database.jobs()).isEmpty();
    }

    @Test
    void aStoppedJobStaysAndIsStartedAgain() {
        DataPumpJob job = defined();
        job.start();

        job.stop();

        assertThat(job.state()).isEqualTo("NOT RUNNING");
        assertThat(database.jobs()).containsKey("MOVER.MIG_1_EXP");
        job.start();
        assertThat(job.running()).isTrue();
        job.kill();
        assertThat(database.jobs()).isEmpty();
    }

    /** The log takes nothing either; who looks on sees what happens. */
    @Test
    void anExportWithoutRoomEndsInTheWordsOfTheServer() throws Exception {
        context.faults().clear();
        DataPumpJob job = defined();
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        job.attach(seen::add);
        FullDisk.fill(root);
        job.start();
        List<String> lines = new ArrayList<>();
        for (String line = seen.take(); !line.equals(DataPumpJob.END); line = seen.take()) {
            lines.add(line);
        }
        assertThat(String.join("\n", lines))
                .contains("ORA-19502: write error on file", "ORA-27072", "stopped due to fatal error");
        assertThat(root.resolve("exp.log")).isEmptyFile();
        FullDisk.free(root);
        assertThat(FullDisk.holds(root.resolve("exp.log"))).isFalse();
    }
}
