package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.gulliver.adapter.hmc.JobObservation.State;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.adapter.hmc.model.PartitionStatus;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import io.gulliver.lab.Ledger.Effect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever goes wrong on the line, the ledger shows one effect. */
class HmcFaultTest {

    @TempDir
    Path directory;

    private LabBench bench;
    private String cpc;

    @BeforeEach
    void start() {
        bench = new LabBench(directory);
        cpc = bench.cpc();
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {
                "RESET_BEFORE",
                "RESET_AFTER",
                "HANG_BEFORE",
                "HANG",
                "STATUS_500_AFTER",
                "STATUS_409",
                "STATUS_500",
                "STATUS_503",
                "SESSION_EXPIRED",
                "HTML_BODY"
            })
    void createsExactlyOnePartition(FaultKind fault) {
        bench.context.faults().arm(LabBench.SYSTEM, "create-partition", fault, 1);

        Partition partition = ensure("DB01");

        assertThat(partition.name()).isEqualTo("DB01");
        assertThat(bench.context.faults().armed()).as("the fault has struck").isEmpty();
        assertThat(effects("create-partition", Effect.CREATED)).isEqualTo(1);
        assertThat(bench.client.partitions(cpc)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"list-partitions", "get-partition"})
    void createsExactlyOnePartitionWhenTheLookFails(String operation) {
        bench.context.faults().arm(new Fault(LabBench.SYSTEM, operation, FaultKind.STATUS_503, 0, 2));

        ensure("DB01");

        assertThat(effects("create-partition", Effect.CREATED)).isEqualTo(1);
    }

    @Test
    void createsExactlyOnePartitionWhenEveryCallLosesItsFirstAnswer() {
        bench.context.faults().arm(LabBench.SYSTEM, "create-partition", FaultKind.RESET_AFTER, 1);
        bench.context.faults().arm(LabBench.SYSTEM, "list-partitions", FaultKind.STATUS_500, 3);

        ensure("DB01");

        assertThat(effects("create-partition", Effect.CREATED)).isEqualTo(1);
    }

    @Test
    void leavesAPartitionOfOthersAlone() {
        bench.client.createPartition(cpc, PartitionSpec.linux("DB01", "somebody else's", 1, 1024));

        assertThatThrownBy(() -> bench.client.ensurePartition(cpc, spec("DB01")))
                .isInstanceOfSatisfying(
                        HmcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFLICT))
                .hasMessageContaining("somebody else's");
        assertThat(effects("create-partition", Effect.CREATED)).isEqualTo(1);
    }

    @Test
    void saysThatTheWorkMayBeDoneWhenTheAnswerIsLost() {
        bench.context.faults().arm(LabBench.SYSTEM, "create-partition", FaultKind.RESET_AFTER, 1);

        HmcException failure =
                catchThrowableOfType(HmcException.class, () -> bench.client.createPartition(cpc, spec("DB01")));

        assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(failure.mayHaveHappened()).isTrue();
        assertThat(failure.advice()).contains("Look");
    }

    @Test
    void saysThatNothingWasDoneWhenTheObjectIsBusy() {
        bench.context.faults().arm(LabBench.SYSTEM, "create-partition", FaultKind.STATUS_409, 1);

        HmcException failure =
                catchThrowableOfType(HmcException.class, () -> bench.client.createPartition(cpc, spec("DB01")));

        assertThat(failure.is(409, 2)).isTrue();
        assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(failure.mayHaveHappened()).isFalse();
    }

    @Test
    void readsAnErrorPageInHtml() {
        bench.context.faults().arm(LabBench.SYSTEM, "create-partition", FaultKind.HTML_BODY, 1);

        HmcException failure =
                catchThrowableOfType(HmcException.class, () -> bench.client.createPartition(cpc, spec("DB01")));

        assertThat(failure.reason()).isEqualTo(HmcException.NO_REASON);
        assertThat(failure).hasMessageContaining("Web Services are not enabled").hasMessageNotContaining("<h1>");
    }

    @Test
    void startsOnceWhenTheAnswerOfTheStartIsLost() {
        String partition = bench.partition("DB01", 1, 1024);
        bench.context.faults().arm(LabBench.SYSTEM, "start-partition", FaultKind.RESET_AFTER, 1);

        assertThatThrownBy(() -> bench.client.startPartition(partition)).isInstanceOf(HmcException.class);

        // No job is known; the status is the only witness, and it says that a second start is not wanted.
        assertThat(bench.client.fetchPartition(partition).state()).isEqualTo(PartitionStatus.ACTIVE);
        assertThat(effects("start-partition", Effect.STARTED)).isEqualTo(1);
    }

    @Test
    void endsInAReservationErrorWhenMemoryHasRunOut() {
        String first = bench.partition("DB01", 1, 12_000);
        String second = bench.partition("DB02", 1, 12_000);
        assertThat(bench.start(first).state()).isEqualTo(State.SUCCEEDED);

        JobObservation failed = bench.start(second);

        assertThat(failed.state()).isEqualTo(State.FAILED);
        assertThat(failed.message()).contains("12000 MiB wanted").contains("4384 MiB available");
        assertThat(bench.client.fetchPartition(second).state()).isEqualTo(PartitionStatus.RESERVATION_ERROR);
        assertThat(bench.client.capacity(cpc).freeMemoryMib()).isEqualTo(16_384 - 12_000);
    }

    @Test
    void givesMemoryBackWhenAPartitionStops() {
        String first = bench.partition("DB01", 1, 12_000);
        String second = bench.partition("DB02", 1, 12_000);
        bench.start(first);
        bench.start(second);

        bench.client.observe(bench.client.stopPartition(first));

        assertThat(bench.start(second).state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void runsOutOfDedicatedProcessors() {
        for (String name : new String[] {"DB01", "DB02"}) {
            String partition = bench.partition(name, 5, 1024);
            bench.client.updatePartition(partition, Map.of("processor-mode", "dedicated"));
        }
        String first = bench.client.findPartition(cpc, "DB01").orElseThrow().objectUri();
        String second = bench.client.findPartition(cpc, "DB02").orElseThrow().objectUri();
        bench.start(first);

        assertThat(bench.client.capacity(cpc).freeIfls()).isEqualTo(3);
        assertThat(bench.start(second).message()).contains("5 wanted, 3 available");
    }

    @Test
    void staysPausedForAWhileAfterASuccessfulJob() {
        String partition = bench.partition("DB01", 1, 1024);
        bench.context.faults().arm(LabBench.SYSTEM, "start-partition", FaultKind.SLOW_TO_SETTLE, 1);

        HmcJob job = bench.client.startPartition(partition);

        assertThat(bench.client.observe(job).state()).isEqualTo(State.SUCCEEDED);
        bench.client.forget(job);
        assertThat(bench.client.observe(job).state()).isEqualTo(State.GONE);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(bench.client.fetchPartition(partition).state())
                                .isEqualTo(PartitionStatus.ACTIVE));
    }

    @Test
    void reportsAJobThatFails() {
        String partition = bench.partition("DB01", 1, 1024);
        bench.context.faults().arm(LabBench.SYSTEM, "start-partition", FaultKind.JOB_FAILS, 1);

        JobObservation job = bench.start(partition);

        assertThat(job.state()).isEqualTo(State.FAILED);
        assertThat(job.statusCode()).isEqualTo(500);
        assertThat(job.message()).isNotBlank();
        assertThat(bench.client.fetchPartition(partition).state()).isEqualTo(PartitionStatus.STOPPED);
    }

    @Test
    void showsAJobThatNeverEndsAsRunning() {
        String partition = bench.partition("DB01", 1, 1024);
        bench.context.faults().arm(LabBench.SYSTEM, "start-partition", FaultKind.NEVER_ENDS, 1);

        assertThat(bench.start(partition).state()).isEqualTo(State.RUNNING);
        assertThat(bench.client.fetchPartition(partition).state()).isEqualTo(PartitionStatus.STARTING);
    }

    /** What an activity does: look, act, look; again after a passing failure. */
    private Partition ensure(String name) {
        HmcException last = null;
        for (int attempt = 0; attempt < 5; attempt++) {
            try {
                return bench.client.ensurePartition(cpc, spec(name));
            } catch (HmcException e) {
                if (e.kind() != Kind.TRANSIENT) {
                    throw e;
                }
                last = e;
            }
        }
        throw new AssertionError("not created after 5 attempts", last);
    }

    private static PartitionSpec spec(String name) {
        return PartitionSpec.linux(name, LabBench.KEY, 1, 1024);
    }

    private long effects(String operation, Effect effect) {
        return bench.context.ledger().entries(LabBench.SYSTEM, operation).stream()
                .filter(entry -> entry.effect() == effect)
                .count();
    }
}
